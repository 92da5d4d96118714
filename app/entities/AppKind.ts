import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import type { Draft } from 'immer';
import type { Entity, EntityOf, KindName as EntityKind } from '../../src/scene/Kinds.ts';
import type { FormField } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import type { AddMenu } from './AddMenu.ts';
import type { MeshUse } from './MeshUse.ts';
import type { PaintedProperty } from './PaintedProperty.ts';
import type { ViewportKind } from './ViewportKind.ts';

export type { EntityKind, EntityOf };

/**
 * What the editor knows of a kind of entity beside its schema: a file of `app/kinds` exports it, and nothing else in the editor asks for
 * a kind. Everything but the kind may be left out, as may the file: the entity then has the icon, the rows and the form of any other.
 */
export interface AppKind<K extends EntityKind = EntityKind> {
  readonly kind: K;
  /** Kinds with a smaller number come first in the outliner and in menus; those without one come last. */
  readonly order?: number;
  /** What one is called in heads, and several in the outliner, where it is not what the scene calls them. */
  readonly label?: string;
  readonly heading?: string;
  /** The picture of an entity in lists and heads. */
  icon?(entity: EntityOf<K>): LucideIcon;
  /** What stands in small type behind the name: a shape, a file, what it does. */
  detail?(entity: EntityOf<K>, definitions: readonly DefinitionInfo[]): string;
  /** The id of the entity under which it is listed, and with which it is shown alone. */
  parent?(entity: EntityOf<K>): string;
  /** The height at which a new one stands over what is there up to `top`, m; left out, as far above it as it would stand above the ground. */
  heightOver?(entity: EntityOf<K>, top: number): number;
  /** What menus and the palette offer to add. */
  readonly add?: AddMenu;
  readonly inspector?: KindInspector<K>;
  /** What an imported mesh may become. */
  readonly fromMesh?: MeshUse;
  /** What of it is painted with the brush, the usual first. */
  readonly paints?: readonly PaintedProperty<K>[];
  /** Lets go of entities that are removed from the shot. Gives false where it makes no sense without them, so that it is removed as well. */
  release?(entity: Draft<EntityOf<K>>, removed: ReadonlySet<string>): boolean;
  /** What an enabled one brings into the shot, of that which graphs of the timeline are about: `solids`. */
  contents?(entity: EntityOf<K>): readonly string[];
  /** Handles, markers and what else is drawn of it beside the streams of frames. */
  readonly viewport?: ViewportKind<K>;
}

/** The sections of the inspector for entities of one kind, between the notice of a missing file and the placement. */
export interface KindInspector<K extends EntityKind = EntityKind> {
  /** Sections in the order in which they are shown; `own` is the form of all properties that no section shows. Left out, there is only that form. */
  readonly sections: readonly (KindSection<K> | 'own')[];
  readonly own?: OwnForm<K>;
  /** Whether placement and motion are folded away at first. */
  readonly placementFolded?: boolean;
}

/** A section that is more than a form derived from the schema. */
export interface KindSection<K extends EntityKind = EntityKind> {
  /** Properties that it shows, which the form of the kind then leaves out. */
  readonly shows?: readonly (string & keyof EntityOf<K>)[];
  /** It is about one entity: with several selected it is left out. */
  readonly single?: boolean;
  render(edited: EditedEntities<K>): ReactNode;
}

/** What of the derived form is different. */
export interface OwnForm<K extends EntityKind = EntityKind> {
  /** Title of the section; left out, the name of the kind. */
  readonly title?: string;
  readonly folded?: boolean;
  /** Rows above the fields. */
  before?(edited: EditedEntities<K>): ReactNode;
  /** Rows below the fields. */
  after?(edited: EditedEntities<K>): ReactNode;
  /** Whether a field, of the form or of the placement, is shown by other rows or says nothing. */
  hides?(field: FormField, edited: EditedEntities<K>): boolean;
}

/** Entities of one kind that are edited together. */
export interface EditedEntities<K extends EntityKind = EntityKind> {
  readonly target: FormTarget;
  readonly entities: readonly [EntityOf<K>, ...EntityOf<K>[]];
  /** All entities of the shot. */
  readonly shot: readonly Entity[];
  /** All fields of the first, in the groups of its schema. */
  readonly fields: readonly FormField[];
  readonly single: boolean;
}
