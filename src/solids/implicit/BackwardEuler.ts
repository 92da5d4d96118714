import { ContactStage } from '../../collision/contactSolve.ts';
import { EnteringContacts } from '../../collision/EnteringContacts.ts';
import { BodyMomenta } from '../momenta/BodyMomenta.ts';
import type { Substep } from '../terms/Term.ts';
import type { SchemeBody, TimeScheme } from '../TimeScheme.ts';
import type { VelocityOperators } from '../VelocityOperators.ts';
import { VelocityStep } from '../VelocityStep.ts';
import { CentrifugalForce } from '../flight/CentrifugalForce.ts';
import { ImplicitFlight } from '../flight/ImplicitFlight.ts';
import { TouchedTurn } from '../flight/TouchedTurn.ts';
import { kineticEnergy } from '../energies.ts';
import { addScaled } from '../vectorSums.ts';
import type { MotionHistory } from './MotionHistory.ts';
import type { NewtonRefinement } from './NewtonRefinement.ts';
import type { StepShares } from './StepShares.ts';

/**
 * Backward Euler, v^{n+1} = v^n + dt a(x^n + dt v^{n+1}, v^{n+1}): elastic forces are implicit, their stiffness made definite (Teran et al. 2005), so that it is stable for every dt, and as damped as
 * dt is long. The first Newton iteration is the velocity step's; `NewtonRefinement` adds more. Where nothing touches or constrains the body, its rigid motion is exact (`ImplicitFlight`).
 */
export class BackwardEuler implements TimeScheme {
  readonly step: VelocityStep;
  readonly from: Float64Array;
  /** Positions about which forces are linearised, m. */
  protected readonly about: Float64Array;
  protected readonly shares: StepShares = { h: NaN, reach: 1 };
  /** v^{n+1}; from `endPrediction` to `endMove` what moves the positions. */
  readonly moveVelocity: Float64Array;
  readonly startVelocity: Float64Array;
  readonly nextVelocity: Float64Array;
  protected readonly body: SchemeBody;
  protected readonly momenta: BodyMomenta;
  private readonly newton: NewtonRefinement | undefined;
  /** What steps keep of velocities, m/s: v^n, against which momenta are balanced, then v^{n+1} without what corrects the move alone. */
  protected readonly uncorrected: Float64Array;
  /** Whether anything corrects the move alone. */
  private readonly bringsBack: boolean;
  protected readonly flight: ImplicitFlight;
  /** Whether the running substep is one of free flight. */
  protected flying = false;
  /** Turns a body that something touches; whether it does in the running substep. */
  private readonly turn: TouchedTurn;
  private turning = false;
  /** Contacts with colliders that a step would enter; left out where impacts are not a part of the solves. */
  private readonly speculative: EnteringContacts | undefined;
  /** Positions that the step leads to without these contacts, m. */
  private readonly reached: Float64Array;
  /** How these vertices would be put back, m. */
  private readonly back: Float64Array;
  private touched = false;
  /** What moved the positions of what flies or turns as it was found, m/s, where the velocity keeps what contact does to it. */
  private readonly found: Float64Array | undefined;
  /** Positions that the step reaches before volumes are corrected, m; left out where none are conserved. */
  private readonly unmoved: Float64Array | undefined;

  /**
   * `about`: positions about which forces are linearised, m; `from`: where constrained vertices start towards their targets; `history`: of free flight; `createNewton` makes the iterations after the first;
   * `operators`: what solves in place of the body's own; `speculates`: whether impacts on colliders are a part of the solves.
   */
  constructor(
    body: SchemeBody,
    {
      about = body.positions,
      from = about,
      operators = body.operators,
      history,
      createNewton,
      speculates = false,
    }: {
      readonly about?: Float64Array;
      readonly from?: Float64Array;
      readonly operators?: VelocityOperators;
      readonly history?: MotionHistory;
      readonly createNewton?: ((step: VelocityStep) => NewtonRefinement) | undefined;
      readonly speculates?: boolean;
    } = {},
  ) {
    const { targets, contact, volume } = body;
    const { masses } = operators;
    this.body = body;
    this.from = from;
    this.about = about;
    const centrifugal = new CentrifugalForce(masses);
    this.step = new VelocityStep({
      ...body,
      operators,
      terms: [...body.terms, centrifugal],
      contact: contact.solve,
      stiff: true,
      pressureForce: volume?.force,
    });
    const { velocity } = this.step;
    this.moveVelocity = velocity;
    this.startVelocity = velocity;
    this.nextVelocity = velocity;
    this.newton = createNewton?.(this.step);
    this.uncorrected = new Float64Array(from.length);
    this.bringsBack = body.keepsContact !== true || volume !== undefined;
    this.flight = new ImplicitFlight(body, this.step, centrifugal, history);
    this.turn = new TouchedTurn(body, this.step, centrifugal);
    this.found = !this.bringsBack ? new Float64Array(from.length) : undefined;
    this.unmoved = volume && new Float64Array(from.length);
    if (speculates && volume === undefined) this.speculative = new EnteringContacts(contact.objects, contact.state);
    this.reached = new Float64Array(this.speculative === undefined ? 0 : from.length);
    this.back = new Float64Array(this.reached.length);
    const { step, uncorrected } = this;
    this.momenta = new BodyMomenta({
      masses,
      from: about,
      step,
      elastic: body.elastic,
      targets,
      contact: contact.solve,
      before: uncorrected,
    });
  }

  get iterations(): number {
    return this.newton?.iterations ?? 0;
  }

  get movesByMean(): boolean {
    return this.flying;
  }

  begin(substep: Substep): void {
    this.shares.h = substep.dt;
    substep.h = substep.dt;
  }

  predict(substep: Substep, touched: boolean): void {
    this.flying = this.isFree(substep);
    this.turning = false;
    this.touched = touched;
    if (this.flying) this.fly(substep);
    else this.solveTouching(substep, touched);
  }

  /** Finds the velocities of what is constrained, pulled or touched. */
  private solveTouching(substep: Substep, touched: boolean): void {
    const { step, momenta, newton, about, shares } = this;
    const { weight, volume } = this.body;
    this.turning = false;
    this.beginSolve(substep);
    if (this.maySolveTurned(substep)) {
      this.solveTurned(touched);
      return;
    }
    this.solveFirst(touched);
    volume?.noteApplied(step);
    // What moving boundaries change is found with the matrix of the first iteration: it would undo the others.
    const refined = substep.met ? undefined : newton;
    refined?.refine(shares.h, about, weight.drag);
    momenta.correct(ContactStage.direct, refined?.positions ?? this.actingAt, about, shares.h, touched);
  }

  /** Whether nothing constrains or pulls the body, which turns, and the step is all of one backward Euler step. */
  private maySolveTurned({ dt, met }: Substep): boolean {
    const { turn, shares, body } = this;
    if (met || shares.reach !== 1 || body.targets.acts || body.elastic.turnsBody === true) return false;
    return turn.begins(dt);
  }

  private solveTurned(touched: boolean): void {
    const { turn, step, newton, momenta, shares, uncorrected } = this;
    const { weight, volume } = this.body;
    this.turning = true;
    turn.begin(shares.h);
    uncorrected.set(step.startVelocity);
    turn.solve(touched);
    volume?.noteApplied(step);
    newton?.refine(shares.h, turn.at, weight.drag);
    momenta.correct(ContactStage.direct, newton?.positions ?? turn.at, turn.at, shares.h, touched, turn.at);
  }

  /** The first Newton iteration, linearised where the step starts. */
  protected solveFirst(touched: boolean): void {
    this.step.solve(ContactStage.direct, this.about, touched);
  }

  /** Positions at which the forces of the first Newton iteration were found, m. */
  protected get actingAt(): Float64Array {
    return this.about;
  }

  /** Finds the velocities of a flight as who turns along with it sees them. */
  protected fly(substep: Substep): void {
    const { flight, shares } = this;
    const { dt } = substep;
    const { weight, volume } = this.body;
    this.beginFlight(dt);
    this.beginSolve(substep);
    flight.begin(dt, shares);
    flight.solve(shares);
    volume?.noteApplied(this.step);
    this.newton?.refine(shares.h, flight.at, weight.drag);
  }

  endPrediction(substep: Substep): void {
    this.endSolve(substep);
    const { speculative } = this;
    if (speculative === undefined || !this.mayBeginAgain() || !this.meetsColliders(substep.dt, speculative)) return;
    this.flying = false;
    this.beginAgain(substep);
    this.solveTouching(substep, this.touched);
    this.endSolve(substep);
  }

  /** Whether the step may be taken again as one that meets colliders. */
  protected mayBeginAgain(): boolean {
    return true;
  }

  /** Begins a step of backward Euler in place of the one that was found. */
  protected beginAgain(_substep: Substep): void {
    // It was one.
  }

  /**
   * Adds contacts of the vertices that the step takes into colliders, where putting these back onto the surface would crush the elements behind them with more energy than the body moves with; returns whether there are any. Softer
   * bodies lose less where collision puts them back: a polyhedron that rolls is stopped a little by each of its corners.
   */
  private meetsColliders(dt: number, speculative: EnteringContacts): boolean {
    const { reached, back, moveVelocity, step } = this;
    const { positions, targets, operators } = this.body;
    addScaled(positions, moveVelocity, dt, reached);
    if (!speculative.find(reached, targets.constrained, back)) return false;
    if (step.matrix.displacementEnergy(back) <= kineticEnergy(operators.masses, moveVelocity)) return false;
    return speculative.add(reached, moveVelocity, dt);
  }

  private endSolve(substep: Substep): void {
    const { moveVelocity, uncorrected, flight } = this;
    if (this.flying) {
      flight.end(substep.dt, this.shares, this.body.weight.drag, uncorrected, moveVelocity);
      this.found?.set(moveVelocity);
      this.noteUnmoved(substep);
      return;
    }
    if (this.turning) {
      this.turn.end(substep.dt, this.body.weight.drag, uncorrected, moveVelocity);
      this.found?.set(moveVelocity);
      this.noteUnmoved(substep);
      return;
    }
    this.body.contact.solve.finish(moveVelocity);
    uncorrected.set(moveVelocity);
    this.findMoveVelocity(substep, uncorrected);
    this.noteUnmoved(substep);
  }

  /** Notes where the body goes before volumes are corrected. */
  protected noteUnmoved({ dt }: Substep): void {
    if (this.unmoved !== undefined) addScaled(this.body.positions, this.moveVelocity, dt, this.unmoved);
  }

  /** What moved the positions to their volumes and off other bodies must not stay in the velocity. */
  endMove(): void {
    const { nextVelocity, uncorrected, found } = this;
    if (this.bringsBack) nextVelocity.set(uncorrected);
    else if (this.flying || this.turning)
      for (let k = 0; k < found!.length; k++) nextVelocity[k] += uncorrected[k] - found![k];
  }

  /** `predict` has found the velocity: only what moved positions alone, of a body that nothing touches, must not turn it. */
  integrateVelocities(_substep: Substep, touched: boolean): void {
    const { targets, contact, nextPositions } = this.body;
    const { unmoved } = this;
    if (unmoved === undefined || touched || targets.acts || contact.state.touching) return;
    this.momenta.keepMoved(unmoved, nextPositions);
  }

  /** Remembers how a flight went in a substep that stands. */
  protected rememberFlight({ dt }: Substep): void {
    this.flight.remember(dt, this.nextVelocity);
  }

  /** Writes `shares` of a step of `dt`, s, of a flight. */
  protected beginFlight(_dt: number): void {
    // Those of `begin`.
  }

  /** Whether nothing touches, constrains or pulls the body. */
  protected isFree({ untouched }: Substep): boolean {
    const { targets, contact, elastic } = this.body;
    return untouched && !targets.acts && !contact.state.touching && elastic.turnsBody !== true;
  }

  /** Velocities from which the step starts, m/s. */
  protected get startVelocities(): Float64Array {
    return this.body.velocities;
  }

  /** The velocity of the solve, in `moveVelocity`, becomes what moves the positions, and in `_velocity` v^{n+1}, m/s. */
  protected findMoveVelocity(_substep: Substep, _velocity: Float64Array): void {
    // One velocity is all three.
  }

  /** Begins the velocity step from the velocities of the start. */
  protected beginSolve({ untouched }: Substep): void {
    const { step, uncorrected, shares } = this;
    const { weight, targets, elastic } = this.body;
    this.momenta.begin(weight.drag);
    step.begin(shares.h, weight.drag, untouched);
    elastic.prepareSolve?.(targets.prescribed);
    step.startVelocity.set(this.startVelocities);
    targets.imposeVelocities(step.startVelocity);
    uncorrected.set(step.startVelocity);
  }
}
