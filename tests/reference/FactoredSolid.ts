import type { BlockSparseMatrix } from '../../src/math/BlockSparseMatrix.ts';
import { SparseCholesky } from '../../src/math/SparseCholesky.ts';
import { lostSolid } from '../../src/coupling/CoupledBlock.ts';
import type { CoupledSolid, CoupledSurface } from '../../src/coupling/CoupledSolid.ts';

/** A solid that gives its linearised equations, (M / dt + D + dt K) v = M v* / dt + f. Vectors are xyz per node. */
export interface LinearSolid {
  /** M / dt + D + dt K, kg/s, after `linearize`; its pattern stays. Symmetric positive definite. */
  readonly matrix: BlockSparseMatrix;
  /** m/s: v*, with what gravity added, before a step, v after it. */
  readonly velocity: Float64Array;
  /** 1 for nodes whose velocity the step leaves as it is. */
  readonly fixed: Uint8Array;
  readonly surface: CoupledSurface;
  /** Positions of the vertices of the surface, m. */
  writeSurface(positions: Float64Array): void;
  /** Writes `matrix` for a step of `dt`, s, and the right-hand side M v* / dt + f, N, with the forces at the positions that stand. */
  linearize(dt: number, rhs: Float64Array): void;
}

/** A `LinearSolid` whose matrix is factored once per step. */
export class FactoredSolid implements CoupledSolid {
  readonly surface: CoupledSurface;
  readonly velocity: Float64Array;
  private readonly solid: LinearSolid;
  private readonly cholesky: SparseCholesky;
  private readonly rhs: Float64Array;

  constructor(solid: LinearSolid) {
    this.solid = solid;
    this.surface = solid.surface;
    this.velocity = solid.velocity;
    this.cholesky = new SparseCholesky(solid.matrix);
    this.rhs = new Float64Array(solid.velocity.length);
  }

  writeSurface(positions: Float64Array): void {
    this.solid.writeSurface(positions);
  }

  predict(dt: number): void {
    const { solid, rhs, cholesky, velocity } = this;
    solid.linearize(dt, rhs);
    this.constrain();
    if (!cholesky.factor(solid.matrix)) throw lostSolid();
    cholesky.solve(rhs);
    velocity.set(rhs);
  }

  isCompliant(node: number): boolean {
    return this.solid.fixed[node] === 0;
  }

  applyInverse(force: Float64Array): void {
    const { fixed } = this.solid;
    for (let node = 0; node < fixed.length; node++) if (fixed[node] === 1) force.fill(0, 3 * node, 3 * node + 3);
    this.cholesky.solve(force);
  }

  applyPressure(_force: Float64Array, change: Float64Array): void {
    const { velocity } = this;
    for (let k = 0; k < velocity.length; k++) velocity[k] += change[k];
  }

  /** Takes fixed nodes out of the matrix: their velocity goes to the right-hand side, their own rows become those of the identity. */
  private constrain(): void {
    const { matrix, fixed, velocity } = this.solid;
    const { rhs } = this;
    const { rowStart, columns, blocks } = matrix;
    for (let row = 0; row < fixed.length; row++) {
      for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
        const column = columns[k];
        if (fixed[row] === 0 && fixed[column] === 0) continue;
        if (fixed[row] === 0) {
          for (let i = 0; i < 3; i++) {
            for (let j = 0; j < 3; j++) rhs[3 * row + i] -= blocks[9 * k + 3 * i + j] * velocity[3 * column + j];
          }
        }
        for (let i = 0; i < 9; i++) blocks[9 * k + i] = row === column && i % 4 === 0 ? 1 : 0;
      }
    }
    for (let node = 0; node < fixed.length; node++) {
      if (fixed[node] === 1) rhs.set(velocity.subarray(3 * node, 3 * node + 3), 3 * node);
    }
  }
}
