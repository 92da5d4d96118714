import type { Judgement } from '../../frames/judgements.ts';

/** Pairs of triangles of the surfaces of two bodies, or of one, that cross at the end of a frame. */
export interface BodyCrossing {
  /** Ids; the same for a body that crosses itself. */
  readonly entity: string;
  readonly other: string;
  readonly pairs: number;
}

/** Number of pairs above which it was not only a corner that was caught. */
const CAUGHT = 10;

/**
 * Reports that a body passes through others or itself though they were to touch, once, by the one that it crosses most. `own`: its crossings, one at least; `kinds`: of the bodies by id, those of animations left out;
 * `overlapRemedy`: what helps where it begins inside another.
 */
export function judgeCrossings(
  own: readonly BodyCrossing[],
  kinds: ReadonlyMap<string, 'solid' | 'cloth'>,
  overlapRemedy: string | undefined,
): Judgement {
  const named = (id: string) => `${kinds.get(id) ?? 'animation'} '${id}'`;
  const { entity, other } = own.reduce((worst, crossing) => (crossing.pairs > worst.pairs ? crossing : worst));
  const pairs = own.reduce((sum, crossing) => sum + crossing.pairs, 0);
  const others = own.length > 1 ? ` and ${own.length - 1} more` : '';
  const crossed = `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`;
  return {
    kind: 'crossing',
    severity: pairs > CAUGHT ? 'broken' : 'warning',
    entity,
    value: pairs,
    limit: 0,
    unit: 'pairs',
    label: `${crossed} of faces cross`,
    sentence: `${named(entity)} passes through ${other === entity ? 'itself' : named(other)}${others}: ${crossed} of their faces cross`,
    remedy:
      overlapRemedy ??
      'increase the contact thickness or the minimum substeps, or slow down what presses them together',
  };
}
