import type { ContactCollider } from '../../src/collision/contactCollider.ts';
import type { ColliderShape } from '../../src/collision/CollisionBody.ts';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels, type CreatedModel } from '../../src/materials/ConstitutiveModel.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import type { NodeTargets } from '../../src/solids/NodeTargets.ts';
import { ReferenceSolidOperators } from '../../src/solids/ReferenceSolidOperators.ts';
import { createSolid } from '../../src/solids/createSolid.ts';
import type { DeformableBody } from '../../src/solids/DeformableBody.ts';
import type { SolidInput } from '../../src/solids/SolidInput.ts';
import type { SolidBodyInput, SolidOperators } from '../../src/solids/SolidOperators.ts';
import type { TestBody } from './bodies.ts';
import { shapeFrom } from './colliderShapes.ts';

/** A registered model with default parameters. */
export function createModel(type: string, youngsModulus: number, poissonRatio: number): CreatedModel {
  const definition = constitutiveModels.get(type);
  return definition.create({ youngsModulus, poissonRatio }, definition.params.parse({}));
}

export interface BodyOptions {
  readonly model?: CreatedModel;
  readonly youngsModulus?: number;
  readonly poissonRatio?: number;
  readonly density?: number;
  /** Damping as a time tau, s: beta = mu tau, alpha = lambda tau. */
  readonly dampingTime?: number;
  readonly dampingForm?: 'robust' | 'conserving';
}

export function solidBody(body: TestBody, options: BodyOptions = {}): SolidBodyInput {
  const model =
    options.model ?? createModel('rotated-linear', options.youngsModulus ?? 1e5, options.poissonRatio ?? 0.3);
  const tau = options.dampingTime ?? 0;
  return {
    ...body,
    models: [model],
    density: options.density ?? 1000,
    dampingBeta: model.mu * tau,
    dampingAlpha: model.lambda * tau,
    dampingForm: options.dampingForm ?? 'robust',
  };
}

const kernelPool = new KernelPool(compileKernels(false), { threads: 1 });

/** The solid operators that ship, with one thread. */
export const createKernelOperators = (body: SolidBodyInput): SolidOperators =>
  new KernelSolidOperators(body, kernelPool);

/** Every implementation of the solid operators that tests must hold for. */
export const operatorImplementations: readonly [string, (body: SolidBodyInput) => SolidOperators][] = [
  ['reference', (body) => new ReferenceSolidOperators(body)],
  ['kernel', createKernelOperators],
];

export type MotionOptions = Partial<Omit<SolidInput, 'operators' | 'body'>> & { readonly gravity?: number[] };

/** An integrator with quiet defaults: no gravity, no drag, full strength, nothing to touch. */
export function createIntegrator(
  body: SolidBodyInput,
  operators: SolidOperators,
  options: MotionOptions = {},
): DeformableBody {
  return createSolid({ operators, body, ...quietMotion(body, options) });
}

/** What an integrator is given beside the body, where `options` say nothing else. */
export function quietMotion(body: SolidBodyInput, options: MotionOptions): Omit<SolidInput, 'operators' | 'body'> {
  return {
    positions: body.restPositions,
    gravityAt: (_time, out) => out.set(options.gravity ?? [0, 0, 0]),
    dragAt: () => 0,
    strengthAt: () => 1,
    targets: [],
    colliders: [],
    tolerance: 1e-8,
    maxIterations: 500,
    minSubsteps: 1,
    ...options,
  };
}

/** The half space below the plane through `point` with the unit `normal`. */
export function halfSpace(normal: readonly number[], point: readonly number[] = [0, 0, 0]): ColliderShape {
  return shapeFrom(
    (x, y, z) => (x - point[0]) * normal[0] + (y - point[1]) * normal[1] + (z - point[2]) * normal[2],
    () => normal,
  );
}

/** A collider that stands still. */
export function standing(shape: ColliderShape, friction: number): ContactCollider {
  const pose = {
    rotation: Float64Array.of(0, 0, 0, 1),
    translation: new Float64Array(3),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
  return { shape, friction, poseAt: () => pose };
}

/** A collider that translates. */
export function moving(
  shape: ColliderShape,
  friction: number,
  translationAt: (time: number) => readonly number[],
  velocityAt: (time: number) => readonly number[],
): ContactCollider {
  return {
    shape,
    friction,
    poseAt: (time) => ({
      rotation: Float64Array.of(0, 0, 0, 1),
      translation: Float64Array.from(translationAt(time)),
      linearVelocity: Float64Array.from(velocityAt(time)),
      angularVelocity: new Float64Array(3),
    }),
  };
}

/** Mass-weighted mean of a vector field, e.g. the centre of mass of positions. */
export function massMean(field: Float64Array, masses: Float64Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let total = 0;
  for (let v = 0; v < masses.length; v++) {
    total += masses[v];
    for (let axis = 0; axis < 3; axis++) sum[axis] += masses[v] * field[3 * v + axis];
  }
  return [sum[0] / total, sum[1] / total, sum[2] / total];
}

/** Sum of x cross m v about the origin, kg m2/s. */
export function angularMomentum(x: Float64Array, v: Float64Array, masses: Float64Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    const k = 3 * i;
    sum[0] += masses[i] * (x[k + 1] * v[k + 2] - x[k + 2] * v[k + 1]);
    sum[1] += masses[i] * (x[k + 2] * v[k] - x[k] * v[k + 2]);
    sum[2] += masses[i] * (x[k] * v[k + 1] - x[k + 1] * v[k]);
  }
  return sum;
}

/** Largest distance between corresponding edges of two vertex sets: zero when they differ by a rigid motion only. */
export function shapeError(x: Float64Array, rest: Float64Array): number {
  let worst = 0;
  const count = x.length / 3;
  for (let p = 0; p < count; p++) {
    for (let q = p + 1; q < count; q++) {
      const length = (a: Float64Array) =>
        Math.hypot(a[3 * p] - a[3 * q], a[3 * p + 1] - a[3 * q + 1], a[3 * p + 2] - a[3 * q + 2]);
      worst = Math.max(worst, Math.abs(length(x) - length(rest)));
    }
  }
  return worst;
}

/** Holds the vertices that satisfy a condition at rest where they are. */
export function clamp(mesh: TestBody, holds: (x: number, y: number, z: number) => boolean): NodeTargets {
  const { restPositions: rest } = mesh;
  const vertices: number[] = [];
  for (let v = 0; v < rest.length / 3; v++) if (holds(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2])) vertices.push(v);
  const positions = Float64Array.from(vertices.flatMap((v) => [...rest.subarray(3 * v, 3 * v + 3)]));
  return {
    vertices: Uint32Array.from(vertices),
    activeAt: () => true,
    positionsAt: (_time, out) => out.set(positions),
  };
}

/** Times (s) at which a sampled signal crosses zero upwards, by linear interpolation. */
export function upwardCrossings(times: readonly number[], values: readonly number[]): number[] {
  const crossings: number[] = [];
  for (let i = 1; i < values.length; i++) {
    if (values[i - 1] < 0 && values[i] >= 0) {
      const part = values[i - 1] / (values[i - 1] - values[i]);
      crossings.push(times[i - 1] + part * (times[i] - times[i - 1]));
    }
  }
  return crossings;
}
