import { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import { fillLayer } from '../uniform/extrapolateVelocity.ts';
import type { TransportStep } from './TransportScheme.ts';
import type { AdvectionScheme } from './advectionScheme.ts';
import { bilinear, gridPlace } from './ParticleTransfer.ts';
import { writeVelocity } from './moveParticles.ts';
import { slipAtSolids } from './slipAtSolids.ts';

/** Faces this far from the liquid are advected, counted as `valid` counts: a substep moves two cells. */
export const ADVECTED = 4;

/**
 * Advects the velocities of faces by themselves: semi-Lagrangian with the midpoint rule (Stam 1999; Zarifi 2017, 4.3). MacCormack's scheme goes there
 * and back again, by which half of the error is found and taken off; kept between the velocities that the way back started from (Selle et al. 2008).
 */
export class FaceAdvection {
  private readonly grid: CellGrid;
  private readonly scheme: AdvectionScheme;
  /** Velocities of one axis at a time from which the trace back starts, m/s. */
  private readonly there: Float64Array;
  /** Least velocity that the trace back may give, m/s. */
  private readonly least: Float64Array;
  /** Largest velocity that the trace back may give, m/s. */
  private readonly most: Float64Array;
  /** Faces that are advected. */
  private readonly faces: Uint32Array;
  private count = 0;
  /** Made where there are solids. */
  private given: FaceArrays | undefined;
  private readonly point = new Float64Array(3);
  private readonly middle = new Float64Array(3);
  private readonly u = new Float64Array(3);

  constructor(grid: CellGrid, scheme: AdvectionScheme) {
    this.grid = grid;
    this.scheme = scheme;
    this.there = new Float64Array(grid.size);
    this.least = new Float64Array(grid.size);
    this.most = new Float64Array(grid.size);
    this.faces = new Uint32Array(grid.size);
  }

  /** `moved` <- what the velocity of a substep becomes where it is advected; within solids that velocity loses what leads into them, and its layer around the grid is filled. */
  advect({ velocity, valid, obstacles, dt, box }: TransportStep, moved: FaceArrays): void {
    if (obstacles.hasSolids) {
      this.given ??= faceArrays(this.grid);
      slipAtSolids(this.grid, velocity, valid, obstacles, this.given, box);
    }
    for (const axis of [0, 1, 2] as const) fillLayer(this.grid, velocity[axis], axis, box);
    this.apply(velocity, valid, ADVECTED, dt, moved, box);
  }

  /**
   * `moved` <- `velocity` after `dt`, s, on faces whose `valid` is 1 to `last`; the others keep theirs. `velocity` needs its layer around the grid; there is none outside of `box`,
   * where `moved` stays as it is.
   */
  apply(
    velocity: FaceArrays,
    valid: readonly Uint8Array[],
    last: number,
    dt: number,
    moved: FaceArrays,
    box = new CellBox(this.grid),
  ): void {
    for (const axis of [0, 1, 2] as const) {
      this.findAdvected(valid[axis], last, axis, box);
      box.copy(velocity[axis], this.there);
      this.goThere(velocity, axis, dt);
      if (this.scheme === 'semi-lagrangian') {
        box.copy(this.there, moved[axis]);
        continue;
      }
      fillLayer(this.grid, this.there, axis, box);
      box.copy(velocity[axis], moved[axis]);
      this.comeBack(velocity, axis, dt, moved[axis]);
    }
  }

  /** Lists the faces that are advected. */
  private findAdvected(valid: Uint8Array, last: number, axis: 0 | 1 | 2, box: CellBox): void {
    const { faces } = this;
    let count = 0;
    box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) if (valid[c] !== 0 && valid[c] <= last) faces[count++] = c;
    }, axis);
    this.count = count;
  }

  private goThere(velocity: FaceArrays, axis: 0 | 1 | 2, dt: number): void {
    const { there, least, most, faces, count } = this;
    const u = velocity[axis];
    const isBounded = this.scheme === 'maccormack';
    for (let n = 0; n < count; n++) {
      const c = faces[n];
      this.trace(velocity, c, axis, dt);
      there[c] = this.sample(u, axis);
      if (isBounded) this.writeRange(u, axis, c, least, most);
    }
  }

  private comeBack(velocity: FaceArrays, axis: 0 | 1 | 2, dt: number, moved: Float64Array): void {
    const { there, least, most, faces, count } = this;
    const u = velocity[axis];
    for (let n = 0; n < count; n++) {
      const c = faces[n];
      this.trace(velocity, c, axis, -dt);
      const corrected = there[c] + (u[c] - this.sample(there, axis)) / 2;
      moved[c] = Math.min(Math.max(corrected, least[c]), most[c]);
    }
  }

  /** `point` <- where a face across `axis` was `dt` ago. */
  private trace(velocity: FaceArrays, c: number, axis: number, dt: number): void {
    const { grid, point, middle, u } = this;
    const [, sy, sz] = grid.strides;
    const k = Math.floor(c / sz) - 1;
    const j = Math.floor((c % sz) / sy) - 1;
    const i = (c % sy) - 1;
    point[0] = grid.origin[0] + (i + (axis === 0 ? 0 : 0.5)) * grid.h;
    point[1] = grid.origin[1] + (j + (axis === 1 ? 0 : 0.5)) * grid.h;
    point[2] = grid.origin[2] + (k + (axis === 2 ? 0 : 0.5)) * grid.h;
    writeVelocity(grid, velocity, point, 0, u);
    for (let a = 0; a < 3; a++) middle[a] = point[a] - (dt / 2) * u[a];
    writeVelocity(grid, velocity, middle, 0, u);
    for (let a = 0; a < 3; a++) point[a] -= dt * u[a];
  }

  /** Samples the values at `point`, among faces across `axis`. */
  private sample(values: Float64Array, axis: number): number {
    const { grid, point } = this;
    const x = gridPlace(grid, point[0], 0, axis);
    const y = gridPlace(grid, point[1], 1, axis);
    const z = gridPlace(grid, point[2], 2, axis);
    const [, sy, sz] = grid.strides;
    const i = Math.floor(x);
    const j = Math.floor(y);
    const k = Math.floor(z);
    const c = i + j * sy + k * sz;
    const low = bilinear(values, c, sy, sz, y - j, z - k);
    const high = bilinear(values, c + 1, sy, sz, y - j, z - k);
    return low + (x - i) * (high - low);
  }

  /** The least and the largest of the eight around `point`. */
  private writeRange(values: Float64Array, axis: number, c: number, least: Float64Array, most: Float64Array): void {
    const { grid, point } = this;
    const [, sy, sz] = grid.strides;
    const i = Math.floor(gridPlace(grid, point[0], 0, axis));
    const j = Math.floor(gridPlace(grid, point[1], 1, axis));
    const k = Math.floor(gridPlace(grid, point[2], 2, axis));
    let low = Infinity;
    let high = -Infinity;
    for (let corner = 0; corner < 8; corner++) {
      const near = values[i + (corner & 1) + (j + ((corner >> 1) & 1)) * sy + (k + (corner >> 2)) * sz];
      low = Math.min(low, near);
      high = Math.max(high, near);
    }
    least[c] = low;
    most[c] = high;
  }
}
