import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { decodeCheckpoint, encodeCheckpoint, type Checkpoint } from '../../../src/frames/Checkpoint.ts';
import { packMotions, unpackMotions } from '../../../src/simulation/checkpointArrays.ts';
import type { MotionState } from '../../../src/solids/MotionState.ts';
import { keyedShot } from '../../support/keyedShot.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShot } from '../../support/tinyShot.ts';

function motion(seed: number): MotionState {
  return {
    positions: Float64Array.of(seed, 1, 2, 3, 4, 5),
    velocities: Float64Array.of(0, -seed, 0, 1, 0, 0),
    contactVertices: Uint32Array.of(1),
    phases: Uint8Array.of(2),
    counts: Uint8Array.of(1),
    colliders: Uint16Array.of(0, 0, 0),
    vectors: new Float64Array(15).fill(seed),
  };
}

const packed = packMotions(7, [
  { id: 'a', motion: motion(1) },
  { id: 'b', motion: motion(2) },
]);

function withArray(name: string, array: Float64Array | undefined): Checkpoint {
  const arrays = new Map(packed.arrays);
  if (array === undefined) arrays.delete(name);
  else arrays.set(name, array);
  return { values: packed.values, arrays };
}

describe('checkpoints', () => {
  test('come back as they were packed, also through their bytes', () => {
    const expected = { frame: 7, motions: [{ motion: motion(1) }, { motion: motion(2) }], memories: [] };
    expect(unpackMotions(packed, ['a', 'b'])).toEqual(expected);
    expect(unpackMotions(decodeCheckpoint(encodeCheckpoint(packed)), ['a', 'b'])).toEqual(expected);
  });

  test.each<[string, Checkpoint, string[]]>([
    ['of other solids', packed, ['a', 'c']],
    ['of fewer solids', packed, ['a']],
    ['of solids in another order', packed, ['b', 'a']],
    ['without an array', withArray('b/phases', undefined), ['a', 'b']],
    ['with an array of another type', withArray('b/phases', Float64Array.of(2)), ['a', 'b']],
    ['that says nothing', { values: null, arrays: packed.arrays }, ['a', 'b']],
    [
      'with a frame that is no number',
      { values: { frame: 'x', solids: ['a', 'b'] }, arrays: packed.arrays },
      ['a', 'b'],
    ],
    [
      'with members that nobody knows',
      { values: { frame: 7, solids: ['a', 'b'], more: 1 }, arrays: packed.arrays },
      ['a', 'b'],
    ],
  ])('%s are refused', (_, checkpoint, solids) => {
    expect(() => unpackMotions(checkpoint, solids)).toThrow(expect.objectContaining({ code: 'cache-damaged' }));
  });

  test('of a body of another size are refused', async () => {
    const [small, keyed] = [await runShot(tinyShot(5)), await runShot(keyedShot())];
    const [id] = small.simulation.currentFrame().bodies.map((body) => body.id);
    const state = packMotions(3, [{ id, motion: motion(1) }]);
    expect(() => small.simulation.restore(state)).toThrow(CoreError);
    expect(() => keyed.simulation.restore(small.simulation.checkpoint())).toThrow(/not of this shot/);
    small.dispose();
    keyed.dispose();
  });

  test('taken in flight are copies, and bring a shot back to the same next frames', async () => {
    const shot = await runShot(keyedShot());
    shot.advanceTo(5);
    const state = encodeCheckpoint(shot.simulation.checkpoint());
    const kept = shot.simulation.checkpoint();
    shot.advanceTo(8);
    const later = shot.simulation.currentFrame();
    expect(encodeCheckpoint(kept)).toEqual(state);
    shot.simulation.restore(decodeCheckpoint(state));
    expect(shot.simulation.frame).toBe(5);
    shot.advanceTo(8);
    expect(shot.simulation.currentFrame()).toEqual(later);
    shot.dispose();
  });
});
