import { expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { ROTATION, TRANSLATION, valuesOf } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { type RunningShot, runShot, templateScene } from '../support/shots.ts';

const LEVEL = 0.3;
const HEIGHT = 0.15;

/** The pool of the floating boxes with rigid bodies in place of the solids: a box and a ball. */
function pool(frames: number): Scene {
  const scene = templateScene('floating-boxes', { cells: 20, frames });
  const box = { kind: 'registered', type: 'box', params: { sizeX: 0.24, sizeY: HEIGHT, sizeZ: 0.24 } };
  const ball = { kind: 'registered', type: 'sphere', params: { radius: 0.1 } };
  const body = (id: string, shape: object, density: number, position: readonly number[]) => ({
    kind: 'rigidBody',
    id,
    shape,
    density,
    transform: { position },
  });
  const entities = [
    ...scene.entities.filter(({ kind }) => kind !== 'solid'),
    body('light', box, 250, [-0.38, LEVEL + 0.25 * HEIGHT, 0]),
    body('ball', ball, 500, [0, LEVEL, 0]),
    body('heavy', box, 900, [0.38, LEVEL - 0.4 * HEIGHT, 0]),
  ];
  return validateScene({ ...scene, entities }, catalogue);
}

function placeOf({ simulation }: RunningShot, id: string, name = TRANSLATION): number[] {
  const stream = simulation.currentFrame().streams.find(({ entity }) => entity === id)!;
  return [...valuesOf(stream, name, Float64Array)];
}

test('rigid bodies float as deep as Archimedes says, within 3 %, upright and in the same bytes after a stop', async () => {
  const shot = await runShot(pool(17));
  expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
  const sums = { light: 0, ball: 0, heavy: 0 };
  let count = 0;
  let resumed: RunningShot | undefined;
  for (let frame = 2; frame <= 17; frame++) {
    shot.advanceTo(frame);
    if (frame === 15) {
      resumed = await runShot(pool(17));
      resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(shot.simulation.checkpoint())));
    }
    if (frame < 6) continue;
    count++;
    for (const id of ['light', 'ball', 'heavy'] as const) sums[id] += placeOf(shot, id)[1];
  }
  // Both are counted from the middle of the ball, which is at the water's level.
  const level = sums.ball / count;
  expect(Math.abs(sums.light / count - level - 0.25 * HEIGHT)).toBeLessThan(0.03 * HEIGHT);
  expect(Math.abs(sums.heavy / count - level + 0.4 * HEIGHT)).toBeLessThan(0.03 * HEIGHT);
  expect(Math.abs(level - LEVEL)).toBeLessThan(0.03 * HEIGHT);
  for (const id of ['light', 'heavy']) {
    const [x, , z] = placeOf(shot, id, ROTATION);
    expect(Math.hypot(x, z)).toBeLessThan(0.03);
  }
  expect(
    placeOf(shot, 'ball', ROTATION)
      .slice(0, 3)
      .every((turn) => Math.abs(turn) < 1e-9),
  ).toBe(true);
  resumed?.advanceTo(17);
  expect(resumed && encodeFrame(resumed.simulation.currentFrame())).toEqual(
    encodeFrame(shot.simulation.currentFrame()),
  );
  resumed?.dispose();
  shot.dispose();
}, 60_000);
