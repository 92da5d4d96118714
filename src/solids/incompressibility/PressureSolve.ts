import { ContactStage, type ContactSolve } from '../../collision/contactSolve.ts';
import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import type { ResidualTarget } from '../../math/minimalResidual.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';
import { addVectors } from '../vectorSums.ts';
import type { PressureSystem } from './PressureSystem.ts';
import type { VelocityChange } from './VelocityChange.ts';
import { RHS, UNPRESSED, type VolumeResidual } from './VolumeResidual.ts';

/** Loosest tolerance of a solve that corrects. */
const LOOSEST = 0.3;
/** Volume per step, as a share of the one-rings', that is rounding: in free fall nothing else is on the right-hand side. */
export const ABSOLUTE = 1e-6;

/** What pressure solves are made from. */
export interface PressureSolveInput {
  readonly system: PressureSystem;
  readonly residual: VolumeResidual;
  readonly velocityChange: VelocityChange;
  readonly targets: TargetTerm;
  readonly contactSolve: ContactSolve;
  /** Residual relative to the right-hand side. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/** Pressures for the residual wanted, under what contacts and constrained vertices allow, and the velocities that they make (Irving 2007, 4.2 to 4.4). */
export class PressureSolve {
  readonly residual: VolumeResidual;
  readonly constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array };
  /** The last solve's pressures, Pa s. */
  readonly more: Float64Array;
  /** The velocity that `more` makes, m/s. */
  readonly change: Float64Array;
  /** A velocity on trial, m/s. */
  readonly next: Float64Array;
  /** Iterations of the solves since `begin`. */
  iterations = 0;
  converged = true;
  /** Whether there is something to `take`. */
  isAsked = false;
  private readonly input: PressureSolveInput;
  /** Positions at which B has been computed, m; NaN at first. */
  private readonly place: Float64Array;
  private readonly target: ResidualTarget = { relative: NaN, absolute: NaN, maxIterations: 0 };

  constructor(input: PressureSolveInput) {
    const count = input.residual.rhs.length;
    this.input = input;
    this.residual = input.residual;
    this.constraints = { kinds: new Uint8Array(count), normals: new Float64Array(3 * count) };
    this.more = new Float64Array(count);
    this.change = new Float64Array(3 * count);
    this.next = new Float64Array(3 * count);
    this.place = new Float64Array(3 * count).fill(NaN);
  }

  begin(): void {
    this.isAsked = false;
    this.iterations = 0;
    this.converged = true;
  }

  /** out = B^T p, N (times the time in p), B at the last `takeMatrix`. */
  forces(p: Float64Array, out: Float64Array): void {
    this.input.system.forces(p, out);
  }

  /** Takes B at the positions, m, unless it is there. */
  takeMatrix(positions: Float64Array): void {
    if (this.isMatrixAt(positions)) return;
    this.place.set(positions);
    this.input.system.update(positions);
  }

  /** Takes what contacts and constrained vertices allow; the velocity is only read. */
  readConstraints(velocity: Float64Array): void {
    const { targets, contactSolve } = this.input;
    const { kinds, normals } = this.constraints;
    kinds.fill(Constraint.free);
    if (targets.anyConstrained) {
      for (let v = 0; v < kinds.length; v++) if (targets.prescribed[v] !== 0) kinds[v] = Constraint.fixed;
    }
    contactSolve.collect();
    this.next.set(velocity);
    contactSolve.constrain(ContactStage.direct, velocity, this.next, kinds, normals);
  }

  /** next = velocity + P M^-1 of the impulses (N s) in `change`, which becomes what they change the velocity by. */
  push(velocity: Float64Array): void {
    this.input.velocityChange.accelerate(this.constraints, this.change);
    addVectors(velocity, this.change, this.next);
  }

  /**
   * Solves for the pressures `more` and the velocity `change` that they make: to the tolerance of what was left without any pressures, or
   * `loose`.
   */
  solve(loose: number): void {
    this.ask(loose);
    this.take();
  }

  /** The first part of `solve`, which a `queue` may leave until it is run; then comes `take`. */
  ask(loose: number, queue?: KernelQueue): void {
    const { target } = this;
    const { system, tolerance, maxIterations } = this.input;
    const { rhs, sums, dt } = this.residual;
    const gained = sums[RHS] > 0 ? Math.sqrt(sums[UNPRESSED] / sums[RHS]) : 1;
    target.relative = Math.max(loose, Math.min(LOOSEST, tolerance * Math.max(1, gained)));
    target.absolute = ABSOLUTE / dt[0];
    target.maxIterations = maxIterations;
    system.begin(rhs, this.constraints, target, queue);
    this.isAsked = true;
  }

  /** Finds `more` and `change` by what was asked for. */
  take(): void {
    const { more, change } = this;
    const report = this.input.system.take(more, change);
    this.iterations += report.iterations;
    this.converged &&= report.converged;
    this.isAsked = false;
    this.input.velocityChange.accelerate(this.constraints, change);
  }

  private isMatrixAt(positions: Float64Array): boolean {
    const { place } = this;
    for (let k = 0; k < place.length; k++) if (place[k] !== positions[k]) return false;
    return true;
  }
}
