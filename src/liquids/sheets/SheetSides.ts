import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';
import { REACH, RADIUS } from '../transport/ParticleDistance.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { PlacedSheets } from './PlacedSheets.ts';
import type { SheetBins } from './SheetBins.ts';

/** Cells around a particle that it reaches. */
const AROUND = 2;
/** Cosine of normals beyond which two mirrors are one. */
const SAME_MIRROR = 0.9;
/** Most mirrors of a cell: one for each of its faces. */
const MIRRORS = 6;
/** Marks of cells that are measured anew, and of those whose particles reach them. */
const MEASURED = 2;
const HEARD = 1;

/**
 * The surface of particles near sheets: a cell hears of particles on its own side alone, and these are mirrored at the sheet as they are at closed sides, so that a level surface stays level up to it and a cell beside it counts as
 * filled. Sides are those of the links between cells; a particle is on that of the centre that it sees from its own cell, or from one beside it.
 */
export class SheetSides {
  private readonly grid: CellGrid;
  private readonly marks: Uint8Array;
  private readonly sums: Float64Array;
  private readonly closedSides: ClosedSides;
  /** Planes, in cells: unit normal, and what its product with their points is. */
  private readonly mirrors = new Float64Array(4 * MIRRORS);
  /** Place of a particle, in cells, each coordinate followed by that of its image; NaN without one. */
  private readonly places = new Float64Array(6);
  /** The particle or image at work, in cells; the cell whose side it is on; and one that it reaches. */
  private readonly point = new Float64Array(3);
  private readonly cell = new Int32Array(3);
  private readonly reached = new Int32Array(3);
  private readonly corners = new Float64Array(9);
  private readonly normal = new Float64Array(3);
  private placed!: PlacedSheets;
  private bins!: SheetBins;

  constructor(grid: CellGrid, closedSides: ClosedSides) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.marks = new Uint8Array(grid.size);
    this.sums = new Float64Array(4 * grid.size);
  }

  /** phi <- distance to the surface at the centres near sheets, m, as `ParticleDistance` measures it; cells within the liquid on both sides keep what they have. */
  measure(
    placed: PlacedSheets,
    bins: SheetBins,
    { positions, count }: LiquidParticles,
    phi: Float64Array,
    box: CellBox,
  ): void {
    const { grid, marks, sums } = this;
    const { h } = grid;
    this.placed = placed;
    this.bins = bins;
    this.mark();
    for (let p = 0; p < count; p++) this.tell(positions, 3 * p);
    box.forEachRow((begin, end) => {
      for (let c = begin; c < end; c++) {
        if (marks[c] !== MEASURED || phi[c] === -RADIUS * h) continue;
        const w = sums[4 * c];
        const x = sums[4 * c + 1];
        const y = sums[4 * c + 2];
        const z = sums[4 * c + 3];
        phi[c] = w > 0 ? h * (Math.sqrt(x * x + y * y + z * z) / w - RADIUS) : h * REACH;
      }
    });
  }

  /** Marks the cells around those that sheets pass, and clears their sums. */
  private mark(): void {
    const { grid, marks, sums, bins } = this;
    marks.fill(0);
    grid.forEach((c, i, j, k) => {
      if (!bins.isPassed(c)) return;
      this.markAround(i, j, k, 2 * AROUND, HEARD);
    });
    grid.forEach((c, i, j, k) => {
      if (bins.isPassed(c)) this.markAround(i, j, k, AROUND, MEASURED);
    });
    for (let c = 0; c < marks.length; c++) if (marks[c] === MEASURED) sums.fill(0, 4 * c, 4 * c + 4);
  }

  private markAround(i: number, j: number, k: number, reach: number, mark: number): void {
    const { grid, marks } = this;
    const [nx, ny, nz] = grid.counts;
    for (let r = Math.max(0, k - reach); r <= Math.min(nz - 1, k + reach); r++) {
      for (let q = Math.max(0, j - reach); q <= Math.min(ny - 1, j + reach); q++) {
        const row = grid.index(0, q, r);
        for (let c = row + Math.max(0, i - reach); c <= row + Math.min(nx - 1, i + reach); c++) marks[c] = mark;
      }
    }
  }

  /** Adds a particle, and its images at closed sides and behind the sheets beside it, to what the cells on its side hear. */
  private tell(positions: Float64Array, at: number): void {
    const { grid, cell, point, marks, places } = this;
    for (let axis = 0; axis < 3; axis++) {
      const last = grid.counts[axis];
      const x = (positions[at + axis] - grid.origin[axis]) / grid.h;
      const [low, high] = this.closedSides[axis];
      cell[axis] = Math.min(Math.max(Math.floor(x), 0), last - 1);
      places[2 * axis] = x;
      places[2 * axis + 1] = low && x < REACH ? -x : high && x > last - REACH ? 2 * last - x : NaN;
    }
    const own = grid.index(cell[0], cell[1], cell[2]);
    if (marks[own] === 0) return;
    this.sideOf(own);
    if (cell[0] < 0) return;
    const count = this.findMirrors(grid.index(cell[0], cell[1], cell[2]));
    for (let image = 0; image < 8; image++) {
      for (let m = -1; m < count; m++) {
        for (let axis = 0; axis < 3; axis++) point[axis] = places[2 * axis + ((image >> axis) & 1)];
        if (Number.isNaN(point[0] + point[1] + point[2])) break;
        if (m >= 0) this.mirror(4 * m);
        this.addAround();
      }
    }
  }

  /** `cell` <- the one whose centre a particle in the cell `own` sees: its own, or else one beside it; -1 where it sees none. */
  private sideOf(own: number): void {
    const { grid, cell, places } = this;
    if (!this.bins.isPassed(own) || this.sees(own, own)) return;
    let best = Infinity;
    let axisOf = -1;
    let sideOf = 0;
    for (let axis = 0; axis < 3; axis++) {
      for (let side = -1; side <= 1; side += 2) {
        const there = cell[axis] + side;
        if (there < 0 || there >= grid.counts[axis]) continue;
        const away = Math.abs(places[2 * axis] - there - 0.5);
        if (away >= best) continue;
        cell[axis] += side;
        if (this.sees(own, own + side * grid.strides[axis])) {
          best = away;
          axisOf = axis;
          sideOf = side;
        }
        cell[axis] -= side;
      }
    }
    if (axisOf < 0) cell[0] = -1;
    else cell[axisOf] += sideOf;
  }

  /** Whether no triangle of the cells `own` and `other` lies between a particle in the former and the centre of `cell`. */
  private sees(own: number, other: number): boolean {
    const { bins } = this;
    for (let n = bins.start[own]; n < bins.start[own + 1]; n++) if (this.isBetween(3 * bins.members[n])) return false;
    if (other === own) return true;
    for (let n = bins.start[other]; n < bins.start[other + 1]; n++) {
      if (this.isBetween(3 * bins.members[n])) return false;
    }
    return true;
  }

  /** Whether a triangle crosses the way from the particle to the centre of `cell`: by the signs of volumes. */
  private isBetween(t: number): boolean {
    const { grid, cell, places, corners } = this;
    const { positions, triangles } = this.placed;
    for (let k = 0; k < 3; k++) {
      for (let axis = 0; axis < 3; axis++) {
        corners[3 * k + axis] =
          (positions[3 * triangles[t + k] + axis] - grid.origin[axis]) / grid.h - places[2 * axis];
      }
    }
    const dx = cell[0] + 0.5 - places[0];
    const dy = cell[1] + 0.5 - places[2];
    const dz = cell[2] + 0.5 - places[4];
    let [positive, negative] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const a = 3 * k;
      const b = 3 * ((k + 1) % 3);
      const volume =
        dx * (corners[a + 1] * corners[b + 2] - corners[a + 2] * corners[b + 1]) +
        dy * (corners[a + 2] * corners[b] - corners[a] * corners[b + 2]) +
        dz * (corners[a] * corners[b + 1] - corners[a + 1] * corners[b]);
      if (volume >= 0) positive++;
      if (volume <= 0) negative++;
    }
    if (positive < 3 && negative < 3) return false;
    this.findNormal();
    const { normal } = this;
    const before = corners[0] * normal[0] + corners[1] * normal[1] + corners[2] * normal[2];
    const way = dx * normal[0] + dy * normal[1] + dz * normal[2];
    return way !== 0 && before / way > 0 && before / way < 1;
  }

  /** `normal` <- of the triangle in `corners`, not of unit length. */
  private findNormal(): void {
    const { corners: c, normal } = this;
    const [ex, ey, ez] = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
    const [fx, fy, fz] = [c[6] - c[0], c[7] - c[1], c[8] - c[2]];
    normal[0] = ey * fz - ez * fy;
    normal[1] = ez * fx - ex * fz;
    normal[2] = ex * fy - ey * fx;
  }

  /** Finds the planes of the triangles that close the faces of a cell; returns how many. */
  private findMirrors(home: number): number {
    const { grid, mirrors, normal, corners } = this;
    const { links, positions, triangles, firstTriangles } = this.placed;
    let count = 0;
    for (let face = 0; face < 6; face++) {
      const axis = face >> 1;
      const isHigh = (face & 1) === 1;
      const n = links.at(axis, isHigh ? home + grid.strides[axis] : home);
      if (n < 0) continue;
      // From behind the face the crossing is seen as `HIGH`.
      const half = 2 * n + (isHigh ? 0 : 1);
      const t = 3 * (firstTriangles[links.sheets[half]] + links.triangles[half]);
      for (let k = 0; k < 9; k++) {
        const axisOf = k % 3;
        const at = 3 * triangles[t + Math.floor(k / 3)] + axisOf;
        corners[k] = (positions[at] - grid.origin[axisOf]) / grid.h;
      }
      this.findNormal();
      const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
      if (!(length > 0)) continue;
      for (let k = 0; k < 3; k++) mirrors[4 * count + k] = normal[k] / length;
      mirrors[4 * count + 3] = (normal[0] * corners[0] + normal[1] * corners[1] + normal[2] * corners[2]) / length;
      if (!this.hasMirror(count)) count++;
    }
    return count;
  }

  /** Whether one of the mirrors before the one numbered `count` is nearly the same. */
  private hasMirror(count: number): boolean {
    const { mirrors: m } = this;
    for (let at = 0; at < 4 * count; at += 4) {
      const n = 4 * count;
      if (Math.abs(m[at] * m[n] + m[at + 1] * m[n + 1] + m[at + 2] * m[n + 2]) > SAME_MIRROR) return true;
    }
    return false;
  }

  /** Mirrors `point` at the plane whose four numbers are at `at`. */
  private mirror(at: number): void {
    const { mirrors, point } = this;
    const height = mirrors[at] * point[0] + mirrors[at + 1] * point[1] + mirrors[at + 2] * point[2] - mirrors[at + 3];
    for (let axis = 0; axis < 3; axis++) point[axis] -= 2 * height * mirrors[at + axis];
  }

  /** Adds `point` to the cells that it reaches on the side of `cell`. */
  private addAround(): void {
    const { grid, cell, point, marks, sums, reached } = this;
    for (let k = Math.max(0, cell[2] - AROUND); k <= Math.min(grid.counts[2] - 1, cell[2] + AROUND); k++) {
      const dz = point[2] - k - 0.5;
      for (let j = Math.max(0, cell[1] - AROUND); j <= Math.min(grid.counts[1] - 1, cell[1] + AROUND); j++) {
        const dy = point[1] - j - 0.5;
        for (let i = Math.max(0, cell[0] - AROUND); i <= Math.min(grid.counts[0] - 1, cell[0] + AROUND); i++) {
          const dx = point[0] - i - 0.5;
          const left = 1 - (dx * dx + dy * dy + dz * dz) / (REACH * REACH);
          if (left <= 0) continue;
          const c = grid.index(i, j, k);
          if (marks[c] !== MEASURED) continue;
          reached[0] = i;
          reached[1] = j;
          reached[2] = k;
          if (!this.isOnSide()) continue;
          const w = left * left * left;
          sums[4 * c] += w;
          sums[4 * c + 1] += w * dx;
          sums[4 * c + 2] += w * dy;
          sums[4 * c + 3] += w * dz;
        }
      }
    }
  }

  /** Whether open faces lead from `cell` to `reached` along the axes, in one order of these. */
  private isOnSide(): boolean {
    for (let first = 0; first < 3; first++) {
      for (let turn = 1; turn <= 2; turn++) {
        const second = (first + turn) % 3;
        if (this.leads(first, second, 3 - first - second)) return true;
      }
    }
    return false;
  }

  private leads(first: number, second: number, third: number): boolean {
    const { grid, cell, reached } = this;
    const { links } = this.placed;
    let c = grid.index(cell[0], cell[1], cell[2]);
    for (let n = 0; n < 3; n++) {
      const axis = n === 0 ? first : n === 1 ? second : third;
      const stride = grid.strides[axis];
      for (let left = reached[axis] - cell[axis]; left !== 0; left -= Math.sign(left)) {
        if (links.isClosed(axis, left > 0 ? c + stride : c)) return false;
        c += left > 0 ? stride : -stride;
      }
    }
    return true;
  }
}
