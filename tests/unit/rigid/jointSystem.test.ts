import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';

const G = 9.81;
const params = { sizeX: 0.2, sizeY: 0.2, sizeZ: 0.2 };
const shape = { kind: 'registered', type: 'box', params };
const crate = { kind: 'rigidBody', id: 'crate', shape, mass: 2 };
const wall = { kind: 'collider', id: 'wall', shape, transform: { position: [-1, 0, 0] } };
const joint = { kind: 'joint', id: 'joint', body: 'crate', position: [0, 0, 0] };

function shotOf(...entities: readonly object[]) {
  const project = '6a1c3a52-04f4-4b0e-9a57-6a7a0e6a1d21';
  const range = { first: 1, last: 20 };
  return validateScene({ format: 'ductile-shot', version: documentVersion, project, range, entities }, catalogue);
}

/** A displacement of x by so much from frame 1 to frame 10. */
const moving = (from: number, to: number) => ({
  keys: [
    { frame: 1, value: from },
    { frame: 10, value: to },
  ],
});

test('refuses what cannot be, and says what to do', () => {
  expect(() => shotOf(crate, { ...joint, to: 'crate' })).toThrow(/joins a body to itself/);
  expect(() => shotOf(crate, { ...joint, axis: [0, 0, 0] })).toThrow(/axis of the joint has no length/);
  const type = { kind: 'hinge', limits: { enabled: true, from: 1, to: 0 } };
  expect(() => shotOf(crate, { ...joint, type })).toThrow(/limits are the wrong way round/);
  expect(() => shotOf({ ...joint, body: 'gone' })).toThrow(/gone/);
  expect(() => shotOf(wall, { ...joint, body: 'wall' })).toThrow(/wall/);
});

test('does nothing where what it joins is switched off, which the first frame says', async () => {
  const shot = await runShot(
    shotOf(crate, { ...wall, enabled: false }, { ...joint, to: 'wall', type: { kind: 'weld' } }),
  );
  expect(shot.simulation.currentFrame().stats.warnings.join()).toMatch(
    /joint 'joint' does nothing: 'wall' is switched off/,
  );
  shot.advanceTo(5);
  const { speed } = shot.simulation.currentFrame().stats.entities.crate.sections!.rigidBody!;
  expect(speed).toBeCloseTo((G * 4) / 24, 6);
  shot.dispose();
});

test('follows a collider that its keys move, and says what it carries', async () => {
  const keyed = { ...wall, transform: { position: [moving(-1, 1), 0, 0] } };
  const shot = await runShot(shotOf(crate, keyed, { ...joint, to: 'wall', type: { kind: 'weld' } }));
  shot.advanceTo(9);
  const { entities } = shot.simulation.currentFrame().stats;
  expect(entities.crate.sections!.rigidBody!.speed).toBeCloseTo((2 * 24) / 9, 6);
  expect(entities.joint.sections!.joint).toMatchObject({ broken: 0 });
  expect(entities.joint.sections!.joint!.force).toBeCloseTo(2 * G, 4);
  expect(entities.joint.sections!.joint!.gap).toBeLessThan(1e-9);
  shot.dispose();
});

test('a body that is released from its keys swings on from there', async () => {
  const keyed = { ...crate, transform: { position: [moving(0, 0.9), 0, 0] }, releaseFrame: 5 };
  const shot = await runShot(shotOf(keyed, { ...joint, type: { kind: 'ball' }, position: [0.4, 0.5, 0] }, wall));
  shot.advanceTo(5);
  const { stats } = shot.simulation.currentFrame();
  // Keys have drawn its point away from that of the world by 40 cm: it comes back at 1 m/s.
  expect(stats.entities.crate.sections!.rigidBody!.speed).toBeCloseTo(2.4, 6);
  shot.advanceTo(12);
  const halfway = shot.simulation.currentFrame().stats.entities;
  expect(halfway.joint.sections!.joint!.gap).toBeCloseTo(0.4 - 6 / 24, 1);
  expect(halfway.crate.sections!.rigidBody!.speed).toBeLessThan(5);
  shot.advanceTo(17);
  expect(shot.simulation.currentFrame().stats.entities.joint.sections!.joint!.gap).toBeLessThan(1e-9);
  shot.dispose();
});

test('what keys hold apart stays apart, without wild motion, and frames say so', async () => {
  const puller = { ...wall, id: 'puller', transform: { position: [moving(1, 2), 0, 0] } };
  const weld = { ...joint, type: { kind: 'weld' } };
  const shot = await runShot(
    shotOf(crate, wall, puller, { ...weld, to: 'wall' }, { ...weld, id: 'other', to: 'puller', position: [0.5, 0, 0] }),
  );
  shot.advanceTo(4);
  const { stats } = shot.simulation.currentFrame();
  expect(stats.entities.crate.sections!.rigidBody!.speed).toBeLessThan(10);
  expect(stats.warnings.join()).toMatch(
    /joint 'other' is open by 333 mm: other joints or keys keep its two points apart/,
  );
  shot.dispose();
});

test('joined bodies touch each other where they may, and once the joint is broken', async () => {
  const lower = { ...crate, id: 'lower', mass: 1e6, transform: { position: [0, -0.15, 0] } };
  const still = { kind: 'force', id: 'none', field: { kind: 'gravity', acceleration: [0, 0, 0] } };
  const overlapOf = async (given: object) => {
    const shot = await runShot(
      shotOf(crate, lower, still, { ...joint, to: 'lower', type: { kind: 'slider' }, ...given }),
    );
    shot.advanceTo(6);
    const { overlap } = shot.simulation.currentFrame().stats.entities.crate.sections!.rigidBody!;
    shot.dispose();
    return overlap;
  };
  expect(await overlapOf({})).toBe(0);
  expect(await overlapOf({ collide: true })).toBeGreaterThan(0);
});
