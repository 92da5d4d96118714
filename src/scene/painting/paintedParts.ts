import type { PaintedField } from '../paintedField.ts';

/** What is painted on a solid or for a pin, and with how many strokes. */
export interface PaintedPart {
  readonly part: 'strength' | 'detail' | 'goal' | 'target' | 'toughness' | 'pin' | 'region';
  readonly strokes: number;
}

/** The parts of which there is a painted field. */
export function paintedPartsOf(fields: Partial<Record<PaintedPart['part'], PaintedField>>): PaintedPart[] {
  const parts = Object.entries(fields) as [PaintedPart['part'], PaintedField | undefined][];
  return parts.flatMap(([part, field]) => (field === undefined ? [] : [{ part, strokes: field.strokes.length }]));
}
