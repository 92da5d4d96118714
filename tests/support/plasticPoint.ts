import { signedSvd } from '../../src/math/signedSvd.ts';
import type { PlasticGoal } from '../../src/plasticity/PlasticGoal.ts';
import type { PlasticBody } from '../../src/plasticity/PlasticBody.ts';
import { PlasticFlow } from '../../src/plasticity/PlasticFlow.ts';
import type { YieldLaw } from '../../src/plasticity/YieldLaw.ts';

export type Matrix = readonly number[];

/** Rows of Dm^-T, corner 0 minus the sum: the gradients of the tetrahedron (0, x, y, z). */
const UNIT_TET = Float64Array.of(-1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1);

/** One tetrahedron whose corners are the origin and the axes, so that its F is the matrix of its edge vectors. */
export const tetBody: PlasticBody = {
  elements: Uint32Array.of(0, 1, 2, 3),
  verticesPerElement: 4,
  pointsPerElement: 1,
  gradients: UNIT_TET,
  frequencySquares: Float64Array.of(1),
};

/** Vertex positions of `tetBody` at F. */
export function positionsOf(f: Matrix): Float64Array {
  return Float64Array.of(0, 0, 0, f[0], f[3], f[6], f[1], f[4], f[7], f[2], f[5], f[8]);
}

export interface PlasticPointOptions {
  readonly law: YieldLaw;
  readonly stretchLimit?: number;
  readonly goal?: PlasticGoal;
}

/** A point of material whose deformation gradient is prescribed. */
export class PlasticPoint {
  readonly flow: PlasticFlow;
  /** Gradients against the present rest shape: F_e = sum x_a g_a^T. */
  gradients = UNIT_TET.slice();
  private readonly stretches = new Float64Array(3);

  constructor({ law, stretchLimit = 4, goal }: PlasticPointOptions) {
    const operators = {
      singularValues: this.stretches,
      setGradients: (_point: number, gradients: Float64Array) => void this.gradients.set(gradients),
    };
    this.flow = new PlasticFlow({ body: tetBody, operators, law, stretchLimit, goal });
  }

  /** Moves to F and flows for `dt`, s; gives whether it flowed. */
  step(f: Matrix, dt = 0.01, pullRate = 0): boolean {
    const elastic = this.elastic(f);
    signedSvd(elastic, new Float64Array(9), this.stretches, new Float64Array(9));
    return this.flow.flow(positionsOf(f), dt, pullRate);
  }

  /** F_e at F, row-major. */
  elastic(f: Matrix): Float64Array {
    const x = positionsOf(f);
    const out = new Float64Array(9);
    for (let a = 0; a < 4; a++) {
      for (let k = 0; k < 9; k++) out[k] += x[3 * a + Math.floor(k / 3)] * this.gradients[3 * a + (k % 3)];
    }
    return out;
  }

  /** Logarithms of the principal elastic stretches at F, falling. */
  elasticLogs(f: Matrix): number[] {
    const s = new Float64Array(3);
    signedSvd(this.elastic(f), new Float64Array(9), s, new Float64Array(9));
    return Array.from(s, Math.log);
  }

  /** |dev log F_e| at F. */
  deviator(f: Matrix): number {
    return deviatorNorm(this.elasticLogs(f));
  }
}

export function deviatorNorm(logs: readonly number[]): number {
  const mean = logs.reduce((sum, l) => sum + l, 0) / 3;
  return Math.hypot(...logs.map((l) => l - mean));
}

export function multiply(a: Matrix, b: Matrix): number[] {
  return Array.from({ length: 9 }, (_, k) =>
    [0, 1, 2].reduce((sum, j) => sum + a[3 * Math.floor(k / 3) + j] * b[3 * j + (k % 3)], 0),
  );
}

export const transpose = (m: Matrix): number[] => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => m[k]);
export const diagonal = (a: number, b: number, c: number): number[] => [a, 0, 0, 0, b, 0, 0, 0, c];

/** Rotation about an axis (not normalised) by an angle, rad. */
export function rotation([x, y, z]: readonly number[], angle: number): number[] {
  const length = Math.hypot(x, y, z);
  const [a, b, c] = [x / length, y / length, z / length];
  const [s, t] = [Math.sin(angle), 1 - Math.cos(angle)];
  return [
    1 - t * (b * b + c * c),
    t * a * b - s * c,
    t * a * c + s * b,
    t * a * b + s * c,
    1 - t * (a * a + c * c),
    t * b * c - s * a,
    t * a * c - s * b,
    t * b * c + s * a,
    1 - t * (a * a + b * b),
  ];
}

/** Determinant of the symmetric matrix whose six packed numbers are the logarithm `log`: exp of the trace. */
export const determinantOfLog = (log: ArrayLike<number>): number => Math.exp(log[0] + log[3] + log[5]);
