import { Touch, type BodyPairs } from '../../collision/selfContact/ContactSurface.ts';
import type { ContactSettings } from '../../scene/properties/bodyContact.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { Joint } from '../islands.ts';
import { PairExceptions } from './PairExceptions.ts';

/** A body of the shot as its document describes its contact. */
export interface ContactOfBody {
  readonly id: string;
  /** Left out, it touches no body. */
  readonly contact?: Pick<ContactSettings, 'others' | 'self' | 'friction'> | undefined;
  /** It moves as prescribed: everything with contact meets it, whatever else that is to touch, and its friction decides. */
  readonly isCollider?: boolean | undefined;
  /** Its own solve keeps it away from such colliders: contact only stops what would pass through them. */
  readonly solvesColliders?: boolean | undefined;
}

/** Finds the pairs of bodies that may touch. */
export function touchingPairs(bodies: readonly ContactOfBody[], scene: Scene): Joint[] {
  const exceptions = new PairExceptions(scene);
  return bodies.flatMap((body, b) =>
    bodies.slice(0, b).flatMap((other): Joint[] => (touch(other, body, exceptions) ? [[other.id, body.id]] : [])),
  );
}

/** Which of the bodies touch, and with which friction: that of a collider, else the geometric mean of both, unless the shot says otherwise of the pair. */
export function contactPairsOf(bodies: readonly ContactOfBody[], scene: Scene): BodyPairs {
  const exceptions = new PairExceptions(scene);
  const bodyCount = bodies.length;
  const enabled = new Uint8Array(bodyCount * bodyCount);
  const friction = new Float64Array(bodyCount * bodyCount);
  bodies.forEach((one, a) => {
    bodies.forEach((other, b) => {
      const at = bodyCount * a + b;
      enabled[at] =
        a === b ? (one.contact?.self === true ? Touch.repels : Touch.never) : touchOf(one, other, exceptions);
      friction[at] = exceptions.frictionOf(one.id, other.id) ?? frictionBetween(one, other);
    });
  });
  const prescribed = Uint8Array.from(bodies, ({ isCollider }) => (isCollider === true ? 1 : 0));
  return { bodyCount, enabled, friction, prescribed };
}

function frictionBetween(one: ContactOfBody, other: ContactOfBody): number {
  const [a, b] = [one.contact?.friction ?? 0, other.contact?.friction ?? 0];
  if (one.isCollider === true) return a;
  return other.isCollider === true ? b : Math.sqrt(a * b);
}

function touchOf(one: ContactOfBody, other: ContactOfBody, exceptions: PairExceptions): number {
  if (!touch(one, other, exceptions)) return Touch.never;
  const solved = one.isCollider === true ? other.solvesColliders : other.isCollider === true && one.solvesColliders;
  return solved === true ? Touch.stops : Touch.repels;
}

function touch(one: ContactOfBody, other: ContactOfBody, exceptions: PairExceptions): boolean {
  if (one.contact === undefined || other.contact === undefined) return false;
  if (one.isCollider === true || other.isCollider === true) {
    if (one.isCollider === other.isCollider) return false;
  } else if (!one.contact.others || !other.contact.others) return false;
  return exceptions.touch(one.id, other.id);
}
