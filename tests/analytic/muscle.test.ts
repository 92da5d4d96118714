import { describe, expect, test } from 'vitest';
import { constitutiveModels, type CreatedModel } from '../../src/materials/ConstitutiveModel.ts';
import type { NodeTargets } from '../../src/solids/NodeTargets.ts';
import type { SolidBodyInput } from '../../src/solids/SolidOperators.ts';
import { regularTet } from '../support/bodies.ts';
import { freudenthalBox } from '../support/freudenthalBox.ts';
import { createQuasistatic } from '../support/quasistatic.ts';
import { createIntegrator, createKernelOperators, shapeError, solidBody } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const YOUNGS = 3e4;
const POISSON = 0.45;
const MU = YOUNGS / (2 * (1 + POISSON));
const LAMBDA = (YOUNGS * POISSON) / ((1 + POISSON) * (1 - 2 * POISSON));
const PEAK = 6e4;
/** Share of the second invariant, as the model has it by default. */
const SHARE = 0.25;

function muscle(params: Record<string, number> = {}): CreatedModel {
  const definition = constitutiveModels.get('muscle');
  const elastic = { youngsModulus: YOUNGS, poissonRatio: POISSON };
  return definition.create(elastic, definition.params.parse({ peakStress: PEAK, ...params }));
}

/** A bar along x of 6 x 2 x 2 cells of 2 cm with its fibres along x. */
function bar(model: CreatedModel): SolidBodyInput {
  const mesh = freudenthalBox(6, 2, 2, 0.02);
  const body = { restPositions: mesh.positions, elementKind: 'tet' as const, elements: mesh.tets };
  const directions = Float64Array.from({ length: (3 * mesh.tets.length) / 4 }, (_, k) => (k % 3 === 0 ? 1 : 0));
  return { ...solidBody(body, { model, dampingTime: 0.02 }), fibreDirections: directions };
}
const LENGTH = 0.12;
const AREA = 0.04 * 0.04;

/** Matrix stress over one of the stretches s, t, t in that stretch (A, B form; no extension: everything is above the threshold). */
function matrixStress(s: number, logJ: number): number {
  const b = 0.5 * MU * SHARE;
  const a = 0.5 * MU - b;
  return 2 * a * s - (2 * b) / s ** 3 - (2 * (a - b)) / s + (LAMBDA * logJ) / s;
}

/** Sideways stretch t at which a bar of stretch s along has no sideways stress, by bisection. */
function sidewaysStretch(s: number): number {
  return bisect((t) => matrixStress(t, Math.log(s * t * t)), 0.5, 2);
}

/** Tension of the fibres on the ascending limb or the plateau, 0.6 < s < 1.4, from the published curve. */
function tension(s: number, activation: number): number {
  const active = s < 1 ? 1 - 4 * (1 - s) ** 2 : 1;
  const passive = s > 1 ? 0.05 * (Math.exp(6.6 * (s - 1)) - 1) : 0;
  return PEAK * (activation * active + passive);
}

/** Nominal stress along a bar of stretch s with free sides. */
function barStress(s: number, activation: number): number {
  const t = sidewaysStretch(s);
  return matrixStress(s, Math.log(s * t * t)) + tension(s, activation);
}

function bisect(f: (x: number) => number, low: number, high: number): number {
  for (let k = 0; k < 200; k++) {
    const middle = 0.5 * (low + high);
    if (f(middle) > 0) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}

describe('a muscle bar', () => {
  test.each([0.25, 0.5, 0.7])('shortens by itself at activation %d as the closed form says', (activation) => {
    const body = bar(muscle());
    const integrator = createIntegrator(body, createKernelOperators(body), {
      activationAt: () => activation,
      dragAt: () => 5,
    });
    for (let frame = 0; frame < 48; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
    const s = bisect((value) => barStress(value, activation), 0.62, 1.2);
    const t = sidewaysStretch(s);
    expect(s).toBeLessThan(0.95);
    expect(s).toBeGreaterThan(0.63);
    // It is free to turn as well: its edges are measured, wherever they point.
    const stretched = (corner: number[]) =>
      distance(integrator.positions, vertexAt(body, [0, 0, 0]), vertexAt(body, corner)) / Math.hypot(...corner);
    expect(Math.abs(stretched([LENGTH, 0, 0]) - s)).toBeLessThan(1e-5);
    expect(Math.abs(stretched([0, 0.04, 0]) - t)).toBeLessThan(1e-5);
    expect(Math.abs(stretched([0, 0, 0.04]) - t)).toBeLessThan(1e-5);
  });

  test.each([
    [1, 1],
    [1, 0.3],
    [0.8, 1],
    [1.2, 0],
    [1.2, 0.5],
  ])('held at stretch %d and activation %d, pulls with the force of the closed form', (s, activation) => {
    const body = bar(muscle());
    const t = sidewaysStretch(s);
    const held = body.restPositions.map((x, k) => (k % 3 === 0 ? s : t) * x);
    const operators = createKernelOperators(body);
    const targets = [ends(body, held)];
    const integrator = createIntegrator(body, operators, { activationAt: () => activation, positions: held, targets });
    for (let frame = 0; frame < 24; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
    operators.updateElastic(integrator.positions, 1, activation);
    let force = 0;
    for (const v of targets[0].vertices) if (body.restPositions[3 * v] < 1e-6) force += operators.elasticForce[3 * v];
    const expected = AREA * barStress(s, activation);
    expect(Math.abs(force / expected - 1)).toBeLessThan(1e-4);
  });

  test.each([0.25, 0.5, 0.7])('shortens at activation %d to the closed form as a quasistatic body', (activation) => {
    const body = bar(muscle());
    const still = createQuasistatic(body, createKernelOperators, { activationAt: () => activation });
    still.settle(0);
    const s = bisect((value) => barStress(value, activation), 0.62, 1.2);
    const along = distance(still.positions, vertexAt(body, [0, 0, 0]), vertexAt(body, [LENGTH, 0, 0])) / LENGTH;
    const across = distance(still.positions, vertexAt(body, [0, 0, 0]), vertexAt(body, [0, 0.04, 0])) / 0.04;
    expect(Math.abs(along - s)).toBeLessThan(1e-5);
    expect(Math.abs(across - sidewaysStretch(s))).toBeLessThan(1e-5);
    expect(still.equilibrium.newtonIterations).toBeLessThan(30);
  });

  test.each([
    [1, 1],
    [0.8, 1],
    [1.2, 0.5],
  ])('held at stretch %d and activation %d, pulls with its force as a quasistatic body', (s, activation) => {
    const body = bar(muscle());
    const t = sidewaysStretch(s);
    const positions = body.restPositions.map((x, k) => (k % 3 === 0 ? s * x : t * x));
    const targets = [ends(body, positions)];
    const still = createQuasistatic(body, createKernelOperators, { targets, activationAt: () => activation });
    still.settle(0);
    const operators = createKernelOperators(body);
    operators.updateElastic(still.positions, 1, activation);
    let force = 0;
    for (const v of targets[0].vertices) if (body.restPositions[3 * v] < 1e-6) force += operators.elasticForce[3 * v];
    expect(Math.abs(force / (AREA * barStress(s, activation)) - 1)).toBeLessThan(1e-4);
  });

  test.each([
    ['a point', [0, 0, 0]],
    ['a line along the fibre', [0, 0, 1]],
    ['a line across the fibre', [1, 0, 0]],
    ['a plane', [1, 0, 1]],
    ['its mirror image along the fibre', [1, 1, -1]],
    ['its mirror image across the fibre', [-1, 1, 1]],
  ])('one tense element recovers from %s', (_state, factors) => {
    const tet = regularTet(0.2);
    const directions = Float64Array.of(0, 0, 1);
    const body = { ...solidBody(tet, { model: muscle(), dampingTime: 0.02 }), fibreDirections: directions };
    const shapeFrom = (positions: Float64Array) => {
      const integrator = createIntegrator(body, createKernelOperators(body), { positions, activationAt: () => 0.5 });
      for (let frame = 0; frame < 96; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
      return integrator.positions;
    };
    const collapsed = tet.restPositions.map((x, k) => factors[k % 3] * x);
    expect(shapeError(shapeFrom(collapsed), shapeFrom(tet.restPositions))).toBeLessThan(1e-4 * 0.2);
  });
});

function vertexAt({ restPositions }: SolidBodyInput, place: readonly number[]): number {
  for (let v = 0; v < restPositions.length / 3; v++) {
    if ([0, 1, 2].every((axis) => Math.abs(restPositions[3 * v + axis] - place[axis]) < 1e-6)) return v;
  }
  throw new Error(`no vertex at ${place.join(' ')}`);
}

function distance(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => positions[3 * a + axis] - positions[3 * b + axis]));
}

/** Holds both end faces of the bar where they are in `positions`. */
function ends({ restPositions }: SolidBodyInput, positions: Float64Array): NodeTargets {
  const vertices: number[] = [];
  for (let v = 0; v < restPositions.length / 3; v++) {
    if (restPositions[3 * v] < 1e-6 || restPositions[3 * v] > LENGTH - 1e-6) vertices.push(v);
  }
  const held = Float64Array.from(vertices.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
  return { vertices: Uint32Array.from(vertices), activeAt: () => true, positionsAt: (_time, out) => out.set(held) };
}
