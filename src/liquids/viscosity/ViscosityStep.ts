import type { CellGrid } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';
import { STICKS } from './LiquidShares.ts';
import { ViscosityMatrix } from './ViscosityMatrix.ts';
import type { ViscousCoupling } from './ViscousCoupling.ts';

/** Largest residual that stays, over the largest speed there is. */
const TOLERANCE = 1e-6;
const MAX_ITERATIONS = 1000;

/** Implicit viscosity of constant size: any step is stable. Conjugate gradients with the diagonal as preconditioner; allocates nothing in a step. */
export class ViscosityStep {
  private readonly grid: CellGrid;
  private readonly matrix: ViscosityMatrix;
  private readonly x: Float64Array;
  private readonly residual: Float64Array;
  private readonly direction: Float64Array;
  private readonly image: Float64Array;
  /** Largest residual of the running solve. */
  private left = 0;

  constructor(grid: CellGrid, closedSides: ClosedSides) {
    const vector = () => new Float64Array(3 * grid.size);
    this.grid = grid;
    this.matrix = new ViscosityMatrix(grid, closedSides);
    this.x = vector();
    this.residual = vector();
    this.direction = vector();
    this.image = vector();
  }

  /**
   * Replaces `state.velocity` of faces that viscosity reaches. Solids take the liquid beside them along, and it those of `coupling`.
   * @param viscosity nu = mu / rho, m2/s.
   * @param dt s.
   * @returns iterations.
   */
  apply(state: LiquidState, viscosity: number, dt: number, coupling?: ViscousCoupling): number {
    const { grid, matrix, x, residual } = this;
    matrix.assemble(state.phi, state.open, (viscosity * dt) / grid.h ** 2);
    if (coupling !== undefined) matrix.dropGiven();
    const fastest = this.gather(state);
    // Mass times what the stresses change is what is left at the start: b = V u*.
    matrix.multiplyAll(x, residual);
    for (let n = 0; n < x.length; n++) residual[n] = matrix.mass[n] * x[n] - residual[n];
    coupling?.begin(residual, state.open, dt);
    const iterations = this.solve(TOLERANCE * fastest, coupling);
    for (let axis = 0; axis < 3; axis++) this.scatter(state.velocity[axis], axis * grid.size);
    coupling?.end();
    return iterations;
  }

  /**
   * x = velocities of unknowns, and of the solids where a face is none. Those without mass may start anywhere: not faster than the fastest with mass,
   * m/s, which is given.
   */
  private gather({ velocity, solidVelocity, open }: LiquidState): number {
    const { x, grid } = this;
    const { mass, diagonal } = this.matrix;
    let fastest = 0;
    for (let axis = 0; axis < 3; axis++) {
      const base = axis * grid.size;
      const [u, s, f] = [velocity[axis], solidVelocity[axis], open[axis]];
      for (let c = 0; c < u.length; c++) {
        x[base + c] = diagonal[base + c] > 0 ? u[c] : f[c] < STICKS ? s[c] : 0;
        if (mass[base + c] > 0 || f[c] < STICKS) fastest = Math.max(fastest, Math.abs(x[base + c]));
      }
    }
    for (let n = 0; n < x.length; n++) {
      if (diagonal[n] > 0 && mass[n] === 0) x[n] = Math.min(fastest, Math.max(-fastest, x[n]));
    }
    return fastest;
  }

  private scatter(u: Float64Array, base: number): void {
    const { x, matrix } = this;
    for (let c = 0; c < u.length; c++) if (matrix.diagonal[base + c] > 0) u[c] = x[base + c];
  }

  private solve(goal: number, coupling: ViscousCoupling | undefined): number {
    const { x, residual, direction, image } = this;
    let rho = 0;
    let iterations = 0;
    direction.fill(0);
    while (iterations < MAX_ITERATIONS) {
      const next = this.precondition(coupling);
      if (!(this.left > goal)) break;
      const beta = rho === 0 ? 0 : next / rho;
      rho = next;
      this.turn(beta, coupling);
      const alpha = rho / this.curvature(coupling);
      if (!Number.isFinite(alpha)) break;
      for (let n = 0; n < x.length; n++) {
        x[n] += alpha * direction[n];
        residual[n] -= alpha * image[n];
      }
      coupling?.advance(alpha);
      iterations++;
    }
    return iterations;
  }

  /** Returns r . z with the preconditioned residual z, and finds the largest residual that is `left`. */
  private precondition(coupling: ViscousCoupling | undefined): number {
    const { residual } = this;
    const { diagonal } = this.matrix;
    let product = 0;
    let left = 0;
    for (let n = 0; n < residual.length; n++) {
      if (diagonal[n] === 0) continue;
      product += (residual[n] * residual[n]) / diagonal[n];
      left = Math.max(left, Math.abs(residual[n]));
    }
    this.left = left;
    if (coupling === undefined) return product;
    product += coupling.precondition();
    this.left = Math.max(left, coupling.left);
    return product;
  }

  /** The next direction: z + beta times the last. */
  private turn(beta: number, coupling: ViscousCoupling | undefined): void {
    const { residual, direction } = this;
    const { diagonal } = this.matrix;
    for (let n = 0; n < residual.length; n++) {
      if (diagonal[n] !== 0) direction[n] = residual[n] / diagonal[n] + beta * direction[n];
    }
    coupling?.turn(beta, direction);
  }

  /** image = A d; returns d . A d. */
  private curvature(coupling: ViscousCoupling | undefined): number {
    const { matrix, direction, image } = this;
    const { diagonal } = matrix;
    matrix.multiplyAll(direction, image);
    let curvature = 0;
    for (let n = 0; n < image.length; n++) if (diagonal[n] !== 0) curvature += direction[n] * image[n];
    return curvature + (coupling?.curvature(image) ?? 0);
  }
}
