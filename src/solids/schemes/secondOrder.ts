import { ContactStage } from '../../collision/contactSolve.ts';
import type { SystemState } from '../../base/state/SystemState.ts';
import { BackwardEuler } from '../implicit/BackwardEuler.ts';
import { MotionHistory } from '../implicit/MotionHistory.ts';
import { newtonOf } from '../implicit/NewtonRefinement.ts';
import type { Substep } from '../terms/Term.ts';
import type { SchemeBody, TimeSchemeDefinition } from '../TimeScheme.ts';

/** Newton iterations of a step unless told otherwise: one stretches what swings far in it, and gains energy. */
const USUAL_ITERATIONS = 2;

/** The generalised-alpha method wherever the body is free of contact: backward Euler steps to two thirds of a step, and on in a straight line (see `MotionHistory`). */
class SecondOrder extends BackwardEuler {
  readonly state: SystemState;
  private readonly history: MotionHistory;
  /** Positions that v^ leads to, m. */
  private readonly ahead: Float64Array;

  constructor(body: SchemeBody, history: MotionHistory) {
    const about = history.positions;
    super(body, {
      about,
      from: history.reaching,
      history,
      createNewton: newtonOf(body, about, USUAL_ITERATIONS),
      speculates: true,
    });
    this.history = history;
    this.ahead = new Float64Array(about.length);
    this.state = history.state;
  }

  override begin(substep: Substep): void {
    const { positions, velocities, contact } = this.body;
    const { history, shares } = this;
    history.begin(substep.dt, positions, velocities, substep.untouched && !contact.state.touching, shares);
    substep.h = shares.h / shares.reach;
  }

  /** Targets are those of the step that was begun. */
  protected override mayBeginAgain(): boolean {
    return this.shares.reach === 1 || !this.body.targets.acts;
  }

  protected override beginAgain(substep: Substep): void {
    const { positions, velocities } = this.body;
    this.history.begin(substep.dt, positions, velocities, false, this.shares);
    substep.h = this.shares.h / this.shares.reach;
  }

  /** The slopes of the substep become those that the next looks back at, where the motion is smooth. */
  commit(substep: Substep, smooth: boolean): void {
    const { positions, velocities, nextPositions } = this.body;
    if (smooth && this.flying) this.rememberFlight(substep);
    else if (smooth) this.history.keep(substep.dt, positions, velocities, nextPositions, this.nextVelocity);
    else this.history.forget();
  }

  /** Linearised where v^ leads to: what swings far in a step would otherwise be damped by what its straight way stretches. */
  protected override solveFirst(touched: boolean): void {
    const { about, ahead, step, shares } = this;
    if (shares.reach === 1) {
      super.solveFirst(touched);
      return;
    }
    const { startVelocity: foreseen } = step;
    for (let k = 0; k < ahead.length; k++) ahead[k] = about[k] + shares.h * foreseen[k];
    step.solve(ContactStage.direct, ahead, touched, foreseen);
  }

  protected override get actingAt(): Float64Array {
    return this.shares.reach === 1 ? this.about : this.ahead;
  }

  protected override beginFlight(dt: number): void {
    this.history.beginFlight(dt, this.shares);
  }

  /** v^. */
  protected override get startVelocities(): Float64Array {
    return this.history.velocities;
  }

  /** v^{n+1} = v^n + (v_a - v^n) / alpha_f, and (x^{n+1} - x^n) / dt likewise, from v_a in `moveVelocity`. */
  protected override findMoveVelocity({ from, h, dt }: Substep, velocity: Float64Array): void {
    const { moveVelocity } = this;
    const { reach } = this.shares;
    const { positions, velocities } = this.body;
    for (let k = 0; k < positions.length; k++) {
      velocity[k] = velocities[k] + (velocity[k] - velocities[k]) / reach;
      moveVelocity[k] = (from[k] + h * moveVelocity[k] - positions[k]) / dt;
    }
  }
}

const definition: TimeSchemeDefinition = {
  type: 'implicit-second-order',
  label: 'Generalised alpha',
  reference: 'Jansen, Whiting and Hulbert 2000; Chung and Hulbert 1993',
  implicit: true,
  carries: true,
  create: (body) => new SecondOrder(body, new MotionHistory(body.operators.vertexCount)),
};

export default definition;
