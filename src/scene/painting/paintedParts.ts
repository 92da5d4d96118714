import type { Entity } from '../Scene.ts';
import type { PaintedField } from '../paintedField.ts';

/** What is painted on a solid or for a pin, and with how many strokes. */
export interface PaintedPart {
  readonly part: 'strength' | 'detail' | 'goal' | 'toughness' | 'pin';
  readonly strokes: number;
}

/** What of an entity is painted; empty where nothing is. */
export function paintedParts(entity: Entity): PaintedPart[] {
  const fields: [PaintedPart['part'], PaintedField | undefined][] = [];
  if (entity.kind === 'solid') {
    fields.push(['strength', entity.painted?.strength], ['detail', entity.painted?.detail]);
    fields.push(['goal', entity.plasticity?.goal?.paintedStrength]);
    fields.push(['toughness', entity.fracture?.paintedToughness]);
  } else if (entity.kind === 'pin' && entity.selection.kind === 'painted') {
    fields.push(['pin', entity.selection.field]);
  }
  return fields.flatMap(([part, field]) => (field === undefined ? [] : [{ part, strokes: field.strokes.length }]));
}
