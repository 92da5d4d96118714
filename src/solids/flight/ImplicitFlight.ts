import { ContactStage } from '../../collision/contactSolve.ts';
import type { MotionHistory } from '../implicit/MotionHistory.ts';
import type { StepShares } from '../implicit/StepShares.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import { sumNumbers } from '../vectorSums.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import type { CentrifugalForce } from './CentrifugalForce.ts';
import { Flight } from './Flight.ts';
import { massSquare, meanOf } from './massSums.ts';
import { RigidFlight } from './RigidFlight.ts';

/** Share of its size by which a body may deform in a substep, in the mean, for the next to be of second order. */
const MOST_STRAIN = 0.03;

/**
 * An implicit step of a `Flight`: backward Euler, or the formula of second order, as who turns along with the body sees it when forces act: at the end, or after a share of the step. Places have come there
 * by that share of the turn and velocities by its inverse, and both go on by the rest of it.
 */
export class ImplicitFlight extends Flight {
  private readonly history: MotionHistory | undefined;
  private readonly next: Float64Array;
  /** What the solve has found beside the velocity of the centre, m/s. */
  private readonly spurious = new Float64Array(3);
  /** The end of a step that is remembered: its rigid motion, and places and velocities as seen where forces acted. */
  private readonly ending = new RigidFlight();
  /** What the deformation is foreseen to be when forces act: velocities, m/s, and the places that they lead to, m. */
  private readonly foreseen: Float64Array;
  private readonly ahead: Float64Array;
  private readonly endPlaces: Float64Array;
  private readonly endDeformation: Float64Array;

  constructor(body: SchemeBody, step: VelocityStep, centrifugal: CentrifugalForce, history?: MotionHistory) {
    const next = new Float64Array(body.positions.length);
    super(body, step, centrifugal, { next, dragBlend: 1 });
    this.next = next;
    this.history = history;
    const ofHistory = () => new Float64Array(history === undefined ? 0 : next.length);
    this.foreseen = ofHistory();
    this.ahead = ofHistory();
    this.endPlaces = ofHistory();
    this.endDeformation = ofHistory();
  }

  /** Finds where the body turns to in a step of `dt`, s, about its present centre until forces act, and the velocities that its solve starts from. */
  begin(dt: number, { reach }: StepShares): void {
    const { rigid, at, places, deformation, history, step, centrifugal } = this;
    const { positions, velocities, operators } = this.body;
    const { startVelocity: start } = step;
    rigid.find(operators.masses, positions, velocities, dt, reach);
    rigid.takeApart(rigid.turn, positions, velocities, places, deformation);
    const { centre, velocity } = rigid.motion;
    at.set(places);
    for (let k = 0; k < start.length; k++) start[k] = deformation[k] + velocity[k % 3];
    history?.extrapolateFlight(rigid, at, start);
    for (let k = 0; k < at.length; k++) at[k] += centre[k % 3];
    centrifugal.centre.set(centre);
  }

  /** Solves for the velocities without those of turning, from the start of the velocity step. */
  solve({ h, reach }: StepShares): void {
    const { at, step, rigid, foreseen, ahead } = this;
    if (reach === 1) {
      this.solveAt(ContactStage.direct, at);
      return;
    }
    const { startVelocity: start } = step;
    const { velocity } = rigid.motion;
    for (let k = 0; k < at.length; k++) {
      foreseen[k] = start[k] - velocity[k % 3];
      ahead[k] = at[k] + h * foreseen[k];
    }
    this.solveAt(ContactStage.direct, ahead, foreseen);
  }

  /**
   * Ends a step of `dt`, s, whose solve has found velocities without those of turning: these come back, with the angular momentum that the body has, and `move` becomes what takes the positions to their
   * place, m/s. `drag`: 1/s. `move` may be the array of the solve, whose velocities are then in `velocity`.
   */
  end(dt: number, { h, reach }: StepShares, drag: number, velocity: Float64Array, move: Float64Array): void {
    const { step, rigid, at, next, mean, places, deformation } = this;
    const { positions, operators } = this.body;
    const found = step.velocity;
    const { centre, velocity: before } = rigid.motion;
    this.gatherOutside();
    this.findMean(dt, drag);
    this.removeMean(found);
    rigid.stopTurning(operators.masses, at, found);
    for (let k = 0; k < next.length; k++) {
      const own = found[k] - mean[k % 3];
      next[k] = places[k] + (at[k] - centre[k % 3] + h * own - places[k]) / reach;
      found[k] = deformation[k] + (own - deformation[k]) / reach;
    }
    rigid.turnPair(rigid.onward, next, found);
    for (let k = 0; k < next.length; k++) {
      next[k] += centre[k % 3];
      found[k] += mean[k % 3];
    }
    rigid.addTurning(next, centre, found);
    for (let k = 0; k < next.length; k++) next[k] += (dt / 2) * (before[k % 3] + mean[k % 3]);
    this.removeSpurious(dt, drag);
    velocity.set(found);
    for (let k = 0; k < next.length; k++) move[k] = (next[k] - positions[k]) / dt;
  }

  /** The substep of `dt`, s, stands with `velocity` (m/s) at its end: the next one may look back at its slopes, unless the body deforms so fast that what is extrapolated has nothing to do with where it comes to. */
  remember(dt: number, velocity: Float64Array): void {
    const { history, places, deformation, rigid, ending, endPlaces, endDeformation, body } = this;
    if (history === undefined) return;
    const { nextPositions, operators } = body;
    const { masses } = operators;
    const way = dt * dt * massSquare(deformation, masses);
    if (!(way < MOST_STRAIN * MOST_STRAIN * massSquare(places, masses))) {
      history.forget();
      return;
    }
    ending.measure(masses, nextPositions, velocity);
    ending.takeApart(rigid.back, nextPositions, velocity, endPlaces, endDeformation);
    history.keepFlight(dt, rigid, places, deformation, endPlaces, endDeformation);
  }

  /** mean = the velocity of the centre that the forces from outside bring, which drag slows implicitly, m/s. */
  private findMean(dt: number, drag: number): void {
    const { mean, rigid, outside } = this;
    mean.fill(0);
    for (let k = 0; k < outside.length; k++) mean[k % 3] += outside[k];
    const mass = sumNumbers(this.body.operators.masses);
    for (let axis = 0; axis < 3; axis++) {
      mean[axis] = (rigid.motion.velocity[axis] + (dt * mean[axis]) / mass) / (1 + dt * drag);
    }
  }

  /** Makes `mean` the velocity of the centre in what the solve has found, m/s. */
  private removeMean(found: Float64Array): void {
    const { spurious, mean } = this;
    meanOf(this.body.operators.masses, found, spurious);
    for (let axis = 0; axis < 3; axis++) spurious[axis] -= mean[axis];
    for (let k = 0; k < found.length; k++) found[k] -= spurious[k % 3];
  }
}
