import { expect, test } from 'vitest';
import { timeSchemes } from '../../src/solids/TimeScheme.ts';
import { advanceFrame } from '../support/advanceFrame.ts';
import { cellsOfTets } from '../support/bodies.ts';
import { tumblingHalfPeriod } from '../support/freeRigidBody.ts';
import { angularMomentum, createIntegrator, massMean, operatorImplementations, solidBody } from '../support/solids.ts';

const FPS = 24;
const FLIPS = 10;
/** A T: a crossbar along y and a stem along x, the axis of its middle moment. */
const CELLS = [...[0, 1, 2, 3, 4].map((j) => [0, j, 0] as const), [1, 2, 0], [2, 2, 0]] as const;
const handle = cellsOfTets(CELLS, 0.04);
/** About the stem, and a little about the others, 1/s. */
const OMEGA = [5, 0.5, 0.5];

/** Lets the handle tumble until it has turned over as often as asked: the mean half period, s, and the largest changes of energy and angular momentum, as shares. */
function tumble(scheme: string, substeps: number) {
  const plain = solidBody(handle, { youngsModulus: 1e6, poissonRatio: 0.3 });
  const { implicit } = timeSchemes.get(scheme);
  const body = implicit ? { ...plain, implicit: { typicalStep: 1 / FPS / substeps } } : plain;
  const operators = operatorImplementations[1][1](body);
  const { masses } = operators;
  const { restPositions: rest } = handle;
  const centre = massMean(rest, masses);
  const velocities = rest.map((_, k) => {
    const axis = k % 3;
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    return OMEGA[i] * (rest[k - axis + j] - centre[j]) - OMEGA[j] * (rest[k - axis + i] - centre[i]);
  });
  const rigid = tumblingHalfPeriod(rest, masses, OMEGA);
  const integrator = createIntegrator(body, operators, { velocities, minSubsteps: substeps, scheme, tolerance: 1e-6 });
  const { positions } = integrator;
  const spin = () => angularMomentum(positions, integrator.velocities, masses);
  const energy = () => {
    const { kinetic, elastic } = integrator.energies(0);
    return kinetic + elastic;
  };
  const before = { spin: spin(), energy: energy() };
  const ends = [...rest.keys()].filter((k) => k % 3 === 0 && (rest[k] === 0 || rest[k] > 0.11));
  const along = () => {
    const stem = [0, 1, 2].map((axis) =>
      ends.reduce((sum, k) => sum + (rest[k] === 0 ? -1 / 12 : 1 / 4) * positions[k + axis], 0),
    );
    return stem.reduce((sum, x, axis) => sum + x * before.spin[axis], 0);
  };
  const turns: number[] = [];
  const most = { energy: 0, spin: 0 };
  let last = along();
  for (let frame = 0; turns.length <= FLIPS; frame++) {
    advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    const now = along();
    if (now * last < 0) turns.push((frame + last / (last - now)) / FPS);
    last = now;
    most.energy = Math.max(most.energy, Math.abs(energy() / before.energy - 1));
    const change = spin().map((value, axis) => value - before.spin[axis]);
    most.spin = Math.max(most.spin, Math.hypot(...change) / Math.hypot(...before.spin));
  }
  return { ...most, halfPeriod: (turns[FLIPS] - turns[0]) / FLIPS / rigid };
}

const schemes = timeSchemes.types();
const cases = schemes.flatMap((scheme) =>
  (timeSchemes.get(scheme).implicit ? [2, 8] : [1]).map((n) => [scheme, n] as const),
);

test.each(cases)(
  'a T-shaped handle turns over as a rigid one, again and again, by the %s scheme in %d substeps',
  (scheme, substeps) => {
    const { halfPeriod, energy, spin } = tumble(scheme, substeps);
    expect(Math.abs(halfPeriod - 1)).toBeLessThan(0.01);
    expect(energy).toBeLessThan(0.01);
    expect(spin).toBeLessThan(1e-10);
  },
);
