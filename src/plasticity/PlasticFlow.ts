import { SystemState } from '../base/state/SystemState.ts';
import { symmetricEigen } from '../math/symmetricEigen.ts';
import { packedDistance } from './goalRule.ts';
import { PACKED } from './packedSymmetric.ts';
import type { ElasticOperators, PlasticBody } from './PlasticBody.ts';
import { moveGoal, type PlasticGoal } from './PlasticGoal.ts';
import { createPlasticArrays, plasticColumns, resetPlasticArrays, type PlasticArrays } from './PlasticPoints.ts';
import { PointFlow } from './PointFlow.ts';
import { isTangled, LEAST_STRETCH, markTangled, vertexCountOf } from './tangles.ts';
import type { YieldLaw } from './YieldLaw.ts';

/** |deviator| of three logarithms in [-b, b] is at most sqrt(8/3) b. */
const DEVIATOR_BOUND = Math.sqrt(8 / 3);
/** Largest error of the principal stretches from float32 kernels. */
const ROUNDING = 1e-6;
/** Relative strain beyond the yield strain that does not flow. */
const EXCESS = 1e-5;
/** Substeps may be this many times longer than those of an unyielded element times its smallest plastic stretch. */
const STEP_SLACK = 1.25;
/** An element whose |ln| of the largest plastic stretch reaches this fraction of ln r counts as at the stretch limit. */
const AT_LIMIT = 1 - 1e-9;

export interface PlasticFlowInput {
  readonly body: PlasticBody;
  readonly operators: ElasticOperators;
  readonly law: YieldLaw;
  /** Stretch limit r: every principal plastic stretch stays in [1/r, r]. */
  readonly stretchLimit: number;
  readonly goal?: PlasticGoal;
}

/**
 * Multiplicative plasticity F = F_e F_p (Irving 2007, 2.6.3). F_p is symmetric (its rotation is a gauge) and stored as its logarithm L. Since
 * F_e = sum_a x_a (F_p^-T g_a)^T and the forces of a point are -V P(F_e) F_p^-T g_a, flow only replaces the gradients g_a by
 * F_p^-T g_a: elastic forces, damping and energy are unchanged, per undeformed volume.
 */
export class PlasticFlow {
  /** log F_p of every point, six numbers (`packedSymmetric`). */
  readonly strain: Float64Array;
  /** Accumulated plastic strain alpha of every point. */
  readonly hardening: Float64Array;
  readonly goal: PlasticGoal | undefined;
  /** State of every point that has flowed. */
  readonly state: SystemState;
  private readonly input: PlasticFlowInput;
  private readonly arrays: PlasticArrays;
  private readonly point: PointFlow;
  private readonly logLimit: number;
  /** Bounds of principal stretches within which no point yields. */
  private readonly calmLow: number;
  private readonly calmHigh: number;
  private readonly restSquare: number;
  /** [0]: largest present square of the elastic frequency over the points, 1/s2. */
  private readonly frequency = new Float64Array(1);
  private readonly pull = new Float64Array(1);
  /** 1 for vertices of inverted elements. */
  private readonly tangled: Uint8Array;
  private readonly log = new Float64Array(PACKED);
  private readonly values = new Float64Array(3);
  private readonly vectors = new Float64Array(9);

  constructor(input: PlasticFlowInput) {
    const { law, body, operators } = input;
    const { flowKernel } = operators;
    this.input = input;
    this.goal = input.goal;
    this.logLimit = Math.log(input.stretchLimit);
    const calm = (law.yieldStrain * (1 - ROUNDING)) / (law.deviatoric ? DEVIATOR_BOUND : Math.sqrt(3));
    this.calmLow = Math.exp(-calm) + ROUNDING;
    this.calmHigh = Math.exp(calm) - ROUNDING;
    this.arrays = flowKernel?.arrays ?? createPlasticArrays(body.frequencySquares.length);
    resetPlasticArrays(this.arrays);
    this.tangled = new Uint8Array(flowKernel === undefined ? vertexCountOf(body) : 0);
    this.strain = this.arrays.strain;
    this.hardening = this.arrays.hardening;
    this.point = new PointFlow({
      body,
      law,
      logLimit: this.logLimit,
      goal: input.goal,
      arrays: this.arrays,
      setGradients: (q, gradients) => operators.setGradients(q, gradients),
    });
    flowKernel?.prepare(body.frequencySquares, this.logLimit, input.goal);
    this.restSquare = body.frequencySquares.reduce((most, square) => Math.max(most, square), 0);
    this.measureFrequency();
    this.state = new SystemState()
      .rows('points', {
        columns: plasticColumns(this.arrays),
        marks: this.arrays.flowed,
        per: 'element',
        clear: () => this.forgetFlow(),
      })
      .afterLoad(() => this.takeFlow());
  }

  /** Factor, at least 1, on the elastic frequency bound of the body at rest: compressed rest shapes need shorter substeps. */
  get frequencyFactor(): number {
    return this.restSquare > 0 ? Math.sqrt(Math.max(1, this.frequency[0] / this.restSquare)) : 1;
  }

  /** F_p^-1 of every point, six numbers. */
  get inverse(): Float64Array {
    return this.arrays.inverse;
  }

  /** Yield strain gamma: norm of the logarithmic strain at which points that have not flowed yield. */
  get yieldStrain(): number {
    return this.input.law.yieldStrain;
  }

  /** True where flow preserves the volume. */
  get keepsVolume(): boolean {
    return this.input.law.deviatoric;
  }

  /**
   * Flows over a substep of `dt` (s) that ended at `positions` (m), where the operators were last evaluated; `pullRate` (1/s) draws all points to
   * the goal. Returns true where gradients were replaced: the forces of the operators are then out of date.
   */
  flow(positions: Float64Array, dt: number, pullRate: number): boolean {
    const { law, operators } = this.input;
    law.beginStep(dt);
    this.pull[0] = this.goal === undefined ? 0 : -Math.expm1(-pullRate * dt);
    const changed =
      operators.flowKernel !== undefined && law.share !== undefined
        ? operators.flowKernel.flow(positions, law, law.share, this.pull)
        : this.flowPoints(positions);
    if (changed) this.measureFrequency();
    return changed;
  }

  /** Directs flow to another goal from now on, which a flow that began without one does not have. */
  moveGoal(to: Pick<PlasticGoal, 'logs' | 'has'>): void {
    const { body, operators, goal } = this.input;
    if (goal === undefined) return;
    moveGoal(goal, to);
    operators.flowKernel?.prepare(body.frequencySquares, this.logLimit, goal);
  }

  /** Runs the pass point by point. */
  private flowPoints(positions: Float64Array): boolean {
    const { calmLow, calmHigh } = this;
    const { singularValues } = this.input.operators;
    const points = this.hardening.length;
    const pulled = this.pull[0] > 0;
    const tangled = markTangled(this.input.body, singularValues, this.tangled);
    let changed = false;
    for (let q = 0; q < points; q++) {
      const least = singularValues[3 * q + 2];
      if (!(least >= LEAST_STRETCH) || (tangled && isTangled(this.input.body, q, this.tangled))) continue;
      const calm = least > calmLow && singularValues[3 * q] < calmHigh;
      if (calm && !pulled) continue;
      if (!pulled && !this.mayYield(q, singularValues)) continue;
      if (this.point.flow(q, positions, this.pull)) changed = true;
    }
    return changed;
  }

  /** Returns whether the norm of the operators' strain exceeds the yield strain: points at the yield strain do not flow. */
  private mayYield(q: number, stretches: ArrayLike<number>): boolean {
    const { law } = this.input;
    const l0 = Math.log(stretches[3 * q]);
    const l1 = Math.log(stretches[3 * q + 1]);
    const l2 = Math.log(stretches[3 * q + 2]);
    const mean = law.deviatoric ? (l0 + l1 + l2) / 3 : 0;
    const square = (l0 - mean) * (l0 - mean) + (l1 - mean) * (l1 - mean) + (l2 - mean) * (l2 - mean);
    const limit = (1 + EXCESS) * (law.yieldStrain + law.hardening * this.hardening[q]) + ROUNDING;
    return square > limit * limit;
  }

  private measureFrequency(): void {
    const { frequency } = this;
    const { operators, body } = this.input;
    if (operators.flowKernel !== undefined) operators.flowKernel.measureFrequency(frequency);
    else largestQuotient(body.frequencySquares, this.arrays.leastSquares, frequency);
    frequency[0] /= STEP_SLACK * STEP_SLACK;
  }

  /** Resets every point to the unflowed state. */
  private forgetFlow(): void {
    const { arrays, point } = this;
    const before = arrays.flowed.slice();
    resetPlasticArrays(arrays);
    for (let q = 0; q < before.length; q++) if (before[q] !== 0) point.writeGradients(q);
    arrays.flowed.fill(0);
  }

  /** Replaces the gradients of the operators by those of the present state. */
  private takeFlow(): void {
    const { arrays, point } = this;
    for (let q = 0; q < arrays.flowed.length; q++) if (arrays.flowed[q] !== 0) point.writeGradients(q);
    this.measureFrequency();
  }

  /** Counts the points whose largest plastic stretch is at the limit. */
  countAtLimit(): number {
    const { strain, logLimit, log, values, vectors, arrays } = this;
    let count = 0;
    for (let q = 0; q < this.hardening.length; q++) {
      // No eigenvalue is larger than the norm.
      if (arrays.flowed[q] === 0 || packedDistance(strain, PACKED * q) < AT_LIMIT * logLimit) continue;
      for (let k = 0; k < PACKED; k++) log[k] = strain[PACKED * q + k];
      symmetricEigen(log, values, vectors);
      const largest = Math.max(Math.abs(values[0]), Math.abs(values[1]), Math.abs(values[2]));
      if (largest >= AT_LIMIT * logLimit) count++;
    }
    return count;
  }

  /** Returns the largest |det F_p^-1 - 1| over the points: rounding only, where flow preserves the volume. */
  volumeDrift(): number {
    const { inverse } = this.arrays;
    let worst = 0;
    for (let k = 0; k < inverse.length; k += PACKED) worst = Math.max(worst, Math.abs(determinant(inverse, k) - 1));
    return worst;
  }
}

/** Writes out[0] = the largest a[i] / b[i]. */
function largestQuotient(a: Float64Array, b: Float64Array, out: Float64Array): void {
  out[0] = 0;
  for (let q = 0; q < a.length; q++) if (a[q] / b[q] > out[0]) out[0] = a[q] / b[q];
}

function determinant(m: Float64Array, at: number): number {
  const xx = m[at];
  const xy = m[at + 1];
  const xz = m[at + 2];
  const yy = m[at + 3];
  const yz = m[at + 4];
  const zz = m[at + 5];
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}
