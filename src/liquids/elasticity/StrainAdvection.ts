import type { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { writeVelocity } from '../transport/moveParticles.ts';
import { type LiquidShares, PLANES } from '../viscosity/LiquidShares.ts';
import { forEachRowOfSites, meanOfFour, sharesOfSites, type StaggeredTensor, staggeredTensor } from './StrainSites.ts';

/** Least sum of trilinear weights of sites in the liquid that a strain is taken from. */
const LEAST_WEIGHT = 1e-6;

/**
 * Moves a strain with the liquid: it turns by R e R^T, R the rotation of the liquid in the substep where it starts from (Irving 2007, 6.1), and is then
 * traced back by the midpoint rule. Interpolation is linear, and only between sites in the liquid.
 */
export class StrainAdvection {
  private readonly grid: CellGrid;
  private readonly shares: LiquidShares;
  private readonly turned: StaggeredTensor;
  private readonly tensor = new Float64Array(9);
  private readonly angle = new Float64Array(3);
  private readonly rotation = new Float64Array(9);
  private readonly point = new Float64Array(3);
  private readonly middle = new Float64Array(3);
  private readonly u = new Float64Array(3);

  constructor(grid: CellGrid, shares: LiquidShares) {
    this.grid = grid;
    this.shares = shares;
    this.turned = staggeredTensor(grid);
  }

  /**
   * Moves `strain` by `dt`, s, in a velocity that goes on around the liquid where `valid` is not 0.
   * @param spin half the curl of the velocity at edges, 1/s.
   */
  apply(
    strain: StaggeredTensor,
    spin: FaceArrays,
    velocity: FaceArrays,
    valid: readonly Uint8Array[],
    dt: number,
    box: CellBox,
  ): void {
    this.turnCentres(strain, spin, dt, box);
    for (let r = 0; r < 3; r++) this.turnEdges(r, strain, spin, dt, box);
    this.trace(undefined, strain.centres, velocity, valid[0], dt, box);
    for (let r = 0; r < 3; r++) this.trace(r, strain.edges, velocity, valid[PLANES[r][0]], dt, box);
  }

  private turnCentres(strain: StaggeredTensor, spin: FaceArrays, dt: number, box: CellBox): void {
    const { centres, edges } = this.shares;
    const { strides } = this.grid;
    const { tensor, angle, turned } = this;
    forEachRowOfSites(box, undefined, (begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(centres[c] > 0)) continue;
        for (let r = 0; r < 3; r++) {
          const p = (r + 1) % 3;
          const q = (r + 2) % 3;
          angle[r] = dt * meanOfFour(spin[r], edges[r], c, strides[p], strides[q]);
          tensor[4 * r] = strain.centres[r][c];
          tensor[3 * p + q] = meanOfFour(strain.edges[r], edges[r], c, strides[p], strides[q]);
          tensor[3 * q + p] = tensor[3 * p + q];
        }
        this.findRotation();
        for (let r = 0; r < 3; r++) turned.centres[r][c] = this.turnedComponent(r, r);
      }
    });
  }

  private turnEdges(r: number, strain: StaggeredTensor, spin: FaceArrays, dt: number, box: CellBox): void {
    const { centres, edges } = this.shares;
    const { tensor, angle, turned } = this;
    const [p, q] = PLANES[r];
    const { strides } = this.grid;
    const [sp, sq, sr] = [strides[p], strides[q], strides[r]];
    const put = (a: number, b: number, value: number) => {
      tensor[3 * a + b] = value;
      tensor[3 * b + a] = value;
    };
    forEachRowOfSites(box, r, (begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(edges[r][c] > 0)) continue;
        for (let a = 0; a < 3; a++) tensor[4 * a] = meanOfFour(strain.centres[a], centres, c, -sp, -sq);
        put(p, q, strain.edges[r][c]);
        // Edges along p and q around the middle of this one.
        put(q, r, meanOfFour(strain.edges[p], edges[p], c, -sp, sr));
        put(r, p, meanOfFour(strain.edges[q], edges[q], c, -sq, sr));
        angle[r] = dt * spin[r][c];
        angle[p] = dt * meanOfFour(spin[p], edges[p], c, -sp, sr);
        angle[q] = dt * meanOfFour(spin[q], edges[q], c, -sq, sr);
        this.findRotation();
        turned.edges[r][c] = this.turnedComponent(p, q);
      }
    });
  }

  /** Computes the rotation by `angle`, a vector (Rodrigues). */
  private findRotation(): void {
    const { angle, rotation: m } = this;
    const x = angle[0];
    const y = angle[1];
    const z = angle[2];
    const size = hypot3(x, y, z);
    const s = size > 0 ? Math.sin(size) / size : 1;
    const half = size > 0 ? Math.sin(size / 2) / size : 0.5;
    const versine = 2 * half * half;
    m[0] = 1 - versine * (y * y + z * z);
    m[1] = versine * x * y - s * z;
    m[2] = versine * x * z + s * y;
    m[3] = versine * x * y + s * z;
    m[4] = 1 - versine * (x * x + z * z);
    m[5] = versine * y * z - s * x;
    m[6] = versine * x * z - s * y;
    m[7] = versine * y * z + s * x;
    m[8] = 1 - versine * (x * x + y * y);
  }

  /** Returns a component of R e R^T. */
  private turnedComponent(a: number, b: number): number {
    const { rotation: m, tensor: e } = this;
    let sum = 0;
    for (let i = 0; i < 3; i++) {
      const row = e[3 * i] * m[3 * b] + e[3 * i + 1] * m[3 * b + 1] + e[3 * i + 2] * m[3 * b + 2];
      sum += m[3 * a + i] * row;
    }
    return sum;
  }

  /** Takes the strain of the edges along `r`, or of centres, from where they were; 0 where there was no liquid. */
  private trace(
    r: number | undefined,
    out: FaceArrays,
    velocity: FaceArrays,
    valid: Uint8Array,
    dt: number,
    box: CellBox,
  ): void {
    const { grid, point } = this;
    forEachRowOfSites(box, r, (begin, end, i, j, k) => {
      for (let c = begin; c < end; c++) {
        if (valid[c] === 0) {
          if (r !== undefined) out[r][c] = 0;
          else for (const values of out) values[c] = 0;
          continue;
        }
        point[0] = grid.origin[0] + (i + c - begin + offset(0, r)) * grid.h;
        point[1] = grid.origin[1] + (j + offset(1, r)) * grid.h;
        point[2] = grid.origin[2] + (k + offset(2, r)) * grid.h;
        this.goBack(velocity, dt);
        this.sample(r, out, c);
      }
    });
  }

  private goBack(velocity: FaceArrays, dt: number): void {
    const { grid, point, middle, u } = this;
    writeVelocity(grid, velocity, point, 0, u);
    for (let a = 0; a < 3; a++) middle[a] = point[a] - (dt / 2) * u[a];
    writeVelocity(grid, velocity, middle, 0, u);
    for (let a = 0; a < 3; a++) point[a] -= dt * u[a];
  }

  /** The value at c becomes that of the turned strain at `point`. */
  private sample(r: number | undefined, out: FaceArrays, c: number): void {
    const { grid, point, turned } = this;
    const shares = sharesOfSites(this.shares, r);
    const [, sy, sz] = grid.strides;
    const x = placeOf(grid, point, 0, r);
    const y = placeOf(grid, point, 1, r);
    const z = placeOf(grid, point, 2, r);
    const i = Math.floor(x);
    const j = Math.floor(y);
    const k = Math.floor(z);
    const first = i + j * sy + k * sz;
    let sum = 0;
    let e0 = 0;
    let e1 = 0;
    let e2 = 0;
    for (let corner = 0; corner < 8; corner++) {
      const a = corner & 1;
      const b = (corner >> 1) & 1;
      const d = corner >> 2;
      const n = first + a + b * sy + d * sz;
      if (!(shares[n] > 0)) continue;
      const weight = (a === 1 ? x - i : 1 + i - x) * (b === 1 ? y - j : 1 + j - y) * (d === 1 ? z - k : 1 + k - z);
      sum += weight;
      if (r !== undefined) {
        e0 += weight * turned.edges[r][n];
        continue;
      }
      e0 += weight * turned.centres[0][n];
      e1 += weight * turned.centres[1][n];
      e2 += weight * turned.centres[2][n];
    }
    const scale = sum > LEAST_WEIGHT ? 1 / sum : 0;
    if (r !== undefined) {
      out[r][c] = scale * e0;
      return;
    }
    out[0][c] = scale * e0;
    out[1][c] = scale * e1;
    out[2][c] = scale * e2;
  }
}

/** Place of a site in its cell along an axis, in cells: edges along `r` begin at its low side across them. */
function offset(axis: number, r: number | undefined): number {
  return r === undefined || r === axis ? 0.5 : 0;
}

/** Place of a point along an axis among sites, in cells, as indices count. */
function placeOf(grid: CellGrid, point: Float64Array, axis: number, r: number | undefined): number {
  const place = (point[axis] - grid.origin[axis]) / grid.h + 1 - offset(axis, r);
  return Math.min(Math.max(place, 0), grid.counts[axis] + 0.999999);
}
