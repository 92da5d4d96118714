import { CoreError } from '../base/errors.ts';
import type { JobContext } from '../base/job.ts';
import { createSurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import { boundaryLoops } from '../meshing/closeHoles.ts';
import { BRICK_CELLS, BrickGrid } from './BrickGrid.ts';
import { closedSurface } from './closedSurface.ts';
import type { ColliderShape } from './CollisionBody.ts';
import { DISTANCE } from './distances.ts';
import { sampleSignedDistance } from './sampleSignedDistance.ts';

/** Largest resolution, which bounds the memory to about 100 MB for any mesh. */
const LARGEST_RESOLUTION = 256;
const SMALLEST_RESOLUTION = 4;
/** Cells of padding around the mesh. */
const PADDING = 4;
/** Half the step of the finite differences that give the normal, in cells. */
const NORMAL_STEP = 0.5;

/**
 * An imported mesh as a collider: its signed distance sampled on a grid (fine nodes near the surface, every eighth node far from
 * it). It is trilinear near the surface, with an error of second order in the cell size, and a lower bound of the same sign further away.
 */
export class MeshLevelSet implements ColliderShape {
  /** The mesh as given, for display. */
  private readonly mesh: TriMesh;
  private readonly grid: BrickGrid;
  readonly bounds: Float64Array;
  readonly uneven = true;
  /** A point beside the query point, and the distances there, two per axis. */
  private readonly beside = new Float64Array(3);
  private readonly around = new Float64Array(6);

  /** `box`: bounding box of the surface with holes closed, min xyz and max xyz. */
  constructor(mesh: TriMesh, grid: BrickGrid, box: Float64Array) {
    this.mesh = mesh;
    this.grid = grid;
    // Interpolation may move the surface outwards by a fraction of a cell.
    this.bounds = box.map((value, k) => (k < 3 ? value - grid.spacing : value + grid.spacing));
  }

  /** Size of a cell near the surface, m. */
  get spacing(): number {
    return this.grid.spacing;
  }

  signedDistance(point: Float64Array, out: Float64Array): void {
    this.grid.sample(point, out, DISTANCE);
    this.extend(point, out, DISTANCE);
  }

  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    const { around, beside } = this;
    const h = NORMAL_STEP * this.grid.spacing;
    for (let axis = 0; axis < 3; axis++) {
      beside[0] = point[0];
      beside[1] = point[1];
      beside[2] = point[2];
      beside[axis] = point[axis] + h;
      this.smooth(2 * axis);
      beside[axis] = point[axis] - h;
      this.smooth(2 * axis + 1);
    }
    const nx = around[0] - around[1];
    const ny = around[2] - around[3];
    const nz = around[4] - around[5];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const usable = length > 1e-6 * h;
    out[0] = usable ? nx / length : 0;
    out[1] = usable ? ny / length : 1;
    out[2] = usable ? nz / length : 0;
    this.signedDistance(point, out);
  }

  /** Writes the interpolated distance at `beside` to around[at]. */
  private smooth(at: number): void {
    this.grid.interpolate(this.beside, this.around, at);
    this.extend(this.beside, this.around, at);
  }

  /**
   * Writes the distance at a point that may be outside the grid to out[at], where it finds the distance at the nearest point of the grid: the
   * grid is convex and contains the surface, so the two segments meet at an obtuse angle and the squares add
   * up to a lower bound.
   */
  private extend(point: Float64Array, out: Float64Array, at: number): void {
    const dx = outsideGrid(this.grid, 0, point);
    const dy = outsideGrid(this.grid, 1, point);
    const dz = outsideGrid(this.grid, 2, point);
    const outside = dx * dx + dy * dy + dz * dz;
    if (outside !== 0) out[at] = Math.sqrt(outside + out[at] * out[at]);
  }

  display(): TriMesh {
    return this.mesh;
  }
}

/** Returns the signed distance of a point beyond the grid along an axis, m; 0 inside. */
function outsideGrid(grid: BrickGrid, axis: number, point: Float64Array): number {
  const low = grid.origin[axis];
  return point[axis] - Math.min(Math.max(point[axis], low), low + grid.spacing * BRICK_CELLS * grid.bricks[axis]);
}

/**
 * Samples a triangle mesh (m) with `resolution` cells along its longest side, 4 to 256. Its vertices are welded, its triangles
 * oriented and made the boundary of a solid first (see `solidBoundary`). Inside is where the winding number exceeds 1/2, so
 * that overlapping and messy surfaces have an inside too. Throws `geometry-empty` where there is no surface, `geometry-invalid`
 * where no node is inside it (nothing could touch it), `usage` for a resolution outside the range, `cancelled`.
 */
export function meshLevelSet(mesh: TriMesh, resolution: number, job: JobContext): MeshLevelSet {
  if (!(resolution >= SMALLEST_RESOLUTION && resolution <= LARGEST_RESOLUTION)) {
    throw new CoreError('usage', `the resolution of a level set cannot be ${resolution}`, {
      remedy: `Use ${SMALLEST_RESOLUTION} to ${LARGEST_RESOLUTION} cells along the longest side.`,
    });
  }
  const closed = closedSurface(mesh);
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
  if (!sampleSignedDistance(grid, query, boundaryLoops(closed).length === 0, job)) {
    throw new CoreError('geometry-invalid', `the collider mesh has no inside at a resolution of ${resolution} cells`, {
      remedy: 'It is thinner than a cell or its faces enclose nothing: make it thicker, or use a built-in shape.',
    });
  }
  return new MeshLevelSet(mesh, grid, box);
}
