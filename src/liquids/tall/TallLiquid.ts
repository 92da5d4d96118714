import { assert } from '../../base/errors.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { Projection } from '../CoupledFluid.ts';
import { CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { ProjectedLiquid } from '../uniform/cellFields.ts';
import { GridLiquid, type GridLiquidSettings } from '../uniform/GridLiquid.ts';
import { FloodedTransport } from './FloodedTransport.ts';
import { PlaneSeeding } from './PlaneSeeding.ts';
import { TallAdvection } from './TallAdvection.ts';
import { TallFaces } from './TallFaces.ts';
import type { TallLayers } from './TallLayers.ts';
import { TallProjection } from './TallProjection.ts';

const UP = 1;

/**
 * Deep water: a liquid of particles in uniform cells above a plane, and tall cells full of liquid below it down to the floor of the box (Irving 2007, 5). The uniform liquid is that of the uniform grid, to which the
 * plane is a floor that moves as the pressure of both lets it.
 */
export class TallLiquid {
  /** The liquid above the plane. */
  readonly band: GridLiquid;
  readonly faces: TallFaces;
  /** Velocity across the faces of the tall cells, m/s, as `TallFaces` counts them. */
  readonly velocity: FaceArrays;
  readonly state: SystemState;
  /** Undefined where there are no tall cells. */
  private readonly joint: TallProjection | undefined;
  /** Takes the faces of the tall cells as they are now. */
  readonly takeFaces: () => void;
  private readonly seeding: PlaneSeeding | undefined;
  private readonly gravity: ArrayLike<number>;
  private readonly advection: TallAdvection;
  /** Velocity that `findVelocity` has come to. */
  private readonly next: FaceArrays;
  private readonly writePlane: (velocity: FaceArrays) => void;
  private readonly project: Projection;

  /** `grid` of the whole box; `layers` reach up to the first uniform cell of `settings.transport`, whose grid is that of `bandGrid`. */
  constructor(grid: CellGrid, layers: TallLayers, settings: GridLiquidSettings) {
    this.faces = new TallFaces(grid, layers);
    this.faces.openAll();
    const above = bandGrid(grid, layers.cells);
    const { transport, seed = 0 } = settings;
    const isTall = layers.samples > 0;
    this.band = new GridLiquid(above, {
      ...settings,
      transport: isTall ? new FloodedTransport(above, transport) : transport,
    });
    if (isTall) this.seeding = new PlaneSeeding(this.band, seed);
    this.gravity = settings.gravity;
    this.velocity = faceArrays(this.faces.grid);
    this.next = faceArrays(this.faces.grid);
    if (isTall) this.joint = new TallProjection(above, this.faces, settings);
    this.takeFaces = () => this.joint?.update();
    this.advection = new TallAdvection(this.faces);
    this.writePlane = (velocity) => this.copyPlane(velocity[UP]);
    this.project = (dt) => {
      this.accelerate(dt);
      return this.projection.project(this.band, this.next);
    };
    const [u, v, w] = this.velocity;
    this.state = new SystemState().array('u', u).array('v', v).array('w', w).include('band', this.band.state);
  }

  /** Pressure of all cells; there must be tall ones. */
  get projection(): TallProjection {
    assert(this.joint !== undefined, 'there are tall cells');
    return this.joint;
  }

  /** Velocity across the faces of the tall cells that `findVelocity` has come to, m/s. */
  get found(): FaceArrays {
    return this.next;
  }

  /** Whether there are tall cells. */
  get isTall(): boolean {
    return this.joint !== undefined;
  }

  /** Finds velocities free of divergence for a substep of `dt`, s, as `GridLiquid.findVelocity`; changes nothing that lasts. */
  findVelocity(dt: number): void {
    if (!this.isTall) {
      this.band.findVelocity(dt);
      return;
    }
    this.band.findVelocity(dt, this.project);
    this.band.moveSolids(this.writePlane);
  }

  /** Moves by `dt`, s, with the velocities that were found. */
  advect(dt: number): void {
    const { band, velocity, next } = this;
    if (this.isTall) {
      this.takeFirstLayer();
      for (let axis = 0; axis < 3; axis++) velocity[axis].set(next[axis]);
      this.advection.advance(velocity, dt);
    }
    band.advect(dt);
  }

  /** Ends a move, as `GridLiquid.keepOut`. */
  keepOut(): void {
    this.band.keepOut();
    this.seeding?.fill();
  }

  /** Returns what the uniform cells hold after `findVelocity`; `pressureScale`: as in `ProjectedLiquid`. */
  projected(pressureScale: number): ProjectedLiquid {
    const { band, projection } = this;
    const { velocity, open, solidVelocity, phi, fluidFraction } = band;
    const scaledPressure = projection.uniformPart(band.grid, projection.scaledPressure);
    const outflow = projection.outflow(band.grid, band.targetDivergence);
    return { velocity, open, solidVelocity, phi, fluidFraction, scaledPressure, outflow, pressureScale };
  }

  /** J of the motion of the tall cells, and their height, kg m2/s2, in `gravity`, m/s2, at `density`, kg/m3. */
  energies(density: number, gravity: ArrayLike<number>): { kinetic: number; gravity: number } {
    const { faces, velocity } = this;
    const { grid, layers, open, cross, volume, moment } = faces;
    const sy = grid.strides[UP];
    let square = 0;
    grid.forEach((c, _i, s) => {
      for (let axis = 0; axis < 3; axis++) {
        const u = velocity[axis];
        if (axis === UP) square += open[UP][c] * (layers.gaps[s] * u[c]) ** 2;
        else if (s < layers.samples) square += open[axis][c] * u[c] ** 2 - cross[axis][c] * (u[c] - u[c + sy]) ** 2;
      }
    });
    const [nx, , nz] = grid.counts;
    const [x, z] = [grid.origin[0] + (nx * grid.h) / 2, grid.origin[2] + (nz * grid.h) / 2];
    return {
      kinetic: (density * grid.h ** 3 * square) / 2,
      gravity: -density * (gravity[0] * x * volume + gravity[1] * moment + gravity[2] * z * volume),
    };
  }

  /** The tall cells fall as all liquid does: next <- velocity + dt g. */
  private accelerate(dt: number): void {
    const { velocity, next, faces, gravity } = this;
    for (let axis = 0; axis < 3; axis++) {
      const [u, to, open] = [velocity[axis], next[axis], faces.open[axis]];
      const change = dt * gravity[axis];
      for (let c = 0; c < u.length; c++) to[c] = open[c] > 0 ? u[c] + change : 0;
    }
  }

  /** The layer above the last sample takes the velocity that the first uniform cells have. */
  private takeFirstLayer(): void {
    const { band, faces, next } = this;
    const [nx, , nz] = faces.grid.counts;
    const { samples } = faces.layers;
    for (let k = -1; k <= nz; k++) {
      const from = band.grid.index(-1, 0, k);
      const to = faces.grid.index(-1, samples, k);
      const above = faces.grid.index(-1, samples + 1, k);
      const second = band.grid.index(-1, 1, k);
      for (let n = 0; n < nx + 2; n++) {
        next[0][to + n] = band.velocity[0][from + n];
        next[2][to + n] = band.velocity[2][from + n];
        next[UP][above + n] = band.velocity[UP][second + n];
      }
    }
  }

  /** The floor of the uniform cells moves as the liquid that flows through the plane. */
  private copyPlane(floor: Float64Array): void {
    const { band, faces, next } = this;
    const [nx, , nz] = faces.grid.counts;
    for (let k = 0; k < nz; k++) {
      const from = faces.grid.index(0, faces.layers.samples, k);
      const to = band.grid.index(0, 0, k);
      for (let i = 0; i < nx; i++) floor[to + i] = next[UP][from + i];
    }
  }
}

/** The cells of a box above the lowest `cells`. */
export function bandGrid({ counts: [nx, ny, nz], h, origin: [x, y, z] }: CellGrid, cells: number): CellGrid {
  return new CellGrid([nx, ny - cells, nz], h, [x, y + cells * h, z]);
}
