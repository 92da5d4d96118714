import { Constraint } from '../collision/VelocityConstraints.ts';
import type { KernelQueue } from '../kernels/threads/KernelQueue.ts';
import type { VelocityStep } from './VelocityStep.ts';
import { PushedMomentum, type PushedChange } from './momenta/PushedMomentum.ts';
import { kineticEnergy } from './energies.ts';
import { addVectors, sumNumbers } from './vectorSums.ts';
import type { TargetTerm } from './terms/TargetTerm.ts';

/** Share of a body's weight to some impulses that the next count on: all of it swings where fewer vertices share the next. */
const CAUTION = 0.7;

/** Solves after which the turn that damping has made of a body that something touches is taken out: its torque takes as long as an iteration or two. Not where elastic forces are implicit, whose torque is far larger. */
const TURN_EVERY = 6;

/** Way, in mean edges, with whose energy of motion what collisions do in a substep always counts as little. */
const SMALL_WAY = 1e-3;

/** The parts of an integrator that impulses spread by. */
export interface ImpulseSpreadInput {
  readonly masses: Float64Array;
  readonly step: VelocityStep;
  readonly targets: TargetTerm;
  /** Mean edge, m. */
  readonly edge: number;
}

/**
 * What impulses J on the surface of a body do to all of it within a substep h: (M + h D) dv = J, with the matrix and the constraints that its velocity was solved with, as
 * if they had been a part of that solve (Otaduy et al. 2009). Without that contact stops the surface's own mass; where damping is stiff, the bulk that it ties to the surface
 * goes on, and crushes the outermost elements by as much as it moves in a substep: spurious energy gain.
 */
export class ImpulseSpread {
  /** How many times as much as its masses the body weighs to impulses: as the last that spread have found, or 1. In an array, where writing allocates nothing. */
  readonly weight = Float64Array.of(1);
  /** Mean edge, m. */
  readonly edge: number;
  private readonly input: ImpulseSpreadInput;
  private readonly momentum: PushedMomentum;
  /** Vertices that contact can push, ascending; all other impulses are 0. */
  private surface = new Uint32Array(0);
  /** What has not spread yet, N s; while it spreads, as forces over the step, N. */
  private readonly impulse: Float64Array;
  /** Whether contact has pushed since impulses were measured last. */
  private pushed = false;
  private readonly change: Float64Array;
  /** D change, N; found only for what touches something. */
  private readonly damping: Float64Array;
  private readonly asForces: PushedChange;
  /** Changes whose damping has turned a body that something touches, m/s; how many solves made them, and whether the running one is the last. */
  private readonly turned: Float64Array;
  private turns = 0;
  private isLast = false;
  /** Sum of J^2 / m as if of the masses alone, 2 J; of what they do to the body; the most of these since `begin`. */
  private readonly work = new Float64Array(3);
  /** How much looser than usual the solve may be. */
  private readonly looser = new Float64Array(1);

  constructor(input: ImpulseSpreadInput) {
    const { masses, step } = input;
    const { length } = step.velocity;
    this.input = input;
    this.edge = input.edge;
    this.momentum = new PushedMomentum(masses);
    this.impulse = new Float64Array(length);
    this.change = new Float64Array(length);
    this.damping = new Float64Array(length);
    this.turned = new Float64Array(length);
    this.asForces = { force: this.impulse, change: this.change, duration: 0, drag: 0 };
  }

  /** How long the last solve of a velocity was, s; in an array, as in the velocity step. */
  get duration(): Float64Array {
    return this.input.step.matrix.duration;
  }

  /** Impulses begin to change a velocity of a body that stands where it does until the next `begin`, at the vertices `surface`, ascending. */
  begin(surface: Uint32Array<ArrayBuffer>): void {
    this.surface = surface;
    this.momentum.begin();
    this.input.step.matrix.beginImpulses();
    this.work.fill(0);
    this.weight[0] = 1;
    this.impulse.fill(0);
    this.turned.fill(0);
    this.turns = 0;
    this.pushed = false;
  }

  /** Contact is about to change `velocity`, m/s, to the rows of `pushed` from vertex `first` of these on, as if each mass weighed `weight` times as much: the impulses wait to spread. */
  note(velocity: Float64Array, pushed: Float64Array, first: number): void {
    const { impulse, surface } = this;
    const weight = this.weight[0];
    const { masses } = this.input;
    this.pushed = true;
    for (let i = 0; i < surface.length; i++) {
      const m = weight * masses[surface[i]];
      const k = 3 * surface[i];
      const from = 3 * (first + i);
      impulse[k] += m * (pushed[from] - velocity[k]);
      impulse[k + 1] += m * (pushed[from + 1] - velocity[k + 1]);
      impulse[k + 2] += m * (pushed[from + 2] - velocity[k + 2]);
    }
  }

  /** Writes to `share[0]` how much of the compliance of vertex `v` along the unit vector at `at` in `directions` its constraints leave: 1 of a free one, 0 where it moves as prescribed. */
  measureFreedom(v: number, directions: Float64Array, at: number, share: Float64Array): void {
    const { kinds, normals } = this.input.step.constraints;
    const kind = kinds[v];
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += directions[at + axis] * normals[3 * v + axis];
    if (kind === Constraint.free) share[0] = 1;
    else if (kind === Constraint.normal) share[0] = 1 - along * along;
    else share[0] = kind === Constraint.line ? along * along : 0;
  }

  /**
   * Begins to replace what the impulses that wait have done to `velocity`, m/s, as if each mass weighed `weight` times as much, by what they do to the body. Those go on waiting whose energy is less than
   * the share `small[0]` of the most that others brought. Whether any spread; then, once the `queue` has run, comes `take`. `isLast`: whether these are the last since `begin`, and nothing may be left of any.
   */
  ask(velocity: Float64Array, small: Float64Array, isLast: boolean, queue: KernelQueue): boolean {
    const { impulse, work, looser, weight } = this;
    const { matrix } = this.input.step;
    if (this.pushed) this.measureImpulse();
    this.pushed = false;
    const isSmall = !(work[0] > 0) || work[0] < small[0] * weight[0] * work[2];
    if (isSmall && !(isLast && (matrix.hasLeft || this.turns > 0))) return false;
    this.isLast = isLast;
    this.takeBack(velocity);
    looser[0] = work[0] > 0 ? Math.max(1, Math.sqrt(work[2] / work[0])) : 1;
    matrix.ask(impulse, this.surface, looser, isLast, queue);
    return true;
  }

  /** Ends what `ask` began on `velocity`, m/s, of the body at `positions`, m: `weight` is what the impulses have found. */
  take(positions: Float64Array, velocity: Float64Array): void {
    const { asForces, work, weight } = this;
    const change = this.input.step.matrix.take();
    asForces.change = change;
    this.makeForces();
    this.correctMomentum(positions);
    this.measureWork(change);
    for (let k = 0; k < change.length; k++) velocity[k] += change[k];
    this.clear();
    work[2] = Math.max(work[2], work[1]);
    weight[0] = work[1] > 0 ? Math.max(1, CAUTION * (work[0] / work[1])) : 1;
    work[0] = 0;
  }

  /**
   * Whether displacing the vertices `surface` from the rows of `given` to those of `corrected`, m, from vertex `first` of these on, each by itself, takes more energy than the body moves with in the running substep of `dt`, s, and
   * than it would move with by a small part of an edge in it.
   */
  isCrushed(surface: Uint32Array, given: Float64Array, corrected: Float64Array, first: number, dt: number): boolean {
    const { change, edge } = this;
    const { masses, step } = this.input;
    change.fill(0);
    let any = false;
    for (let i = 0; i < surface.length; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const from = 3 * (first + i) + axis;
        const way = corrected[from] - given[from];
        change[3 * surface[i] + axis] = way;
        any ||= way !== 0;
      }
    }
    if (!any) return false;
    const speed = (SMALL_WAY * edge) / dt;
    const least = 0.5 * speed * speed * sumNumbers(masses);
    return step.matrix.displacementEnergy(change) > Math.max(least, kineticEnergy(masses, step.velocity));
  }

  private measureImpulse(): void {
    const { impulse, work, surface } = this;
    const { masses } = this.input;
    work[0] = 0;
    for (let i = 0; i < surface.length; i++) {
      const m = masses[surface[i]];
      if (!(m > 0)) continue;
      const k = 3 * surface[i];
      work[0] += (impulse[k] * impulse[k]) / m;
      work[0] += (impulse[k + 1] * impulse[k + 1]) / m;
      work[0] += (impulse[k + 2] * impulse[k + 2]) / m;
    }
  }

  private takeBack(velocity: Float64Array): void {
    const { impulse, surface } = this;
    const weight = this.weight[0];
    const { masses } = this.input;
    for (let i = 0; i < surface.length; i++) {
      const m = masses[surface[i]];
      if (!(m > 0)) continue;
      const k = 3 * surface[i];
      velocity[k] -= impulse[k] / (weight * m);
      velocity[k + 1] -= impulse[k + 1] / (weight * m);
      velocity[k + 2] -= impulse[k + 2] / (weight * m);
    }
  }

  private makeForces(): void {
    const { asForces, impulse, surface } = this;
    const { matrix } = this.input.step;
    const duration = matrix.duration[0];
    asForces.duration = duration;
    asForces.drag = matrix.drag;
    for (let i = 0; i < surface.length; i++) {
      const k = 3 * surface[i];
      impulse[k] /= duration;
      impulse[k + 1] /= duration;
      impulse[k + 2] /= duration;
    }
  }

  /** Takes out momentum that the impulses did not bring, of a body at `positions`, m. One with targets is left alone: what constrains it takes that up. */
  private correctMomentum(positions: Float64Array): void {
    const { momentum, asForces, damping, turned } = this;
    const { step, targets } = this.input;
    if (targets.anyConstrained) return;
    if (!step.contact.touches) {
      momentum.correctFree(asForces, positions, step.constraints);
      return;
    }
    addVectors(turned, asForces.change, turned);
    this.turns++;
    if (!this.isLast && !step.isStiff && this.turns < TURN_EVERY) return;
    step.matrix.applyDamping(turned, damping);
    turned.fill(0);
    this.turns = 0;
    momentum.correctTouching(asForces, damping, positions, step.constraints);
  }

  private measureWork(change: Float64Array): void {
    const { impulse, asForces, work, surface } = this;
    const { duration } = asForces;
    work[1] = 0;
    for (let i = 0; i < surface.length; i++) {
      const k = 3 * surface[i];
      work[1] += duration * impulse[k] * change[k];
      work[1] += duration * impulse[k + 1] * change[k + 1];
      work[1] += duration * impulse[k + 2] * change[k + 2];
    }
  }

  private clear(): void {
    const { impulse, surface } = this;
    for (let i = 0; i < surface.length; i++) {
      const k = 3 * surface[i];
      impulse[k] = 0;
      impulse[k + 1] = 0;
      impulse[k + 2] = 0;
    }
  }
}
