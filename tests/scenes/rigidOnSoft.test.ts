import { expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { TRANSLATION, valuesOf } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const FLOOR = { kind: 'collider', id: 'floor', shape: { kind: 'registered', type: 'plane' } };

function shotOf(frames: number, entities: readonly object[]): Scene {
  const project = '6a1c3a52-04f4-4b0e-9a57-6a7a0e6a1d21';
  const range = { first: 1, last: frames };
  return validateScene({ format: 'ductile-shot', version: documentVersion, project, range, entities }, catalogue);
}

function crate(id: string, position: readonly number[], edge: number, more: object = {}) {
  const params = { sizeX: edge, sizeY: edge, sizeZ: edge };
  return {
    kind: 'rigidBody',
    id,
    shape: { kind: 'registered', type: 'box', params },
    transform: { position },
    ...more,
  };
}

function block(id: string, position: readonly number[], more: object = {}) {
  const form = { shape: 'block', size: [0.6, 0.3, 0.6], cells: [4, 2, 4], elements: 'tets' };
  const material = { model: 'neo-hookean', density: 300, youngsModulus: 5e4, poissonRatio: 0.3, dampingTime: 0.02 };
  return { kind: 'solid', id, source: { kind: 'procedural', form }, material, transform: { position }, ...more };
}

function sheet(id: string, position: readonly number[]) {
  const form = { shape: 'sheet', width: 0.5, depth: 0.5, edge: 0.1 };
  return { kind: 'cloth', id, source: { kind: 'procedural', form }, transform: { position }, contact: { self: false } };
}

/** Height of the middle of the crate, m. */
function heightOf({ simulation }: RunningShot): number {
  const stream = simulation.currentFrame().streams.find(({ entity }) => entity === 'crate')!;
  return valuesOf(stream, TRANSLATION, Float64Array)[1];
}

test('a crate comes to rest on a soft block, and cloth on the crate', async () => {
  const scene = shotOf(13, [
    FLOOR,
    block('block', [0, 0.15, 0]),
    crate('crate', [0, 0.4751, 0], 0.35, { density: 300 }),
    sheet('sheet', [0, 0.68, 0]),
  ]);
  const shot = await runShot(scene);
  expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
  shot.advanceTo(13);
  const height = heightOf(shot);
  expect(height).toBeGreaterThan(0.46);
  expect(height).toBeLessThan(0.475);
  const x = shot.simulation.checkpoint().arrays.get('sheet/positions') ?? [];
  const top = height + 0.175;
  let lying = 0;
  for (let k = 0; k < x.length; k += 3) {
    const above = Math.max(Math.abs(x[k]), Math.abs(x[k + 2])) < 0.17;
    if (above) expect(x[k + 1]).toBeGreaterThan(top - 0.002);
    if (above && x[k + 1] < top + 0.005) lying++;
  }
  expect(lying).toBeGreaterThan(9);
  shot.dispose();
}, 60_000);

test('one thread, two, and a run that goes on from a checkpoint give the same bytes', async () => {
  const scene = shotOf(6, [
    FLOOR,
    block('block', [0, 0.15, 0]),
    crate('crate', [0.05, 0.48, 0], 0.35, { density: 300, velocity: [0.3, -1, 0] }),
    crate('heavy', [-0.05, 0.78, 0.02], 0.2, { density: 2000, velocity: [0, -2, 0] }),
    sheet('sheet', [0, 0.67, 0]),
  ]);
  const [one, two, resumed] = [
    await runShot(scene, { threads: 1 }),
    await runShot(scene, { threads: 2 }),
    await runShot(scene, { threads: 2 }),
  ];
  one.advanceTo(4);
  resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(one.simulation.checkpoint())));
  for (const shot of [one, two, resumed]) shot.advanceTo(6);
  const bytes = encodeFrame(one.simulation.currentFrame());
  expect(encodeFrame(two.simulation.currentFrame())).toEqual(bytes);
  expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(bytes);
  for (const shot of [one, two, resumed]) shot.dispose();
}, 60_000);
