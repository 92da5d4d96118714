import type { z } from 'zod';

/**
 * The schema of each kind of entity, under its name. Every file of `kinds/` adds its own by declaration merging:
 * `declare module '../Kinds.ts' { interface KindMap { pin: typeof pin } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface KindMap {}

export type KindName = keyof KindMap;
/** An entity of some kind, with every default filled in: a union that `kind` tells apart. */
export type Entity = z.output<KindMap[KindName]>;
/** An entity as a document may write it: anything with a default can be left out. */
export type EntityInput = z.input<KindMap[KindName]>;
export type EntityOf<K extends KindName> = z.output<KindMap[K]>;

/** What a kind of entity is. Registered by adding a file to `kinds/` that default-exports one. */
export interface KindDefinition<K extends KindName = KindName> {
  /** The `kind` of its entities in documents. */
  readonly type: K;
  /** One entity of the kind and several, as sentences name them: 'solid', 'solids'. */
  readonly label: string;
  readonly plural: string;
  /** A strict object whose `kind` is the literal `type`. */
  readonly schema: KindMap[K];
  /** A new entity that needs no choice, to be added to `entities`; undefined where they lack what it must refer to. */
  create(entities: readonly Entity[]): EntityOf<K> | undefined;
}
