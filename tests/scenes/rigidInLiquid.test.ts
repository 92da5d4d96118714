import { expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { ROTATION, TRANSLATION, valuesOf } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { shapeOf } from '../../src/systems/assets.ts';
import { storedRigidBody } from '../../src/systems/liquid/StoredBody.ts';
import { rigidBodiesOf } from '../../src/systems/rigidBody/floatingBodies.ts';
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
  const shot = await runShot(pool(13));
  expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
  const sums = { light: 0, ball: 0, heavy: 0 };
  let count = 0;
  let resumed: RunningShot | undefined;
  for (let frame = 2; frame <= 13; frame++) {
    shot.advanceTo(frame);
    if (frame === 11) {
      resumed = await runShot(pool(13));
      resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(shot.simulation.checkpoint())));
    }
    if (frame < 5) continue;
    count++;
    for (const id of ['light', 'ball', 'heavy'] as const) sums[id] += placeOf(shot, id)[1];
  }
  // Both are counted from the middle of the ball, which is at the water's level.
  const level = sums.ball / count;
  expect(Math.abs(sums.light / count - level - 0.25 * HEIGHT)).toBeLessThan(0.03 * HEIGHT);
  expect(Math.abs(sums.heavy / count - level + 0.4 * HEIGHT)).toBeLessThan(0.03 * HEIGHT);
  // The tank has 20 by 7 cells of .06 m. Water is filled in by eighths of cells, so that there may be some more or less of it than up to the level.
  const displaced = 0.24 * 0.24 * HEIGHT * (0.25 + 0.9) + 0.5 * (4 / 3) * Math.PI * 0.1 ** 3;
  const water = shot.simulation.currentFrame().stats.entities['water'].volume;
  expect(Math.abs(level - (water + displaced) / (1.2 * 0.42))).toBeLessThan(0.03 * HEIGHT);
  for (const id of ['light', 'heavy']) {
    const [x, , z] = placeOf(shot, id, ROTATION);
    expect(Math.hypot(x, z)).toBeLessThan(0.03);
  }
  expect(
    placeOf(shot, 'ball', ROTATION)
      .slice(0, 3)
      .every((turn) => Math.abs(turn) < 1e-9),
  ).toBe(true);
  resumed?.advanceTo(13);
  expect(resumed && encodeFrame(resumed.simulation.currentFrame())).toEqual(
    encodeFrame(shot.simulation.currentFrame()),
  );
  resumed?.dispose();
  await expectCells(shot);
  shot.dispose();
}, 60_000);

/** The cells of the stored liquid, in which rigid bodies stand where the frame has them. */
async function expectCells({ simulation }: RunningShot): Promise<void> {
  const frame = simulation.currentFrame();
  const scene = pool(13);
  const rigid = rigidBodiesOf(scene.entities);
  const bodies = rigid.map((entity) => {
    const pose = frame.streams.find((stream) => stream.entity === entity.id)!;
    return storedRigidBody(shapeOf(entity, { meshShapes: new Map() }), pose);
  });
  const still = await runShot({
    ...scene,
    entities: scene.entities.filter(({ id }) => !rigid.some((one) => one.id === id)),
  });
  const liquid = scene.entities.find(({ kind }) => kind === 'liquid')!;
  const cells = still.simulation.liquidCells(liquid.id, simulation.frame, frame, bodies);
  expect(cells?.bodies).toEqual(['light', 'ball', 'heavy']);
  const [x, y, z] = placeOf({ simulation } as RunningShot, 'ball');
  const positions = new Float64Array(3 * bodies[1].surface.nodes.length);
  bodies[1].writeSurface(positions);
  for (let k = 0; k < positions.length; k += 3) {
    expect(Math.hypot(positions[k] - x, positions[k + 1] - y, positions[k + 2] - z)).toBeCloseTo(0.1, 6);
  }
  still.dispose();
}
