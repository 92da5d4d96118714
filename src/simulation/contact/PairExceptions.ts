import type { Scene } from '../../scene/Scene.ts';

type ContactPair = NonNullable<Scene['physics']['contactPairs']>[number];

/** What a shot says of how pairs of entities meet, by both ids. */
export class PairExceptions {
  private readonly pairs: ReadonlyMap<string, ContactPair>;

  /** The last of two entries for one pair counts. */
  constructor({ physics }: Pick<Scene, 'physics'>) {
    this.pairs = new Map(physics.contactPairs?.map((pair) => [pairKey(...pair.bodies), pair]));
  }

  /** What it says of each pair. */
  get all(): readonly ContactPair[] {
    return [...this.pairs.values()];
  }

  /** Whether two entities meet as far as the shot says. */
  touch(one: string, other: string): boolean {
    return this.pairs.size === 0 || (this.pairs.get(pairKey(one, other))?.enabled ?? true);
  }

  /** Coefficient of friction of a pair; undefined where it follows from both. */
  frictionOf(one: string, other: string): number | undefined {
    return this.pairs.size === 0 ? undefined : this.pairs.get(pairKey(one, other))?.friction;
  }
}

function pairKey(one: string, other: string): string {
  return JSON.stringify(one < other ? [one, other] : [other, one]);
}
