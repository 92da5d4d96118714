import type { SystemState } from '../../base/state/SystemState.ts';
import { BackwardEuler } from '../implicit/BackwardEuler.ts';
import { MotionHistory } from '../implicit/MotionHistory.ts';
import { newtonOf } from '../implicit/NewtonRefinement.ts';
import type { Substep } from '../terms/Term.ts';
import type { SchemeBody, TimeSchemeDefinition } from '../TimeScheme.ts';

/** The second-order backward differentiation formula wherever the body is free of contact: backward Euler steps from what the two last states extrapolate to (see `MotionHistory`). */
class SecondOrder extends BackwardEuler {
  readonly state: SystemState;
  private readonly history: MotionHistory;

  constructor(body: SchemeBody, history: MotionHistory) {
    const from = history.positions;
    super(body, { from, history, createNewton: newtonOf(body, from) });
    this.history = history;
    this.state = history.state;
  }

  override begin(substep: Substep): void {
    const { positions, velocities } = this.body;
    substep.h = this.history.begin(substep.dt, positions, velocities);
  }

  /** The state that the substep leaves becomes the one that the next looks back at, where the motion is smooth. */
  commit(substep: Substep, smooth: boolean): void {
    const { dt } = substep;
    const { positions, velocities } = this.body;
    if (smooth && this.flying) this.rememberFlight(substep);
    else if (smooth) this.history.keep(dt, positions, velocities);
    else this.history.forget();
  }

  protected override flightStep(dt: number): number {
    return this.history.beginFlight(dt);
  }

  /** v^. */
  protected override get startVelocities(): Float64Array {
    return this.history.velocities;
  }

  /** v~ = (x^ + h v^{n+1} - x^n) / dt, of second order. */
  protected override findMoveVelocity({ from, h, dt }: Substep): void {
    const { moveVelocity } = this;
    const { positions } = this.body;
    for (let k = 0; k < positions.length; k++) moveVelocity[k] = (from[k] + h * moveVelocity[k] - positions[k]) / dt;
  }
}

const definition: TimeSchemeDefinition = {
  type: 'implicit-second-order',
  label: 'Second-order backward differentiation',
  reference: 'Hairer, Norsett and Wanner 1993, III.5',
  implicit: true,
  spreads: true,
  create: (body) => new SecondOrder(body, new MotionHistory(body.operators.vertexCount)),
};

export default definition;
