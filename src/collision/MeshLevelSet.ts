import { CoreError } from '../base/errors.ts';
import { checkCancelled, type JobContext } from '../base/job.ts';
import { orientTriangles } from '../geometry/surfaceQuery/orientedTriangles.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import { boundaryLoops, closeHoles } from '../meshing/closeHoles.ts';
import { BRICK_CELLS, BRICK_NODES, BrickGrid } from './BrickGrid.ts';
import type { ColliderShape } from './CollisionBody.ts';
import { expandedBox } from './ExtrudedShape.ts';

/** Cells along the longest side of the mesh: a good balance, about 1 s for a scan. */
export const DEFAULT_LEVEL_SET_RESOLUTION = 64;
/** Bounds the memory to about 100 MB, whatever the mesh. */
const LARGEST_RESOLUTION = 256;
const SMALLEST_RESOLUTION = 4;
/** Cells around the mesh. */
const PADDING = 4;
/** Cells on both sides of the surface that are sure to be sampled finely. */
const BAND = 2;
/** Half the step of the differences that give the normal, in cells. */
const NORMAL_STEP = 0.5;

/**
 * An imported mesh as a collider: its signed distance sampled on a grid (fine nodes near the surface, every eighth far from
 * it), interpolated trilinearly: error of second order in the cell size near the surface, rougher further in, always of the
 * right sign. Outside the grid the distance is a lower bound.
 */
export class MeshLevelSet implements ColliderShape {
  /** The mesh as given, for display. */
  private readonly mesh: TriMesh;
  private readonly grid: BrickGrid;
  /** Box of the surface, holes closed. */
  private readonly box: Float64Array;

  constructor(mesh: TriMesh, grid: BrickGrid, box: Float64Array) {
    this.mesh = mesh;
    this.grid = grid;
    this.box = box;
  }

  /** Size of a cell near the surface, m. */
  get spacing(): number {
    return this.grid.spacing;
  }

  signedDistance(x: number, y: number, z: number): number {
    const { grid } = this;
    const dx = x - insideGrid(grid, 0, x);
    const dy = y - insideGrid(grid, 1, y);
    const dz = z - insideGrid(grid, 2, z);
    const atGrid = grid.sample(x, y, z);
    const outside = dx * dx + dy * dy + dz * dz;
    // The grid is convex and holds the surface: from its nearest point the way on to the surface makes an obtuse angle.
    return outside === 0 ? atGrid : Math.sqrt(outside + atGrid * atGrid);
  }

  signedDistanceAndNormal(x: number, y: number, z: number, out: Float64Array): number {
    const h = NORMAL_STEP * this.grid.spacing;
    const nx = this.signedDistance(x + h, y, z) - this.signedDistance(x - h, y, z);
    const ny = this.signedDistance(x, y + h, z) - this.signedDistance(x, y - h, z);
    const nz = this.signedDistance(x, y, z + h) - this.signedDistance(x, y, z - h);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const usable = length > 1e-6 * h;
    out[0] = usable ? nx / length : 0;
    out[1] = usable ? ny / length : 1;
    out[2] = usable ? nz / length : 0;
    return this.signedDistance(x, y, z);
  }

  bounds(margin: number, out: Float64Array): void {
    // Interpolation may put the surface a fraction of a cell further out.
    expandedBox(this.box, margin + this.grid.spacing, out);
  }

  display(): TriMesh {
    return this.mesh;
  }
}

function insideGrid(grid: BrickGrid, axis: number, value: number): number {
  const low = grid.origin[axis];
  return Math.min(Math.max(value, low), low + grid.spacing * BRICK_CELLS * grid.bricks[axis]);
}

/**
 * Samples a triangle mesh (m) with `resolution` cells along its longest side, 4 to 256. The mesh is oriented and its
 * holes are closed first; inside is where the winding number exceeds 1/2, so that overlapping and messy surfaces have an
 * inside too. Throws `geometry-empty` where there is no surface, `usage` for a resolution outside the range, `cancelled`.
 */
export function meshLevelSet(mesh: TriMesh, resolution: number, job: JobContext): MeshLevelSet {
  if (!(resolution >= SMALLEST_RESOLUTION && resolution <= LARGEST_RESOLUTION)) {
    throw new CoreError('usage', `the resolution of a level set cannot be ${resolution}`, {
      remedy: `Use ${SMALLEST_RESOLUTION} to ${LARGEST_RESOLUTION} cells along the longest side.`,
    });
  }
  const closed = closeHoles(orientTriangles(mesh));
  const query = createSurfaceQuery(closed);
  const box = query.isEmpty ? new Float64Array(6) : query.bounds();
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  if (!(size > 0)) {
    throw new CoreError('geometry-empty', 'the collider mesh has no surface', {
      remedy: 'Choose a mesh with faces, or one of the built-in shapes.',
    });
  }
  const spacing = size / resolution;
  const origin = [0, 1, 2].map((k) => box[k] - PADDING * spacing);
  const bricks = [0, 1, 2].map((k) => Math.ceil(((box[k + 3] - box[k]) / spacing + 2 * PADDING) / BRICK_CELLS));
  const grid = new BrickGrid(origin, spacing, bricks);
  const sampler = new GridSampler(grid, query, boundaryLoops(closed).length === 0);
  sampler.fillCoarse(job);
  sampler.fillBricks(job);
  return new MeshLevelSet(mesh, grid, box);
}

/** Writes exact signed distances at the nodes of a grid. */
class GridSampler {
  private readonly grid: BrickGrid;
  private readonly query: SurfaceQuery;
  /** A closed surface: the winding number cannot change without passing through it. */
  private readonly closed: boolean;
  private readonly closest = new Float64Array(4);
  private hint = -1;

  constructor(grid: BrickGrid, query: SurfaceQuery, closed: boolean) {
    this.grid = grid;
    this.query = query;
    this.closed = closed;
  }

  fillCoarse(job: JobContext): void {
    const { grid } = this;
    const [bx, by, bz] = grid.bricks;
    for (let k = 0; k <= bz; k++) {
      checkCancelled(job);
      job.progress('level set', (0.1 * k) / (bz + 1));
      for (let j = 0; j <= by; j++) {
        let known = 0;
        for (let i = 0; i <= bx; i++) {
          known = this.distance(BRICK_CELLS * i, BRICK_CELLS * j, BRICK_CELLS * k, known, BRICK_CELLS);
          grid.coarse[i + (bx + 1) * (j + (by + 1) * k)] = known;
        }
      }
    }
  }

  fillBricks(job: JobContext): void {
    const { grid } = this;
    const [bx, by, bz] = grid.bricks;
    const count = grid.allocate((i, j, k) => this.holdsSurface(i, j, k));
    let done = 0;
    for (let k = 0; k < bz; k++)
      for (let j = 0; j < by; j++)
        for (let i = 0; i < bx; i++) {
          const start = grid.brickStart[i + bx * (j + by * k)];
          if (start < 0) continue;
          checkCancelled(job);
          job.progress('level set', 0.1 + (0.9 * done++) / count);
          this.fillBrick(start, i, j, k);
        }
  }

  /** True where the surface, or the band around it, may pass through the brick. */
  private holdsSurface(i: number, j: number, k: number): boolean {
    const { grid } = this;
    const [bx, by] = grid.bricks;
    // No point of a brick is further than half its diagonal from the nearest of its corners.
    const reach = ((Math.sqrt(3) / 2) * BRICK_CELLS + BAND) * grid.spacing;
    for (let corner = 0; corner < 8; corner++) {
      const node = i + (corner & 1) + (bx + 1) * (j + ((corner >> 1) & 1) + (by + 1) * (k + (corner >> 2)));
      if (Math.abs(grid.coarse[node]) <= reach) return true;
    }
    return false;
  }

  private fillBrick(start: number, i: number, j: number, k: number): void {
    let at = start;
    for (let c = 0; c < BRICK_NODES; c++) {
      for (let b = 0; b < BRICK_NODES; b++) {
        let known = 0;
        for (let a = 0; a < BRICK_NODES; a++) {
          known = this.distance(BRICK_CELLS * i + a, BRICK_CELLS * j + b, BRICK_CELLS * k + c, known, 1);
          this.grid.fine[at++] = known;
        }
      }
    }
  }

  /**
   * Signed distance at fine node (i, j, k). `known` is that of a node `step` cells away (0 where there is none): where
   * the surface is further from it than that, the sign is the same.
   */
  private distance(i: number, j: number, k: number, known: number, step: number): number {
    const { grid, query, closest } = this;
    const x = grid.origin[0] + grid.spacing * i;
    const y = grid.origin[1] + grid.spacing * j;
    const z = grid.origin[2] + grid.spacing * k;
    this.hint = query.closestPoint(x, y, z, closest, this.hint);
    const sameSide = this.closed && Math.abs(known) > 1.001 * step * grid.spacing;
    const inside = sameSide ? known < 0 : query.windingNumber(x, y, z) > 0.5;
    return inside ? -closest[3] : closest[3];
  }
}
