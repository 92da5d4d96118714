import type { CellGrid, FaceArrays } from '../../src/liquids/CellGrid.ts';
import { transportOf } from '../../src/liquids/LiquidTransport.ts';
import { type GridLiquidSettings, GridLiquid } from '../../src/liquids/uniform/GridLiquid.ts';
import { type CoupledSettings, CoupledStep } from '../../src/coupling/CoupledStep.ts';
import { FactoredSolid, type LinearSolid } from './FactoredSolid.ts';
import { SolidsInLiquid } from '../../src/coupling/SolidsInLiquid.ts';

/** `transport`: affine particles where left out. */
type ReferenceSettings = CoupledSettings &
  Omit<GridLiquidSettings, 'transport'> &
  Partial<Pick<GridLiquidSettings, 'transport'>>;

/** A solid that moves with its own velocities. */
export interface MovingSolid extends LinearSolid {
  /** x += dt v, and out of the walls of the shot. */
  move(dt: number): void;
}

/**
 * A liquid of particles and deformable solids that move each other (Zarifi 2017, algorithm 4), among walls that move as they are told. Its state is that of
 * the liquid and of the solids.
 */
export class CoupledLiquid {
  readonly liquid: GridLiquid;
  readonly step: CoupledStep;
  private readonly settings: ReferenceSettings;
  private readonly solids: readonly MovingSolid[];
  private readonly obstacles: SolidsInLiquid;
  private walls: Float64Array | undefined;
  private wallVelocity: FaceArrays | undefined;

  /** `step`: how liquid and solids act on each other, in one solve where left out. */
  constructor(grid: CellGrid, settings: ReferenceSettings, solids: readonly MovingSolid[], step?: CoupledStep) {
    this.settings = settings;
    this.solids = solids;
    const { definition, params } = transportOf(undefined);
    const transport = settings.transport ?? definition.create({ grid, ...settings }, params);
    this.liquid = new GridLiquid(grid, { ...settings, transport });
    const factored = solids.map((solid) => new FactoredSolid(solid));
    this.obstacles = new SolidsInLiquid(this.liquid, factored, step ?? new CoupledStep(grid, settings, factored));
    this.step = this.obstacles.step;
    this.place();
  }

  /** Walls from the next substep on, as `GridLiquid.setSolids` takes them; arrays are kept and must not change until the next call. */
  setWalls(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.walls = distance;
    this.wallVelocity = velocity;
  }

  /** Moves liquid and solids by at most `most`, s; gives the time that passed. */
  substep(most: number): number {
    this.place();
    const step = this.liquid.substep(most, (dt) => {
      for (const solid of this.solids) accelerate(solid, this.settings.gravity, dt);
      return this.step.project(this.liquid, dt);
    });
    for (const solid of this.solids) solid.move(step);
    return step;
  }

  private place(): void {
    this.obstacles.place(this.walls, this.wallVelocity);
  }
}

function accelerate({ velocity, fixed }: LinearSolid, gravity: ArrayLike<number>, dt: number): void {
  for (let k = 0; k < velocity.length; k++) if (fixed[Math.floor(k / 3)] === 0) velocity[k] += dt * gravity[k % 3];
}
