import type { SystemState } from '../base/state/SystemState.ts';
import type { ContactSolve } from '../collision/contactSolve.ts';
import type { HalfStep } from './HalfStep.ts';
import { MotionHistory } from './MotionHistory.ts';
import { type ImplicitStep, NewtonRefinement } from './NewtonRefinement.ts';
import type { SolidIntegratorInput } from './SolidIntegratorInput.ts';

/**
 * Steps with implicit elastic forces: backward Euler, v^{n+1} = v^n + dt a(x^n + dt v^{n+1}, v^{n+1}), in one or more Newton iterations, or the
 * `MotionHistory` of second order wherever the body is free of contact. The first iteration is the half step's, over `step.h`.
 */
export class ImplicitScheme {
  /** Start and length of the running step. */
  readonly step: ImplicitStep;
  private readonly history: MotionHistory | undefined;
  private readonly newton: NewtonRefinement | undefined;
  private readonly furtherIterations: number;

  constructor(input: SolidIntegratorInput, positions: Float64Array, halfStep: HalfStep, contactSolve: ContactSolve) {
    const { order = 1, newtonIterations = 1 } = input.body.implicit ?? {};
    if (order === 2) this.history = new MotionHistory(input.operators.vertexCount);
    if (newtonIterations > 1) this.newton = new NewtonRefinement(input.operators, halfStep, contactSolve, input);
    this.furtherIterations = newtonIterations - 1;
    this.step = { from: this.history?.positions ?? positions, h: NaN, drag: NaN, strength: NaN, activation: NaN };
  }

  /** Linear iterations of the Newton iterations after the first. */
  get iterations(): number {
    return this.newton?.iterations ?? 0;
  }

  /** Positions at which the forces of the last solve acted, m. */
  get forcePositions(): Float64Array {
    return this.newton?.positions ?? this.step.from;
  }

  /** What the scheme keeps beside the motion; undefined where that is nothing. */
  get state(): SystemState | undefined {
    return this.history?.state;
  }

  /** What acts in the middle of the step that begins: drag, 1/s, the factor on forces and the activation of fibres. */
  act(drag: number, strength: number, activation: number): void {
    const { step } = this;
    step.drag = drag;
    step.strength = strength;
    step.activation = activation;
  }

  /** Begins a step of `dt`, s. */
  begin(dt: number, positions: Float64Array, velocities: Float64Array): void {
    this.step.h = this.history?.begin(dt, positions, velocities) ?? dt;
  }

  /** The velocities that the step starts from, m/s: v^, or v^n. */
  startVelocities(velocities: Float64Array): Float64Array {
    return this.history?.velocities ?? velocities;
  }

  /** The Newton iterations after the half step's. */
  refine(): void {
    this.newton?.refine(this.step, this.furtherIterations);
  }

  /** v^{n+1} in `moveVelocity` becomes what moves the positions: v~ = (x^ + h v^{n+1} - x^n) / dt, of second order. */
  findMoveVelocity(positions: Float64Array, dt: number, moveVelocity: Float64Array): void {
    if (this.history === undefined) return;
    const { from, h } = this.step;
    for (let k = 0; k < positions.length; k++) moveVelocity[k] = (from[k] + h * moveVelocity[k] - positions[k]) / dt;
  }

  /** The state that a step of `dt` (s) leaves becomes the one that the next looks back at, where the motion is smooth. */
  remember(dt: number, positions: Float64Array, velocities: Float64Array, smooth: boolean): void {
    if (smooth) this.history?.keep(dt, positions, velocities);
    else this.history?.forget();
  }
}
