import { ContactShape } from '../../rigid/ContactShape.ts';
import { RigidContact, type ContactMember } from '../../rigid/RigidContact.ts';
import { frameToSeconds, startFrame } from '../../scene/Scene.ts';
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

/** Contact and joints of all rigid bodies of a shot with each other and with its colliders. */
const rigidContact: InteractionKind = {
  type: 'rigidContact',
  between({ systems, scene }) {
    const all = [...systems.values()];
    const bodies = all.filter(({ rigid }) => rigid !== undefined);
    if (bodies.length === 0) return [];
    const touching = all.filter(({ rigid, collider }) => rigid !== undefined || collider !== undefined);
    const members = touching.map(({ rigid, collider }) => rigid ?? colliderMember(collider!));
    const numbers = new Map(touching.map(({ id }, number) => [id, number]));
    const joining = all.flatMap(({ joint }) => (joint?.acts === true ? joint : []));
    const joints = joining.map((joint) => {
      const [body, to] = joint.ends;
      return joint.between(numbers.get(body)!, to === undefined ? undefined : numbers.get(to));
    });
    const contact = new RigidContact(members, joints, frameToSeconds(scene, startFrame(scene)));
    const joins = [...bodies, ...joining].map(({ id }) => id);
    return [{ joins, state: contact.state, acting: () => contact }];
  },
};

export default rigidContact;
