import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import { addComplement, projectColumns, projectRows } from './projectedBlocks.ts';
import type { SymmetricBlocks } from './SymmetricBlocks.ts';

/**
 * M + h S with constraints in it, P A P + (I - P), scaled to G A G^T = I + L + L^T: D = G^-1 G^-T are its diagonal blocks, factored block row by
 * block row, so that each inverse is filtered on both sides. L is float32, which bounds the speed of the sweeps. Allocates nothing.
 */
export class ScaledBlocks {
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
  private readonly block = new Float64Array(9);
  /** The number along the constrained directions of `block`. */
  private readonly fill = new Float64Array(1);

  constructor(matrix: SymmetricBlocks, masses: Float64Array) {
    this.matrix = matrix;
    this.masses = masses;
    this.scaled = new Float32Array(matrix.lower.length);
    this.factors = new Float64Array(6 * masses.length);
    this.kinds = new Uint8Array(masses.length);
    this.normals = new Float64Array(3 * masses.length);
    this.changed = new Uint8Array(masses.length);
  }

  /** Says that the matrix has new numbers. */
  renew(): void {
    this.isFactored = false;
  }

  /** Factors what is new: everything with a new matrix, else what vertices with other constraints than in the last solve touch. */
  factor(h: number, constraints: VelocityConstraints): void {
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

  /** x <- G x. */
  scaleIn(x: Float64Array): void {
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
  scaleOut(x: Float64Array): void {
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
  sweepDown(x: Float64Array): void {
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

  /** x <- (I + L^T)^-1 x. */
  sweepUp(x: Float64Array): void {
    const { scaled } = this;
    const { rowStart, columns } = this.matrix;
    for (let row = rowStart.length - 2; row >= 0; row--) {
      const i = 3 * row;
      const x0 = x[i];
      const x1 = x[i + 1];
      const x2 = x[i + 2];
      const end = rowStart[row + 1];
      for (let k = rowStart[row]; k < end; k++) {
        const j = 3 * columns[k];
        const m = 9 * k;
        x[j] -= scaled[m] * x0 + scaled[m + 3] * x1 + scaled[m + 6] * x2;
        x[j + 1] -= scaled[m + 1] * x0 + scaled[m + 4] * x1 + scaled[m + 7] * x2;
        x[j + 2] -= scaled[m + 2] * x0 + scaled[m + 5] * x1 + scaled[m + 8] * x2;
      }
    }
  }

  /** Cholesky factors of the projected diagonal blocks, inverted. */
  private factorDiagonal(h: number, { kinds, normals }: VelocityConstraints): void {
    const { masses, factors, block, fill, changed } = this;
    const { diagonal } = this.matrix;
    for (let v = 0; v < masses.length; v++) {
      if (changed[v] === 0) continue;
      for (let k = 0; k < 9; k++) block[k] = h * diagonal[9 * v + k];
      block[0] += masses[v];
      block[4] += masses[v];
      block[8] += masses[v];
      if (kinds[v] !== Constraint.free) {
        fill[0] = (block[0] + block[4] + block[8]) / 3;
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
}
