import { Constraint, type SolveReport, type VelocityConstraints, type VelocitySolve } from '../SolidOperators.ts';
import type { SymmetricBlocks } from './SymmetricBlocks.ts';

/** A residual that falls below this share of itself when the common motion is taken out is rounding. */
const ROUNDING = 1e-10;

/**
 * Solves (M + h S) dv = P rhs with dv = P dv by conjugate gradients, preconditioned by symmetric Gauss-Seidel in Eisenstat's form (1981: one
 * pass down and one up take the place of the product with the matrix and of the preconditioner). Constraints are in the matrix:
 * P A P + (I - P) is factored block row by block row, so that each diagonal inverse is filtered on both sides. With D = G^-1 G^-T the rows
 * are scaled to G A G^T = I + L + L^T; L is float32, which bounds the speed, vectors are float64. Where nothing is constrained the common
 * velocity, which S does not feel, is solved for exactly: what falls freely stays as it is. Allocates nothing.
 */
export class FilteredSolve {
  private readonly matrix: SymmetricBlocks;
  private readonly masses: Float64Array;
  private readonly scaled: Float32Array;
  /** G, lower triangular: xx, yx, yy, zx, zy, zz. */
  private readonly factors: Float64Array;
  /** Constraints that the factors hold, the step they were made for, and vertices whose factors are to be made anew. */
  private readonly kinds: Uint8Array;
  private readonly normals: Float64Array;
  private readonly changed: Uint8Array;
  private isFactored = false;
  private h = NaN;
  private readonly solution: Float64Array;
  private readonly residual: Float64Array;
  private readonly direction: Float64Array;
  private readonly upper: Float64Array;
  private readonly image: Float64Array;
  private readonly block = new Float64Array(9);
  private readonly sums = new Float64Array(1);
  private readonly common = new Float64Array(3);
  private readonly report: { -readonly [Key in keyof SolveReport]: SolveReport[Key] } = {
    iterations: 0,
    relativeResidual: NaN,
    converged: true,
  };

  constructor(matrix: SymmetricBlocks, masses: Float64Array) {
    const vectors = () => new Float64Array(3 * masses.length);
    this.matrix = matrix;
    this.masses = masses;
    this.scaled = new Float32Array(matrix.lower.length);
    this.factors = new Float64Array(6 * masses.length);
    this.kinds = new Uint8Array(masses.length);
    this.normals = vectors();
    this.changed = new Uint8Array(masses.length);
    this.solution = vectors();
    this.residual = vectors();
    this.direction = vectors();
    this.upper = vectors();
    this.image = vectors();
  }

  /** dv, m/s, from `rhs`, N s. The report is valid until the next solve. */
  solve(solve: VelocitySolve, rhs: Float64Array, constraints: VelocityConstraints, dv: Float64Array): SolveReport {
    const { residual, direction, solution, sums, report } = this;
    this.factor(solve.h, constraints);
    const moves = this.prepareResidual(rhs, constraints);
    this.sweepDown(residual);
    direction.set(residual);
    solution.fill(0);
    this.squareOf(residual);
    const initial = moves ? sums[0] : 0;
    let rho = sums[0];
    const target = solve.tolerance * solve.tolerance * initial;
    let iterations = 0;
    while (moves && rho > target && iterations < solve.maxIterations) {
      this.sweepUp();
      this.sweepImageDown();
      this.advance(rho / sums[0]);
      this.turn(sums[0] / rho);
      rho = sums[0];
      iterations++;
    }
    this.scaleOut(solution);
    this.project(constraints, solution, dv);
    for (let k = 0; k < dv.length; k++) dv[k] += this.common[k % 3];
    report.iterations = iterations;
    report.relativeResidual = initial > 0 ? Math.sqrt(rho / initial) : 0;
    report.converged = !moves || rho <= target;
    return report;
  }

  /** Says that the matrix has new numbers. */
  renew(): void {
    this.isFactored = false;
  }

  /** Factors what is new: everything with a new matrix, else what vertices with other constraints than in the last solve touch. */
  private factor(h: number, constraints: VelocityConstraints): void {
    const { changed, kinds, normals } = this;
    const whole = !this.isFactored || this.h !== h;
    for (let v = 0; v < changed.length; v++) {
      const kind = constraints.kinds[v];
      let differs = whole || kind !== kinds[v];
      if (!differs && (kind === Constraint.normal || kind === Constraint.line)) {
        for (let k = 3 * v; k < 3 * v + 3; k++) if (constraints.normals[k] !== normals[k]) differs = true;
      }
      changed[v] = differs ? 1 : 0;
    }
    kinds.set(constraints.kinds);
    normals.set(constraints.normals);
    this.h = h;
    this.isFactored = true;
    this.factorDiagonal(h, constraints);
    this.scaleBlocks(h, constraints);
  }

  /** residual = G P (rhs - M common); false where that is nothing but rounding. */
  private prepareResidual(rhs: Float64Array, constraints: VelocityConstraints): boolean {
    const { residual, common, sums, masses } = this;
    this.project(constraints, rhs, residual);
    this.findCommon(rhs, constraints.kinds);
    this.scaleIn(residual);
    this.squareOf(residual);
    const whole = sums[0];
    if (common[0] === 0 && common[1] === 0 && common[2] === 0) return whole > 0;
    for (let k = 0; k < residual.length; k++) residual[k] = rhs[k] - masses[Math.floor(k / 3)] * common[k % 3];
    this.scaleIn(residual);
    this.squareOf(residual);
    return sums[0] > ROUNDING * ROUNDING * whole;
  }

  /** common = the velocity that all vertices share, m/s: sum rhs / sum m; 0 where any vertex is constrained. */
  private findCommon(rhs: Float64Array, kinds: Uint8Array): void {
    const { common, masses } = this;
    common.fill(0);
    let mass = 0;
    for (let v = 0; v < kinds.length; v++) {
      if (kinds[v] !== Constraint.free) {
        common.fill(0);
        return;
      }
      mass += masses[v];
      for (let axis = 0; axis < 3; axis++) common[axis] += rhs[3 * v + axis];
    }
    for (let axis = 0; axis < 3; axis++) common[axis] /= mass;
  }

  /** One step along the direction, whose image is image + upper; sums[0] = residual . residual. */
  private advance(alpha: number): void {
    const { solution, residual, upper, image, sums } = this;
    let sum = 0;
    for (let k = 0; k < solution.length; k++) {
      solution[k] += alpha * upper[k];
      const left = residual[k] - alpha * (image[k] + upper[k]);
      residual[k] = left;
      sum += left * left;
    }
    sums[0] = sum;
  }

  private turn(beta: number): void {
    const { direction, residual } = this;
    for (let k = 0; k < direction.length; k++) direction[k] = residual[k] + beta * direction[k];
  }

  private squareOf(x: Float64Array): void {
    let sum = 0;
    for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
    this.sums[0] = sum;
  }

  /** out = P x. */
  private project({ kinds, normals }: VelocityConstraints, x: Float64Array, out: Float64Array): void {
    for (let v = 0; v < kinds.length; v++) {
      const k = 3 * v;
      const kind = kinds[v];
      if (kind === Constraint.free) {
        out[k] = x[k];
        out[k + 1] = x[k + 1];
        out[k + 2] = x[k + 2];
      } else if (kind === Constraint.fixed) out.fill(0, k, k + 3);
      else {
        const along = x[k] * normals[k] + x[k + 1] * normals[k + 1] + x[k + 2] * normals[k + 2];
        for (let i = k; i < k + 3; i++)
          out[i] = kind === Constraint.line ? along * normals[i] : x[i] - along * normals[i];
      }
    }
  }

  /** Cholesky factors of the projected diagonal blocks, inverted. */
  private factorDiagonal(h: number, { kinds, normals }: VelocityConstraints): void {
    const { masses, factors, block, changed } = this;
    const { diagonal } = this.matrix;
    for (let v = 0; v < masses.length; v++) {
      if (changed[v] === 0) continue;
      for (let k = 0; k < 9; k++) block[k] = h * diagonal[9 * v + k];
      block[0] += masses[v];
      block[4] += masses[v];
      block[8] += masses[v];
      if (kinds[v] !== Constraint.free) {
        const fill = (block[0] + block[4] + block[8]) / 3;
        projectRows(block, 0, kinds[v], normals, 3 * v);
        projectColumns(block, 0, kinds[v], normals, 3 * v);
        addComplement(block, fill, kinds[v], normals, 3 * v);
      }
      const l00 = Math.sqrt(block[0]);
      const l10 = block[3] / l00;
      const l20 = block[6] / l00;
      const l11 = Math.sqrt(block[4] - l10 * l10);
      const l21 = (block[7] - l20 * l10) / l11;
      const l22 = Math.sqrt(block[8] - l20 * l20 - l21 * l21);
      const f = 6 * v;
      factors[f] = 1 / l00;
      factors[f + 1] = -l10 / (l00 * l11);
      factors[f + 2] = 1 / l11;
      factors[f + 3] = (l10 * l21 - l20 * l11) / (l00 * l11 * l22);
      factors[f + 4] = -l21 / (l11 * l22);
      factors[f + 5] = 1 / l22;
    }
  }

  /** scaled = h G_i P_i A_ij P_j G_j^T. */
  private scaleBlocks(h: number, { kinds, normals }: VelocityConstraints): void {
    const { block, changed } = this;
    const { rowStart, columns, lower } = this.matrix;
    for (let i = 0; i < kinds.length; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const j = columns[k];
        if (changed[i] === 0 && changed[j] === 0) continue;
        const m = 9 * k;
        for (let e = 0; e < 9; e++) block[e] = lower[m + e];
        if (kinds[i] !== Constraint.free) projectRows(block, 0, kinds[i], normals, 3 * i);
        if (kinds[j] !== Constraint.free) projectColumns(block, 0, kinds[j], normals, 3 * j);
        this.scaleBlock(h, 6 * i, 6 * j, m);
      }
    }
  }

  /** scaled[m ..] = h G block G'^T, G and G' being the factors at `f` and `g`. */
  private scaleBlock(h: number, f: number, g: number, m: number): void {
    const { factors, scaled, block } = this;
    const a = h * factors[f];
    const b = h * factors[f + 1];
    const c = h * factors[f + 2];
    const d = h * factors[f + 3];
    const e = h * factors[f + 4];
    const i = h * factors[f + 5];
    const p = factors[g];
    const q = factors[g + 1];
    const r = factors[g + 2];
    const s = factors[g + 3];
    const t = factors[g + 4];
    const u = factors[g + 5];
    const x0 = block[0];
    const x1 = block[1];
    const x2 = block[2];
    const y0 = b * x0 + c * block[3];
    const y1 = b * x1 + c * block[4];
    const y2 = b * x2 + c * block[5];
    const z0 = d * x0 + e * block[3] + i * block[6];
    const z1 = d * x1 + e * block[4] + i * block[7];
    const z2 = d * x2 + e * block[5] + i * block[8];
    scaled[m] = a * p * x0;
    scaled[m + 1] = a * (q * x0 + r * x1);
    scaled[m + 2] = a * (s * x0 + t * x1 + u * x2);
    scaled[m + 3] = p * y0;
    scaled[m + 4] = q * y0 + r * y1;
    scaled[m + 5] = s * y0 + t * y1 + u * y2;
    scaled[m + 6] = p * z0;
    scaled[m + 7] = q * z0 + r * z1;
    scaled[m + 8] = s * z0 + t * z1 + u * z2;
  }

  /** x <- G x. */
  private scaleIn(x: Float64Array): void {
    const { factors } = this;
    for (let k = 0, f = 0; k < x.length; k += 3, f += 6) {
      const a = x[k];
      const b = x[k + 1];
      const c = x[k + 2];
      x[k] = factors[f] * a;
      x[k + 1] = factors[f + 1] * a + factors[f + 2] * b;
      x[k + 2] = factors[f + 3] * a + factors[f + 4] * b + factors[f + 5] * c;
    }
  }

  /** x <- G^T x. */
  private scaleOut(x: Float64Array): void {
    const { factors } = this;
    for (let k = 0, f = 0; k < x.length; k += 3, f += 6) {
      const a = x[k];
      const b = x[k + 1];
      const c = x[k + 2];
      x[k] = factors[f] * a + factors[f + 1] * b + factors[f + 3] * c;
      x[k + 1] = factors[f + 2] * b + factors[f + 4] * c;
      x[k + 2] = factors[f + 5] * c;
    }
  }

  /** x <- (I + L)^-1 x. */
  private sweepDown(x: Float64Array): void {
    const { scaled } = this;
    const { rowStart, columns } = this.matrix;
    const rows = rowStart.length - 1;
    for (let row = 0; row < rows; row++) {
      const i = 3 * row;
      let x0 = x[i];
      let x1 = x[i + 1];
      let x2 = x[i + 2];
      const end = rowStart[row + 1];
      for (let k = rowStart[row]; k < end; k++) {
        const j = 3 * columns[k];
        const m = 9 * k;
        const a = x[j];
        const b = x[j + 1];
        const c = x[j + 2];
        x0 -= scaled[m] * a + scaled[m + 1] * b + scaled[m + 2] * c;
        x1 -= scaled[m + 3] * a + scaled[m + 4] * b + scaled[m + 5] * c;
        x2 -= scaled[m + 6] * a + scaled[m + 7] * b + scaled[m + 8] * c;
      }
      x[i] = x0;
      x[i + 1] = x1;
      x[i + 2] = x2;
    }
  }

  /** upper = (I + L^T)^-1 direction. */
  private sweepUp(): void {
    const { scaled, upper, direction } = this;
    const { rowStart, columns } = this.matrix;
    upper.set(direction);
    for (let row = rowStart.length - 2; row >= 0; row--) {
      const i = 3 * row;
      const x0 = upper[i];
      const x1 = upper[i + 1];
      const x2 = upper[i + 2];
      const end = rowStart[row + 1];
      for (let k = rowStart[row]; k < end; k++) {
        const j = 3 * columns[k];
        const m = 9 * k;
        upper[j] -= scaled[m] * x0 + scaled[m + 3] * x1 + scaled[m + 6] * x2;
        upper[j + 1] -= scaled[m + 1] * x0 + scaled[m + 4] * x1 + scaled[m + 7] * x2;
        upper[j + 2] -= scaled[m + 2] * x0 + scaled[m + 5] * x1 + scaled[m + 8] * x2;
      }
    }
  }

  /** image = (I + L)^-1 (direction - upper); sums[0] = direction . (image + upper). */
  private sweepImageDown(): void {
    const { scaled, image, upper, direction, sums } = this;
    const { rowStart, columns } = this.matrix;
    const rows = rowStart.length - 1;
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      const i = 3 * row;
      const d0 = direction[i];
      const d1 = direction[i + 1];
      const d2 = direction[i + 2];
      let x0 = d0 - upper[i];
      let x1 = d1 - upper[i + 1];
      let x2 = d2 - upper[i + 2];
      const end = rowStart[row + 1];
      for (let k = rowStart[row]; k < end; k++) {
        const j = 3 * columns[k];
        const m = 9 * k;
        const a = image[j];
        const b = image[j + 1];
        const c = image[j + 2];
        x0 -= scaled[m] * a + scaled[m + 1] * b + scaled[m + 2] * c;
        x1 -= scaled[m + 3] * a + scaled[m + 4] * b + scaled[m + 5] * c;
        x2 -= scaled[m + 6] * a + scaled[m + 7] * b + scaled[m + 8] * c;
      }
      image[i] = x0;
      image[i + 1] = x1;
      image[i + 2] = x2;
      sum += d0 * (x0 + upper[i]) + d1 * (x1 + upper[i + 1]) + d2 * (x2 + upper[i + 2]);
    }
    sums[0] = sum;
  }
}

/** block <- P block, P = I - n n^T (normal), n n^T (line) or 0 (fixed). */
function projectRows(block: Float64Array, m: number, kind: number, n: Float64Array, at: number): void {
  if (kind === Constraint.fixed) {
    block.fill(0, m, m + 9);
    return;
  }
  for (let c = 0; c < 3; c++) {
    const along = n[at] * block[m + c] + n[at + 1] * block[m + 3 + c] + n[at + 2] * block[m + 6 + c];
    for (let r = 0; r < 3; r++) {
      const k = m + 3 * r + c;
      block[k] = kind === Constraint.line ? along * n[at + r] : block[k] - along * n[at + r];
    }
  }
}

/** block <- block P. */
function projectColumns(block: Float64Array, m: number, kind: number, n: Float64Array, at: number): void {
  if (kind === Constraint.fixed) {
    block.fill(0, m, m + 9);
    return;
  }
  for (let r = m; r < m + 9; r += 3) {
    const along = block[r] * n[at] + block[r + 1] * n[at + 1] + block[r + 2] * n[at + 2];
    for (let c = 0; c < 3; c++) {
      block[r + c] = kind === Constraint.line ? along * n[at + c] : block[r + c] - along * n[at + c];
    }
  }
}

/** block += s (I - P). */
function addComplement(block: Float64Array, s: number, kind: number, n: Float64Array, at: number): void {
  for (let r = 0; r < 3; r++) {
    if (kind !== Constraint.normal) block[4 * r] += s;
    if (kind === Constraint.fixed) continue;
    const sign = kind === Constraint.normal ? s : -s;
    for (let c = 0; c < 3; c++) block[3 * r + c] += sign * n[at + r] * n[at + c];
  }
}
