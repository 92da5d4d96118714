import type { Draft } from 'immer';
import { contactRole, mayPair, ownContact } from '../../src/scene/contactRoles.ts';
import { evaluate } from '../../src/scene/curves.ts';
import type { Entity, Scene } from '../../src/scene/Scene.ts';

type ContactPair = NonNullable<Scene['physics']['contactPairs']>[number];

/** How two entities of the shot meet. */
export interface PairContact {
  /** The one that the document lists first. */
  readonly one: Entity;
  readonly other: Entity;
  /** Which of the two meet nothing of the other's kind: then the pair does not touch, whatever is said of it. */
  readonly aloof: readonly Entity[];
  /** Unless the shot says otherwise of the pair, they touch. */
  readonly enabled: boolean;
  /** What the shot says of the pair, if anything. */
  readonly friction: number | undefined;
  /** What counts where the shot says nothing: the geometric mean of both, or that of one that decides, at the first frame. */
  readonly usualFriction: number;
}

/** What the document says of two entities, and what follows where it says nothing: the same in whichever order they are given. */
export function pairContact(scene: Scene, a: Entity, b: Entity): PairContact {
  const [one, other] = scene.entities.indexOf(a) <= scene.entities.indexOf(b) ? [a, b] : [b, a];
  const exception = scene.physics.contactPairs?.findLast((pair) => isPairOf(pair, one.id, other.id));
  return {
    one,
    other,
    aloof: aloofOf(one, other),
    enabled: exception?.enabled ?? true,
    friction: exception?.friction,
    usualFriction: usualFriction(scene, one, other),
  };
}

/** What can be paired at all. */
export function pairable(scene: Scene): Entity[] {
  return scene.entities.filter((entity) => contactRole(entity) !== undefined);
}

/** Every pair that the document may say something of, in its order: of one entity with all others where one is given, else among all that are. */
export function pairsAmong(scene: Scene, among: readonly Entity[]): PairContact[] {
  const single = among.length === 1 ? among[0] : undefined;
  if (single !== undefined) {
    const others = scene.entities.filter((other) => other !== single && mayPair(single, other));
    return others.map((other) => pairContact(scene, single, other));
  }
  return among.flatMap((one, index) =>
    among
      .slice(index + 1)
      .filter((other) => mayPair(one, other))
      .map((other) => pairContact(scene, one, other)),
  );
}

/** The pairs that the document says something of; not those of a body with itself. */
export function exceptionalPairs(scene: Scene): PairContact[] {
  const bodies = new Map(pairable(scene).map((body) => [body.id, body]));
  const found = new Map<string, PairContact>();
  for (const {
    bodies: [a, b],
  } of scene.physics.contactPairs ?? []) {
    const [one, other] = [bodies.get(a), bodies.get(b)];
    if (one === undefined || other === undefined || one === other) continue;
    found.set([a, b].sort().join('\n'), pairContact(scene, one, other));
  }
  return [...found.values()];
}

/** Says something of two entities. What says no more than their own settings is left out: then frames keep their keys. */
export function setPairContact(
  scene: Draft<Scene>,
  [one, other]: readonly [string, string],
  change: Partial<Pick<ContactPair, 'enabled' | 'friction'>>,
): void {
  const { physics } = scene;
  const pairs = physics.contactPairs ?? [];
  const at = pairs.findIndex((pair) => isPairOf(pair, one, other));
  const present = pairs.findLast((pair) => isPairOf(pair, one, other));
  const { enabled, friction } = { enabled: present?.enabled ?? true, friction: present?.friction, ...change };
  const rest = pairs.filter((pair) => !isPairOf(pair, one, other));
  if (!enabled || friction !== undefined) {
    const entry = {
      bodies: [one, other] as [string, string],
      enabled,
      ...(friction === undefined ? {} : { friction }),
    };
    rest.splice(at < 0 ? rest.length : at, 0, entry);
  }
  if (rest.length > 0) physics.contactPairs = rest;
  else delete physics.contactPairs;
}

function isPairOf({ bodies: [a, b] }: Pick<ContactPair, 'bodies'>, one: string, other: string): boolean {
  return (a === one && b === other) || (a === other && b === one);
}

/** What deforms meets others that do where both say so, and everything else always. */
function aloofOf(one: Entity, other: Entity): Entity[] {
  const deform = [one, other].every((entity) => contactRole(entity) === 'deformable');
  return [one, other].filter((entity) => {
    if (contactRole(entity) === 'deformable' && !deform) return false;
    return !ownContact(entity).meets;
  });
}

/** What moves as prescribed decides, then what is rigid; two alike meet with their geometric mean. */
function usualFriction({ range }: Scene, one: Entity, other: Entity): number {
  const order = ['surface', 'obstacle', 'rigid', 'deformable'];
  const [first, second] = [one, other].sort((a, b) => order.indexOf(contactRole(a)!) - order.indexOf(contactRole(b)!));
  const [a, b] = [first, second].map((entity) => evaluate(ownContact(entity).friction, range.first));
  return contactRole(first) === contactRole(second) ? Math.sqrt(a * b) : a;
}
