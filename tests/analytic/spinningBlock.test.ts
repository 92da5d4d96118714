import { describe, expect, test } from 'vitest';
import { timeSchemes } from '../../src/solids/TimeScheme.ts';
import { advanceFrame } from '../support/advanceFrame.ts';
import { boxOfTets } from '../support/bodies.ts';
import { angularMomentum, createIntegrator, createKernelOperators, massMean, solidBody } from '../support/solids.ts';

const FPS = 24;
const block = boxOfTets([4, 2, 2], [0.4, 0.2, 0.1], 5);

interface Spin {
  readonly scheme: string;
  /** About the axis of the middle moment, which is unstable, 1/s. */
  readonly omega: number;
  /** Pa. */
  readonly youngsModulus: number;
  /** Number of them in a frame. */
  readonly substeps: number;
  readonly frames: number;
}

/** What a block that spins freely does: largest gain of energy, its change at the end, both as shares, and that of the angular momentum. */
function spin({ scheme, omega, youngsModulus, substeps, frames }: Spin) {
  const plain = solidBody(block, { youngsModulus, poissonRatio: 0.3, dampingTime: 0.002 });
  const { implicit } = timeSchemes.get(scheme);
  const body = implicit ? { ...plain, implicit: { typicalStep: 1 / FPS / substeps } } : plain;
  const operators = createKernelOperators(body);
  const { masses } = operators;
  const centre = massMean(block.restPositions, masses);
  const w = [omega / 160, omega, omega / 160];
  const velocities = block.restPositions.map((_, k) => {
    const axis = k % 3;
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    const r = (along: number) => block.restPositions[k - axis + along] - centre[along];
    return w[i] * r(j) - w[j] * r(i);
  });
  const integrator = createIntegrator(body, operators, { velocities, minSubsteps: substeps, scheme, tolerance: 1e-6 });
  const energy = () => {
    const { kinetic, elastic } = integrator.energies(0);
    return kinetic + elastic;
  };
  const before = energy();
  const spinBefore = angularMomentum(integrator.positions, integrator.velocities, masses);
  let most = before;
  for (let frame = 0; frame < frames; frame++) {
    advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    most = Math.max(most, energy());
  }
  const spinAfter = angularMomentum(integrator.positions, integrator.velocities, masses);
  const turned = Math.hypot(...spinAfter.map((value, axis) => value - spinBefore[axis])) / Math.hypot(...spinBefore);
  return { gain: most / before - 1, change: energy() / before - 1, turned };
}

const schemes = timeSchemes.types();

describe.each(schemes)('a block that spins by the %s scheme', (scheme) => {
  test.each([1, 8, 30])('gains no energy, and keeps its angular momentum: omega %d', (omega) => {
    for (const youngsModulus of [1e4, 5e5, 1e7]) {
      for (const substeps of [2, 8, 32]) {
        const { gain, turned } = spin({ scheme, omega, youngsModulus, substeps, frames: substeps === 32 ? 6 : 18 });
        expect(gain).toBeLessThan(0.01);
        expect(turned).toBeLessThan(1e-10);
      }
    }
  });

  test('keeps its energy where it is stiff, over and over as it turns on its other side', () => {
    const { change } = spin({ scheme, omega: 8, youngsModulus: 1e7, substeps: 4, frames: 240 });
    expect(Math.abs(change)).toBeLessThan(0.01);
  });
});
