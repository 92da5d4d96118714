import type { TetMesh } from '../geometry/TetMesh.ts';

/** A point counts as inside a tet when no barycentric weight is below this: two neighbours then never both reject it. */
const INSIDE_TOLERANCE = -1e-12;
/** Rounding, in cells, by which a tet's box is widened. */
const CELL_SLACK = 1e-9;
/** Largest number of grid cells; larger meshes get larger cells. */
const MAX_CELLS = 8e6;

/**
 * Finds the tet that contains a point, or the one that needs the least extrapolation, through a uniform grid of the tets'
 * bounding boxes in packed lists.
 */
export class TetLocator {
  /** Barycentric weights of the point in the tet that the last successful search returned. */
  readonly weights = new Float64Array(4);
  private readonly mesh: TetMesh;
  private readonly origin = new Float64Array(3);
  private readonly counts = new Int32Array(3);
  private readonly cell: number;
  /** First entry of each cell's list, -1 for none. */
  private readonly heads: Int32Array;
  /** Two numbers per entry: tet, next entry or -1. */
  private entries = new Int32Array(1 << 12);
  private readonly candidate = new Float64Array(4);
  private readonly bounds = new Int32Array(6);
  private best = -1;
  private bestWeight = -Infinity;

  /**
   * `cell`: side of a grid cell, metres; about half a tet edge is fastest. With `points` (xyz each) only cells within `rings`
   * of one of them get lists: enough for searches of that width at these very points, and much smaller.
   */
  constructor(mesh: TetMesh, cell: number, points?: Float64Array, rings = 0) {
    this.mesh = mesh;
    this.cell = this.layOutGrid(cell);
    const cellCount = this.counts[0] * this.counts[1] * this.counts[2];
    const wanted = points === undefined ? new Uint8Array(cellCount).fill(1) : this.cellsAround(points, rings);
    this.heads = new Int32Array(cellCount).fill(-1);
    this.listTets(wanted);
  }

  /**
   * Returns the tet that contains the point; otherwise, of the tets whose box overlaps the point's cell, the one whose smallest barycentric
   * weight is largest; -1 where there is none. `weights` then contains the barycentric weights.
   */
  find(x: number, y: number, z: number): number {
    this.best = -1;
    this.bestWeight = -Infinity;
    const i = Math.floor((x - this.origin[0]) / this.cell);
    const j = Math.floor((y - this.origin[1]) / this.cell);
    const k = Math.floor((z - this.origin[2]) / this.cell);
    if (this.inGrid(i, j, k)) this.searchCell(this.cellIndex(i, j, k), x, y, z);
    return this.best;
  }

  /**
   * Finds a tet as `find` does, but searches rings of cells of growing radius, at most `widest`, until one has a tet, and one ring more; returns -1 where there is none.
   */
  findNearest(x: number, y: number, z: number, widest = Infinity): number {
    this.best = -1;
    this.bestWeight = -Infinity;
    const [nx, ny, nz] = this.counts;
    const i = clamp(Math.floor((x - this.origin[0]) / this.cell), 0, nx - 1);
    const j = clamp(Math.floor((y - this.origin[1]) / this.cell), 0, ny - 1);
    const k = clamp(Math.floor((z - this.origin[2]) / this.cell), 0, nz - 1);
    let last = Math.min(widest, Math.max(nx, ny, nz));
    for (let ring = 0; ring <= last && this.bestWeight < INSIDE_TOLERANCE; ring++) {
      this.searchRing(i, j, k, ring, x, y, z);
      if (this.best !== -1) last = Math.min(last, ring + 1);
    }
    return this.best;
  }

  private searchRing(i: number, j: number, k: number, ring: number, x: number, y: number, z: number): void {
    const [nx, ny, nz] = this.counts;
    for (let c = Math.max(0, k - ring); c <= Math.min(nz - 1, k + ring); c++) {
      for (let b = Math.max(0, j - ring); b <= Math.min(ny - 1, j + ring); b++) {
        const onShell = Math.abs(c - k) === ring || Math.abs(b - j) === ring;
        const step = onShell || ring === 0 ? 1 : 2 * ring;
        for (let a = i - ring; a <= i + ring; a += step) {
          if (a >= 0 && a < nx) this.searchCell(this.cellIndex(a, b, c), x, y, z);
        }
      }
    }
  }

  private searchCell(index: number, x: number, y: number, z: number): void {
    const candidate = this.candidate;
    for (let at = this.heads[index]; at >= 0; at = this.entries[at + 1]) {
      const tet = this.entries[at];
      if (!barycentricWeights(this.mesh, tet, x, y, z, candidate, this.bestWeight)) continue;
      const least = Math.min(candidate[0], candidate[1], candidate[2], candidate[3]);
      this.best = tet;
      this.bestWeight = least;
      this.weights.set(candidate);
      if (least >= INSIDE_TOLERANCE) return;
    }
  }

  private layOutGrid(wantedCell: number): number {
    const { positions } = this.mesh;
    const max = new Float64Array(3).fill(-Infinity);
    this.origin.fill(Infinity);
    for (let at = 0; at < positions.length; at++) {
      const axis = at % 3;
      if (positions[at] < this.origin[axis]) this.origin[axis] = positions[at];
      if (positions[at] > max[axis]) max[axis] = positions[at];
    }
    let cell = wantedCell;
    const count = (axis: number) => Math.max(1, Math.floor((max[axis] - this.origin[axis]) / cell) + 1);
    while (count(0) * count(1) * count(2) > MAX_CELLS) cell *= 1.5;
    for (let axis = 0; axis < 3; axis++) this.counts[axis] = positions.length === 0 ? 1 : count(axis);
    return cell;
  }

  private cellsAround(points: Float64Array, rings: number): Uint8Array {
    const [nx, ny, nz] = this.counts;
    const wanted = new Uint8Array(nx * ny * nz);
    for (let at = 0; at < points.length; at += 3) {
      const i = clamp(Math.floor((points[at] - this.origin[0]) / this.cell), 0, nx - 1);
      const j = clamp(Math.floor((points[at + 1] - this.origin[1]) / this.cell), 0, ny - 1);
      const k = clamp(Math.floor((points[at + 2] - this.origin[2]) / this.cell), 0, nz - 1);
      for (let c = Math.max(0, k - rings); c <= Math.min(nz - 1, k + rings); c++) {
        for (let b = Math.max(0, j - rings); b <= Math.min(ny - 1, j + rings); b++) {
          const row = nx * (b + ny * c);
          wanted.fill(1, row + Math.max(0, i - rings), row + Math.min(nx, i + rings + 1));
        }
      }
    }
    return wanted;
  }

  /** Enters every tet into the lists of the wanted cells that its box overlaps. */
  private listTets(wanted: Uint8Array): void {
    const { bounds, heads } = this;
    const [nx, ny] = this.counts;
    const tetCount = this.mesh.tets.length / 4;
    let entries = this.entries;
    let next = 0;
    // Backwards, so that each list runs forwards.
    for (let tet = tetCount - 1; tet >= 0; tet--) {
      this.cellBounds(tet);
      for (let k = bounds[2]; k <= bounds[5]; k++) {
        for (let j = bounds[1]; j <= bounds[4]; j++) {
          const row = nx * (j + ny * k);
          for (let index = row + bounds[0]; index <= row + bounds[3]; index++) {
            if (wanted[index] === 0) continue;
            if (next === entries.length) entries = doubled(entries);
            entries[next] = tet;
            entries[next + 1] = heads[index];
            heads[index] = next;
            next += 2;
          }
        }
      }
    }
    this.entries = entries;
  }

  private cellBounds(tet: number): void {
    const { positions, tets } = this.mesh;
    const scale = 1 / this.cell;
    const first = 3 * tets[4 * tet];
    const second = 3 * tets[4 * tet + 1];
    const third = 3 * tets[4 * tet + 2];
    const fourth = 3 * tets[4 * tet + 3];
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[first + axis];
      const b = positions[second + axis];
      const c = positions[third + axis];
      const d = positions[fourth + axis];
      const low = Math.min(a < b ? a : b, c < d ? c : d) - this.origin[axis];
      const high = Math.max(a > b ? a : b, c > d ? c : d) - this.origin[axis];
      this.bounds[axis] = Math.max(0, Math.floor(low * scale - CELL_SLACK));
      this.bounds[3 + axis] = Math.min(this.counts[axis] - 1, Math.floor(high * scale + CELL_SLACK));
    }
  }

  private inGrid(i: number, j: number, k: number): boolean {
    return i >= 0 && j >= 0 && k >= 0 && i < this.counts[0] && j < this.counts[1] && k < this.counts[2];
  }

  private cellIndex(i: number, j: number, k: number): number {
    return i + this.counts[0] * (j + this.counts[1] * k);
  }
}

/**
 * Barycentric weights of a point: `out` sums to 1 and reproduces the point from the tet's corners. False, with `out` unset, for
 * a tet of no positive volume, or when a weight is not greater than `above`.
 */
export function barycentricWeights(
  mesh: TetMesh,
  tet: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  above = -Infinity,
): boolean {
  const { positions, tets } = mesh;
  const p0 = 3 * tets[4 * tet];
  const p1 = 3 * tets[4 * tet + 1];
  const p2 = 3 * tets[4 * tet + 2];
  const p3 = 3 * tets[4 * tet + 3];
  const ox = positions[p0];
  const oy = positions[p0 + 1];
  const oz = positions[p0 + 2];
  const ax = positions[p1] - ox;
  const ay = positions[p1 + 1] - oy;
  const az = positions[p1 + 2] - oz;
  const bx = positions[p2] - ox;
  const by = positions[p2 + 1] - oy;
  const bz = positions[p2 + 2] - oz;
  const cx = positions[p3] - ox;
  const cy = positions[p3 + 1] - oy;
  const cz = positions[p3 + 2] - oz;
  const bcx = by * cz - bz * cy;
  const bcy = bz * cx - bx * cz;
  const bcz = bx * cy - by * cx;
  const volume = ax * bcx + ay * bcy + az * bcz;
  if (!(volume > 0)) return false;
  const rx = x - ox;
  const ry = y - oy;
  const rz = z - oz;
  const scale = 1 / volume;
  const w1 = (rx * bcx + ry * bcy + rz * bcz) * scale;
  if (!(w1 > above)) return false;
  const w2 = (rx * (cy * az - cz * ay) + ry * (cz * ax - cx * az) + rz * (cx * ay - cy * ax)) * scale;
  if (!(w2 > above)) return false;
  const w3 = (rx * (ay * bz - az * by) + ry * (az * bx - ax * bz) + rz * (ax * by - ay * bx)) * scale;
  const w0 = 1 - w1 - w2 - w3;
  if (!(w3 > above && w0 > above)) return false;
  out[0] = w0;
  out[1] = w1;
  out[2] = w2;
  out[3] = w3;
  return true;
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
