import { describe, expect, test } from 'vitest';
import { timeSchemes } from '../../src/solids/TimeScheme.ts';
import { advanceFrame } from '../support/advanceFrame.ts';
import { boxOfHexes } from '../support/bodies.ts';
import { lowestMode } from '../support/modes.ts';
import { clamp, createIntegrator, operatorImplementations, solidBody } from '../support/solids.ts';
import { frequencyOf, keptPerPeriod, swings } from '../support/swings.ts';

const FPS = 24;
const SECONDS = 3;
/** It rings about three times a second. */
const beam = boxOfHexes([10, 1, 1], [1, 0.1, 0.1]);
const held = clamp(beam, (x) => x === 0);

interface Ringing {
  readonly scheme: string;
  /** Number of them in a frame. */
  readonly substeps: number;
  /** Largest speed of the end, m/s. */
  readonly speed: number;
  readonly tolerance?: number;
}

/** An undamped cantilever rings in its lowest mode: omega times the length of its substeps, its frequency over that of the mode, what a period leaves of its amplitude, and what is left of its energy. */
function ring({ scheme, substeps, speed, tolerance = 1e-6 }: Ringing) {
  const plain = solidBody(beam, { youngsModulus: 2.5e7, poissonRatio: 0.3 });
  const { implicit } = timeSchemes.get(scheme);
  const stiff = { ...plain, implicit: { typicalStep: 1 / FPS / substeps } };
  const body = implicit ? stiff : plain;
  const create = operatorImplementations[1][1];
  const { omega, shape } = lowestMode(stiff, create(stiff), held.vertices);
  const integrator = createIntegrator(body, create(body), {
    targets: [held],
    velocities: shape.map((x) => speed * x),
    minSubsteps: 1,
    tolerance,
    scheme,
  });
  const energy = (time: number) => {
    const { kinetic, elastic } = integrator.energies(time);
    return kinetic + elastic;
  };
  const before = energy(0);
  const interval = 1 / FPS / substeps;
  const tip = beam.restPositions.length - 2;
  const heights = [0];
  for (let k = 0; k < SECONDS / interval; k++) {
    advanceFrame(integrator, k * interval, (k + 1) * interval);
    heights.push(integrator.positions[tip] - beam.restPositions[tip]);
  }
  const found = swings(heights, interval, 0);
  return {
    turn: omega * interval,
    detuned: (2 * Math.PI * frequencyOf(found, 8)) / omega,
    kept: keptPerPeriod(found, 8),
    energy: energy(SECONDS) / before,
  };
}

/** Schemes of first order, which damp what swings. */
const damping = ['implicit', 'liquid-coupled'];
const accurate = timeSchemes.types().filter((type) => !damping.includes(type));

describe('an undamped beam that rings', () => {
  test.each(timeSchemes.types())(
    'by the %s scheme has the frequency of its lowest mode to three hundredths',
    (scheme) => {
      // Backward Euler is as late as its damping is strong.
      for (const substeps of damping.includes(scheme) ? [4] : [2, 4]) {
        expect(Math.abs(ring({ scheme, substeps, speed: 0.3 }).detuned - 1)).toBeLessThan(0.03);
      }
    },
  );

  test.each(accurate)(
    'by the %s scheme keeps 99 hundredths of its amplitude in each period, in draft and final',
    (scheme) => {
      for (const [substeps, tolerance] of [
        [2, 1e-2],
        [4, 1e-3],
      ]) {
        // 4 m/s turn the end by a twelfth of a radian in a substep of draft.
        for (const speed of [0.3, 4]) {
          const { kept, energy, detuned } = ring({ scheme, substeps, speed, tolerance });
          expect(Math.abs(detuned - 1)).toBeLessThan(0.03);
          expect(kept).toBeGreaterThan(0.99);
          expect(kept).toBeLessThan(1.005);
          expect(energy).toBeLessThan(1.01);
        }
      }
    },
  );

  test('loses by generalised alpha what is stated: (omega dt)^2 / 9 of its frequency', () => {
    const { turn, detuned } = ring({ scheme: 'implicit-second-order', substeps: 2, speed: 0.3 });
    expect(turn).toBeGreaterThan(0.35);
    expect(Math.abs((1 - detuned) / (turn ** 2 / 9) - 1)).toBeLessThan(0.15);
  });

  test.each(damping)(
    'decays by the %s scheme as is stated: by sqrt(1 + (omega dt)^2) in each step, that is to about a half in a period',
    (scheme) => {
      for (const substeps of [2, 4]) {
        const { turn, detuned, kept } = ring({ scheme, substeps, speed: 0.3 });
        expect(detuned / (Math.atan(turn) / turn)).toBeCloseTo(1, 2);
        expect(kept / (1 + turn ** 2) ** (-Math.PI / Math.atan(turn))).toBeCloseTo(1, 1);
      }
    },
  );
});
