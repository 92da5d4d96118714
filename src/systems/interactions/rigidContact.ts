import { ContactShape } from '../../rigid/ContactShape.ts';
import { RigidContact, type ContactMember } from '../../rigid/RigidContact.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { InteractionKind } from '../InteractionKind.ts';

/** A collider as rigid bodies meet it. */
function colliderMember(collider: KeyedCollider): ContactMember {
  return {
    shape: new ContactShape(collider.shape),
    get friction() {
      return collider.friction;
    },
    restitution: 0,
    isCollider: true,
    moving: undefined,
    contacts: 0,
    overlap: 0,
    poseAt: (time) => collider.poseAt(time),
  };
}

/** Contact of all rigid bodies of a shot with each other and with its colliders. */
const rigidContact: InteractionKind = {
  type: 'rigidContact',
  between({ systems }) {
    const all = [...systems.values()];
    const bodies = all.filter(({ rigid }) => rigid !== undefined);
    if (bodies.length === 0) return [];
    const members = all.flatMap(
      ({ rigid, collider }) => rigid ?? (collider === undefined ? [] : colliderMember(collider)),
    );
    const contact = new RigidContact(members);
    return [{ joins: bodies.map(({ id }) => id), state: contact.state, acting: () => contact }];
  },
};

export default rigidContact;
