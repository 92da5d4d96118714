import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';

const crate = { kind: 'rigidBody', id: 'crate', shape: { kind: 'registered', type: 'box' } };

function shotOf(...entities: readonly object[]) {
  const project = '6a1c3a52-04f4-4b0e-9a57-6a7a0e6a1d21';
  const range = { first: 1, last: 10 };
  return validateScene({ format: 'ductile-shot', version: documentVersion, project, range, entities }, catalogue);
}

async function warningsOf(...entities: readonly object[]): Promise<readonly string[]> {
  const shot = await runShot(shotOf(...entities));
  const { warnings } = shot.simulation.currentFrame().stats;
  shot.dispose();
  return warnings;
}

test('says before the first frame what it passes through, and that later keys do nothing', async () => {
  const form = { shape: 'block', size: [1, 1, 1], cells: [1, 1, 1], elements: 'tets' };
  const solid = { kind: 'solid', id: 'jelly', source: { kind: 'procedural', form } };
  const still = { ...solid, integration: 'quasistatic' };
  expect(await warningsOf(crate)).toEqual([]);
  expect(await warningsOf(crate, solid)).toEqual([]);
  const pin = {
    kind: 'pin',
    id: 'pin',
    target: 'jelly',
    selection: { kind: 'box', min: [-1, -1, -1], max: [1, 0, 1] },
  };
  expect((await warningsOf(crate, still, pin)).join()).toMatch(/'crate' passes through the quasistatic solid 'jelly'/);
  const keys = [
    { frame: 1, value: 0 },
    { frame: 5, value: 1 },
  ];
  const transform = { position: [{ keys }, 0, 0] };
  expect((await warningsOf({ ...crate, transform })).join()).toMatch(/later keys .* have no effect/);
  expect(await warningsOf({ ...crate, transform, releaseFrame: 5 })).toEqual([]);
});

test('refuses a shape without an end', async () => {
  const plane = { ...crate, shape: { kind: 'registered', type: 'plane' } };
  await expect(runShot(shotOf(plane))).rejects.toThrow(/'crate' has no end/);
});

test('has the mass that its density gives its shape, or the one given', async () => {
  for (const [given, mass] of [
    [{ density: 200 }, 200],
    [{ density: 200, mass: 7 }, 7],
  ] as const) {
    const shot = await runShot(shotOf({ ...crate, ...given, velocity: [3, 0, 4] }));
    const { sections, energies, volume } = shot.simulation.currentFrame().stats.entities.crate;
    expect(sections?.rigidBody?.mass).toBeCloseTo(mass, 10);
    expect(sections?.rigidBody?.speed).toBeCloseTo(5, 12);
    expect(energies.kinetic).toBeCloseTo(0.5 * mass * 25, 8);
    expect(volume).toBeCloseTo(1, 12);
    shot.dispose();
  }
});

test('falls in a gravity field, and slows down in drag', async () => {
  const still = { kind: 'force', id: 'none', field: { kind: 'gravity', acceleration: [0, 0, 0] } };
  const drag = { kind: 'force', id: 'drag', field: { kind: 'drag', rate: 2 } };
  const shot = await runShot(shotOf({ ...crate, velocity: [1, 0, 0], angularVelocity: [0, 1, 0] }, still, drag));
  shot.advanceTo(10);
  const { sections } = shot.simulation.currentFrame().stats.entities.crate;
  const left = Math.exp((-2 * 9) / 24);
  expect(sections?.rigidBody?.speed).toBeCloseTo(left, 2);
  expect(sections?.rigidBody?.spin).toBeCloseTo(left, 2);
  shot.dispose();
});

test('flies on with the velocity that its keys gave it, and what is given it beside', async () => {
  const keys = [
    { frame: 1, value: 0 },
    { frame: 3, value: 0.5 },
  ];
  const turning = [
    { frame: 1, value: 0 },
    { frame: 3, value: 0.2 },
  ];
  const transform = { position: [{ keys }, 2, 0], rotation: [0, { keys: turning }, 0] };
  const shot = await runShot(shotOf({ ...crate, transform, releaseFrame: 3, velocity: [0, 0, 1] }));
  shot.advanceTo(3);
  const { sections } = shot.simulation.currentFrame().stats.entities.crate;
  expect(sections?.rigidBody?.speed).toBeCloseTo(Math.hypot(6, 1), 9);
  expect(sections?.rigidBody?.spin).toBeCloseTo(2.4, 9);
  shot.advanceTo(5);
  const [x, y, z] = shot.simulation.checkpoint().arrays.get('crate/position') ?? [];
  expect(x).toBeCloseTo(1, 9);
  expect(z).toBeCloseTo(1 / 12, 9);
  expect(y).toBeCloseTo(2 - 0.5 * 9.81 * (1 / 12) ** 2, 9);
  shot.dispose();
});
