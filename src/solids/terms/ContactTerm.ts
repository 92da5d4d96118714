import { StateBackup } from '../../base/state/StateBackup.ts';
import { ContactSolve } from '../../collision/contactSolve.ts';
import { ContactState } from '../../collision/contactState.ts';
import type { ImpactLimit } from '../../collision/ImpactLimit.ts';
import type { ObjectContact } from '../../collision/objectContact.ts';
import type { TargetTerm } from './TargetTerm.ts';
import type { StepLimit, Substep, Term } from './Term.ts';

/** What contact of a body with colliders is made from. */
export interface ContactTermInput {
  /** kg per vertex. */
  readonly masses: Float64Array;
  /** The live state: m, m/s. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly targets: TargetTerm;
  readonly colliderCount: number;
  /** Friction error and tensile forces that need no re-solve, relative to the friction limits; left out, as of `ContactSolve`. */
  readonly contactError?: number;
  /** Makes the collision of its vertices, or points, for this state. */
  createObjects(state: ContactState): ObjectContact;
  /** Shortens substeps before an impact; left out, they are not. */
  readonly impact?: ImpactLimit;
}

/** Contact of a body with kinematic colliders, friction and all: collisions of its positions, constraints of its velocity solves, and limits of its substeps (Irving 2007, 3.2). */
export class ContactTerm implements Term {
  readonly state: ContactState;
  readonly objects: ObjectContact;
  readonly solve: ContactSolve;
  private readonly input: ContactTermInput;
  /** `HitBody` of the impact limit. */
  private readonly hit: {
    readonly positions: Float64Array;
    readonly velocities: Float64Array;
    readonly constrained: Uint8Array;
  };
  /** Contacts at the start of the running substep; undefined without colliders. */
  private readonly backup: StateBackup | undefined;

  constructor(input: ContactTermInput) {
    const { masses, positions, velocities, targets } = input;
    this.input = input;
    this.state = new ContactState(masses.length);
    this.objects = input.createObjects(this.state);
    this.solve = new ContactSolve(this.state, this.objects.frictions, masses, input.contactError);
    this.hit = { positions, velocities, constrained: targets.constrained };
    this.backup = input.colliderCount === 0 ? undefined : new StateBackup(this.state.state);
  }

  limitStep(limit: StepLimit): void {
    const { objects, hit } = this;
    objects.tunnelling.limitStep(limit, hit.positions);
    this.input.impact?.limitStep(limit, hit, objects.colliding());
  }

  beginStep({ start, end }: Substep): void {
    const { positions, targets } = this.input;
    this.backup?.keep();
    this.objects.beginStep(start, end, positions, targets.constrained);
  }

  rollback(): void {
    this.backup?.bringBack();
  }
}
