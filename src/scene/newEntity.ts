import type { z } from 'zod';
import type { Entity } from './Kinds.ts';
import type { FileReference } from './properties/common.ts';
import { uniqueId, uniqueName, type Named } from './uniqueNames.ts';

/** A mesh file as it was imported. */
export interface NewMesh extends FileReference {
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
  /** Min xyz, max xyz in metres with Y up. */
  readonly bounds: readonly number[];
}

/** A registered definition as the catalogue lists it: `params` is the JSON Schema of its parameters. */
export interface ChosenDefinition {
  readonly type: string;
  readonly label?: string;
  readonly params?: unknown;
}

type KindSchema = z.ZodObject<{ readonly kind: z.ZodLiteral<string> }>;

/**
 * A whole and valid entity to add to a shot: its id and name are readable, follow `label` and differ from those of `entities`; members
 * that are left out have their defaults. Pure: the caller adds it to the document.
 */
export function newEntity<S extends KindSchema>(
  schema: S,
  entities: Named,
  label: string,
  members: object = {},
): z.output<S> {
  const kind = schema.shape.kind.value;
  return schema.parse({ kind, id: uniqueId(label, entities), name: uniqueName(label, entities), ...members });
}

/** Copies the entity under an id and a name of its own. */
export function copyEntity<E extends Entity>(entities: Named, entity: E): E {
  const plainName = entity.name.replace(/ \d+$/, '');
  const name = entity.name === '' ? '' : uniqueName(plainName, entities);
  return { ...structuredClone(entity), id: uniqueId(entity.id.replace(/-\d+$/, ''), entities), name };
}

/** The colour of a new entity of a kind: they take turns, so that neighbours can be told apart. */
export function nextColour(colours: readonly string[], kind: string, entities: Named): string {
  return colours[entities.filter((entity) => entity.kind === kind).length % colours.length];
}

/** What documents say of the file of a mesh. */
export function meshFile({ path, sha256, metresPerUnit, upAxis }: NewMesh) {
  return { path, sha256, metresPerUnit, upAxis };
}

/** `scans/Stanford_bunny.obj` -> `Stanford bunny`. */
export function fileLabel(path: string): string {
  const file = path.split(/[\\/]/).at(-1) ?? '';
  return (
    file
      .replace(/(.)\.[^.]*$/, '$1')
      .replaceAll('_', ' ')
      .trim() || 'Mesh'
  );
}
