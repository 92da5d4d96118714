import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { frameToSeconds, type Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { accelerationFields } from '../../../src/simulation/keyed/accelerationFields.ts';
import { KeyedInputs } from '../../../src/simulation/keyed/KeyedInputs.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

/** Solves so tight that vertices do not tremble. */
const tight = { draft: { solverTolerance: 1e-10 } };
const LAST = 40;

/** The tiny shot without its floor, with force fields. */
function windy(fields: Record<string, unknown>[], gravity: number[] = [0, -9.81, 0]): Scene {
  const input = tinyShotInput(LAST);
  const [block] = input.entities;
  const forces = fields.map((field, index) => ({ kind: 'force', id: `field${index}`, ...field }));
  const still = { ...block, angularVelocity: [0, 0, 0] };
  return validateScene({ ...input, quality: tight, physics: { gravity }, entities: [still, ...forces] }, catalogue);
}

/** Acceleration and drag on a solid at a frame. */
function sample(scene: Scene, frame: number, solid = 'block') {
  const inputs = new KeyedInputs(scene);
  inputs.moveTo(Math.ceil(frame));
  const fields = accelerationFields(scene, solid, inputs);
  const out = new Float64Array(3).fill(NaN);
  const time = frameToSeconds(scene, frame);
  fields.accelerationAt(time, out);
  return { acceleration: [...out], drag: fields.dragAt(time) };
}

const lunar = { field: { kind: 'gravity', acceleration: [0, -1.62, 0] } };

describe('accelerationFields', () => {
  test('is the gravity of the shot alone where there is no field', () => {
    expect(sample(windy([]), 2)).toEqual({ acceleration: [0, -9.81, 0], drag: 0 });
  });

  test('the last enabled gravity field that names the solid replaces that of the shot', () => {
    const upward = { field: { kind: 'gravity', acceleration: [0, 5, 0] } };
    expect(sample(windy([lunar]), 2).acceleration).toEqual([0, -1.62, 0]);
    expect(sample(windy([upward, { ...lunar, targets: ['block'] }]), 2).acceleration).toEqual([0, -1.62, 0]);
    expect(sample(windy([lunar, { ...upward, enabled: false }]), 2).acceleration).toEqual([0, -1.62, 0]);
  });

  test('fields that name other solids do not act', () => {
    const wind = { field: { kind: 'wind', velocity: [9, 0, 0], rate: 2 } };
    const other = { ...wind, targets: ['block'] };
    expect(sample(windy([{ ...lunar, targets: ['block'] }, other]), 2, 'elsewhere')).toEqual({
      acceleration: [0, -9.81, 0],
      drag: 0,
    });
  });

  test('winds add rate x velocity and drags add their rates, as keyed', () => {
    const linear = (frame: number, value: number) => ({ frame, value, interpolation: 'linear' });
    const scene = windy([
      { field: { kind: 'wind', velocity: [{ keys: [linear(1, 0), linear(5, 8)] }, 0, 1], rate: 0.5 } },
      { field: { kind: 'drag', rate: { keys: [linear(1, 0), linear(5, 2)] } } },
    ]);
    const { acceleration, drag } = sample(scene, 2.5);
    expect(acceleration[0]).toBeCloseTo(0.5 * 3, 9);
    expect(acceleration[1]).toBeCloseTo(-9.81, 9);
    expect(acceleration[2]).toBeCloseTo(0.5, 9);
    expect(drag).toBeCloseTo(0.5 + 0.75, 9);
  });
});

describe('a block without a floor', () => {
  // v' = r (u - v) from rest: v = u (1 - exp(-r t)).
  test('takes the velocity of a wind exponentially', async () => {
    const rate = 4;
    const scene = windy([{ field: { kind: 'wind', velocity: [3, 0, 0], rate } }], [0, 0, 0]);
    const shot = await runShot(scene);
    for (const frame of [5, 13, 25, LAST]) {
      shot.advanceTo(frame);
      const expected = 3 * (1 - Math.exp(-rate * frameToSeconds(scene, frame)));
      expect(Math.abs(meanVelocity(shot)[0] - expected)).toBeLessThan(0.005 * 3);
    }
    shot.dispose();
  });

  // v' = g - r v: v = g / r (1 - exp(-r t)).
  test('falls through a drag with the terminal velocity g / rate', async () => {
    const scene = windy([{ field: { kind: 'drag', rate: 8 } }]);
    const shot = await runShot(scene);
    shot.advanceTo(LAST);
    expect(meanVelocity(shot)[1]).toBeCloseTo(-9.81 / 8, 3);
    shot.dispose();
  });

  test('falls freely by g t^2 / 2, its kinetic and potential energy together as at the start', async () => {
    const scene = windy([]);
    const shot = await runShot(scene);
    const height = () => mean([...shot.simulation.motionOf('block').positions].filter((_, k) => k % 3 === 1));
    const total = () => {
      const { kinetic, elastic, gravity } = shot.simulation.currentFrame().stats.energies;
      return { mechanical: kinetic + gravity, elastic, kinetic };
    };
    const [start, from] = [height(), total()];
    expect(from.kinetic).toBe(0);
    for (const frame of [2, 9, LAST]) {
      shot.advanceTo(frame);
      const time = frameToSeconds(scene, frame);
      expect(height()).toBeCloseTo(start - (9.81 * time * time) / 2, 6);
      const { mechanical, elastic, kinetic } = total();
      expect(kinetic).toBeCloseTo((1000 * (9.81 * time) ** 2) / 2, 2);
      expect(Math.abs(mechanical - from.mechanical)).toBeLessThan(1e-6 * kinetic);
      expect(elastic).toBeLessThan(1e-6 * kinetic);
    }
    shot.dispose();
  });
});

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function meanVelocity(shot: Awaited<ReturnType<typeof runShot>>): number[] {
  const { velocities } = shot.simulation.motionOf('block');
  return [0, 1, 2].map((axis) => mean([...velocities].filter((_, k) => k % 3 === axis)));
}
