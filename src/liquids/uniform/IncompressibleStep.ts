import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { Projection } from '../CoupledFluid.ts';
import { DivergenceRecord } from '../pressure/DivergenceRecord.ts';
import {
  type LiquidState,
  PressureProjection,
  type ProjectionReport,
  type ProjectionSettings,
} from '../pressure/PressureProjection.ts';
import { ViscosityStep } from '../viscosity/ViscosityStep.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';

export interface IncompressibleSettings extends ProjectionSettings {
  readonly closedSides: ClosedSides;
  /** nu = mu / rho, m2/s, read in every substep; 0 where left out. Liquid with any sticks to solids and closed sides. */
  readonly viscosity?: number;
  /** Closed sides that viscous liquid sticks to; all that are closed where left out. */
  readonly stickingSides?: ClosedSides;
}

/** A liquid within a box of its grid. */
type BoxedLiquid = LiquidState & { readonly box: CellBox };

/** Viscosity and pressure of a substep, and what their solves took and left since the statistics began. */
export class IncompressibleStep {
  /** Iterations of pressure solves. */
  iterations = 0;
  /** What pressure solves left. */
  readonly divergence = new DivergenceRecord();
  private readonly grid: CellGrid;
  private readonly settings: IncompressibleSettings;
  /** Made when it is first needed: where others project, there is none. */
  private madeProjection: PressureProjection | undefined;
  private viscosityStep: ViscosityStep | undefined;
  /** Report of the projection that ended the last substep. */
  private report: ProjectionReport | undefined;

  constructor(grid: CellGrid, settings: IncompressibleSettings) {
    this.grid = grid;
    this.settings = settings;
  }

  private get projection(): PressureProjection {
    this.madeProjection ??= new PressureProjection(this.grid, this.settings);
    return this.madeProjection;
  }

  /** dt p / (rho h), m/s, of the last projection. */
  get scaledPressure(): Float64Array {
    return this.projection.scaledPressure;
  }

  /** nu, m2/s. */
  get viscosity(): number {
    return this.settings.viscosity ?? 0;
  }

  /** Begins the statistics. */
  begin(): void {
    this.iterations = 0;
    this.divergence.clear();
  }

  /** Goes on with the statistics of another one. */
  goOnFrom({ iterations, divergence }: IncompressibleStep): void {
    this.iterations = iterations;
    this.divergence.set(divergence);
  }

  /** Makes the velocity of a liquid free of divergence for a substep of `dt`, s, after viscosity has acted; `project` does so in place of the pressure solve of this. */
  apply(liquid: BoxedLiquid, dt: number, project?: Projection): void {
    if (this.viscosity > 0) this.resist(liquid, dt, project);
    this.report = this.project(liquid, dt, project, true);
  }

  /** Counts the last projection: the liquid moves by what it found. */
  count(): void {
    if (this.report === undefined) return;
    this.iterations += this.report.iterations;
    this.divergence.add(this.report, this.grid.h, this.settings.tolerance);
  }

  /** Net flow out of each cell that holds liquid beyond its target, over the area of a face, m/s. */
  outflow(liquid: LiquidState): Float64Array {
    return this.projection.outflow(liquid);
  }

  /** Applies viscosity to a velocity without divergence: a pool at rest then has nothing to resist. */
  private resist(liquid: BoxedLiquid, dt: number, project: Projection | undefined): void {
    const report = this.project(liquid, dt, project, false);
    this.iterations += report.iterations;
    this.viscosityStep ??= new ViscosityStep(this.grid, this.settings.stickingSides ?? this.settings.closedSides);
    this.viscosityStep.apply(liquid, this.viscosity, dt, project?.viscous);
  }

  /** Projects from zero pressure, so that what a checkpoint holds is all that counts. */
  private project(liquid: BoxedLiquid, dt: number, project: Projection | undefined, last: boolean): ProjectionReport {
    if (project !== undefined) return project(dt, last);
    liquid.box.fill(this.projection.scaledPressure, 0);
    return this.projection.project(liquid);
  }
}
