import type { CellGrid } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';
import { ViscosityMatrix } from './ViscosityMatrix.ts';

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
   * Replaces `state.velocity` of faces that viscosity reaches. Solids take the liquid beside them along.
   * @param viscosity nu = mu / rho, m2/s.
   * @param dt s.
   * @returns iterations.
   */
  apply(state: LiquidState, viscosity: number, dt: number): number {
    const { grid, matrix, x, residual } = this;
    matrix.assemble(state.phi, state.open, (viscosity * dt) / grid.h ** 2);
    const fastest = this.gather(state);
    // Mass times what the stresses change is what is left at the start: b = V u*.
    matrix.multiply(x, residual);
    for (let n = 0; n < x.length; n++) {
      residual[n] = matrix.diagonal[n] === 0 ? 0 : matrix.mass[n] * x[n] - residual[n];
    }
    const iterations = this.solve(TOLERANCE * fastest);
    for (let axis = 0; axis < 3; axis++) this.scatter(state.velocity[axis], axis * grid.size);
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
        x[base + c] = diagonal[base + c] > 0 ? u[c] : f[c] === 0 ? s[c] : 0;
        if (mass[base + c] > 0 || f[c] === 0) fastest = Math.max(fastest, Math.abs(x[base + c]));
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

  private solve(goal: number): number {
    const { matrix, x, residual, direction, image } = this;
    const { diagonal } = matrix;
    let rho = 0;
    let iterations = 0;
    direction.fill(0);
    while (iterations < MAX_ITERATIONS) {
      let next = 0;
      let left = 0;
      for (let n = 0; n < x.length; n++) {
        if (diagonal[n] === 0) continue;
        next += (residual[n] * residual[n]) / diagonal[n];
        left = Math.max(left, Math.abs(residual[n]));
      }
      if (!(left > goal)) break;
      const beta = rho === 0 ? 0 : next / rho;
      rho = next;
      for (let n = 0; n < x.length; n++) {
        if (diagonal[n] !== 0) direction[n] = residual[n] / diagonal[n] + beta * direction[n];
      }
      matrix.multiply(direction, image);
      let curvature = 0;
      for (let n = 0; n < x.length; n++) curvature += direction[n] * image[n];
      const alpha = rho / curvature;
      if (!Number.isFinite(alpha)) break;
      for (let n = 0; n < x.length; n++) {
        x[n] += alpha * direction[n];
        residual[n] -= alpha * image[n];
      }
      iterations++;
    }
    return iterations;
  }
}
