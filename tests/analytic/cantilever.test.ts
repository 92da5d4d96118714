import { describe, expect, test } from 'vitest';
import { boxOfHexes, boxOfTets, type TestBody } from '../support/bodies.ts';
import { clamp, createIntegrator, createKernelOperators, solidBody, upwardCrossings } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const length = 1;
const height = 0.2;
const youngsModulus = 1e6;
const density = 1000;
const area = height * height;
const inertia = height ** 4 / 12;
const poissonRatio = 0;

/** Timoshenko's tip deflection under its own weight (m): bending, and shear with the factor 5/6. */
function tipSag(gravity: number): number {
  const load = density * gravity * area;
  const shearModulus = youngsModulus / (2 * (1 + poissonRatio));
  return load * (length ** 4 / (8 * youngsModulus * inertia) + length ** 2 / (2 * (5 / 6) * shearModulus * area));
}

/** Euler and Bernoulli's first frequency (Hz), lowered by shear and rotary inertia as the static shear share suggests. */
function firstFrequency(): number {
  const slender =
    ((1.875104 ** 2 / (2 * Math.PI)) * Math.sqrt((youngsModulus * inertia) / (density * area))) / length ** 2;
  const bending = (density * area * length ** 4) / (8 * youngsModulus * inertia);
  return slender * Math.sqrt(bending / tipSag(1));
}

interface Motion {
  readonly sag: number;
  readonly frequency: number;
}

/** Lets a beam fall into its own weight: the mean tip deflection of the last period and the frequency of ringing. */
function ring(mesh: TestBody, gravity: number): Motion {
  const body = solidBody(mesh, { youngsModulus, poissonRatio, density, dampingTime: 0.01 });
  const integrator = createIntegrator(body, createKernelOperators(body), {
    gravity: [0, -gravity, 0],
    targets: [clamp(mesh, (x) => x === 0)],
    tolerance: 1e-6,
  });
  const tipVertex = mesh.restPositions.length / 3 - 1;
  const fps = 96;
  const times: number[] = [];
  const tip: number[] = [];
  for (let frame = 0; frame < 2.2 * fps; frame++) {
    advanceFrame(integrator, frame / fps, (frame + 1) / fps);
    times.push((frame + 1) / fps);
    tip.push(integrator.positions[3 * tipVertex + 1] - mesh.restPositions[3 * tipVertex + 1]);
  }
  // Downward crossings of the mean of the extremes bound whole periods.
  const middle = (Math.max(...tip) + Math.min(...tip)) / 2;
  const crossings = upwardCrossings(
    times,
    tip.map((y) => middle - y),
  );
  const period = crossings[1] - crossings[0];
  const within = tip.filter((_, i) => times[i] > crossings[0] && times[i] <= crossings[1]);
  return { sag: -within.reduce((a, b) => a + b, 0) / within.length, frequency: 1 / period };
}

describe('a cantilever', () => {
  const gravity = 0.2;

  test('of tetrahedra approaches the beam from the stiff side', () => {
    const [coarse, fine] = [2, 4].map((n) => ring(boxOfTets([5 * n, n, n], [length, height, height], 5), gravity));
    const errors = [coarse, fine].map(({ sag }) => 1 - sag / tipSag(gravity));
    expect(errors[0]).toBeGreaterThan(0);
    expect(errors[1]).toBeLessThan(0.5 * errors[0]);
    expect(errors[1]).toBeLessThan(0.15);
    const detuned = [coarse, fine].map(({ frequency }) => frequency / firstFrequency() - 1);
    expect(Math.abs(detuned[1])).toBeLessThan(0.08);
    expect(Math.abs(detuned[1])).toBeLessThan(Math.abs(detuned[0]));
  });
  test('of hexahedra sags and rings like the beam', () => {
    const { sag, frequency } = ring(boxOfHexes([10, 2, 2], [length, height, height]), gravity);
    expect(sag / tipSag(gravity)).toBeGreaterThan(0.9);
    expect(sag / tipSag(gravity)).toBeLessThan(1.02);
    expect(Math.abs(frequency / firstFrequency() - 1)).toBeLessThan(0.05);
  });
});

// Elastic forces that were rounded by a share of the body, anew in each substep, heated it: 10 % of its energy in 3 s where elements are small.
test('an undamped stiff cantilever gains less than a hundredth of its energy in 3 s', () => {
  const seconds = 0.25;
  const fps = 24;
  const mesh = boxOfTets([20, 2, 2], [1, 0.05, 0.05], 6);
  const body = solidBody(mesh, { youngsModulus: 1e8, poissonRatio: 0.3 });
  const integrator = createIntegrator(body, createKernelOperators(body), {
    gravity: [0, -9.81, 0],
    targets: [clamp(mesh, (x) => x === 0)],
    tolerance: 1e-6,
  });
  const total = (time: number) => {
    const { kinetic, elastic, gravitational } = integrator.energies(time);
    return kinetic + elastic + gravitational;
  };
  const before = total(0);
  let fastest = 0;
  for (let frame = 0; frame < seconds * fps; frame++) {
    advanceFrame(integrator, frame / fps, (frame + 1) / fps);
    fastest = Math.max(fastest, integrator.energies((frame + 1) / fps).kinetic);
  }
  // What it gains is proportional to the time. .00007 are measured; .0006 were.
  expect(Math.abs(total(seconds) - before) / fastest).toBeLessThan((0.01 * seconds) / 3 / 4);
});
