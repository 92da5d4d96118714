import { describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint, type Checkpoint } from '../../../src/frames/Checkpoint.ts';
import { keyedShot } from '../../support/keyedShot.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { meshesIn } from '../../support/streams.ts';

/** A checkpoint whose arrays are called after another entity. */
function renamed({ values, arrays }: Checkpoint, id: string): Checkpoint {
  return { values, arrays: new Map([...arrays].map(([name, array]) => [name.replace(/^[^/]+/, id), array])) };
}

describe('checkpoints', () => {
  test('of another shot are refused', async () => {
    const [small, keyed] = [await runShot(tinyShot(5)), await runShot(keyedShot())];
    const checkpoint = small.simulation.checkpoint();
    const [id] = meshesIn(keyed.simulation.currentFrame()).map((body) => body.id);
    expect(() => keyed.simulation.restore(checkpoint)).toThrow(/not of this shot: '.*' is missing/);
    expect(() => keyed.simulation.restore(renamed(checkpoint, id))).toThrow(/not of this shot/);
    const both = { ...checkpoint, arrays: new Map([...checkpoint.arrays, ...renamed(checkpoint, 'other').arrays]) };
    expect(() => small.simulation.restore(both)).toThrow(/not of this shot: it has more arrays/);
    small.dispose();
    keyed.dispose();
  });

  test.each<[string, unknown]>([
    ['that say nothing', null],
    ['with a frame that is no number', { frame: 'x' }],
    ['with members that nobody knows', { frame: 7, more: 1 }],
  ])('%s are refused', async (_, values) => {
    const { simulation, dispose } = await runShot(tinyShot(5));
    const { arrays } = simulation.checkpoint();
    expect(() => simulation.restore({ values, arrays })).toThrow(expect.objectContaining({ code: 'cache-damaged' }));
    expect(() => simulation.restore({ values: { frame: 1 }, arrays })).not.toThrow();
    dispose();
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
