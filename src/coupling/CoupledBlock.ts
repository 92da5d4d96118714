import type { CellGrid } from '../liquids/CellGrid.ts';
import { StepFailure } from '../solids/StepFailure.ts';
import { addVectors } from '../solids/vectorSums.ts';
import type { CellList } from './CellList.ts';
import type { CoupledSolid } from './CoupledSolid.ts';

/** One body in a coupled step: how it answers to pressures. What it and the liquid see each other through is its own affair. */
export abstract class CoupledBlock {
  readonly solid: CoupledSolid;
  /** Velocities without the pressures of cells, m/s. */
  readonly free: Float64Array;
  /** N, of pressures, or the change of velocities by them, m/s. */
  readonly force: Float64Array;
  protected readonly grid: CellGrid;
  /** Vertices of the surface, m. */
  protected readonly positions: Float64Array;
  /** kg/s: what a scaled pressure of 1 m/s presses with on the area of a face. */
  protected pressing = 0;
  /** What the rise of pressure within cells presses with, N. */
  private readonly riseForce: Float64Array;
  private readonly change: Float64Array;

  constructor(grid: CellGrid, solid: CoupledSolid) {
    this.grid = grid;
    this.solid = solid;
    this.positions = new Float64Array(3 * solid.surface.nodes.length);
    this.free = new Float64Array(solid.velocity.length);
    this.riseForce = new Float64Array(solid.velocity.length);
    this.force = new Float64Array(solid.velocity.length);
    this.change = new Float64Array(solid.velocity.length);
  }

  /** Whether liquid touches it, after `wetPatches`. */
  abstract get isWet(): boolean;

  /** Chooses what it and unknown cells see each other through, and marks those cells whose liquid can move it. `films`: as `FilmCells.cells`. */
  abstract wetPatches(active: Uint8Array, compliant: Uint8Array, films: Int32Array): void;

  /** Adds the cells that it sees liquid in, since `wetPatches`, to a list. */
  abstract listCells(list: CellList): void;

  /** Adds to `out` what flows out of each cell's liquid into the body, m/s over a face, where its nodes move at `velocity`. */
  protected abstract addFlow(velocity: Float64Array, out: Float64Array): void;

  /** force += C^T N x, N, of scaled pressures, m/s. */
  protected abstract addForces(x: Float64Array, force: Float64Array): void;

  /** out += what the pressure at each place of the surface presses with, N, above that of its cell's centre, in a liquid at rest: rho g . (c - x_c). */
  protected abstract addRises(gravity: ArrayLike<number>, dt: number, out: Float64Array): void;

  /** Moves the body without the liquid, but where the step is corrected `again`; `density` of the liquid, kg/m3. */
  prepare(dt: number, density: number, again = false): void {
    this.pressing = (density * this.grid.h ** 3) / dt;
    if (!again) this.solid.predict(dt);
  }

  /** Finds the velocities without the pressures of cells. `gravity` 0 for one pressure in all of a cell. */
  solveFree(gravity: ArrayLike<number>, dt: number): void {
    const { free, riseForce, solid, change } = this;
    riseForce.fill(0);
    this.addRises(gravity, dt, riseForce);
    change.set(riseForce);
    solid.applyInverse(change);
    addVectors(solid.velocity, change, free);
  }

  /** Adds the flow that the velocities without pressure make. */
  addFreeFlow(out: Float64Array): void {
    this.addFlow(this.free, out);
  }

  /** `force` = Sk^-1 C^T N x, m/s. */
  applyInverse(x: Float64Array): void {
    this.force.fill(0);
    this.addForces(x, this.force);
    this.solid.applyInverse(this.force);
  }

  /** out += N^T C of what `applyInverse` found, in the units of the pressure matrix. */
  addResponse(out: Float64Array): void {
    this.addFlow(this.force, out);
  }

  /** `force` = all that the liquid presses with, N. */
  takePressure(scaledPressure: Float64Array): void {
    this.force.fill(0);
    this.addForces(scaledPressure, this.force);
    addVectors(this.force, this.riseForce, this.force);
  }

  /** `free` = velocities with `force`, m/s. */
  findMoved(): void {
    const { force, change, solid, free } = this;
    change.set(force);
    solid.applyInverse(change);
    addVectors(solid.velocity, change, free);
  }

  /** Presses on the body with `force`. */
  applyPressure(): void {
    const { force, change, solid } = this;
    change.set(force);
    solid.applyInverse(change);
    solid.applyPressure(force, change, this.isWet);
    if (!solid.velocity.every(Number.isFinite)) throw lostSolid();
  }

  /** Takes the surface as it stands. Throws `StepFailure` where it is nowhere. */
  protected writePositions(): void {
    this.solid.writeSurface(this.positions);
    if (!this.positions.every(Number.isFinite)) throw lostSolid();
  }
}

/** The failure after which a step with a solid that has no finite motion is tried again, shorter. */
export function lostSolid(): StepFailure {
  return new StepFailure('a solid in liquid has no finite motion', 0);
}
