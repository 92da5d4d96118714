import type { ContactPairStats } from '../../frames/ContactPairStats.ts';
import { ContactShape } from '../../rigid/ContactShape.ts';
import type { ContactMember } from '../../rigid/ContactMember.ts';
import type { Joint } from '../../rigid/joints/Joint.ts';
import { MemberPairs } from '../../rigid/MemberPairs.ts';
import { CONTACT_STEP, RigidContact } from '../../rigid/RigidContact.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import { closedSides, liquidGrid } from '../../liquids/liquidGrid.ts';
import { frameToSeconds, isKind, type Scene, startFrame } from '../../scene/Scene.ts';
import { PairExceptions } from '../../simulation/contact/PairExceptions.ts';
import { rigidBodiesSleep } from '../rigidBody/sleepingBodies.ts';
import { coupledRigidBodies } from '../rigidBody/floatingBodies.ts';
import { tankWalls } from '../liquid/tankWalls.ts';
import type { InteractionKind } from '../InteractionKind.ts';
import { overlapWarnings } from '../rigidBody/overlapWarnings.ts';

/** A collider as rigid bodies meet it. */
function colliderMember(collider: ContactCollider): ContactMember {
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

/** What a shot says of pairs of members and surfaces, by their ids. */
function saidOf(scene: Scene, ids: readonly string[]): MemberPairs {
  const said = new MemberPairs(ids.length);
  const numbers = new Map(ids.map((id, number) => [id, number]));
  for (const { bodies, enabled, friction } of new PairExceptions(scene).all) {
    const [a, b] = bodies.map((id) => numbers.get(id));
    if (a !== undefined && b !== undefined) said.say(a, b, enabled, friction);
  }
  return said;
}

/** Returns what a shot says of pairs, with those that joints keep apart. */
function joinedApart(scene: Scene, ids: readonly string[], joints: readonly Joint[]): MemberPairs {
  const said = saidOf(scene, ids);
  for (const { first, second, touching } of joints) {
    if (!touching && first !== undefined && second !== undefined) said.say(first, second, false);
  }
  return said;
}

/** Longest substep of a shot whose rigid bodies move with a liquid, which takes long for each, s. */
const WET_STEP = 4 * CONTACT_STEP;

/** The walls of the liquids that rigid bodies move with, and the ids of these. */
function wallsOf(scene: Scene, edgeScale: number): { readonly id: string; readonly member: ContactMember }[] {
  const wet = new Set(coupledRigidBodies(scene).values());
  const liquids = scene.entities.filter(isKind('liquid')).filter(({ id }) => wet.has(id));
  return liquids.flatMap((liquid) =>
    tankWalls(liquidGrid(liquid, edgeScale), closedSides(liquid)).map((wall) => ({
      id: liquid.id,
      member: colliderMember(wall),
    })),
  );
}

/** Contact and joints of all rigid bodies of a shot with each other, with its colliders and with its animations. */
const rigidContact: InteractionKind = {
  type: 'rigidContact',
  between({ systems, scene, quality }) {
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
    const walls = wallsOf(scene, scene.quality[quality].edgeScale);
    const wet = coupledRigidBodies(scene).size > 0;
    const time = frameToSeconds(scene, startFrame(scene));
    const moving = all.filter(({ movingSurface }) => movingSurface !== undefined);
    const surfaces = moving.map(({ movingSurface }) => movingSurface!);
    const ids = [...touching, ...walls, ...moving].map(({ id }) => id);
    const said = saidOf(scene, ids);
    // While nothing has moved yet.
    const warnings = overlapWarnings(members, ids, time, joinedApart(scene, ids, joints));
    const contact = new RigidContact([...members, ...walls.map(({ member }) => member)], joints, time, {
      longest: wet ? WET_STEP : CONTACT_STEP,
      surfaces,
      said,
      sleeps: rigidBodiesSleep(scene),
    });
    const joins = [...bodies, ...joining].map(({ id }) => id);
    const pairs = (): ContactPairStats[] =>
      contact.pairs.map(({ first, second, ...pair }) => ({ bodies: [ids[first], ids[second]], ...pair }));
    return [{ joins, state: contact.state, acting: () => contact, pairs, setupWarnings: () => warnings }];
  },
};

export default rigidContact;
