import type { BodyPairs } from '../collision/selfContact/ContactSurface.ts';
import type { ContactSettings } from '../scene/properties/bodyContact.ts';
import { isKind, type Scene } from '../scene/Scene.ts';

/** A body of the shot as its document describes its contact. */
export interface ContactOfBody {
  readonly id: string;
  /** Left out, it touches no body. */
  readonly contact?: Pick<ContactSettings, 'others' | 'self' | 'friction'> | undefined;
}

/** Ids of a cloth and of the solid that a pin grows it to or that it lies on: they move in common substeps. */
export type Attachment = readonly [cloth: string, solid: string];

export function attachmentsOf(scene: Scene): Attachment[] {
  const solids = new Set(scene.entities.filter(isKind('solid')).map(({ id }) => id));
  return scene.entities.flatMap((entity): Attachment[] => {
    if (!entity.enabled) return [];
    if (entity.kind === 'pin' && entity.follow !== undefined && solids.has(entity.follow)) {
      return [[entity.target, entity.follow]];
    }
    if (entity.kind === 'cloth' && entity.liesOn !== undefined && solids.has(entity.liesOn.body)) {
      return [[entity.id, entity.liesOn.body]];
    }
    return [];
  });
}

/** What the shot says of pairs, by both ids. */
type Exceptions = ReadonlyMap<string, NonNullable<Scene['physics']['contactPairs']>[number]>;

/**
 * Bodies that may touch, directly or through each other, those grown to each other and those in one of the `liquids` (by the id of the body), by their
 * place in the list: groups in the order of their first. Solids that carry cloth come first in their group, as they must move first; else members ascend. A body that touches nobody,
 * or itself alone, is a group of one.
 */
export function contactGroups(
  bodies: readonly ContactOfBody[],
  scene: Scene,
  liquids: ReadonlyMap<string, string> = new Map(),
): number[][] {
  const exceptions = pairExceptions(scene);
  const attachments = attachmentsOf(scene);
  const grown = (one: string, other: string) =>
    attachments.some(([cloth, solid]) => (cloth === one && solid === other) || (cloth === other && solid === one));
  const together = (one: string, other: string) => liquids.has(one) && liquids.get(one) === liquids.get(other);
  const parent = bodies.map((_, index) => index);
  const root = (index: number): number => {
    let found = index;
    while (parent[found] !== found) found = parent[found];
    return found;
  };
  bodies.forEach((body, b) => {
    for (let a = 0; a < b; a++) {
      const { id } = bodies[a];
      if (!touch(bodies[a], body, exceptions) && !grown(id, body.id) && !together(id, body.id)) continue;
      const [one, other] = [root(a), root(b)];
      parent[Math.max(one, other)] = Math.min(one, other);
    }
  });
  const groups = new Map<number, number[]>();
  bodies.forEach((_, index) => {
    const members = groups.get(root(index));
    if (members === undefined) groups.set(root(index), [index]);
    else members.push(index);
  });
  const carriers = new Set(attachments.map(([, solid]) => solid));
  const carries = (index: number) => carriers.has(bodies[index].id);
  return [...groups.values()].map((members) => [
    ...members.filter(carries),
    ...members.filter((index) => !carries(index)),
  ]);
}

/** Which of the bodies touch, and with which friction: the geometric mean of both, unless the shot says otherwise of the pair. */
export function contactPairsOf(bodies: readonly ContactOfBody[], scene: Scene): BodyPairs {
  const exceptions = pairExceptions(scene);
  const bodyCount = bodies.length;
  const enabled = new Uint8Array(bodyCount * bodyCount);
  const friction = new Float64Array(bodyCount * bodyCount);
  bodies.forEach((one, a) => {
    bodies.forEach((other, b) => {
      const at = bodyCount * a + b;
      enabled[at] = (a === b ? one.contact?.self === true : touch(one, other, exceptions)) ? 1 : 0;
      const mean = Math.sqrt((one.contact?.friction ?? 0) * (other.contact?.friction ?? 0));
      friction[at] = exceptions.get(pairKey(one.id, other.id))?.friction ?? mean;
    });
  });
  return { bodyCount, enabled, friction };
}

function touch(one: ContactOfBody, other: ContactOfBody, exceptions: Exceptions): boolean {
  if (one.contact?.others !== true || other.contact?.others !== true) return false;
  return exceptions.size === 0 || (exceptions.get(pairKey(one.id, other.id))?.enabled ?? true);
}

/** Of two entries for one pair the last counts. */
function pairExceptions({ physics }: Scene): Exceptions {
  return new Map(physics.contactPairs?.map((pair) => [pairKey(...pair.bodies), pair]));
}

function pairKey(one: string, other: string): string {
  return JSON.stringify(one < other ? [one, other] : [other, one]);
}
