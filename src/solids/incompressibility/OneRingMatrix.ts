import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { OneRings } from './OneRings.ts';

/** Sixth of a parallelepiped, and the quarter of it that each corner gets. */
const SIXTH = 1 / 6;
const QUARTER = 1 / 4;

/**
 * Volumes V_i of the one-rings and their gradients B_ik = dV_i / dx_k (Irving 2007, 4.3; there div = B and grad = -B^T), with
 * B_ik = 1/4 sum over tetrahedra t at both i and k of dV_t / dx_k, where dV_t / dx_k is minus a third of the outward area
 * vector opposite k. B v is the rate of V, B^T p the force of the pressures p, positive where they push out. Of a shell V are areas, m2, of which each
 * triangle gives its corners a third, and p tensions, N/m, negative where they pull it together; read m for m2 there, and m2 for m3.
 */
export class OneRingMatrix {
  readonly rings: OneRings;
  /** dV_t / dx of the four corners of each tetrahedron, m2, at the positions of the last `update`; 12 numbers each. */
  readonly gradients: Float64Array;
  /** B_ik at entry (i, k), and B_ki, m2: 3 numbers each. */
  private readonly rates: Float64Array;
  private readonly pushes: Float64Array;
  /** S_ik at entry (i, k), m4/kg. */
  private readonly bonds: Float64Array;
  private readonly weights: Float64Array;
  /** Fraction of a cell that each corner gets. */
  private readonly share: number;

  /** `weights`: those of the cells in the smoothing S of pressures, 1/kg (`PressureSystem`). */
  constructor(rings: OneRings, weights: Float64Array) {
    this.rings = rings;
    this.weights = weights;
    this.share = 1 / rings.cornerCount;
    this.bonds = new Float64Array(rings.columns.length);
    this.gradients = new Float64Array(3 * rings.cells.length);
    this.rates = new Float64Array(3 * rings.columns.length);
    this.pushes = new Float64Array(3 * rings.columns.length);
  }

  /** B and S at the positions, m. */
  update(positions: Float64Array): void {
    const { cells, cornerCount } = this.rings;
    const { rates, pushes } = this;
    rates.fill(0);
    pushes.fill(0);
    this.bonds.fill(0);
    for (let cell = 0; cell < cells.length; cell += cornerCount) {
      if (cornerCount === 3) this.findAreaGradients(positions, cell);
      else this.findGradients(positions, cell);
      this.spreadGradients(cell);
      this.spreadBonds(cell);
    }
  }

  private findGradients(x: Float64Array, cell: number): void {
    const { cells } = this.rings;
    const { gradients } = this;
    const at = 3 * cell;
    const o = 3 * cells[cell];
    const p = 3 * cells[cell + 1];
    const q = 3 * cells[cell + 2];
    const r = 3 * cells[cell + 3];
    const ax = SIXTH * (x[p] - x[o]);
    const ay = SIXTH * (x[p + 1] - x[o + 1]);
    const az = SIXTH * (x[p + 2] - x[o + 2]);
    const bx = x[q] - x[o];
    const by = x[q + 1] - x[o + 1];
    const bz = x[q + 2] - x[o + 2];
    const cx = x[r] - x[o];
    const cy = x[r + 1] - x[o + 1];
    const cz = x[r + 2] - x[o + 2];
    const g1x = SIXTH * (by * cz - bz * cy);
    const g1y = SIXTH * (bz * cx - bx * cz);
    const g1z = SIXTH * (bx * cy - by * cx);
    const g2x = cy * az - cz * ay;
    const g2y = cz * ax - cx * az;
    const g2z = cx * ay - cy * ax;
    const g3x = ay * bz - az * by;
    const g3y = az * bx - ax * bz;
    const g3z = ax * by - ay * bx;
    gradients[at] = -(g1x + g2x + g3x);
    gradients[at + 1] = -(g1y + g2y + g3y);
    gradients[at + 2] = -(g1z + g2z + g3z);
    gradients[at + 3] = g1x;
    gradients[at + 4] = g1y;
    gradients[at + 5] = g1z;
    gradients[at + 6] = g2x;
    gradients[at + 7] = g2y;
    gradients[at + 8] = g2z;
    gradients[at + 9] = g3x;
    gradients[at + 10] = g3y;
    gradients[at + 11] = g3z;
  }

  /** dA/dx of the corners of a triangle, m: half of n x (the opposite edge); 0 where it has no area. */
  private findAreaGradients(x: Float64Array, cell: number): void {
    const { cells } = this.rings;
    const { gradients } = this;
    for (let corner = 0; corner < 3; corner++) {
      const o = 3 * cells[cell + corner];
      const p = 3 * cells[cell + ((corner + 1) % 3)];
      const q = 3 * cells[cell + ((corner + 2) % 3)];
      const ex = x[q] - x[p];
      const ey = x[q + 1] - x[p + 1];
      const ez = x[q + 2] - x[p + 2];
      const ax = x[o] - x[p];
      const ay = x[o + 1] - x[p + 1];
      const az = x[o + 2] - x[p + 2];
      const nx = ey * az - ez * ay;
      const ny = ez * ax - ex * az;
      const nz = ex * ay - ey * ax;
      const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const half = size > 0 ? 0.5 / size : 0;
      const at = 3 * (cell + corner);
      gradients[at] = half * (ny * ez - nz * ey);
      gradients[at + 1] = half * (nz * ex - nx * ez);
      gradients[at + 2] = half * (nx * ey - ny * ex);
    }
  }

  private spreadGradients(cell: number): void {
    const { gradients, rates, pushes, share } = this;
    const { cellEntries, cornerCount } = this.rings;
    for (let i = 0; i < cornerCount; i++) {
      const own = 3 * (cell + i);
      const x = share * gradients[own];
      const y = share * gradients[own + 1];
      const z = share * gradients[own + 2];
      for (let k = 0; k < cornerCount; k++) {
        const push = 3 * cellEntries[cornerCount * (cell + i) + k];
        const rate = 3 * cellEntries[cornerCount * (cell + k) + i];
        pushes[push] += x;
        pushes[push + 1] += y;
        pushes[push + 2] += z;
        rates[rate] += x;
        rates[rate + 1] += y;
        rates[rate + 2] += z;
      }
    }
  }

  private spreadBonds(cell: number): void {
    const { gradients: g, bonds, share } = this;
    const { cellEntries, cornerCount } = this.rings;
    const weight = share * share * this.weights[cell / cornerCount];
    const first = 3 * cell;
    const end = first + 3 * cornerCount;
    for (let i = first, entry = cornerCount * cell; i < end; i += 3) {
      for (let k = first; k < end; k += 3, entry++) {
        bonds[cellEntries[entry]] += weight * (g[i] * g[k] + g[i + 1] * g[k + 1] + g[i + 2] * g[k + 2]);
      }
    }
  }

  /** out = S p. */
  smooth(p: Float64Array, out: Float64Array): void {
    const { bonds } = this;
    const { rowStart, columns } = this.rings;
    for (let i = 0; i < out.length; i++) {
      let sum = 0;
      const end = rowStart[i + 1];
      for (let e = rowStart[i]; e < end; e++) sum += bonds[e] * p[columns[e]];
      out[i] = sum;
    }
  }

  /** out = B v. */
  multiplyRates(v: Float64Array, out: Float64Array): void {
    const { rates } = this;
    const { rowStart, columns } = this.rings;
    for (let i = 0; i < out.length; i++) {
      let sum = 0;
      const end = rowStart[i + 1];
      for (let e = rowStart[i]; e < end; e++) {
        const k = 3 * columns[e];
        sum += rates[3 * e] * v[k] + rates[3 * e + 1] * v[k + 1] + rates[3 * e + 2] * v[k + 2];
      }
      out[i] = sum;
    }
  }

  /** out = B^T p. */
  multiplyPushes(p: Float64Array, out: Float64Array): void {
    const { pushes } = this;
    const { rowStart, columns } = this.rings;
    for (let k = 0; k < p.length; k++) {
      let x = 0;
      let y = 0;
      let z = 0;
      const end = rowStart[k + 1];
      for (let e = rowStart[k]; e < end; e++) {
        const pressure = p[columns[e]];
        x += pushes[3 * e] * pressure;
        y += pushes[3 * e + 1] * pressure;
        z += pushes[3 * e + 2] * pressure;
      }
      out[3 * k] = x;
      out[3 * k + 1] = y;
      out[3 * k + 2] = z;
    }
  }

  /** out = the diagonal of B P M^-1 B^T + S, m4/kg, with the projections P of `constraints` if any; `inverseMasses` 1/kg. */
  diagonal(inverseMasses: Float64Array, constraints: VelocityConstraints | undefined, out: Float64Array): void {
    const { rates, bonds } = this;
    const { rowStart, columns } = this.rings;
    for (let i = 0; i < out.length; i++) {
      let sum = 0;
      const end = rowStart[i + 1];
      for (let e = rowStart[i]; e < end; e++) {
        const k = columns[e];
        if (k === i) sum += bonds[e];
        const kind = constraints?.kinds[k] ?? Constraint.free;
        if (kind === Constraint.fixed) continue;
        const x = rates[3 * e];
        const y = rates[3 * e + 1];
        const z = rates[3 * e + 2];
        let square = x * x + y * y + z * z;
        if (constraints !== undefined && kind !== Constraint.free) {
          const { normals } = constraints;
          const along = x * normals[3 * k] + y * normals[3 * k + 1] + z * normals[3 * k + 2];
          square = kind === Constraint.normal ? square - along * along : along * along;
        }
        sum += inverseMasses[k] * square;
      }
      out[i] = sum;
    }
  }

  /**
   * out = B^T p by cells at the positions of the last `update`: each pushes its corners with the mean of its pressures, so that
   * forces and torques add up to rounding.
   */
  forces(p: Float64Array, out: Float64Array): void {
    const { gradients, share } = this;
    const { cells, cornerCount } = this.rings;
    out.fill(0);
    for (let cell = 0; cell < cells.length; cell += cornerCount) {
      let sum = 0;
      for (let corner = cell; corner < cell + cornerCount; corner++) sum += p[cells[corner]];
      const mean = share * sum;
      for (let corner = cell; corner < cell + cornerCount; corner++) {
        const k = 3 * cells[corner];
        out[k] += mean * gradients[3 * corner];
        out[k + 1] += mean * gradients[3 * corner + 1];
        out[k + 2] += mean * gradients[3 * corner + 2];
      }
    }
  }
}

/** out = volumes of the one-rings at the positions, m3, inverted tetrahedra count negative; areas of those of a shell, m2. */
export function ringVolumes({ cells, cornerCount }: OneRings, x: Float64Array, out: Float64Array): void {
  out.fill(0);
  if (cornerCount === 3) return addAreas(cells, x, out);
  for (let cell = 0; cell < cells.length; cell += 4) {
    const o = 3 * cells[cell];
    const p = 3 * cells[cell + 1];
    const q = 3 * cells[cell + 2];
    const r = 3 * cells[cell + 3];
    const ax = x[p] - x[o];
    const ay = x[p + 1] - x[o + 1];
    const az = x[p + 2] - x[o + 2];
    const bx = x[q] - x[o];
    const by = x[q + 1] - x[o + 1];
    const bz = x[q + 2] - x[o + 2];
    const cx = x[r] - x[o];
    const cy = x[r + 1] - x[o + 1];
    const cz = x[r + 2] - x[o + 2];
    const share = QUARTER * SIXTH * (cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx));
    for (let corner = cell; corner < cell + 4; corner++) out[cells[corner]] += share;
  }
}

/** out += a third of the area of each triangle at its corners. */
function addAreas(cells: Uint32Array, x: Float64Array, out: Float64Array): void {
  for (let cell = 0; cell < cells.length; cell += 3) {
    const o = 3 * cells[cell];
    const p = 3 * cells[cell + 1];
    const q = 3 * cells[cell + 2];
    const ax = x[p] - x[o];
    const ay = x[p + 1] - x[o + 1];
    const az = x[p + 2] - x[o + 2];
    const bx = x[q] - x[o];
    const by = x[q + 1] - x[o + 1];
    const bz = x[q + 2] - x[o + 2];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const share = SIXTH * Math.sqrt(nx * nx + ny * ny + nz * nz);
    for (let corner = cell; corner < cell + 3; corner++) out[cells[corner]] += share;
  }
}
