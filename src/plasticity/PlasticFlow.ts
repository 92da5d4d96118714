import { signedSvd } from '../math/signedSvd.ts';
import { symmetricEigen } from '../math/symmetricEigen.ts';
import type { PlasticGoal } from './PlasticGoal.ts';
import { packedDistance, pullTowardsGoal, stepTowardsGoal } from './goalRule.ts';
import { composeSymmetric, multiplyPacked, PACKED, packedGram, removeTrace } from './packedSymmetric.ts';
import { FlowState, type YieldLaw } from './YieldLaw.ts';

/** Points whose smallest signed elastic stretch is below this do not flow: flat and inverted elements have no logarithm to keep. */
const LEAST_STRETCH = 0.2;
/** |deviator| of three logarithms in [-b, b] is at most sqrt(8/3) b. */
const DEVIATOR_BOUND = Math.sqrt(8 / 3);
/** Stretches of float32 kernels are this close. */
const ROUNDING = 1e-6;
/** Substeps may be this many times longer than those of an unyielded element times its smallest plastic stretch. */
const STEP_SLACK = 1.25;
/** Elements this near to their goal are not pulled any further. */
const AT_GOAL = 1e-9;
/** Of ln r: an element this near to the stretch limit is at it. */
const AT_LIMIT = 1 - 1e-9;

/** A body as quadrature points, at rest. */
export interface PlasticBody {
  readonly elements: Uint32Array;
  readonly verticesPerElement: 4 | 8;
  readonly pointsPerElement: 1 | 8;
  /** dN_a/dX, 1/m: three per vertex of the element, for every point. */
  readonly gradients: Float64Array;
  /** Square of the elastic frequency bound of each point at rest, 1/s2. */
  readonly frequencySquares: Float64Array;
}

/** Where the elastic part of the deformation is measured: positions against gradients. */
export interface ElasticOperators {
  /** Signed singular values of F_e, three per point. */
  readonly singularValues: ArrayLike<number>;
  /** Replaces dN_a/dX of a point, 1/m: three per vertex of its element. */
  setGradients(point: number, gradients: Float64Array): void;
}

export interface PlasticFlowInput {
  readonly body: PlasticBody;
  readonly operators: ElasticOperators;
  readonly law: YieldLaw;
  /** r: every plastic stretch stays in [1/r, r]. */
  readonly stretchLimit: number;
  readonly goal?: PlasticGoal;
}

/** What a checkpoint keeps: rows of the points that have flowed. */
export interface PlasticState {
  /** Ascending. */
  readonly points: Uint32Array;
  /** log F_p, six per row (`packedSymmetric`). */
  readonly strain: Float64Array;
  /** alpha. */
  readonly hardening: Float64Array;
}

/**
 * Multiplicative plasticity F = F_e F_p (Irving 2007, 2.6.3). F_p is symmetric (its rotation is a gauge) and kept as its logarithm L. Since
 * F_e = sum_a x_a (F_p^-T g_a)^T and the forces of a point are -V P(F_e) F_p^-T g_a, flow does nothing but replace the gradients g_a by
 * F_p^-T g_a: elastic forces, damping and energy stay what they are, per undeformed volume.
 */
export class PlasticFlow {
  /** log F_p of every point, six numbers (`packedSymmetric`). */
  readonly strain: Float64Array;
  /** alpha of every point. */
  readonly hardening: Float64Array;
  readonly goal: PlasticGoal | undefined;
  private readonly input: PlasticFlowInput;
  private readonly law: YieldLaw;
  private readonly logLimit: number;
  /** Stretches within these surely do not yield. */
  private readonly calmLow: number;
  private readonly calmHigh: number;
  /** F_p, and its smallest stretch squared. */
  private readonly plastic: Float64Array;
  private readonly leastSquares: Float64Array;
  /** 1 for points whose gradients are not those at rest. */
  private readonly flowed: Uint8Array;
  private readonly restSquare: number;
  /** [0]: largest square of the frequency over points now. */
  private readonly frequency = new Float64Array(1);
  private readonly pull = new Float64Array(1);

  private readonly f = new Float64Array(9);
  private readonly fe = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly s = new Float64Array(3);
  private readonly logs = new Float64Array(3);
  private readonly values = new Float64Array(3);
  private readonly vectors = new Float64Array(9);
  private readonly trial = new Float64Array(6);
  private readonly inverse = new Float64Array(6);
  private readonly state = new Float64Array(2);
  private readonly accepted = new Float64Array(1);
  private readonly gradients: Float64Array;

  constructor(input: PlasticFlowInput) {
    const { law, body } = input;
    const points = body.frequencySquares.length;
    this.input = input;
    this.law = law;
    this.goal = input.goal;
    this.logLimit = Math.log(input.stretchLimit);
    const calm = (law.yieldStrain * (1 - ROUNDING)) / (law.deviatoric ? DEVIATOR_BOUND : Math.sqrt(3));
    this.calmLow = Math.exp(-calm) + ROUNDING;
    this.calmHigh = Math.exp(calm) - ROUNDING;
    this.strain = new Float64Array(PACKED * points);
    this.hardening = new Float64Array(points);
    this.plastic = new Float64Array(PACKED * points);
    this.leastSquares = new Float64Array(points).fill(1);
    this.flowed = new Uint8Array(points);
    for (let q = 0; q < points; q++) for (const k of [0, 3, 5]) this.plastic[PACKED * q + k] = 1;
    this.gradients = new Float64Array(3 * body.verticesPerElement);
    this.restSquare = body.frequencySquares.reduce((most, square) => Math.max(most, square), 0);
    this.measureFrequency();
  }

  /** Factor on the elastic frequency bound of the body at rest, >= 1: squeezed rest shapes need shorter substeps. */
  get frequencyFactor(): number {
    return this.restSquare > 0 ? Math.sqrt(Math.max(1, this.frequency[0] / this.restSquare)) : 1;
  }

  /** True where flow keeps the volume. */
  get keepsVolume(): boolean {
    return this.law.deviatoric;
  }

  /**
   * Flow over a substep of `dt` (s) that ended at `positions`, where the operators were evaluated last; `pullRate` (1/s) draws all points to
   * the goal. True where any gradients were replaced: the operators' forces are then of before.
   */
  flow(positions: Float64Array, dt: number, pullRate: number): boolean {
    const { calmLow, calmHigh, goal } = this;
    const { singularValues } = this.input.operators;
    const points = this.hardening.length;
    this.law.beginStep(dt);
    this.pull[0] = goal === undefined ? 0 : -Math.expm1(-pullRate * dt);
    const pulled = this.pull[0] > 0;
    let changed = false;
    for (let q = 0; q < points; q++) {
      const least = singularValues[3 * q + 2];
      if (!(least >= LEAST_STRETCH)) continue;
      const calm = least > calmLow && singularValues[3 * q] < calmHigh;
      if (calm && !pulled) continue;
      if (!pulled && !this.mayYield(q, singularValues)) continue;
      if (this.flowAt(q, positions)) changed = true;
    }
    if (changed) this.measureFrequency();
    return changed;
  }

  /** True where the norm of the operators' strain reaches the yield strain, or may but for rounding. */
  private mayYield(q: number, stretches: ArrayLike<number>): boolean {
    const l0 = Math.log(stretches[3 * q]);
    const l1 = Math.log(stretches[3 * q + 1]);
    const l2 = Math.log(stretches[3 * q + 2]);
    const mean = this.law.deviatoric ? (l0 + l1 + l2) / 3 : 0;
    const square = (l0 - mean) * (l0 - mean) + (l1 - mean) * (l1 - mean) + (l2 - mean) * (l2 - mean);
    const limit = Math.max(0, this.law.yieldStrain - 1e2 * ROUNDING * this.law.yieldStrain - ROUNDING);
    return square > limit * limit;
  }

  /** True where L changed. */
  private flowAt(q: number, positions: Float64Array): boolean {
    const { goal, strain, state } = this;
    const at = PACKED * q;
    const directed = goal !== undefined && goal.has[q] !== 0;
    this.measure(q, positions);
    let changed = false;
    state[FlowState.hardening] = this.hardening[q];
    state[FlowState.yieldFactor] = 1;
    if (this.flowTrial(q)) {
      changed = true;
      if (!directed) {
        strain.set(this.trial, at);
        this.hardening[q] = state[FlowState.hardening];
      } else {
        stepTowardsGoal(strain, goal.logs, at, this.trial, goal.guidance, this.accepted);
        this.hardening[q] += this.accepted[0] * (state[FlowState.hardening] - this.hardening[q]);
        changed = this.accepted[0] > 0;
      }
    }
    if (!directed) {
      if (changed) this.apply(q);
      return changed;
    }
    if (this.pull[0] > 0 && packedDistance(strain, at, goal.logs) > AT_GOAL) {
      pullTowardsGoal(strain, goal.logs, at, this.pull[0]);
      changed = true;
    }
    if (changed) this.apply(q);
    return this.yieldFreely(q) || changed;
  }

  /** The second yield of a directed point: beyond its strength it flows wherever it is driven. */
  private yieldFreely(q: number): boolean {
    const factor = this.goal!.yieldFactors[q];
    if (!Number.isFinite(factor)) return false;
    this.state[FlowState.hardening] = this.hardening[q];
    this.state[FlowState.yieldFactor] = factor;
    this.diagonalise(q);
    if (!this.flowTrial(q)) return false;
    this.strain.set(this.trial, PACKED * q);
    this.hardening[q] = this.state[FlowState.hardening];
    this.apply(q);
    return true;
  }

  /** F of point q against the rest gradients, and F_e = F F_p^-1 diagonalised. */
  private measure(q: number, positions: Float64Array): void {
    const { elements, verticesPerElement: size, pointsPerElement, gradients } = this.input.body;
    const { f } = this;
    const first = size * Math.floor(q / pointsPerElement);
    f.fill(0);
    for (let a = 0; a < size; a++) {
      const x = 3 * elements[first + a];
      const g = 3 * (size * q + a);
      for (let i = 0; i < 3; i++) {
        f[3 * i] += positions[x + i] * gradients[g];
        f[3 * i + 1] += positions[x + i] * gradients[g + 1];
        f[3 * i + 2] += positions[x + i] * gradients[g + 2];
      }
    }
    this.diagonalise(q);
  }

  private diagonalise(q: number): void {
    invertPacked(this.plastic, PACKED * q, this.inverse);
    multiplyPacked(this.f, this.inverse, 0, this.fe);
    signedSvd(this.fe, this.u, this.s, this.v);
  }

  /**
   * The tentative flow of the point diagonalised last: `trial` = log F_p after it, within the stretch limit. False where it does not yield.
   * F_p' = diag(s / e^l_p) V^T F_p, and its right stretch by the eigenvalues of F_p'^T F_p'.
   */
  private flowTrial(q: number): boolean {
    const { s, v, logs, values, vectors, trial, fe: product } = this;
    if (!(s[2] >= 0.5 * LEAST_STRETCH)) return false;
    for (let k = 0; k < 3; k++) logs[k] = Math.log(s[k]);
    this.law.project(logs, this.state);
    let flows = false;
    for (let k = 0; k < 3; k++) {
      const ratio = s[k] * Math.exp(-logs[k]);
      // What did not yield comes back to within rounding.
      if (Math.abs(ratio - 1) > 1e-14) flows = true;
      for (let row = 0; row < 3; row++) product[3 * k + row] = ratio * v[3 * row + k];
    }
    if (!flows) return false;
    multiplyPacked(product, this.plastic, PACKED * q, product);
    packedGram(product, trial);
    symmetricEigen(trial, values, vectors);
    let largest = 0;
    const mean = this.law.deviatoric ? (Math.log(values[0]) + Math.log(values[1]) + Math.log(values[2])) / 6 : 0;
    for (let k = 0; k < 3; k++) {
      values[k] = 0.5 * Math.log(values[k]) - mean;
      largest = Math.max(largest, Math.abs(values[k]));
    }
    if (largest > this.logLimit) for (let k = 0; k < 3; k++) values[k] *= this.logLimit / largest;
    composeSymmetric(vectors, values, trial, 0);
    if (this.law.deviatoric) removeTrace(trial, 0);
    return true;
  }

  /** F_p and the gradients of point q from its logarithm. */
  private apply(q: number): void {
    const { values, vectors, inverse, gradients, plastic, leastSquares } = this;
    const { verticesPerElement: size, gradients: rest } = this.input.body;
    const at = PACKED * q;
    const { trial } = this;
    for (let k = 0; k < PACKED; k++) trial[k] = this.strain[at + k];
    symmetricEigen(trial, values, vectors);
    for (let k = 0; k < 3; k++) values[k] = Math.exp(values[k]);
    composeSymmetric(vectors, values, plastic, at);
    const least = Math.min(values[0], values[1], values[2]);
    leastSquares[q] = least * least;
    for (let k = 0; k < 3; k++) values[k] = 1 / values[k];
    composeSymmetric(vectors, values, inverse, 0);
    for (let a = 0; a < size; a++) {
      const g = 3 * (size * q + a);
      const x = rest[g];
      const y = rest[g + 1];
      const z = rest[g + 2];
      gradients[3 * a] = inverse[0] * x + inverse[1] * y + inverse[2] * z;
      gradients[3 * a + 1] = inverse[1] * x + inverse[3] * y + inverse[4] * z;
      gradients[3 * a + 2] = inverse[2] * x + inverse[4] * y + inverse[5] * z;
    }
    this.flowed[q] = 1;
    this.input.operators.setGradients(q, gradients);
  }

  private measureFrequency(): void {
    const { frequencySquares } = this.input.body;
    const { leastSquares, frequency } = this;
    frequency[0] = 0;
    for (let q = 0; q < leastSquares.length; q++) {
      const square = frequencySquares[q] / (STEP_SLACK * STEP_SLACK * leastSquares[q]);
      if (square > frequency[0]) frequency[0] = square;
    }
  }

  /** A copy of everything that the future depends on. */
  saveState(): PlasticState {
    const { strain, hardening } = this;
    const flowed: number[] = [];
    for (let q = 0; q < hardening.length; q++) if (this.flowed[q] !== 0) flowed.push(q);
    const state: PlasticState = {
      points: Uint32Array.from(flowed),
      strain: new Float64Array(PACKED * flowed.length),
      hardening: Float64Array.from(flowed, (q) => hardening[q]),
    };
    flowed.forEach((q, row) => state.strain.set(strain.subarray(PACKED * q, PACKED * (q + 1)), PACKED * row));
    return state;
  }

  /** Continues from a saved state of the same body with the same bits. False where the state is not of this body. */
  loadState({ points, strain, hardening }: PlasticState): boolean {
    const count = this.hardening.length;
    const fits =
      hardening.length === points.length &&
      strain.length === PACKED * points.length &&
      points.every((q, row) => q < count && (row === 0 || q > points[row - 1]));
    if (!fits) return false;
    this.strain.fill(0);
    this.hardening.fill(0);
    points.forEach((q, row) => {
      this.strain.set(strain.subarray(PACKED * row, PACKED * (row + 1)), PACKED * q);
      this.hardening[q] = hardening[row];
      this.flowed[q] = 1;
    });
    for (let q = 0; q < count; q++) if (this.flowed[q] !== 0) this.apply(q);
    this.measureFrequency();
    return true;
  }

  /** Points whose largest plastic stretch is at the limit. */
  countAtLimit(): number {
    let count = 0;
    for (let q = 0; q < this.hardening.length; q++) {
      for (let k = 0; k < PACKED; k++) this.trial[k] = this.strain[PACKED * q + k];
      symmetricEigen(this.trial, this.values, this.vectors);
      const largest = Math.max(Math.abs(this.values[0]), Math.abs(this.values[1]), Math.abs(this.values[2]));
      if (largest >= AT_LIMIT * this.logLimit) count++;
    }
    return count;
  }

  /** Largest |det F_p - 1| over the points: rounding, where flow keeps the volume. */
  volumeDrift(): number {
    let worst = 0;
    for (let q = 0; q < this.hardening.length; q++) {
      worst = Math.max(worst, Math.abs(determinant(this.plastic, PACKED * q) - 1));
    }
    return worst;
  }
}

function determinant(m: Float64Array, at: number): number {
  const [xx, xy, xz, yy, yz, zz] = m.subarray(at, at + PACKED);
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}

/** out = M^-1 of the packed matrix at `at`, by cofactors. */
function invertPacked(m: Float64Array, at: number, out: Float64Array): void {
  const xx = m[at];
  const xy = m[at + 1];
  const xz = m[at + 2];
  const yy = m[at + 3];
  const yz = m[at + 4];
  const zz = m[at + 5];
  const c0 = yy * zz - yz * yz;
  const c1 = xz * yz - xy * zz;
  const c2 = xy * yz - xz * yy;
  const scale = 1 / (xx * c0 + xy * c1 + xz * c2);
  out[0] = c0 * scale;
  out[1] = c1 * scale;
  out[2] = c2 * scale;
  out[3] = (xx * zz - xz * xz) * scale;
  out[4] = (xy * xz - xx * yz) * scale;
  out[5] = (xx * yy - xy * xy) * scale;
}
