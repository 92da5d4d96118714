import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion, type SceneInput } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';

const GRAVITY = 9.81;

/** Pairs of a frame of rigid boxes of 10 cm on a plane that is tilted about z. */
async function pairsOf(boxes: readonly object[], tilt: number, friction: number, frame: number) {
  const entities = [
    {
      kind: 'collider',
      id: 'floor',
      shape: { kind: 'registered', type: 'plane' },
      friction,
      transform: { position: [0, 0, 0], rotation: [0, 0, tilt] },
    },
    ...boxes.map((box) => ({
      kind: 'rigidBody',
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.1, sizeY: 0.1, sizeZ: 0.1 } },
      restitution: 0,
      ...box,
    })),
  ];
  const scene = validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a31',
      range: { first: 1, last: frame },
      physics: { gravity: [0, -GRAVITY, 0] },
      entities: entities as SceneInput['entities'],
    },
    catalogue,
  );
  const shot = await runShot(scene);
  try {
    shot.advanceTo(frame);
    return shot.simulation.currentFrame().stats.contactPairs;
  } finally {
    shot.dispose();
  }
}

test('a stack presses on the floor with the weight of both boxes, and the upper on the lower with its own, without slipping', async () => {
  const pairs = await pairsOf(
    [
      { id: 'lower', mass: 2, friction: 0.4, transform: { position: [0, 0.05, 0] } },
      { id: 'upper', mass: 3, friction: 0.9, transform: { position: [0, 0.15, 0] } },
    ],
    0,
    0.7,
    13,
  );
  expect(pairs?.map(({ bodies }) => [...bodies].sort())).toEqual([
    ['floor', 'lower'],
    ['lower', 'upper'],
  ]);
  const [below, between] = pairs!;
  expect(below.force / (5 * GRAVITY)).toBeCloseTo(1, 2);
  expect(between.force / (3 * GRAVITY)).toBeCloseTo(1, 2);
  for (const { slips, points } of pairs!) expect([slips, points]).toEqual([false, 4]);
  expect(below.friction).toBeCloseTo(0.7, 12);
  expect(between.friction).toBeCloseTo(0.6, 12);
});

test('a box slips on a slope that is steeper than its friction, and presses with m g cos(a) sqrt(1 + mu^2)', async () => {
  const [tilt, mu] = [0.5, 0.2];
  const place = [-0.05 * Math.sin(tilt), 0.05 * Math.cos(tilt), 0];
  const box = { id: 'box', mass: 2, friction: 1, transform: { position: place, rotation: [0, 0, tilt] } };
  const [pair] = (await pairsOf([box], tilt, mu, 13))!;
  expect(pair.slips).toBe(true);
  expect(pair.force / (2 * GRAVITY * Math.cos(tilt) * Math.sqrt(1 + mu * mu))).toBeCloseTo(1, 2);
});

test('what flies touches nothing, and its frames say nothing of pairs', async () => {
  expect(await pairsOf([{ id: 'box', transform: { position: [0, 3, 0] } }], 0, 0.5, 3)).toBeUndefined();
});
