import type { ContactSolve, ContactStage } from '../collision/contactSolve.ts';
import type { SlipSolve } from '../collision/SlipTurn.ts';
import { Constraint, type VelocityConstraints } from '../collision/VelocityConstraints.ts';
import type { SolidOperators } from './SolidOperators.ts';
import type { StepMatrix } from './StepMatrix.ts';
import type { TargetTerm } from './terms/TargetTerm.ts';

/** What a `StepContact` belongs to; velocities are those at the start and at the end of a solve, m/s. */
export interface StepContactInput {
  readonly contact: ContactSolve;
  readonly targets: TargetTerm;
  readonly operators: Pick<SolidOperators, 'masses' | 'vertexCount'>;
  readonly startVelocity: Float64Array;
  readonly velocity: Float64Array;
}

/** Pinned and touching vertices inside the solves of a velocity step: what constrains them, and what that takes. */
export class StepContact {
  readonly constraints: VelocityConstraints;
  /** Velocities that the solves of this step leave out, and contact acts with, m/s: those that lead a body to where it turns. */
  leading: Float64Array | undefined;
  private readonly input: StepContactInput;
  /** Constraint forces of touching vertices, N. */
  private readonly reaction: Float64Array;
  private readonly solve: SlipSolve;

  constructor(input: StepContactInput) {
    const { vertexCount } = input.operators;
    this.input = input;
    this.reaction = new Float64Array(3 * vertexCount);
    this.solve = { h: NaN, inertia: new Float64Array(vertexCount), leading: undefined };
    this.constraints = {
      kinds: new Uint8Array(vertexCount),
      normals: new Float64Array(3 * vertexCount),
      drags: input.contact.slip.drags,
    };
  }

  /** Whether colliders touch the body. */
  get touches(): boolean {
    return this.input.contact.activeCount > 0;
  }

  /** Finds what resists the motion of touching vertices in the matrix of the solve: once contacts are collected, before `constrain`. */
  weigh(matrix: StepMatrix): void {
    const { active, activeCount } = this.input.contact;
    if (activeCount > 0) matrix.writeDiagonal(this.solve.inertia, active, activeCount);
  }

  /** Constrains pinned and touching vertices, and prescribes their velocities in `base`, m/s. `h`: length of the solve, s. */
  constrain(stage: ContactStage, base: Float64Array, h: number): void {
    const { solve } = this;
    const { kinds, normals } = this.constraints;
    const { targets, contact, startVelocity } = this.input;
    kinds.fill(Constraint.free);
    if (targets.anyConstrained) {
      for (let v = 0; v < kinds.length; v++) if (targets.prescribed[v] !== 0) kinds[v] = Constraint.fixed;
    }
    this.lead(1, startVelocity, base);
    contact.constrain(stage, startVelocity, base, kinds, normals);
    solve.h = h;
    solve.leading = this.leading;
    contact.findDrags(stage, startVelocity, base, solve);
    this.lead(-1, startVelocity, base);
  }

  /** Finds the constraint forces lambda = (A u - b) / h at touching vertices, N, of a solve over `h`, s, under `force`, N; D u is in `damping`, N; `drag` in 1/s. */
  measure(damping: Float64Array, force: Float64Array, h: number, drag: number): void {
    const { reaction } = this;
    const { contact, operators, velocity, startVelocity } = this.input;
    const { masses } = operators;
    for (let i = 0; i < contact.activeCount; i++) {
      const v = contact.active[i];
      const inertia = masses[v] / h;
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        reaction[k] =
          inertia * (velocity[k] - startVelocity[k]) + damping[k] + drag * masses[v] * velocity[k] - force[k];
      }
    }
    contact.measureReactions(reaction);
  }

  /** Returns whether contacts change by the forces that were measured last, of a solve over `h`, s. */
  revise(stage: ContactStage, h: number): boolean {
    const { contact, startVelocity, velocity } = this.input;
    this.lead(1, startVelocity, velocity);
    const revised = contact.revise(stage, startVelocity, velocity, this.reaction, h);
    this.lead(-1, startVelocity, velocity);
    return revised;
  }

  /** angular += the angular impulse, kg m2/s, of what colliders did to the body in the last solve, over `h`, s, by the `arms` of its vertices, m. */
  addTorque(arms: Float64Array, h: number, angular: Float64Array): void {
    const { reaction } = this;
    const { contact } = this.input;
    for (let i = 0; i < contact.activeCount; i++) {
      const v = contact.active[i];
      contact.addNormalForces(v, reaction);
      for (let axis = 0; axis < 3; axis++) {
        const next = 3 * v + ((axis + 1) % 3);
        const last = 3 * v + ((axis + 2) % 3);
        angular[axis] += h * (arms[next] * reaction[last] - arms[last] * reaction[next]);
      }
    }
  }

  /** Adds `values` to `sums`, xyz per vertex, where vertices touch. */
  addTouching(values: Float64Array, sums: Float64Array): void {
    const { active, activeCount } = this.input.contact;
    for (let i = 0; i < activeCount; i++) {
      for (let k = 3 * active[i]; k < 3 * active[i] + 3; k++) sums[k] += values[k];
    }
  }

  /** Adds `sign` times the velocities that the solves leave out to two others, m/s, of vertices in contact. */
  private lead(sign: 1 | -1, a: Float64Array, b: Float64Array): void {
    const { leading } = this;
    if (leading === undefined) return;
    const { active, activeCount } = this.input.contact;
    for (let i = 0; i < activeCount; i++) {
      for (let k = 3 * active[i]; k < 3 * active[i] + 3; k++) {
        a[k] += sign * leading[k];
        b[k] += sign * leading[k];
      }
    }
  }
}
