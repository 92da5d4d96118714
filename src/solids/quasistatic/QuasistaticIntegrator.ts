import { CoreError } from '../../base/errors.ts';
import { StateBackup } from '../../base/state/StateBackup.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import { ContactState } from '../../collision/contactState.ts';
import { countInverted } from '../countInverted.ts';
import { type Energies, gravitationalEnergy, kineticEnergy } from '../energies.ts';
import { TargetTerm } from '../terms/TargetTerm.ts';
import type { SolidInput } from '../SolidInput.ts';
import type { SolidMotion } from '../SolidMotion.ts';
import type { SolidBodyInput } from '../SolidOperators.ts';
import { FrameFailure, StepFailure, worstElement } from '../StepFailure.ts';
import { SubstepLog, type SubstepReport } from '../SubstepLog.ts';
import { meanElementSize } from '../timeStep.ts';
import { EquilibriumSolver } from './EquilibriumSolver.ts';
import { StaticContact } from './StaticContact.ts';
import { staticStep } from './staticScales.ts';

/** Parts that a frame's change of loads is divided into at most. */
const MOST_LOAD_STEPS = 32;
/** A touching vertex that a step takes this share of an element off its surface has left it. */
const KEEP_CONTACT = 0.25;

/** What finding the equilibria of the last frame took. */
interface EquilibriumReport {
  readonly newtonIterations: number;
  /** Norm of the forces out of balance over that which shears the body by its own size. */
  readonly residual: number;
}

/** Returns the same body as operators of a `QuasistaticIntegrator` need it: without damping, and implicit. */
export function quasistaticBody(body: SolidBodyInput): SolidBodyInput {
  const undamped = { dampingAlpha: 0, dampingBeta: 0 };
  const modelMatter = body.modelMatter?.map((matter) => ({ ...matter, ...undamped }));
  return { ...body, ...undamped, modelMatter, implicit: { typicalStep: staticStep(body) } };
}

/**
 * A body without inertia: at the end of every frame it is in static equilibrium with what its pins, gravity, strength, fibres and colliders are then
 * (Teran et al. 2005, "Robust quasistatic finite elements and flesh simulation"). The equilibrium before is where the search starts; where it is not found from
 * there the loads change in smaller parts. Velocities are the frame's change of position over its length: they say how it moves, and nothing depends on them.
 */
export class QuasistaticIntegrator implements SolidMotion {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly constrained: Uint8Array;
  readonly volume = undefined;
  readonly minSubsteps = 1;
  readonly maxSubsteps = 1;
  readonly state: SystemState;
  readonly equilibrium: { -readonly [Key in keyof EquilibriumReport]: number } = { newtonIterations: 0, residual: 0 };

  private readonly input: SolidInput;
  private readonly targets: TargetTerm;
  private readonly contact: StaticContact;
  private readonly solver: EquilibriumSolver;
  private readonly log = new SubstepLog();
  private readonly gravity = new Float64Array(3);
  private readonly start: Float64Array;
  /** The running substep, s. */
  private from = 0;
  private to = 0;
  private cancelled: (() => boolean) | undefined;
  private readonly backup: StateBackup;

  /** The operators must be those of a `quasistaticBody`. */
  constructor(input: SolidInput) {
    const { operators, body, tolerance, maxIterations } = input;
    this.input = input;
    this.positions = input.positions.slice();
    this.velocities = new Float64Array(input.positions.length);
    this.start = input.positions.slice();
    this.targets = new TargetTerm(input.targets, operators.masses);
    this.constrained = this.targets.constrained;
    const contacts = new ContactState(operators.vertexCount);
    const keepDistance = KEEP_CONTACT * meanElementSize(body);
    this.contact = new StaticContact(contacts, input.colliders, keepDistance, input.contactPoints);
    const { targets, contact } = this;
    this.solver = new EquilibriumSolver({ operators, body, targets, contact, tolerance, maxIterations });
    this.state = new SystemState()
      .array('positions', this.positions)
      .array('velocities', this.velocities)
      .include('contacts', contacts.state);
    this.backup = new StateBackup(this.state);
  }

  /**
   * The equilibrium at `time` (s) from whatever the positions are: loads that are too much at once come on bit by bit. Velocities become zero.
   * Throws `simulation-failed`.
   */
  settle(time: number): void {
    this.log.clear();
    this.approach(time, time);
    this.velocities.fill(0);
  }

  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  beginInterval(_start: number, _end: number, cancelled?: () => boolean): void {
    this.log.clear();
    this.cancelled = cancelled;
  }

  /** Loads change in parts as they must within one substep. */
  maxStep(): number {
    return Infinity;
  }

  predict(start: number, end: number): void {
    this.from = start;
    this.to = end;
  }

  /** The equilibrium at the end of the substep, from that at its start. Throws `simulation-failed` where none is found, and `cancelled`. */
  integratePositions(): void {
    this.start.set(this.positions);
    this.approach(this.from, this.to, this.cancelled);
  }

  integrateVelocities(): void {
    const { positions, velocities, start } = this;
    const rate = 1 / (this.to - this.from);
    for (let k = 0; k < positions.length; k++) velocities[k] = (positions[k] - start[k]) * rate;
  }

  commit(): void {
    // The positions are the equilibrium already.
  }

  rollback(): void {
    // Loads that are too much at once come on bit by bit, and what has no equilibrium even then fails for good.
  }

  /** Goes through a time in as few parts as find their equilibrium; where it has no length, loads grow from nothing instead. */
  private approach(start: number, end: number, cancelled?: () => boolean): void {
    let reached = 0;
    let part = 1;
    this.equilibrium.newtonIterations = 0;
    while (reached < 1) {
      const goal = Math.min(reached + part, 1);
      const failure = this.attempt(start, end, reached, goal, cancelled);
      if (failure === undefined) {
        reached = goal;
        part *= 2;
        continue;
      }
      part /= 2;
      const drifting = !this.solver.held && this.contact.count === 0;
      if (drifting || part * MOST_LOAD_STEPS < 1)
        throw this.describe(start + reached * (end - start), part * (end - start), failure);
    }
  }

  /** Solves at the share `to` of the way, from the state at `from`; on failure that state comes back, with why. */
  private attempt(
    start: number,
    end: number,
    from: number,
    to: number,
    cancelled: (() => boolean) | undefined,
  ): StepFailure | undefined {
    this.backup.keep();
    try {
      if (this.solve(start, end, from, to, cancelled)) return undefined;
      if (!this.solver.held && this.contact.count === 0) {
        throw new StepFailure('there is no equilibrium: nothing constrains it', 0);
      }
      const still = `it still moves by ${(100 * this.solver.lastMove).toPrecision(2)} % of its size from one iteration to the next`;
      throw new StepFailure(`no equilibrium was found: ${still}`, worstElement(this.input.operators));
    } catch (failure) {
      this.backup.bringBack();
      if (failure instanceof StepFailure) return failure;
      throw failure;
    }
  }

  private solve(start: number, end: number, from: number, to: number, cancelled?: () => boolean): boolean {
    const { input, positions, gravity, solver } = this;
    const time = start + to * (end - start);
    const share = start === end ? to : 1;
    input.material?.moveTo(time);
    input.gravityAt(time, gravity);
    for (let axis = 0; axis < 3; axis++) gravity[axis] *= share;
    const load = {
      from: start + from * (end - start),
      to: time,
      strength: input.strengthAt(time),
      activation: share * (input.activationAt?.(time) ?? 0),
      gravity,
    };
    const found = solver.solve(positions, load, cancelled);
    this.record(load.from, time - load.from, found);
    if (!found) return false;
    // What flowed for good no longer carries: the equilibrium is that of the new rest shape.
    if (input.flow?.advance(positions, time - load.from, time) !== true) return true;
    const again = solver.solve(positions, { ...load, from: time }, cancelled);
    this.record(time, 0, again);
    return again;
  }

  private record(start: number, dt: number, found: boolean): void {
    const { solver, equilibrium, contact } = this;
    equilibrium.newtonIterations += solver.iterations;
    equilibrium.residual = solver.residual;
    if (!found) return;
    const record = this.log.append();
    record.start = start;
    record.dt = dt;
    record.iterations = solver.linearIterations;
    record.pressureIterations = 0;
    record.residual = solver.residual;
    record.converged = true;
    record.inverted = countInverted(this.input.operators.singularValues);
    record.contacts = contact.count;
  }

  private describe(time: number, part: number, failure: StepFailure): CoreError {
    return new CoreError('simulation-failed', `at ${time.toPrecision(4)} s ${failure.message}`, {
      place: `element ${failure.element}`,
      remedy:
        'Hold it in place with a pin, or put it on something it cannot slide off; if it buckles or falls, use another integration scheme.',
      cause: new FrameFailure(time, part, failure),
    });
  }

  /** Energies of the present state at `time` (s); the elastic forces are evaluated anew. */
  energies(time: number): Energies {
    const { input, positions, velocities, gravity } = this;
    const { operators } = input;
    input.gravityAt(time, gravity);
    input.material?.moveTo(time);
    operators.updateElastic(positions, input.strengthAt(time), input.activationAt?.(time));
    return {
      kinetic: kineticEnergy(operators.masses, velocities),
      elastic: operators.elasticEnergy(),
      gravitational: gravitationalEnergy(operators.masses, gravity, positions),
    };
  }
}
