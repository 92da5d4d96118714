import type { Draft } from 'immer';
import { maxFieldPoints, maxStrokes, type PaintedField, type PaintStroke } from '../../src/scene/paintedField.ts';
import { isBody, type BodyEntity, type Entity, type Scene } from '../../src/scene/Scene.ts';
import type { PaintKind, PaintTarget } from '../state/paintStore.ts';
import type { DocumentStore } from './documentStore.ts';
import { entityName } from './entityEdits.ts';

type Solid = Extract<Entity, { kind: 'solid' }>;
type Contents = Pick<Scene, 'entities'>;

/** The value of each kind where nothing is painted. */
export const paintBases: Readonly<Record<PaintKind, number>> = {
  pin: 0,
  strength: 1,
  detail: 0,
  goal: 1,
  toughness: 1,
  fibres: 0,
};

/** The solid or cloth that a target is painted on; undefined where it is not in the shot, the pin is not a painted one, or the solid has no use for it. */
export function paintedBody(scene: Contents | undefined, target: PaintTarget | undefined): BodyEntity | undefined {
  if (scene === undefined || target === undefined) return undefined;
  const entity = scene.entities.find(({ id }) => id === target.entity);
  if (target.kind !== 'pin') {
    return entity?.kind === 'solid' && canPaint(entity, target.kind) ? entity : undefined;
  }
  if (entity?.kind !== 'pin' || entity.selection.kind !== 'painted') return undefined;
  const body = scene.entities.find(({ id }) => id === entity.target);
  return body !== undefined && isBody(body) ? body : undefined;
}

/** Whether a solid has what a kind of paint is of: a goal, a way to tear, fibres along strokes. */
export function canPaint(solid: Solid, kind: PaintKind): boolean {
  if (kind === 'goal') return hasGoal(solid);
  if (kind === 'toughness') return solid.fracture?.enabled === true;
  return kind !== 'fibres' || hasPaintedFibres(solid);
}

/** Whether the fibres of a solid run along strokes. */
function hasPaintedFibres({ fibres }: Solid): boolean {
  return fibres?.direction.kind === 'painted';
}

/** Whether there is a goal whose strength can be painted. */
function hasGoal({ plasticity }: Solid): boolean {
  return plasticity?.goal !== undefined;
}

/** What is painted so far; undefined where nothing is, so that the base holds. */
export function fieldOf(scene: Contents | undefined, target: PaintTarget | undefined): PaintedField | undefined {
  const entity = scene?.entities.find(({ id }) => id === target?.entity);
  if (target?.kind === 'pin') {
    return entity?.kind === 'pin' && entity.selection.kind === 'painted' ? entity.selection.field : undefined;
  }
  if (entity?.kind !== 'solid' || target === undefined) return undefined;
  if (target.kind === 'goal') return entity.plasticity?.goal?.paintedStrength;
  if (target.kind === 'toughness') return entity.fracture?.paintedToughness;
  if (target.kind !== 'fibres') return entity.painted?.[target.kind];
  const direction = entity.fibres?.direction;
  return direction?.kind === 'painted' ? direction.field : undefined;
}

/** `pin 'hook'`, `strength of 'Bunny'`: for steps of undo and for what is read out. */
export function paintName(scene: Contents | undefined, { kind, entity }: PaintTarget): string {
  const found = scene?.entities.find(({ id }) => id === entity);
  const name = found === undefined ? entity : entityName(found);
  return kind === 'pin' ? `pin '${name}'` : `${kind === 'goal' ? 'goal strength' : kind} of '${name}'`;
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
    const field = fieldOf(scene as Contents, target) as Draft<PaintedField> | undefined;
    if (field === undefined) setField(scene, target, { base: paintBases[target.kind], strokes: [stroke] });
    else field.strokes.push(stroke);
  });
}

/** The same value everywhere. */
export function fillField(document: DocumentStore, target: PaintTarget, value: number): void {
  document.edit(`Fill ${paintName(document.scene, target)}`, (scene) =>
    setField(scene, target, { base: value, strokes: [] }),
  );
}

/** As if nothing had ever been painted: frames that were made so are valid again. */
export function clearField(document: DocumentStore, target: PaintTarget): void {
  document.edit(`Clear ${paintName(document.scene, target)}`, (scene) => {
    if (target.kind === 'pin') {
      setField(scene, target, { base: paintBases.pin, strokes: [] });
      return;
    }
    const solid = scene.entities.find(({ id }) => id === target.entity);
    if (solid?.kind !== 'solid') return;
    if (target.kind === 'fibres') {
      setField(scene, target, { base: paintBases.fibres, strokes: [] });
      return;
    }
    if (target.kind === 'goal') {
      delete solid.plasticity?.goal?.paintedStrength;
      return;
    }
    if (target.kind === 'toughness') {
      delete solid.fracture?.paintedToughness;
      return;
    }
    if (solid.painted === undefined) return;
    const rest = Object.entries(solid.painted).filter(([kind]) => kind !== target.kind);
    if (rest.length === 0) delete solid.painted;
    else solid.painted = Object.fromEntries(rest);
  });
}

function setField(scene: Draft<Scene>, { kind, entity: id }: PaintTarget, field: PaintedField): void {
  const entity = scene.entities.find((candidate) => candidate.id === id);
  if (kind === 'pin') {
    if (entity?.kind === 'pin' && entity.selection.kind === 'painted') entity.selection.field = field;
  } else if (entity?.kind !== 'solid') return;
  else if (kind === 'goal') {
    if (entity.plasticity?.goal !== undefined) entity.plasticity.goal.paintedStrength = field;
  } else if (kind === 'toughness') {
    if (entity.fracture !== undefined) entity.fracture.paintedToughness = field;
  } else if (kind === 'fibres') {
    if (entity.fibres?.direction.kind === 'painted') entity.fibres.direction.field = field;
  } else entity.painted = { ...entity.painted, [kind]: field };
}
