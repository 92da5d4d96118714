import { describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../../src/frames/Checkpoint.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { interactionKinds } from '../../../src/systems/interactionKinds.ts';
import { runShot, type RunningShot } from '../../support/shots.ts';

const LAST = 20;
const FPS = 24;
/** kg. */
const BALL = 2;
/** m, kg/m3. */
const EDGE = 0.2;
const DENSITY = 500;
const BLOCK = DENSITY * EDGE ** 3;
/** m, between the centres of the ball and of the block at the start. */
const SPAN = 0.6;

const form = { shape: 'block', size: [EDGE, EDGE, EDGE], cells: [2, 2, 2], elements: 'tets' };
const block = {
  id: 'block',
  kind: 'solid',
  source: { kind: 'procedural', form },
  material: { density: DENSITY },
};
const sheet = { id: 'block', kind: 'cloth', source: { kind: 'procedural', form: { shape: 'sheet', edge: 0.2 } } };
/** A ball whose own spring does nothing. */
const ball = { id: 'ball', kind: 'marble', mass: BALL, stiffness: 0, anchor: [SPAN, 0, 0], start: [0, 0, 0] };

/** A tether between a ball and what stands at the origin, without gravity. */
function shotOf(tether: object, other: object = block) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
      frameRate: { numerator: FPS },
      range: { first: 1, last: LAST },
      physics: { gravity: [0, 0, 0] },
      entities: [ball, other, { id: 'tether', kind: 'tether', from: 'block', to: 'ball', ...tether }],
    },
    catalogue,
  );
}

/** Centre (m) and velocity (m/s) along x of the ball and of the other; all vertices of that move alike. */
function motionsOf({ simulation }: RunningShot) {
  const { arrays } = simulation.checkpoint();
  const { positions, velocities } = simulation.motionOf('block');
  const mean = (values: Float64Array) =>
    values.reduce((total, value, k) => total + (k % 3 === 0 ? value : 0), 0) / (values.length / 3);
  return {
    ball: { x: Number(arrays.get('ball/position')![0]), v: Number(arrays.get('ball/velocity')![0]) },
    block: { x: mean(positions), v: mean(velocities) },
  };
}

test('kinds of interactions are found by their files, those for tests among them', () => {
  expect(interactionKinds.types()).toEqual(['immersion', 'rigidContact', 'rigidDeformable', 'tether']);
});

describe('an interaction of a few files', () => {
  test('acts on both systems: a ball and a solid swing about their common centre', async () => {
    const stiffness = 30;
    const shot = await runShot(shotOf({ stiffness }));
    const omega = Math.sqrt(stiffness * (1 / BALL + 1 / BLOCK));
    const centre = (BALL * SPAN) / (BALL + BLOCK);
    for (let frame = 2; frame <= LAST; frame++) {
      shot.advanceTo(frame);
      const { ball: one, block: other } = motionsOf(shot);
      // Of first order: the motion lags by half a substep, which is at most 0.05 / omega long.
      expect(Math.abs(one.x - other.x - SPAN * Math.cos((omega * (frame - 1)) / FPS))).toBeLessThan(0.03 * SPAN);
      // Momenta are of the order of 1 N s; elements are computed in single precision, and make vertices tremble by that.
      expect(BALL * one.v + BLOCK * other.v).toBeCloseTo(0, 5);
      expect((BALL * one.x + BLOCK * other.x) / (BALL + BLOCK)).toBeCloseTo(centre, 6);
    }
    // Each has moved: the lighter of them, the ball, the more.
    const { ball: one, block: other } = motionsOf(shot);
    expect(SPAN - one.x).toBeGreaterThan(0.2);
    expect(other.x).toBeGreaterThan(0.1);
    shot.dispose();
  });

  test('moves both in common substeps, and its energy counts', async () => {
    const stiffness = 30;
    const shot = await runShot(shotOf({ stiffness }));
    const whole = 0.5 * stiffness * SPAN ** 2;
    for (let frame = 2; frame <= 12; frame++) {
      shot.advanceTo(frame);
      const { energies, substeps, longestStep } = shot.simulation.currentFrame().stats;
      expect(Math.abs(energies.kinetic + energies.elastic - whole)).toBeLessThan(0.05 * whole);
      expect(longestStep * substeps).toBeCloseTo(1 / FPS, 12);
    }
    shot.dispose();
  });

  test('follows its keys: let go, both go on as they move', async () => {
    const keys = [
      { frame: 4, value: 30, interpolation: 'step' },
      { frame: 5, value: 0 },
    ];
    const shot = await runShot(shotOf({ stiffness: { keys } }));
    shot.advanceTo(6);
    const before = motionsOf(shot);
    shot.advanceTo(9);
    const after = motionsOf(shot);
    expect(before.block.v).toBeGreaterThan(0.05);
    for (const name of ['ball', 'block'] as const) {
      expect(after[name].v).toBeCloseTo(before[name].v, 6);
      expect(after[name].x).toBeCloseTo(before[name].x + (3 / FPS) * before[name].v, 6);
    }
    shot.dispose();
  });

  test('goes on from a checkpoint with what it remembers: a spring that broke stays broken', async () => {
    const scene = shotOf({ strength: SPAN - 0.01 });
    const [whole, resumed, unbroken] = [await runShot(scene), await runShot(scene), await runShot(shotOf({}))];
    whole.advanceTo(12);
    expect([...whole.simulation.checkpoint().arrays.get('/interactions/0/broken')!]).toEqual([1]);
    resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(whole.simulation.checkpoint())));
    for (const shot of [whole, resumed, unbroken]) shot.advanceTo(15);
    expect(encodeCheckpoint(resumed.simulation.checkpoint())).toEqual(encodeCheckpoint(whole.simulation.checkpoint()));
    expect(motionsOf(whole).ball.x).not.toBe(motionsOf(unbroken).ball.x);
    for (const shot of [whole, resumed, unbroken]) shot.dispose();
  });

  test('pulls cloth as it pulls a solid, and nothing that is switched off', async () => {
    const [pulled, free] = [await runShot(shotOf({}, sheet)), await runShot(shotOf({ enabled: false }, sheet))];
    for (const shot of [pulled, free]) shot.advanceTo(6);
    expect(motionsOf(pulled).block.x).toBeGreaterThan(0.05);
    expect(motionsOf(free).block.x).toBeCloseTo(0, 12);
    expect(motionsOf(free).ball.x).toBe(SPAN);
    for (const shot of [pulled, free]) shot.dispose();
  });
});
