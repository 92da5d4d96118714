import { placedCollider, type ContactCollider, type PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../../liquids/CellGrid.ts';
import type { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import { cellRange, type CellRange } from './cellRange.ts';
import type { LiquidColliders } from './LiquidColliders.ts';

/** Distances are sampled this far from a collider, in cells; beyond they are this. */
const BAND = 4;
/** Cells by which places at the high sides are moved into the grid. */
const ROUNDING = 1e-9;
/** Index at corners that no collider is near. */
const NONE = 0xffff;

/** The colliders of a shot as a liquid sees them: distances at the corners of its cells, velocities across its faces. */
export class LiquidSolids implements LiquidColliders {
  /** m, positive outside; at most `BAND` cells. */
  readonly distance: Float64Array;
  /** m/s. */
  readonly velocity: FaceArrays;
  private readonly grid: CellGrid;
  private readonly placed: readonly PlacedCollider[];
  private readonly ranges: CellRange[];
  /** The collider that is nearest to each corner. */
  private readonly owners: Uint16Array;
  private readonly point = new Float64Array(3);
  private readonly surface = new Float64Array(4);
  private readonly pointVelocity = new Float64Array(3);
  private sampled = false;
  private moved = false;

  private readonly checkCancelled: () => void;

  /** `checkCancelled` is asked for every layer of cells, and may throw. */
  constructor(grid: CellGrid, colliders: readonly ContactCollider[], checkCancelled: () => void = () => undefined) {
    this.grid = grid;
    this.checkCancelled = checkCancelled;
    this.placed = colliders.map(placedCollider);
    this.ranges = this.placed.map(() => ({ low: [0, 0, 0], high: [0, 0, 0] }));
    this.distance = new Float64Array(grid.size).fill(BAND * grid.h);
    this.owners = new Uint16Array(grid.size);
    this.velocity = faceArrays(grid);
  }

  /** Undefined where there are no colliders at all. */
  get inCells(): this | undefined {
    return this.placed.length > 0 ? this : undefined;
  }

  /** While it is false, `velocity` is 0 everywhere. */
  get isMoving(): boolean {
    return this.moved;
  }

  forget(): void {
    this.sampled = false;
  }

  place(start: number, end: number): boolean {
    if (this.placed.length === 0) return false;
    let moves = false;
    for (const placed of this.placed) {
      placed.place(start, end);
      moves ||= !placed.still;
    }
    if (this.sampled && !moves && !this.moved) return false;
    this.sampled = true;
    this.moved = moves;
    this.sampleDistances();
    this.sampleVelocities();
    return true;
  }

  give(solver: LiquidSolver): void {
    solver.setSolids?.(this.distance, this.velocity);
  }

  /** Distance to the nearest collider at a point (xyz, m) of the box, m; positive outside. */
  distanceAt(point: Float64Array): number {
    const { grid, distance } = this;
    const [x, y, z] = [0, 1, 2].map((axis) => {
      const place = (point[axis] - grid.origin[axis]) / grid.h;
      return Math.min(Math.max(place, 0), grid.counts[axis] - ROUNDING);
    });
    const c = grid.index(Math.floor(x), Math.floor(y), Math.floor(z));
    let sum = 0;
    for (let corner = 0; corner < 8; corner++) {
      const [p, q, r] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const [a, b, d] = [x - Math.floor(x), y - Math.floor(y), z - Math.floor(z)];
      const weight = (p === 1 ? a : 1 - a) * (q === 1 ? b : 1 - b) * (r === 1 ? d : 1 - d);
      sum += weight * distance[c + p + q * grid.strides[1] + r * grid.strides[2]];
    }
    return sum;
  }

  private sampleDistances(): void {
    const { grid, distance, owners, point, surface } = this;
    const far = BAND * grid.h;
    distance.fill(far);
    owners.fill(NONE);
    for (let n = 0; n < this.placed.length; n++) {
      const { low, high } = cellRange(grid, this.placed[n], BAND, this.ranges[n]);
      for (let k = low[2]; k <= high[2]; k++) {
        this.checkCancelled();
        for (let j = low[1]; j <= high[1]; j++) {
          for (let i = low[0]; i <= high[0]; i++) {
            point[0] = grid.origin[0] + i * grid.h;
            point[1] = grid.origin[1] + j * grid.h;
            point[2] = grid.origin[2] + k * grid.h;
            this.placed[n].signedDistance(point, 0, surface);
            const c = grid.index(i, j, k);
            if (surface[DISTANCE] >= distance[c]) continue;
            distance[c] = surface[DISTANCE];
            owners[c] = n;
          }
        }
      }
    }
  }

  /** Samples the velocity of the nearest collider across each face; 0 where none is near or it stands still. */
  private sampleVelocities(): void {
    for (const u of this.velocity) u.fill(0);
    for (let n = 0; n < this.placed.length; n++) {
      if (this.placed[n].still) continue;
      for (const axis of [0, 1, 2] as const) this.sampleAxis(n, axis);
    }
  }

  private sampleAxis(n: number, axis: 0 | 1 | 2): void {
    const { grid, point, pointVelocity } = this;
    const { low, high } = this.ranges[n];
    const [one, two] = [grid.strides[(axis + 1) % 3], grid.strides[(axis + 2) % 3]];
    for (let k = low[2]; k <= Math.min(high[2], grid.counts[2] - (axis === 2 ? 0 : 1)); k++) {
      for (let j = low[1]; j <= Math.min(high[1], grid.counts[1] - (axis === 1 ? 0 : 1)); j++) {
        for (let i = low[0]; i <= Math.min(high[0], grid.counts[0] - (axis === 0 ? 0 : 1)); i++) {
          const c = grid.index(i, j, k);
          if (this.nearest(c, one, two) !== n) continue;
          point[0] = grid.origin[0] + (i + (axis === 0 ? 0 : 0.5)) * grid.h;
          point[1] = grid.origin[1] + (j + (axis === 1 ? 0 : 0.5)) * grid.h;
          point[2] = grid.origin[2] + (k + (axis === 2 ? 0 : 0.5)) * grid.h;
          this.placed[n].velocityAt(point, 0, pointVelocity);
          this.velocity[axis][c] = pointVelocity[axis];
        }
      }
    }
  }

  /** The owner of the nearest of a face's four corners. */
  private nearest(c: number, one: number, two: number): number {
    const { distance, owners } = this;
    let best = c;
    if (distance[c + one] < distance[best]) best = c + one;
    if (distance[c + two] < distance[best]) best = c + two;
    if (distance[c + one + two] < distance[best]) best = c + one + two;
    return owners[best];
  }
}
