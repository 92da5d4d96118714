import { symmetricEigen } from '../math/symmetricEigen.ts';
import type { PlasticGoal } from './PlasticGoal.ts';
import { packedDistance, pullTowardsGoal, stepTowardsGoal } from './goalRule.ts';
import { composeSymmetric, multiplyPacked, PACKED, packedGram } from './packedSymmetric.ts';
import { FlowState, type YieldLaw } from './YieldLaw.ts';

/** Points whose smallest signed elastic stretch is below this do not flow: flat and inverted elements have no logarithm to keep. */
const LEAST_STRETCH = 0.2;
/** The elastic stretches of float32 and float64 differ: a point that flows by the first has its logarithms by the second. */
const LEAST_SQUARE = (0.5 * LEAST_STRETCH) ** 2;
/** |deviator| of three logarithms in [-b, b] is at most sqrt(8/3) b. */
const DEVIATOR_BOUND = Math.sqrt(8 / 3);
/** Stretches of float32 kernels are this close. */
const ROUNDING = 1e-6;
/** Strain beyond the yield strain that is left alone, as a share of it. */
const EXCESS = 1e-5;
/** Substeps may be this many times longer than those of an unyielded element times its smallest plastic stretch. */
const STEP_SLACK = 1.25;
/** Elements this near to their goal are not pulled any further. */
const AT_GOAL = 1e-9;
/** Of ln r: an element this near to the stretch limit is at it. */
const AT_LIMIT = 1 - 1e-9;

/** Where the diagonal is among the packed numbers. */
const DIAGONAL = [0, 3, 5];

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
  /** F_p^-1 likewise: it follows from log F_p, but not to the last bit. */
  readonly inverse: Float64Array;
  /** Square of the smallest plastic stretch. */
  readonly leastSquares: Float64Array;
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
  /** F_p^-1 of every point, six numbers, and the smallest stretch of F_p squared. */
  private readonly inverse: Float64Array;
  private readonly leastSquares: Float64Array;
  /** 1 for points whose gradients are not those at rest. */
  private readonly flowed: Uint8Array;
  private readonly restSquare: number;
  /** [0]: largest square of the frequency over points now. */
  private readonly frequency = new Float64Array(1);
  private readonly pull = new Float64Array(1);

  private readonly f = new Float64Array(9);
  private readonly fe = new Float64Array(9);
  /** F_e^T F_e, its eigenvalues s^2 and eigenvectors V, row-major. */
  private readonly gram = new Float64Array(6);
  private readonly squares = new Float64Array(3);
  private readonly v = new Float64Array(9);
  private readonly elasticLogs = new Float64Array(3);
  private readonly logs = new Float64Array(3);
  private readonly product = new Float64Array(9);
  /** Eigenvalues and eigenvectors of log F_p, and exp(-value). */
  private readonly values = new Float64Array(3);
  private readonly vectors = new Float64Array(9);
  private readonly reciprocals = new Float64Array(3);
  private readonly trial = new Float64Array(6);
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
    this.inverse = new Float64Array(PACKED * points);
    this.leastSquares = new Float64Array(points).fill(1);
    this.flowed = new Uint8Array(points);
    for (let q = 0; q < points; q++) for (const k of DIAGONAL) this.inverse[PACKED * q + k] = 1;
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

  /** True where the norm of the operators' strain is beyond the yield strain: what stays at it has nothing left to give up. */
  private mayYield(q: number, stretches: ArrayLike<number>): boolean {
    const l0 = Math.log(stretches[3 * q]);
    const l1 = Math.log(stretches[3 * q + 1]);
    const l2 = Math.log(stretches[3 * q + 2]);
    const mean = this.law.deviatoric ? (l0 + l1 + l2) / 3 : 0;
    const square = (l0 - mean) * (l0 - mean) + (l1 - mean) * (l1 - mean) + (l2 - mean) * (l2 - mean);
    const limit = (1 + EXCESS) * (this.law.yieldStrain + this.law.hardening * this.hardening[q]) + ROUNDING;
    return square > limit * limit;
  }

  /** True where L changed. */
  private flowAt(q: number, positions: Float64Array): boolean {
    const { goal, state } = this;
    this.measure(q, positions);
    this.diagonalise(q);
    if (goal !== undefined && goal.has[q] !== 0) return this.flowDirected(q, goal);
    state[FlowState.hardening] = this.hardening[q];
    state[FlowState.yieldFactor] = 1;
    if (!this.flowTrial()) return false;
    this.acceptTrial(q);
    return true;
  }

  /** The strict step to the goal, the pull, and the second yield of a point with a goal. */
  private flowDirected(q: number, goal: PlasticGoal): boolean {
    const { strain, state } = this;
    const at = PACKED * q;
    let changed = false;
    state[FlowState.hardening] = this.hardening[q];
    state[FlowState.yieldFactor] = 1;
    if (this.flowTrial()) {
      stepTowardsGoal(strain, goal.logs, at, this.trial, goal.guidance, this.accepted);
      this.hardening[q] += this.accepted[0] * (state[FlowState.hardening] - this.hardening[q]);
      changed = this.accepted[0] > 0;
    }
    if (this.pull[0] > 0 && packedDistance(strain, at, goal.logs) > AT_GOAL) {
      pullTowardsGoal(strain, goal.logs, at, this.pull[0]);
      changed = true;
    }
    if (changed) this.applyStrain(q);
    return this.yieldFreely(q, goal, changed) || changed;
  }

  /** Beyond its strength a point flows wherever it is driven. `moved`: F_p is another than when F_e was diagonalised. */
  private yieldFreely(q: number, goal: PlasticGoal, moved: boolean): boolean {
    const { state } = this;
    const factor = goal.yieldFactors[q];
    if (!Number.isFinite(factor)) return false;
    if (moved) this.diagonalise(q);
    state[FlowState.hardening] = this.hardening[q];
    state[FlowState.yieldFactor] = factor;
    if (!this.flowTrial()) return false;
    this.acceptTrial(q);
    return true;
  }

  /** F of point q against the rest gradients. */
  private measure(q: number, positions: Float64Array): void {
    const { elements, verticesPerElement: size, pointsPerElement, gradients } = this.input.body;
    const { f } = this;
    const first = size * Math.floor(q / pointsPerElement);
    for (let k = 0; k < 9; k++) f[k] = 0;
    for (let a = 0; a < size; a++) {
      const x = 3 * elements[first + a];
      const g = 3 * (size * q + a);
      const gx = gradients[g];
      const gy = gradients[g + 1];
      const gz = gradients[g + 2];
      for (let i = 0; i < 3; i++) {
        const xi = positions[x + i];
        f[3 * i] += xi * gx;
        f[3 * i + 1] += xi * gy;
        f[3 * i + 2] += xi * gz;
      }
    }
  }

  /** F_e = F F_p^-1 of the point measured last, and its right stretch. */
  private diagonalise(q: number): void {
    const { fe, gram, squares, v, elasticLogs } = this;
    multiplyPacked(this.f, this.inverse, PACKED * q, fe);
    packedGram(fe, gram);
    symmetricEigen(gram, squares, v);
    for (let k = 0; k < 3; k++) elasticLogs[k] = 0.5 * Math.log(squares[k]);
  }

  /**
   * The tentative flow of the point diagonalised last: `trial`, `values` and `vectors` of log F_p after it, within the stretch limit. False where
   * it does not yield. With F_e = U s V^T, F_p' = e^-l_p U^T F = diag(e^-l_p / s) V^T (F_e^T F); its right stretch by the eigenvalues of F_p'^T F_p'.
   */
  private flowTrial(): boolean {
    const { f, fe, squares, v, logs, elasticLogs, values, vectors, trial, product } = this;
    // Written so that no number is none: what has no logarithm does not flow.
    if (!(squares[0] > LEAST_SQUARE && squares[1] > LEAST_SQUARE && squares[2] > LEAST_SQUARE)) return false;
    for (let k = 0; k < 3; k++) logs[k] = elasticLogs[k];
    this.law.project(logs, this.state);
    if (logs[0] === elasticLogs[0] && logs[1] === elasticLogs[1] && logs[2] === elasticLogs[2]) return false;
    for (let k = 0; k < 3; k++) {
      const x = v[k] * fe[0] + v[3 + k] * fe[1] + v[6 + k] * fe[2];
      const y = v[k] * fe[3] + v[3 + k] * fe[4] + v[6 + k] * fe[5];
      const z = v[k] * fe[6] + v[3 + k] * fe[7] + v[6 + k] * fe[8];
      const scale = Math.exp(-logs[k] - elasticLogs[k]);
      product[3 * k] = scale * (x * f[0] + y * f[3] + z * f[6]);
      product[3 * k + 1] = scale * (x * f[1] + y * f[4] + z * f[7]);
      product[3 * k + 2] = scale * (x * f[2] + y * f[5] + z * f[8]);
    }
    packedGram(product, trial);
    symmetricEigen(trial, values, vectors);
    for (let k = 0; k < 3; k++) values[k] = 0.5 * Math.log(values[k]);
    if (this.law.deviatoric) {
      const mean = (values[0] + values[1] + values[2]) / 3;
      for (let k = 0; k < 3; k++) values[k] -= mean;
    }
    const largest = Math.max(Math.abs(values[0]), Math.abs(values[1]), Math.abs(values[2]));
    if (largest > this.logLimit) for (let k = 0; k < 3; k++) values[k] *= this.logLimit / largest;
    composeSymmetric(vectors, values, trial, 0);
    return true;
  }

  /** log F_p becomes the tentative one. */
  private acceptTrial(q: number): void {
    const { strain, trial } = this;
    this.hardening[q] = this.state[FlowState.hardening];
    for (let k = 0; k < PACKED; k++) strain[PACKED * q + k] = trial[k];
    this.applyEigen(q);
  }

  /** F_p^-1 and the gradients of point q from its logarithm. */
  private applyStrain(q: number): void {
    const { trial, strain, values, vectors } = this;
    for (let k = 0; k < PACKED; k++) trial[k] = strain[PACKED * q + k];
    symmetricEigen(trial, values, vectors);
    this.applyEigen(q);
  }

  /** The same where `values` and `vectors` are those of the logarithm. */
  private applyEigen(q: number): void {
    const { values, vectors, reciprocals, inverse, leastSquares } = this;
    for (let k = 0; k < 3; k++) reciprocals[k] = Math.exp(-values[k]);
    composeSymmetric(vectors, reciprocals, inverse, PACKED * q);
    const largest = Math.max(reciprocals[0], reciprocals[1], reciprocals[2]);
    leastSquares[q] = 1 / (largest * largest);
    this.writeGradients(q);
  }

  /** Gives the operators F_p^-T g. */
  private writeGradients(q: number): void {
    const { inverse, gradients } = this;
    const { verticesPerElement: size, gradients: rest } = this.input.body;
    const at = PACKED * q;
    for (let a = 0; a < size; a++) {
      const g = 3 * (size * q + a);
      const x = rest[g];
      const y = rest[g + 1];
      const z = rest[g + 2];
      gradients[3 * a] = inverse[at] * x + inverse[at + 1] * y + inverse[at + 2] * z;
      gradients[3 * a + 1] = inverse[at + 1] * x + inverse[at + 3] * y + inverse[at + 4] * z;
      gradients[3 * a + 2] = inverse[at + 2] * x + inverse[at + 4] * y + inverse[at + 5] * z;
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
    const { strain, inverse } = this;
    const flowed: number[] = [];
    for (let q = 0; q < this.flowed.length; q++) if (this.flowed[q] !== 0) flowed.push(q);
    const state: PlasticState = {
      points: Uint32Array.from(flowed),
      strain: new Float64Array(PACKED * flowed.length),
      inverse: new Float64Array(PACKED * flowed.length),
      leastSquares: Float64Array.from(flowed, (q) => this.leastSquares[q]),
      hardening: Float64Array.from(flowed, (q) => this.hardening[q]),
    };
    flowed.forEach((q, row) => {
      state.strain.set(strain.subarray(PACKED * q, PACKED * (q + 1)), PACKED * row);
      state.inverse.set(inverse.subarray(PACKED * q, PACKED * (q + 1)), PACKED * row);
    });
    return state;
  }

  /** Continues from a saved state of the same body with the same bits. False where the state is not of this body. */
  loadState(state: PlasticState): boolean {
    const { points, strain, inverse, leastSquares, hardening } = state;
    const count = this.hardening.length;
    const fits =
      hardening.length === points.length &&
      leastSquares.length === points.length &&
      strain.length === PACKED * points.length &&
      inverse.length === PACKED * points.length &&
      points.every((q, row) => q < count && (row === 0 || q > points[row - 1]));
    if (!fits) return false;
    this.reset();
    points.forEach((q, row) => {
      this.strain.set(strain.subarray(PACKED * row, PACKED * (row + 1)), PACKED * q);
      this.inverse.set(inverse.subarray(PACKED * row, PACKED * (row + 1)), PACKED * q);
      this.leastSquares[q] = leastSquares[row];
      this.hardening[q] = hardening[row];
      this.writeGradients(q);
    });
    this.measureFrequency();
    return true;
  }

  /** Nothing has flowed. */
  private reset(): void {
    const { strain, inverse, flowed } = this;
    strain.fill(0);
    inverse.fill(0);
    for (let k = 0; k < inverse.length; k += PACKED) for (const diagonal of DIAGONAL) inverse[k + diagonal] = 1;
    this.leastSquares.fill(1);
    this.hardening.fill(0);
    for (let q = 0; q < flowed.length; q++) if (flowed[q] !== 0) this.writeGradients(q);
    flowed.fill(0);
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

  /** Largest |det F_p^-1 - 1| over the points: rounding, where flow keeps the volume. */
  volumeDrift(): number {
    let worst = 0;
    for (let q = 0; q < this.hardening.length; q++) {
      worst = Math.max(worst, Math.abs(determinant(this.inverse, PACKED * q) - 1));
    }
    return worst;
  }
}

function determinant(m: Float64Array, at: number): number {
  const [xx, xy, xz, yy, yz, zz] = m.subarray(at, at + PACKED);
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}
