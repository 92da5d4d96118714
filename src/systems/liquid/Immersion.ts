import { SolidsInLiquid } from '../../coupling/SolidsInLiquid.ts';
import { type FaceArrays, faceArrays } from '../../liquids/CellGrid.ts';
import type { CoupledFluid, Projection } from '../../liquids/CoupledFluid.ts';
import type { ProjectionReport } from '../../liquids/pressure/PressureProjection.ts';
import { StepFailure } from '../../solids/StepFailure.ts';
import type { Interaction } from '../../simulation/Interaction.ts';
import type { ListingContact } from '../../simulation/contact/ListedContacts.ts';
import { BodiesInContact } from './BodiesInContact.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';

/** Most coupled solves of a substep while contacts of solids let go, slip or stick. */
const MOST_ROUNDS = 4;
/** Residual of a pressure solve, over what there was, that no solution leaves. */
const DIVERGED = 0.5;
/** Cells that a solid in the liquid may move in a substep. */
const BODY_MOTION = 2;

/** What an immersion takes from the liquid that it is in. */
export interface ImmersedLiquid {
  readonly fluid: CoupledFluid;
  /** What to throw where solids in it ask for too many substeps at `time`, s. */
  tooManySubsteps(time: number): Error;
}

/** A liquid and the solids that move with it: one solve finds the pressure that acts on both. */
export class Immersion implements Interaction {
  /** Contact between the solids, which the solve takes into account. */
  private contact: ListingContact | undefined;
  private readonly liquid: ImmersedLiquid;
  private readonly bodies: readonly ImmersedBody[];
  private readonly solids: SolidsInLiquid;
  /** Velocities before the coupled solve, m/s. */
  private readonly unprojected: FaceArrays;
  private readonly project: Projection;

  constructor(liquid: ImmersedLiquid, bodies: readonly ImmersedBody[]) {
    this.liquid = liquid;
    this.bodies = bodies;
    this.solids = new SolidsInLiquid(liquid.fluid, bodies);
    this.unprojected = faceArrays(liquid.fluid.grid);
    const project = (dt: number, last: boolean) => (last ? this.projectLast(dt) : this.projectFirst(dt));
    // Made where the liquid is first viscous.
    this.project = Object.defineProperty(project, 'viscous', { get: () => this.solids.step.drag });
  }

  meet(contact: ListingContact | undefined): void {
    this.contact = contact;
  }

  /** A substep in which no surface moves too far. */
  maxStep(start: number, end: number): number {
    const most = end - start;
    const speed = this.bodies.reduce((fastest, body) => Math.max(fastest, body.speed), 0);
    const way = (most * speed) / (BODY_MOTION * this.liquid.fluid.grid.h);
    return most / Math.max(1, Math.ceil(way));
  }

  tooManySubsteps(time: number): Error {
    return this.liquid.tooManySubsteps(time);
  }

  /** Whether the solids stand where they were placed last. */
  get haveStayed(): boolean {
    return this.solids.haveStayed;
  }

  /** Puts the solids where they stand, among colliders as `CoupledFluid.setSolids` takes them. */
  place(distance: Float64Array | undefined, velocity: FaceArrays | undefined): void {
    this.solids.place(distance, velocity);
  }

  /** Finds velocities of the liquid and of the solids, which are placed and have predicted their motion. */
  before(dt: number): void {
    const { step } = this.solids;
    const contacts = new BodiesInContact(this.bodies, this.contact?.listContacts(dt));
    step.contacts.begin(contacts.between);
    this.liquid.fluid.findVelocity(dt, this.project);
    contacts.push(step.contacts, dt);
    for (const body of this.bodies) body.finish();
  }

  /** Liquid and solids in one solve, before viscosity acts among the solids as they then move. */
  private projectFirst(dt: number): ProjectionReport {
    const { solids } = this;
    const { fluid } = this.liquid;
    const report = checked(solids.step.project(fluid, dt));
    for (const body of this.bodies) body.commitPressure();
    solids.step.contacts.keep();
    fluid.moveSolids((velocity) => solids.step.writeVelocity(velocity));
    return report;
  }

  /** Liquid and solids in one solve, again while that changes what touches colliders or another solid. */
  private projectLast(dt: number): ProjectionReport {
    const { solids, unprojected, bodies } = this;
    const { fluid } = this.liquid;
    // What viscosity dragged them along by.
    if (fluid.viscosity > 0) for (const body of bodies) if (body.isSheet !== true) body.commitPressure();
    for (const axis of [0, 1, 2] as const) fluid.box.copy(fluid.velocity[axis], unprojected[axis]);
    for (let round = 1; ; round++) {
      const report = checked(solids.step.project(fluid, dt, fluid.viscosity > 0));
      let revised = round < MOST_ROUNDS && solids.step.reviseContacts();
      for (const body of bodies) revised = body.settleContact(round < MOST_ROUNDS) || revised;
      if (!revised) return report;
      for (const body of bodies) body.restoreFreeVelocity();
      for (const axis of [0, 1, 2] as const) fluid.box.copy(unprojected[axis], fluid.velocity[axis]);
    }
  }
}

/** Throws `StepFailure` for a pressure that was not found. */
function checked(report: ProjectionReport): ProjectionReport {
  if (report.residual < DIVERGED) return report;
  throw new StepFailure('the pressure of the liquid was not found', 0);
}
