import { symmetricEigen } from '../math/symmetricEigen.ts';
import { packedDistance, pullTowardsGoal, stepTowardsGoal } from './goalRule.ts';
import { composeSymmetric, multiplyPacked, PACKED, packedGram } from './packedSymmetric.ts';
import type { PlasticBody } from './PlasticBody.ts';
import type { PlasticGoal } from './PlasticGoal.ts';
import type { PlasticArrays } from './PlasticPoints.ts';
import { FlowState, type YieldLaw } from './YieldLaw.ts';

/**
 * Points with a squared elastic stretch below this do not flow: the logarithm is too inaccurate. Float32 and float64 stretches differ: the float32
 * ones decide whether a point flows, the float64 ones how.
 */
const LEAST_SQUARE = 0.01;
/** Points within this distance of their goal are not pulled further. */
const AT_GOAL = 1e-9;

export interface PointFlowInput {
  readonly body: PlasticBody;
  readonly law: YieldLaw;
  readonly logLimit: number;
  readonly goal: PlasticGoal | undefined;
  /** Plastic state, changed by flow. */
  readonly arrays: PlasticArrays;
  /** Receives the new gradients of a point, 1/m. */
  setGradients(point: number, gradients: Float64Array): void;
}

/** The flow step of one quadrature point (Irving 2007, 2.6.3 and 2.7), in float64. The kernels do the same for many points (`assembly/flowStep`). */
export class PointFlow {
  private readonly input: PointFlowInput;
  /** Deformation gradient F against the rest gradients, and F_e. */
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

  constructor(input: PointFlowInput) {
    this.input = input;
    this.gradients = new Float64Array(3 * input.body.verticesPerElement);
  }

  /** Flows point q at `positions` (m). `pull[0]` is the fraction of the distance to the goal that is added. Returns whether log F_p changed. */
  flow(q: number, positions: Float64Array, pull: Float64Array): boolean {
    const { goal, arrays } = this.input;
    const { state } = this;
    this.measure(q, positions);
    this.diagonalise(q);
    if (goal !== undefined && goal.has[q] !== 0) return this.flowDirected(q, goal, pull);
    state[FlowState.hardening] = arrays.hardening[q];
    state[FlowState.yieldFactor] = 1;
    if (!this.flowTrial()) return false;
    this.acceptTrial(q);
    return true;
  }

  /** Applies the projected step to the goal, the pull, and the second yield, for a point with a goal. */
  private flowDirected(q: number, goal: PlasticGoal, pull: Float64Array): boolean {
    const { state } = this;
    const { strain, hardening } = this.input.arrays;
    const at = PACKED * q;
    let changed = false;
    state[FlowState.hardening] = this.input.arrays.hardening[q];
    state[FlowState.yieldFactor] = 1;
    if (this.flowTrial()) {
      stepTowardsGoal(strain, goal.logs, at, this.trial, goal.guidance, this.accepted);
      hardening[q] += this.accepted[0] * (state[FlowState.hardening] - hardening[q]);
      changed = this.accepted[0] > 0;
    }
    if (pull[0] > 0 && packedDistance(strain, at, goal.logs) > AT_GOAL) {
      pullTowardsGoal(strain, goal.logs, at, pull[0]);
      changed = true;
    }
    if (changed) this.applyStrain(q);
    return this.yieldFreely(q, goal, changed) || changed;
  }

  /** Flows freely beyond the second yield. `moved`: F_p has changed since F_e was diagonalised. */
  private yieldFreely(q: number, goal: PlasticGoal, moved: boolean): boolean {
    const { state } = this;
    const factor = goal.yieldFactors[q];
    if (!Number.isFinite(factor)) return false;
    if (moved) this.diagonalise(q);
    state[FlowState.hardening] = this.input.arrays.hardening[q];
    state[FlowState.yieldFactor] = factor;
    if (!this.flowTrial()) return false;
    this.acceptTrial(q);
    return true;
  }

  /** Computes F of point q against the rest gradients. */
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

  /** Computes F_e = F F_p^-1 of the last measured point, and its right stretch. */
  private diagonalise(q: number): void {
    const { fe, gram, squares, v, elasticLogs } = this;
    multiplyPacked(this.f, this.input.arrays.inverse, PACKED * q, fe);
    packedGram(fe, gram);
    symmetricEigen(gram, squares, v);
    for (let k = 0; k < 3; k++) elasticLogs[k] = 0.5 * Math.log(squares[k]);
  }

  /**
   * Computes the trial flow of the last diagonalised point: `trial`, `values` and `vectors` of log F_p after it, within the stretch limit. Returns false where
   * it does not yield. With F_e = U s V^T, F_p' = e^-l_p U^T F = diag(e^-l_p / s) V^T (F_e^T F); its right stretch follows from the eigenvalues of F_p'^T F_p'.
   */
  private flowTrial(): boolean {
    const { f, fe, squares, v, logs, elasticLogs, values, vectors, trial, product } = this;
    // The negated comparison also catches NaN: a point without a logarithm does not flow.
    if (!(squares[0] > LEAST_SQUARE && squares[1] > LEAST_SQUARE && squares[2] > LEAST_SQUARE)) return false;
    for (let k = 0; k < 3; k++) logs[k] = elasticLogs[k];
    this.input.law.project(logs, this.state);
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
    if (this.input.law.deviatoric) {
      const mean = (values[0] + values[1] + values[2]) / 3;
      for (let k = 0; k < 3; k++) values[k] -= mean;
    }
    const largest = Math.max(Math.abs(values[0]), Math.abs(values[1]), Math.abs(values[2]));
    if (largest > this.input.logLimit) for (let k = 0; k < 3; k++) values[k] *= this.input.logLimit / largest;
    composeSymmetric(vectors, values, trial, 0);
    return true;
  }

  /** Makes the trial log F_p the present one. */
  private acceptTrial(q: number): void {
    const { trial } = this;
    const { strain, hardening } = this.input.arrays;
    hardening[q] = this.state[FlowState.hardening];
    for (let k = 0; k < PACKED; k++) strain[PACKED * q + k] = trial[k];
    this.applyEigen(q);
  }

  /** Computes F_p^-1 and the gradients of point q from log F_p. */
  private applyStrain(q: number): void {
    const { trial, values, vectors } = this;
    const { strain } = this.input.arrays;
    for (let k = 0; k < PACKED; k++) trial[k] = strain[PACKED * q + k];
    symmetricEigen(trial, values, vectors);
    this.applyEigen(q);
  }

  /** Computes F_p^-1 and the gradients of point q from `values` and `vectors`, the eigensystem of log F_p. */
  private applyEigen(q: number): void {
    const { values, vectors, reciprocals } = this;
    const { inverse, leastSquares } = this.input.arrays;
    for (let k = 0; k < 3; k++) reciprocals[k] = Math.exp(-values[k]);
    composeSymmetric(vectors, reciprocals, inverse, PACKED * q);
    const largest = Math.max(reciprocals[0], reciprocals[1], reciprocals[2]);
    leastSquares[q] = 1 / (largest * largest);
    this.writeGradients(q);
  }

  /** Passes the gradients F_p^-T g to the operators. */
  writeGradients(q: number): void {
    const { gradients } = this;
    const { inverse, flowed } = this.input.arrays;
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
    flowed[q] = 1;
    this.input.setGradients(q, gradients);
  }
}
