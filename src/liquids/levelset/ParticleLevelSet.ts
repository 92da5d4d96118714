import { SystemState } from '../../base/state/SystemState.ts';
import { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { ClosedSides, LiquidObstacles } from '../walls/LiquidObstacles.ts';
import type { SprayDrops } from '../spray/SprayDrops.ts';
import { writeVelocity } from '../transport/moveParticles.ts';
import { CentreSamples } from './centreSamples.ts';
import { LevelSetMarkers } from './LevelSetMarkers.ts';
import { Redistancer } from './Redistancer.ts';
import { SolidExtension } from './SolidExtension.ts';

/** phi is kept true this far from the surface, in cells: as far as markers and a substep reach. */
const LIMIT = 5;

/**
 * The signed distance to a surface, negative inside, advected by the velocity of faces: semi-Lagrangian with the midpoint rule, put right by markers,
 * made a distance again and put right again (Enright et al. 2002; Enright, Losasso and Fedkiw 2005).
 */
export class ParticleLevelSet {
  /** m, at the centres of cells; 5 cells at the most. */
  readonly phi: Float64Array;
  readonly markers: LevelSetMarkers;
  readonly state: SystemState;
  readonly samples: CentreSamples;
  /** Holds the cells nearer than that to liquid, since `findExtent`. */
  readonly extent: CellBox;
  private readonly grid: CellGrid;
  private readonly whole: CellBox;
  private readonly closedSides: ClosedSides;
  private readonly redistancer: Redistancer;
  private readonly extension: SolidExtension;
  private readonly moved: Float64Array;
  private readonly point = new Float64Array(3);
  private readonly middle = new Float64Array(3);
  private readonly u = new Float64Array(3);

  /** `perCell`: markers of a cell beside the surface; 0 for a level set without any. `seed`: of where they begin. */
  constructor(grid: CellGrid, closedSides: ClosedSides, perCell: number, seed?: number) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.phi = new Float64Array(grid.size).fill(LIMIT * grid.h);
    this.moved = this.phi.slice();
    this.extent = new CellBox(grid);
    this.whole = new CellBox(grid);
    this.samples = new CentreSamples(grid);
    this.markers = new LevelSetMarkers(grid, this.samples, perCell, seed);
    this.extension = new SolidExtension(grid, this.samples);
    this.redistancer = new Redistancer(grid);
    this.state = new SystemState()
      .array('phi', this.phi)
      .include('markers', this.markers.state)
      .afterLoad(() => this.findExtent());
  }

  /** Moves by `dt`, s, among solids where there are some, within a box with room for that. What leaves it becomes `drops`, where such are kept. */
  move(
    velocity: FaceArrays,
    obstacles: LiquidObstacles | undefined,
    dt: number,
    drops?: SprayDrops,
    box = this.whole,
  ): void {
    const { phi, markers } = this;
    this.moveDistances(velocity, dt, box);
    markers.move(velocity, dt);
    markers.correct(phi, box);
    this.redistance(obstacles, box);
    // Before markers that have escaped say anew that they are near.
    if (drops !== undefined) markers.release(phi, velocity, drops);
    markers.correct(phi, box);
  }

  /** Makes phi the distance to where it is 0, which solids hide, within a box outside of which there is no liquid within reach. */
  redistance(obstacles?: LiquidObstacles, box = this.whole): void {
    if (obstacles !== undefined) this.extension.apply(this.phi, obstacles, LIMIT * this.grid.h, box);
    this.redistancer.apply(this.phi, LIMIT * this.grid.h, box);
  }

  /** Finds `extent` among the cells of a box; there are no such outside of it. */
  findExtent(box = this.whole): void {
    const { extent, phi, grid } = this;
    const far = LIMIT * grid.h;
    extent.clear();
    box.forEachCells((begin, end) => {
      let first = begin;
      while (first < end && phi[first] >= far) first++;
      if (first === end) return;
      let last = end - 1;
      while (phi[last] >= far) last--;
      extent.includeCell(first);
      extent.includeCell(last);
    });
  }

  /** phi <- phi where each centre was `dt` ago. */
  private moveDistances(velocity: FaceArrays, dt: number, box: CellBox): void {
    const { grid, phi, moved, point, middle, u, samples } = this;
    const far = LIMIT * grid.h;
    box.forEach((c, i, j, k) => {
      moved[c] = phi[c];
      if (Math.abs(phi[c]) >= far) return;
      point[0] = grid.origin[0] + (i + 0.5) * grid.h;
      point[1] = grid.origin[1] + (j + 0.5) * grid.h;
      point[2] = grid.origin[2] + (k + 0.5) * grid.h;
      writeVelocity(grid, velocity, point, 0, u);
      for (let a = 0; a < 3; a++) middle[a] = point[a] - (dt / 2) * u[a];
      writeVelocity(grid, velocity, middle, 0, u);
      for (let a = 0; a < 3; a++) point[a] -= dt * u[a];
      moved[c] = Math.max(samples.smoothAt(phi, point, 0), this.beyondOpenSides());
    });
    // The layer keeps what it has.
    box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) phi[c] = moved[c];
    });
  }

  /** How far `point` lies beyond sides that let liquid out, m: there is air. Negative between them; -Infinity where all are closed. */
  private beyondOpenSides(): number {
    const { grid, closedSides, point } = this;
    let beyond = -Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const low = grid.origin[axis];
      if (!closedSides[axis][0] && point[axis] < low) beyond = Math.max(beyond, low - point[axis]);
      const high = low + grid.counts[axis] * grid.h;
      if (!closedSides[axis][1] && point[axis] > high) beyond = Math.max(beyond, point[axis] - high);
    }
    return beyond;
  }
}
