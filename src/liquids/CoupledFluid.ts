import type { CellBox } from './CellBox.ts';
import type { CellGrid, FaceArrays } from './CellGrid.ts';
import type { PlacedSheets } from './sheets/PlacedSheets.ts';
import type { ViscousCoupling } from './viscosity/ViscousCoupling.ts';
import type { LiquidState, ProjectionReport, ProjectionSettings } from './pressure/PressureProjection.ts';

export interface Projection {
  /** Makes the velocities free of divergence in a substep of `dt`, s; `last` is false for the first projection of a substep, which viscosity follows. */
  (dt: number, last: boolean): ProjectionReport;
  /** What viscosity drags along. */
  readonly viscous?: ViscousCoupling;
}

/** How a coupled solve finds the pressure of a fluid. */
export interface CoupledSolve extends ProjectionSettings {
  /** Density of the fluid, kg/m3. */
  readonly density: number;
  /** m/s2, xyz; read in every step. */
  readonly gravity: ArrayLike<number>;
}

/** A liquid on a uniform grid that deformable solids move with: both move by the pressure that one solve finds. */
export interface CoupledFluid extends LiquidState {
  readonly grid: CellGrid;
  readonly solve: CoupledSolve;
  /** Holds all liquid. */
  readonly box: CellBox;
  /** nu = mu / rho, m2/s. */
  readonly viscosity: number;
  /** Increases whenever the walls change. */
  readonly wallCount: number;
  /**
   * Replaces the solids, from the next substep on; what is given is copied.
   * @param distance to the walls at the corners of cells, m, positive outside, true to three cells from them; none where left out.
   * @param velocity of the walls across each face, m/s: it counts where a face is not wholly open; 0 where left out. The sides of the grid rest whatever it says.
   */
  setSolids(distance: Float64Array | undefined, velocity?: FaceArrays): void;
  /**
   * Adds solids, after `setSolids`, whose part of the open face area and whose velocity the coupled solve accounts for: they fill cells and keep particles out. `distance`: as in `setSolids`. They are
   * nearer than walls within `near` only, and faces were covered within `covered`, of each axis: anywhere where left out.
   */
  addSolids(distance: Float64Array, near?: CellBox, covered?: readonly CellBox[]): void;
  /** Takes the thin surfaces in it as they stand, whose forces and velocities the coupled solve accounts for: from then on they part it. What is given is kept until the next call. */
  setSheets(sheets: PlacedSheets): void;
  /** Lets `write` change the velocity of the solids, until they are set again. */
  moveSolids(write: (velocity: FaceArrays) => void): void;
  /** Returns the distance to walls and solids at a point (xyz, m) of the grid, m; positive outside. */
  solidDistanceAt(point: Float64Array): number;
  /** Finds velocities free of divergence for a substep of `step`, s; `project` makes them so in place of the fluid's own projection. What it throws leaves the fluid as it was. */
  findVelocity(step: number, project: Projection): void;
}
