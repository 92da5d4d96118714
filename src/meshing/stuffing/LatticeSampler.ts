import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { CellGrid } from './cellGrid.ts';

/** Cells per side of the blocks that are first tested against the surface; halved twice. */
const BLOCK = 8;
/** Smallest block, whose vertices are sampled one by one. */
const SMALLEST_BLOCK = 2;
/** Winding numbers nearer to 1/2 than this do not decide for a whole block. */
const DECIDED = 0.15;
/** Value, in edge lengths, of a vertex farther from the surface than any edge reaches. */
const FAR = 1.05;

/**
 * Samples the level set, positive inside, at the corners (numbered first, x fastest) and centres of a cell grid. Blocks that the
 * surface cannot reach are filled with their sign at once.
 */
export class LatticeSampler {
  readonly phi: Float64Array;
  private readonly query: SurfaceQuery;
  private readonly grid: CellGrid;
  private readonly locallyConstant: boolean;
  private readonly nodeCount: number;
  private readonly closest = new Float64Array(4);
  /** Vertices sampled in the current smallest block: xyz, a radius within which the sign is constant, the sign. */
  private readonly seen = new Float64Array(5 * (2 * SMALLEST_BLOCK ** 3 + 1));
  private seenCount = 0;
  private hint = -1;

  constructor(query: SurfaceQuery, grid: CellGrid, locallyConstant: boolean) {
    this.query = query;
    this.grid = grid;
    this.locallyConstant = locallyConstant;
    const [nx, ny, nz] = grid.cells;
    this.nodeCount = (nx + 1) * (ny + 1) * (nz + 1);
    this.phi = new Float64Array(this.nodeCount + nx * ny * nz);
  }

  sample(job: JobContext): void {
    const [nx, ny, nz] = this.grid.cells;
    for (let k = 0; k <= nz; k += BLOCK) {
      checkCancelled(job);
      job.progress('sampling the surface', k / nz);
      for (let j = 0; j <= ny; j += BLOCK) {
        for (let i = 0; i <= nx; i += BLOCK) this.sampleBlock(i, j, k, BLOCK);
      }
    }
  }

  private sampleBlock(i: number, j: number, k: number, size: number): void {
    const { origin, spacing, cells } = this.grid;
    if (i > cells[0] || j > cells[1] || k > cells[2]) return;
    const half = (size * spacing) / 2;
    const x = origin[0] + i * spacing + half;
    const y = origin[1] + j * spacing + half;
    const z = origin[2] + k * spacing + half;
    const reach = half * Math.sqrt(3) + 1.001 * spacing;
    const near = this.query.closestPointWithin(x, y, z, reach, this.closest, this.hint);
    if (near >= 0) this.hint = near;
    if (near < 0) {
      const sign = this.signOfBlock(x, y, z, half);
      if (sign !== 0) {
        this.fillBlock(i, j, k, size, sign * FAR * spacing);
        return;
      }
    }
    if (size > SMALLEST_BLOCK) {
      const s = size / 2;
      for (let child = 0; child < 8; child++) {
        this.sampleBlock(i + s * (child & 1), j + s * ((child >> 1) & 1), k + s * (child >> 2), s);
      }
      return;
    }
    this.seenCount = 0;
    if (this.locallyConstant) this.remember(x, y, z, near < 0 ? reach : this.closest[3], 0);
    this.sampleVertices(i, j, k, size);
  }

  /** 1 inside, -1 outside, 0 where the sign may change inside the block although no triangle is near (over a hole). */
  private signOfBlock(x: number, y: number, z: number, half: number): number {
    const centre = this.query.windingNumber(x, y, z) - 0.5;
    if (this.locallyConstant) return centre > 0 ? 1 : -1;
    if (Math.abs(centre) < DECIDED) return 0;
    const sign = Math.sign(centre);
    for (let corner = 0; corner < 8; corner++) {
      const cx = x + (corner & 1 ? half : -half);
      const cy = y + (corner & 2 ? half : -half);
      const cz = z + (corner & 4 ? half : -half);
      if (sign * (this.query.windingNumber(cx, cy, cz) - 0.5) < DECIDED) return 0;
    }
    return sign;
  }

  private fillBlock(i: number, j: number, k: number, size: number, value: number): void {
    const [nx, ny, nz] = this.grid.cells;
    const { phi, nodeCount } = this;
    const iEnd = Math.min(i + size, nx + 1);
    for (let c = k; c < Math.min(k + size, nz + 1); c++) {
      for (let b = j; b < Math.min(j + size, ny + 1); b++) {
        const nodes = (nx + 1) * (b + (ny + 1) * c);
        phi.fill(value, nodes + i, nodes + iEnd);
        if (c === nz || b === ny) continue;
        const centres = nodeCount + nx * (b + ny * c);
        phi.fill(value, centres + i, centres + Math.min(iEnd, nx));
      }
    }
  }

  private sampleVertices(i: number, j: number, k: number, size: number): void {
    const [nx, ny, nz] = this.grid.cells;
    const { origin, spacing } = this.grid;
    for (let c = k; c < Math.min(k + size, nz + 1); c++) {
      for (let b = j; b < Math.min(j + size, ny + 1); b++) {
        for (let a = i; a < Math.min(i + size, nx + 1); a++) {
          const x = origin[0] + a * spacing;
          const y = origin[1] + b * spacing;
          const z = origin[2] + c * spacing;
          this.phi[a + (nx + 1) * (b + (ny + 1) * c)] = this.sampleVertex(x, y, z);
          if (a === nx || b === ny || c === nz) continue;
          const h = spacing / 2;
          this.phi[this.nodeCount + a + nx * (b + ny * c)] = this.sampleVertex(x + h, y + h, z + h);
        }
      }
    }
  }

  private sampleVertex(x: number, y: number, z: number): number {
    const { query, closest } = this;
    const { spacing } = this.grid;
    const reach = 1.001 * spacing;
    const near = query.closestPointWithin(x, y, z, reach, closest, this.hint);
    if (near >= 0) this.hint = near;
    const distance = near < 0 ? reach : closest[3];
    if (!this.locallyConstant) {
      // Over holes the sign changes away from every triangle: there the winding number gives the shape.
      const decision = query.windingNumber(x, y, z) - 0.5;
      return Math.sign(decision) * Math.min(near < 0 ? FAR * spacing : distance, 4 * spacing * Math.abs(decision));
    }
    let sign = this.signSeenFrom(x, y, z);
    if (sign === 0) sign = query.windingNumber(x, y, z) > 0.5 ? 1 : -1;
    this.remember(x, y, z, distance, sign);
    return sign * (near < 0 ? FAR * spacing : distance);
  }

  private remember(x: number, y: number, z: number, distance: number, sign: number): void {
    const at = 5 * this.seenCount++;
    this.seen[at] = x;
    this.seen[at + 1] = y;
    this.seen[at + 2] = z;
    this.seen[at + 3] = distance;
    this.seen[at + 4] = sign;
  }

  /** Sign of a sampled vertex nearer to (x, y, z) than to the surface; 0 when there is none. */
  private signSeenFrom(x: number, y: number, z: number): number {
    const { seen } = this;
    for (let at = 5 * (this.seenCount - 1); at >= 0; at -= 5) {
      const squared = (x - seen[at]) ** 2 + (y - seen[at + 1]) ** 2 + (z - seen[at + 2]) ** 2;
      if (squared >= seen[at + 3] ** 2) continue;
      if (seen[at + 4] === 0)
        seen[at + 4] = this.query.windingNumber(seen[at], seen[at + 1], seen[at + 2]) > 0.5 ? 1 : -1;
      return seen[at + 4];
    }
    return 0;
  }
}
