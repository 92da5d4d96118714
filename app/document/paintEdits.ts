import type { Draft } from 'immer';
import { maxFieldPoints, maxStrokes, type PaintedField, type PaintStroke } from '../../src/scene/paintedField.ts';
import { isBody, type BodyEntity, type Entity, type Scene } from '../../src/scene/Scene.ts';
import { appKind } from '../entities/appKinds.ts';
import type { PaintedProperty } from '../entities/PaintedProperty.ts';
import type { PaintKind, PaintTarget } from '../state/paintStore.ts';
import type { DocumentStore } from './documentStore.ts';
import { entityName } from './entityEdits.ts';

type Contents = Pick<Scene, 'entities'>;

/** What can be painted of an entity: a goal only where there is one, fibres only where they run along strokes. */
export function paintsOf(entity: Entity): readonly PaintedProperty[] {
  return (appKind(entity.kind).paints ?? []).filter(({ available }) => available?.(entity) ?? true);
}

/** Whether an entity has a use for a kind of paint. */
export function canPaint(entity: Entity, kind: PaintKind): boolean {
  return paintsOf(entity).some((property) => property.kind === kind);
}

interface Painted {
  readonly entity: Entity;
  readonly property: PaintedProperty;
}

/** What a target names; undefined where it is not in the shot, or cannot be painted. */
function painted(scene: Contents | undefined, target: PaintTarget | undefined): Painted | undefined {
  const entity = scene?.entities.find(({ id }) => id === target?.entity);
  const property = entity && paintsOf(entity).find(({ kind }) => kind === target?.kind);
  return entity === undefined || property === undefined ? undefined : { entity, property };
}

/** The solid or cloth that a target is painted on; undefined where there is none. */
export function paintedBody(scene: Contents | undefined, target: PaintTarget | undefined): BodyEntity | undefined {
  const found = painted(scene, target);
  if (found === undefined) return undefined;
  const id = found.property.body?.(found.entity) ?? found.entity.id;
  const body = scene?.entities.find((entity) => entity.id === id);
  return body !== undefined && isBody(body) ? body : undefined;
}

/** What is painted so far; undefined where nothing is, so that the base holds. */
export function fieldOf(scene: Contents | undefined, target: PaintTarget | undefined): PaintedField | undefined {
  const found = painted(scene, target);
  return found?.property.read(found.entity);
}

/** The value where nothing is painted. */
export function baseOf(scene: Contents | undefined, target: PaintTarget): number {
  return fieldOf(scene, target)?.base ?? painted(scene, target)?.property.base ?? 0;
}

/** Whether the target differs from what nobody has painted. */
export function isPainted(scene: Contents | undefined, target: PaintTarget): boolean {
  const found = painted(scene, target);
  const field = found?.property.read(found.entity);
  if (found === undefined || field === undefined) return false;
  const { base, permanent } = found.property;
  return permanent !== true || field.strokes.length > 0 || field.base !== base;
}

/** How much is painted: `2 strokes`, `0.5 everywhere`. */
export function paintText(scene: Contents | undefined, target: PaintTarget): string {
  const field = fieldOf(scene, target);
  const count = field?.strokes.length ?? 0;
  if (count > 0) return count === 1 ? '1 stroke' : `${count} strokes`;
  if (field !== undefined && isPainted(scene, target)) return `${field.base} everywhere`;
  return painted(scene, target)?.property.nothing ?? 'nothing';
}

/** `pin 'hook'`, `strength of 'Bunny'`: for steps of undo and for what is read out. */
export function paintName(scene: Contents | undefined, target: PaintTarget): string {
  const entity = scene?.entities.find(({ id }) => id === target.entity);
  const name = entity === undefined ? target.entity : entityName(entity);
  const property = entity && appKind(entity.kind).paints?.find(({ kind }) => kind === target.kind);
  return property?.title(name) ?? `${target.kind} of '${name}'`;
}

/** Dabs that a field still has room for. */
export function roomIn(field: PaintedField | undefined): number {
  if (field === undefined) return maxFieldPoints;
  if (field.strokes.length >= maxStrokes) return 0;
  return Math.max(0, maxFieldPoints - field.strokes.reduce((sum, { points }) => sum + points.length / 3, 0));
}

/** One stroke: one step of undo. */
export function addStroke(document: DocumentStore, target: PaintTarget, stroke: PaintStroke): void {
  document.edit(`Paint ${paintName(document.scene, target)}`, (scene) => {
    const found = painted(scene as Contents, target);
    if (found === undefined) return;
    const { entity, property } = found;
    const field = property.read(entity) as Draft<PaintedField> | undefined;
    if (field === undefined) property.write(entity as Draft<Entity>, { base: property.base, strokes: [stroke] });
    else field.strokes.push(stroke);
  });
}

/** Paints the same value everywhere. */
export function fillField(document: DocumentStore, target: PaintTarget, value: number): void {
  write(document, `Fill ${paintName(document.scene, target)}`, target, { base: value, strokes: [] });
}

/** Removes the field as if nothing had ever been painted: frames that were made so are valid again. */
export function clearField(document: DocumentStore, target: PaintTarget): void {
  write(document, `Clear ${paintName(document.scene, target)}`, target, undefined);
}

function write(document: DocumentStore, label: string, target: PaintTarget, field: PaintedField | undefined): void {
  document.edit(label, (scene) => {
    const found = painted(scene as Contents, target);
    found?.property.write(found.entity as Draft<Entity>, field);
  });
}
