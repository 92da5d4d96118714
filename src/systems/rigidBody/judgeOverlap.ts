import { quantityText } from '../../base/quantityText.ts';
import type { Judgement } from '../../frames/judgements.ts';
import type { ContactShape } from '../../rigid/ContactShape.ts';

/** Overlaps, over the thinnest extent of the body, from which they are seen, and from which half the body is in something where it is pressed from both sides. */
const VISIBLE = 0.05;
const THROUGH = 0.25;

interface JudgedBody {
  readonly id: string;
  readonly shape: Pick<ContactShape, 'distance'>;
  /** Deepest overlap with what it touches, m. */
  readonly overlap: number;
}

/** Reports that a moving rigid body is pressed into what it touches: contact has not found impulses that keep them apart, which nothing may be hard enough for. */
export function judgeOverlap({ id, shape, overlap }: JudgedBody): Judgement[] {
  const { bounds } = shape.distance;
  const thinnest = Math.min(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const limit = VISIBLE * thinnest;
  if (!(overlap > limit)) return [];
  const depth = quantityText(overlap, 'm', 2);
  return [
    {
      kind: 'overlap',
      severity: overlap > THROUGH * thinnest ? 'broken' : 'warning',
      entity: id,
      value: overlap,
      limit,
      unit: 'm',
      label: `${depth} deep`,
      sentence: `rigid body '${id}' is ${depth} deep in what it touches, and ${quantityText(thinnest, 'm', 2)} thick`,
      remedy:
        'move it out if it begins there; keyed bodies, joints and colliders that squeeze it against something must leave it room; then increase the minimum substeps',
    },
  ];
}
