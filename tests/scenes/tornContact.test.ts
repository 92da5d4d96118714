import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

/** Position of the block that waits for the end of the bar, m: the bar has torn when it gets there. */
const FACE = 0.95;
const SIDE = 0.3;
const LAST = 28;

/** The torn bar, whose right half is drawn into a block, with a ribbon grown to the end of that half. */
function shot(touches: boolean): Scene {
  const scene = templateScene('torn-bar', { percent: 9, frames: 37 });
  const contact = { others: touches };
  const form = { shape: 'block', size: [SIDE, SIDE, SIDE], cells: [2, 2, 2], elements: 'tets' };
  const block = {
    kind: 'solid',
    id: 'block',
    source: { kind: 'procedural', form },
    material: { density: 200, youngsModulus: 1e5, dampingTime: 0.02 },
    transform: { position: [FACE + SIDE / 2, 0.5, 0] },
    contact,
  };
  // It stands above the bar, with its lower edge on it.
  const ribbon = {
    kind: 'cloth',
    id: 'ribbon',
    source: { kind: 'procedural', form: { shape: 'sheet', width: 0.1, depth: 0.2, edge: 0.05 } },
    fabric: { thickness: 0.01 },
    transform: { position: [0.5, 0.5 + 0.15 + 0.1, 0], rotation: [Math.PI / 2, 0, 0] },
  };
  const seam = {
    kind: 'pin',
    id: 'seam',
    target: 'ribbon',
    follow: 'bar',
    selection: { kind: 'box', min: [0, 0.6, -1], max: [1, 0.67, 1] },
  };
  const entities = scene.entities.map((entity) => (entity.id === 'bar' ? { ...entity, contact } : entity));
  return validateScene({ ...scene, entities: [...entities, block, ribbon, seam] }, catalogue);
}

/** Least and largest x of a body, m. */
function reach({ simulation }: RunningShot, id: string): [number, number] {
  const along = simulation.motionOf(id).positions.filter((_, k) => k % 3 === 0);
  return [Math.min(...along), Math.max(...along)];
}

function tornPieces({ simulation }: RunningShot): number {
  return simulation.currentFrame().stats.entities['bar'].sections!.fracture!.pieces;
}

describe('a bar that tears before it meets a block', () => {
  let touching: RunningShot;
  let passing: RunningShot;
  let resumed: RunningShot;
  /** Frame at which it is in two pieces. */
  let torn = 0;
  /** Number of pieces after it went back to where nothing was torn. */
  let piecesAgain = 0;

  beforeAll(async () => {
    [touching, passing, resumed] = [
      await runShot(shot(true)),
      await runShot(shot(false)),
      await runShot(shot(true), { threads: 2 }),
    ];
    const whole = touching.simulation.checkpoint();
    while (tornPieces(touching) < 2) {
      touching.advanceTo(touching.simulation.frame + 1);
      // It has not met the block yet.
      expect(reach(touching, 'block')[0]).toBeCloseTo(FACE, 6);
    }
    torn = touching.simulation.frame;
    const cut = decodeCheckpoint(encodeCheckpoint(touching.simulation.checkpoint()));
    // In one simulation to where it was torn, back to where it was whole, and to where it was torn again.
    resumed.simulation.restore(cut);
    resumed.simulation.restore(whole);
    piecesAgain = tornPieces(resumed);
    resumed.advanceTo(3);
    resumed.simulation.restore(cut);
    for (const one of [touching, passing, resumed]) one.advanceTo(LAST);
  });

  afterAll(() => {
    for (const one of [touching, passing, resumed]) one.dispose();
  });

  test('pushes it: neither passes through the other', () => {
    expect(torn).toBeLessThan(LAST - 2);
    const [face] = reach(touching, 'block');
    expect(face).toBeGreaterThan(FACE + 0.02);
    expect(reach(touching, 'bar')[1]).toBeLessThan(face);
    const { bodyContact } = touching.simulation.currentFrame().stats;
    expect(bodyContact!.intersectingPairs).toBe(0);
  });

  test('takes the ribbon along that is grown to it', () => {
    const [, end] = reach(touching, 'bar');
    const [low, high] = reach(touching, 'ribbon');
    // Its grip ends .4 m further to the right than it begins.
    expect(low).toBeGreaterThan(0.45 + 0.3);
    expect(high).toBeLessThan(end + 0.05);
  });

  test('passes through where they are not to touch', () => {
    expect(reach(passing, 'block')[0]).toBeCloseTo(FACE, 6);
    expect(reach(passing, 'bar')[1]).toBeGreaterThan(FACE + 0.02);
  });

  test('goes back to where it was whole, and on with the same bytes from a checkpoint after the tear, with two threads', () => {
    expect(piecesAgain).toBe(1);
    expect(encodeCheckpoint(resumed.simulation.checkpoint())).toEqual(
      encodeCheckpoint(touching.simulation.checkpoint()),
    );
  });
});
