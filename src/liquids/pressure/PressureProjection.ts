import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { PressureCoupling } from './PressureCoupling.ts';
import { PressureMatrix, measureShare } from './PressureMatrix.ts';
import { type PressureSolveReport, PressureSolver } from './PressureSolver.ts';
import type { PressurePreconditioner } from './ReferencePressureSteps.ts';

/** Liquid, its surface and the solids around it, on a grid. */
export interface LiquidState {
  /** Velocity across each face, m/s. */
  readonly velocity: FaceArrays;
  /** Share of each face that is no solid, 0 to 1. */
  readonly open: FaceArrays;
  /** Velocity of the solid across the closed part of each face, m/s. */
  readonly solidVelocity: FaceArrays;
  /** Share of each face that moves at `solidVelocity`; all that is not open where left out. */
  readonly closed?: FaceArrays;
  /** Distance to the surface at the centres, m, negative in the liquid. */
  readonly phi: Float64Array;
  /** Divergence that the liquid shall have, 1/s; 0 where left out. */
  readonly targetDivergence?: number;
  /** Holds all liquid; the whole grid where left out. */
  readonly box?: CellBox;
}

/** What a projection came to. Valid until the next one. */
export interface ProjectionReport extends PressureSolveReport {
  /** Cells that hold liquid. */
  unknowns: number;
  /** Net flow that is left out of them beyond what there shall be, over the area of a face, m/s: the largest, and the sum of squares. */
  largestOutflow: number;
  outflowSquares: number;
}

export interface ProjectionSettings {
  /** Largest net flow out of a cell that stays, over the largest there was. */
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly preconditioner?: PressurePreconditioner;
  /** Kernel of the same grid: it solves faster, with the same bytes. Its maker disposes of it. */
  readonly kernel?: LiquidKernel;
}

/**
 * Makes a liquid's velocity free of divergence: u <- u - dt / rho grad p with as much flowing into the open part of every cell, its walls included, as out
 * of it (Zarifi 2017, 4.6; Batty, Bertails and Bridson 2007 with face shares).
 */
export class PressureProjection {
  /** dt p / (rho h), m/s, of the last projection: where the next one starts. */
  readonly scaledPressure: Float64Array;
  private readonly grid: CellGrid;
  private readonly settings: ProjectionSettings;
  private readonly matrix: PressureMatrix;
  private readonly solver: PressureSolver;
  private readonly rhs: Float64Array;
  private readonly share = new Float64Array(1);
  private readonly whole: CellBox;
  private readonly report = { unknowns: 0, largestOutflow: 0, outflowSquares: 0 };

  constructor(grid: CellGrid, settings: ProjectionSettings) {
    this.grid = grid;
    this.settings = settings;
    this.matrix = new PressureMatrix(grid);
    this.solver = new PressureSolver(this.matrix, settings.preconditioner, settings.kernel?.pressure);
    this.scaledPressure = new Float64Array(grid.size);
    this.rhs = new Float64Array(grid.size);
    this.whole = new CellBox(grid);
  }

  /** Unknowns of the last projection. */
  get unknowns(): number {
    return this.matrix.unknowns;
  }

  /**
   * Projects `state.velocity` in place; faces that no liquid touches stay as they are. The pressure is that which `coupling` yields to, where it is given;
   * how it then moves is its own affair.
   */
  project(state: LiquidState, coupling?: PressureCoupling): ProjectionReport {
    const { matrix, solver, settings, scaledPressure, rhs } = this;
    const box = state.box ?? this.whole;
    matrix.assemble(state.open, state.phi, box);
    coupling?.begin(matrix.active);
    solver.update(coupling);
    this.gatherOutflow(state);
    coupling?.addOutflow(rhs);
    const { active, cells, unknowns } = matrix;
    for (let n = 0; n < unknowns; n++) rhs[cells[n]] = -rhs[cells[n]];
    box.forEachRow((begin, end) => {
      for (let c = begin; c < end; c++) if (active[c] === 0) scaledPressure[c] = 0;
    });
    const report = solver.solve(rhs, scaledPressure, settings.tolerance, settings.maxIterations);
    for (let axis = 0; axis < 3; axis++) this.takeGradient(state, axis);
    this.measureOutflow(state, coupling);
    return Object.assign(this.report, report);
  }

  /** What is left: of the velocities themselves, with what yields moving as the pressure has it. */
  private measureOutflow(state: LiquidState, coupling: PressureCoupling | undefined): void {
    const { rhs, report, scaledPressure } = this;
    const { cells, unknowns } = this.matrix;
    this.gatherOutflow(state);
    coupling?.addOutflow(rhs);
    coupling?.addProduct(scaledPressure, rhs);
    let largest = 0;
    let squares = 0;
    for (let n = 0; n < unknowns; n++) {
      const flow = rhs[cells[n]];
      largest = Math.max(largest, Math.abs(flow));
      squares += flow * flow;
    }
    report.unknowns = unknowns;
    report.largestOutflow = largest;
    report.outflowSquares = squares;
  }

  /** Net flow out of each cell that holds liquid beyond what there shall be, over the area of a face, m/s: an array that the next call or projection writes to. */
  outflow(state: LiquidState): Float64Array {
    this.gatherOutflow(state);
    return this.rhs;
  }

  /** Largest net flow out of a cell that holds liquid, over the area of a face, m/s. */
  largestOutflow(state: LiquidState): number {
    return this.outflow(state).reduce((most, flow) => Math.max(most, Math.abs(flow)), 0);
  }

  /** rhs = net flow out of each unknown cell beyond what there shall be. */
  private gatherOutflow({
    velocity,
    open,
    solidVelocity,
    closed,
    targetDivergence = 0,
    box = this.whole,
  }: LiquidState): void {
    const { rhs, grid } = this;
    const { cells, unknowns } = this.matrix;
    box.fill(rhs, 0);
    for (let axis = 0; axis < 3; axis++) {
      const [u, f, s] = [velocity[axis], open[axis], solidVelocity[axis]];
      const g = closed?.[axis];
      const stride = grid.strides[axis];
      for (let n = 0; n < unknowns; n++) {
        const c = cells[n];
        const d = c + stride;
        const inflow = f[c] * u[c] + (g === undefined ? 1 - f[c] : g[c]) * s[c];
        const outflow = f[d] * u[d] + (g === undefined ? 1 - f[d] : g[d]) * s[d];
        rhs[c] = rhs[c] - inflow + outflow;
      }
    }
    const wanted = targetDivergence * grid.h;
    for (let n = 0; n < unknowns; n++) rhs[cells[n]] -= wanted;
  }

  /** Subtracts the pressure gradient from the faces of the unknowns; a face between two of them is that of the upper one. */
  private takeGradient({ velocity, open, phi }: LiquidState, axis: number): void {
    const { grid, share, scaledPressure: p } = this;
    const { active, cells, unknowns } = this.matrix;
    const u = velocity[axis];
    const f = open[axis];
    const stride = grid.strides[axis];
    for (let n = 0; n < unknowns; n++) {
      const c = cells[n];
      const below = c - stride;
      const above = c + stride;
      if (f[c] !== 0 && active[below] === 1) u[c] -= p[c] - p[below];
      else if (f[c] !== 0) {
        measureShare(phi, c, below, share);
        u[c] -= p[c] / share[0];
      }
      if (f[above] === 0 || active[above] === 1) continue;
      measureShare(phi, c, above, share);
      u[above] += p[c] / share[0];
    }
  }
}
