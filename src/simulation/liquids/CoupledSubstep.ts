import type { CoupledSettings } from '../../coupling/CoupledStep.ts';
import { SolidsInLiquid } from '../../coupling/SolidsInLiquid.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../../liquids/CellGrid.ts';
import type { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import type { ProjectionReport } from '../../liquids/pressure/PressureProjection.ts';
import type { GroupContact } from '../../solids/GroupContact.ts';
import { StepFailure } from '../../solids/StepFailure.ts';
import { BodiesInContact } from './BodiesInContact.ts';
import type { CoupledBody } from './CoupledBody.ts';

/** Most coupled solves of a substep while contacts of solids let go, slip or stick. */
const MOST_ROUNDS = 4;
/** Residual of a pressure solve, over what there was, that no solution leaves. */
const DIVERGED = 0.5;
/** Cells that a solid in the liquid may move in a substep. */
const BODY_MOTION = 2;

/** The substeps of a liquid of a shot and the solids that move with it. */
export class CoupledSubstep {
  private readonly grid: CellGrid;
  private readonly solver: LiquidSolver;
  private readonly bodies: readonly CoupledBody[];
  private readonly solids: SolidsInLiquid;
  /** Velocities before the coupled solve, m/s. */
  private readonly unprojected: FaceArrays;

  constructor(grid: CellGrid, solver: LiquidSolver, settings: CoupledSettings, bodies: readonly CoupledBody[]) {
    this.grid = grid;
    this.solver = solver;
    this.bodies = bodies;
    this.solids = new SolidsInLiquid(grid, settings, bodies);
    this.unprojected = faceArrays(grid);
  }

  /** s, at most `most`: a substep in which no surface and no particle moves too far. */
  longestStep(most: number): number {
    const speed = this.bodies.reduce((fastest, body) => Math.max(fastest, body.speed), 0);
    const way = (most * speed) / (BODY_MOTION * this.grid.h);
    return Math.min(this.solver.longestStep(most), most / Math.max(1, Math.ceil(way)));
  }

  /** Whether the solids stand where they were placed last. */
  get haveStayed(): boolean {
    return this.solids.haveStayed;
  }

  /** Puts the solids where they stand, among colliders as `LiquidSolver.setSolids` takes them. */
  place(distance: Float64Array | undefined, velocity: FaceArrays | undefined): void {
    this.solids.place(this.solver, distance, velocity);
  }

  /**
   * Moves the liquid by `dt`, s, among placed solids that have predicted their motion; they move in `moveBodies`, when the pressure is known, and `placeMoved` places them
   * where they are then.
   */
  move(dt: number, moveBodies: () => void, placeMoved: () => void, contact?: GroupContact): void {
    const contacts = new BodiesInContact(this.bodies, contact?.listContacts(dt));
    this.solids.step.contacts.begin(contacts.between);
    const project = (_: number, last: boolean) => {
      if (!last) return this.projectFirst(dt);
      const report = this.project(dt);
      contacts.push(this.solids.step.contacts, dt);
      for (const body of this.bodies) body.finish();
      moveBodies();
      return report;
    };
    this.solver.move(dt, project, placeMoved);
  }

  /** Liquid and solids in one solve, before viscosity acts among the solids as they then move. */
  private projectFirst(dt: number): ProjectionReport {
    const { solver, solids } = this;
    const report = checked(solids.step.project(solver, dt));
    for (const body of this.bodies) body.keepPressure();
    solids.step.contacts.keep();
    solver.moveSolids((velocity) => solids.step.writeVelocity(velocity));
    return report;
  }

  /** Liquid and solids in one solve, again while that changes what touches colliders or another solid. */
  private project(dt: number): ProjectionReport {
    const { solver, solids, unprojected, bodies } = this;
    for (const axis of [0, 1, 2] as const) solver.box.copy(solver.velocity[axis], unprojected[axis]);
    for (let round = 1; ; round++) {
      const report = checked(solids.step.project(solver, dt, solver.viscosity > 0));
      let revised = round < MOST_ROUNDS && solids.step.reviseContacts();
      for (const body of bodies) revised = body.settleContact(round < MOST_ROUNDS) || revised;
      if (!revised) return report;
      for (const body of bodies) body.leaveLiquid();
      for (const axis of [0, 1, 2] as const) solver.box.copy(unprojected[axis], solver.velocity[axis]);
    }
  }
}

/** Throws `StepFailure` for a pressure that was not found. */
function checked(report: ProjectionReport): ProjectionReport {
  if (report.residual < DIVERGED) return report;
  throw new StepFailure('the pressure of the liquid was not found', 0);
}
