import { meanOf } from '../flight/massSums.ts';
import type { CarriedForce } from '../terms/CarriedForce.ts';
import type { ContactTerm } from '../terms/ContactTerm.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import type { Substep, Term } from '../terms/Term.ts';
import type { TimeScheme } from '../TimeScheme.ts';
import type { WeightTerm } from '../terms/WeightTerm.ts';
import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import { type MomentumBalance, MomentumCorrection } from './MomentumCorrection.ts';

/** The parts of a body whose momenta are balanced while other bodies touch it. Vectors xyz per vertex, SI. */
export interface ContactBalanceInput {
  readonly masses: Float64Array;
  /** x^n, m, and v^n, m/s. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** x^{n+1}, m, and v^{n+1}, m/s. */
  readonly nextPositions: Float64Array;
  readonly nextVelocity: Float64Array;
  readonly scheme: Pick<TimeScheme, 'movesByMean' | 'coupling'>;
  readonly targets: TargetTerm;
  readonly contact: ContactTerm;
  readonly weight: WeightTerm;
  readonly carried?: CarriedForce | undefined;
  /** Terms that act from outside, weight among them. */
  readonly outside: readonly Term[];
}

/**
 * Gives a body that nothing but other bodies touches the momentum that it gets in a substep: that of forces from outside, and of contact. A loose solve loses momentum; what corrects positions alone, volumes and thicknesses, moves
 * masses dm by dx that have a velocity v, an angular momentum of dm dx cross v that nothing else balances. A rigid change of the velocities takes both out, which deforms nothing, before contact acts on them: contact stops
 * what is left of it where it has to.
 */
export class ContactBalance {
  private readonly input: ContactBalanceInput;
  private readonly correction = new MomentumCorrection();
  private readonly balance: MomentumBalance;
  /** Forces from outside, N. */
  private readonly force: Float64Array;
  private readonly middle: Float64Array;
  private readonly constraints: VelocityConstraints;
  /** Momenta that contact has brought before the solve or in it, kg m/s and kg m2/s about the origin of the world. */
  private readonly linear = new Float64Array(3);
  private readonly angular = new Float64Array(3);
  private readonly dt = new Float64Array(1);
  /** The place to which the solve takes the centre of mass in the running substep, m, but for a way along its momentum there. */
  private readonly centre = new Float64Array(3);
  private readonly mean = new Float64Array(3);
  /** Whether colliders, targets or liquids act on the body in the running substep. */
  private held = false;

  constructor(input: ContactBalanceInput) {
    const { masses, positions, velocities, nextPositions, nextVelocity } = input;
    this.input = input;
    this.force = new Float64Array(positions.length);
    this.middle = new Float64Array(positions.length);
    this.constraints = { kinds: new Uint8Array(masses.length).fill(Constraint.free), normals: new Float64Array(0) };
    this.balance = {
      masses,
      from: positions,
      to: nextPositions,
      at: this.middle,
      before: velocities,
      after: nextVelocity,
      force: this.force,
      duration: 0,
      drag: 0,
      dragBlend: 1,
    };
  }

  /** Begins a substep; its targets are sampled. */
  beginStep({ dt }: Substep): void {
    const { targets, contact } = this.input;
    this.dt[0] = dt;
    this.linear.fill(0);
    this.angular.fill(0);
    this.held = targets.acts || contact.state.touching;
  }

  /** Contact has brought these momenta before the velocities are solved for, kg m/s and kg m2/s about the origin of the world. */
  bring(linear: Float64Array, angular: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) {
      this.linear[axis] += linear[axis];
      this.angular[axis] += angular[axis];
    }
  }

  /** The velocities of a touched body are solved for: whatever momentum neither forces from outside nor contact have brought goes. */
  correct(): void {
    const { correction, balance, force, middle, constraints, linear, angular } = this;
    const { positions, nextPositions, velocities, weight, outside, contact, scheme } = this.input;
    this.held ||= contact.state.touching || scheme.coupling?.wet === true;
    if (this.held) return;
    for (let k = 0; k < middle.length; k++) middle[k] = 0.5 * (positions[k] + nextPositions[k]);
    force.fill(0);
    for (let t = 0; t < outside.length; t++) outside[t].addForce?.(middle, velocities, force);
    this.addCarried();
    balance.duration = this.dt[0];
    balance.drag = weight.drag;
    correction.measureFree(balance);
    correction.allow(linear, angular);
    const { coupling } = scheme;
    if (coupling?.pressed === true) correction.allowForce(balance, coupling.pressure);
    this.findCentre();
    correction.allowMoved(balance, this.centre, linear);
    correction.remove(balance, constraints);
  }

  /** Turns the velocities rigidly, by an angular momentum of `angular`, kg m2/s. */
  turn(angular: Float64Array): void {
    if (!this.held) this.correction.turn(this.balance, angular, this.constraints);
  }

  /** Finds the point, m, that is left of the centre's course if the momentum at the end is taken along itself: on a parabola x' = x + dt (v + v') / 2, else x' = x + dt v'. */
  private findCentre(): void {
    const { centre, mean } = this;
    const { masses, positions, velocities, scheme } = this.input;
    meanOf(masses, positions, centre);
    if (!scheme.movesByMean) return;
    meanOf(masses, velocities, mean);
    for (let axis = 0; axis < 3; axis++) centre[axis] += 0.5 * this.dt[0] * mean[axis];
  }

  /** What contact has carried into the solve acts where contact takes it back: at the end of the substep. */
  private addCarried(): void {
    const { linear, angular } = this;
    const { carried, nextPositions: x } = this.input;
    if (carried?.any !== true) return;
    const { force: f } = carried;
    const dt = this.dt[0];
    for (let k = 0; k < f.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const next = (axis + 1) % 3;
        const last = (axis + 2) % 3;
        linear[axis] += dt * f[k + axis];
        angular[axis] += dt * (x[k + next] * f[k + last] - x[k + last] * f[k + next]);
      }
    }
  }
}
