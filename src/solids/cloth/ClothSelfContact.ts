import { SelfContact } from '../../collision/selfContact/SelfContact.ts';
import type { GroupContact } from '../GroupContact.ts';
import type { SteppedBody } from '../SteppedBody.ts';
import type { ShellInput } from './ShellInput.ts';

export interface LayerContact {
  /** Distance that layers keep, m; less where half the distance at rest is less. */
  readonly thickness: number;
  /** Coulomb's coefficient between layers. */
  readonly friction: number;
}

/** A cloth that touches nothing deformable but itself. */
export class ClothSelfContact implements GroupContact {
  readonly contact: SelfContact;
  private readonly body: SteppedBody;

  constructor(body: SteppedBody, { triangles, restPositions }: ShellInput, { thickness, friction }: LayerContact) {
    const count = body.masses.length;
    this.body = body;
    this.contact = new SelfContact({
      triangles: Int32Array.from(triangles),
      rest: restPositions,
      masses: body.masses,
      thickness: new Float64Array(count).fill(thickness),
      bodies: new Int32Array(count),
      pairs: { bodyCount: 1, enabled: Uint8Array.of(1), friction: Float64Array.of(friction) },
    });
  }

  beforeMove(dt: number): void {
    const { contact, body } = this;
    contact.held.set(body.held);
    contact.repel(body.positions, body.moveVelocity, dt);
  }

  afterMove(dt: number): void {
    const { contact, body } = this;
    contact.collide(body.positions, body.nextPositions, body.startVelocity, dt);
  }

  afterComplete(): void {
    this.contact.dampApproach(this.body.nextVelocity);
  }
}
