import type { Draft } from 'immer';
import { isBody, type BodyEntity, type Scene } from '../../src/scene/Scene.ts';

type ContactPair = NonNullable<Scene['physics']['contactPairs']>[number];

/** How two bodies of the shot meet. */
export interface PairContact {
  readonly one: BodyEntity;
  readonly other: BodyEntity;
  /** Bodies of the two that touch no body at all: then the pair does not either, whatever is said of it. */
  readonly aloof: readonly BodyEntity[];
  /** Unless the shot says otherwise of the pair, they touch. */
  readonly enabled: boolean;
  /** What the shot says of the pair, if anything. */
  readonly friction: number | undefined;
  /** The geometric mean of both, which counts where the shot says nothing. */
  readonly meanFriction: number;
}

/** What the document says of two bodies, and what follows where it says nothing. */
export function pairContact(scene: Scene, one: BodyEntity, other: BodyEntity): PairContact {
  const exception = scene.physics.contactPairs?.findLast((pair) => isPairOf(pair, one.id, other.id));
  return {
    one,
    other,
    aloof: [one, other].filter((body) => body.contact?.others !== true),
    enabled: exception?.enabled ?? true,
    friction: exception?.friction,
    meanFriction: Math.sqrt((one.contact?.friction ?? 0) * (other.contact?.friction ?? 0)),
  };
}

/** Every pair of bodies in the order of the document. */
export function everyPair(scene: Scene): PairContact[] {
  const bodies = scene.entities.filter(isBody);
  return bodies.flatMap((one, index) => bodies.slice(index + 1).map((other) => pairContact(scene, one, other)));
}

/** The pairs that the document says something of; not those of a body with itself. */
export function exceptionalPairs(scene: Scene): PairContact[] {
  const bodies = new Map(scene.entities.filter(isBody).map((body) => [body.id, body]));
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

/** Says something of two bodies. What says no more than their own settings is left out: then frames keep their keys. */
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
