import type { BodyPairs } from './ContactSurface.ts';
import type { ContactTopology } from './ContactTopology.ts';
import { FlatStars } from './FlatStars.ts';
import { IntList } from './IntList.ts';
import type { KernelPairs } from './KernelPairs.ts';
import { pathsPart } from './Paths.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';
import { SweptBoxes } from './SweptBoxes.ts';
import { collectTrianglePairs } from './trianglePairs.ts';

/** Four points count as coplanar where their volume is below this fraction of the cube of their extent; coplanar triangles do not intersect. */
const COPLANAR = 1e-11;

/** Finds the pairs of triangles of a surface that intersect: an edge of one passes through the interior of the other. */
export class IntersectionCheck {
  private readonly boxes: SweptBoxes;
  /** Flat stars of the reference, which kernels find by themselves: without it where there are these. */
  private readonly stars: FlatStars | undefined;
  /** Zero displacements. */
  private readonly still: Float64Array;
  private readonly pairs = new IntList();
  private readonly stack = new IntList();
  private readonly points = new Float64Array(18);

  constructor(
    private readonly topology: ContactTopology,
    private readonly trees: SurfaceTrees,
    owners: Int32Array,
    private readonly kernelPairs?: KernelPairs,
  ) {
    this.boxes = new SweptBoxes(topology, trees, owners.length);
    if (kernelPairs === undefined) this.stars = new FlatStars(topology, trees, owners);
    this.still = new Float64Array(3 * owners.length);
  }

  /** Returns pairs of triangle numbers, of enabled pairs of bodies only; triangles that share an edge are excluded. */
  find(positions: Float64Array, bodies: BodyPairs): Int32Array {
    const largest = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const pads = new Float64Array(positions.length / 3).fill(largest * 2 ** -22);
    const paths = { starts: positions, ends: positions, pads, line: new Float64Array(4) };
    this.boxes.refit(paths, bodies);
    this.pairs.clear();
    this.kernelPairs?.findTriangles(paths, this.still, this.boxes, bodies, this.pairs);
    this.stars?.start(positions, this.still, bodies);
    if (this.stars !== undefined)
      collectTrianglePairs(this.trees, this.boxes, bodies, this.stars, this.stack, this.pairs);
    const { corners } = this.topology;
    const found: number[] = [];
    for (let k = 0; k < this.pairs.length; k += 2) {
      const s = this.pairs.values[k];
      const t = this.pairs.values[k + 1];
      const i = 3 * s;
      const j = 3 * t;
      if (pathsPart(paths, corners[i], corners[i + 1], corners[i + 2], corners[j], corners[j + 1], corners[j + 2]))
        continue;
      if (this.intersect(positions, s, t)) found.push(this.trees.order[s], this.trees.order[t]);
    }
    return Int32Array.from(found);
  }

  private intersect(x: Float64Array, s: number, t: number): boolean {
    const { corners, welded } = this.topology;
    let shared = 0;
    let sharedS = -1;
    let sharedT = -1;
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) {
        if (welded[corners[3 * s + j]] !== welded[corners[3 * t + k]]) continue;
        shared++;
        sharedS = j;
        sharedT = k;
      }
    }
    if (shared > 1) return false;
    for (let k = 0; k < 3; k++) {
      for (let axis = 0; axis < 3; axis++) {
        this.points[3 * k + axis] = x[3 * corners[3 * s + k] + axis];
        this.points[9 + 3 * k + axis] = x[3 * corners[3 * t + k] + axis];
      }
    }
    return this.edgesPass(0, 9, sharedS) || this.edgesPass(9, 0, sharedT);
  }

  /** Returns whether an edge of the triangle at `from` passes through the one at `through`; of one that shares corner `corner`, the opposite edge. */
  private edgesPass(from: number, through: number, corner: number): boolean {
    for (let k = 0; k < 3; k++) {
      if (corner >= 0 && k !== (corner + 1) % 3) continue;
      if (this.passes(from + 3 * k, from + 3 * ((k + 1) % 3), through)) return true;
    }
    return false;
  }

  private passes(p: number, q: number, triangle: number): boolean {
    const a = triangle;
    const b = triangle + 3;
    const c = triangle + 6;
    const before = this.side(a, b, c, p);
    if (before === 0 || before !== -this.side(a, b, c, q)) return false;
    const first = this.side(p, q, a, b);
    return first !== 0 && first === this.side(p, q, b, c) && first === this.side(p, q, c, a);
  }

  /** Returns the sign of the volume of four points, 0 where they are coplanar. */
  private side(a: number, b: number, c: number, d: number): number {
    const { points: p } = this;
    const ux = p[a] - p[d];
    const uy = p[a + 1] - p[d + 1];
    const uz = p[a + 2] - p[d + 2];
    const vx = p[b] - p[d];
    const vy = p[b + 1] - p[d + 1];
    const vz = p[b + 2] - p[d + 2];
    const wx = p[c] - p[d];
    const wy = p[c + 1] - p[d + 1];
    const wz = p[c + 2] - p[d + 2];
    const volume = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
    const extent = Math.max(extentOf(ux, uy, uz), extentOf(vx, vy, vz), extentOf(wx, wy, wz));
    if (Math.abs(volume) <= COPLANAR * extent * extent * extent) return 0;
    return volume > 0 ? 1 : -1;
  }
}

function extentOf(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}
