import type { Draft } from 'immer';
import type { PaintedField } from '../../src/scene/paintedField.ts';
import type { PaintKind } from '../state/paintStore.ts';
import type { EntityOf, KindName as EntityKind } from '../../src/scene/Kinds.ts';

/** Something that is painted with the brush: a number from place to place of a body. */
export interface PaintedProperty<K extends EntityKind = EntityKind> {
  readonly kind: PaintKind;
  /** Its value where nothing is painted. */
  readonly base: number;
  /** Returns what undo steps and screen readers call it, for an entity with this name: `strength of 'Bunny'`. */
  title(name: string): string;
  /** It is there even where nothing is painted, as the field of a painted pin. */
  readonly permanent?: boolean;
  /** What is said where nothing is painted; left out, `nothing`. */
  readonly nothing?: string;
  /** Its row among what is painted on an entity; left out, another section has it. */
  readonly row?: { readonly label: string; readonly help: string };
  /** Whether the entity has a use for it; left out, always. */
  available?(entity: EntityOf<K>): boolean;
  /** The id of the body that it is painted on; left out, the entity itself. */
  body?(entity: EntityOf<K>): string;
  /** What is painted so far; undefined where nothing is, so that the base holds. */
  read(entity: EntityOf<K>): PaintedField | undefined;
  /** Undefined: as if nothing had ever been painted. */
  write(entity: Draft<EntityOf<K>>, field: PaintedField | undefined): void;
}
