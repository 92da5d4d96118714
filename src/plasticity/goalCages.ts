import { deformed, stepBox, type GoalStep, type StepBox } from './GoalShape.ts';

/** The lattice that one step of a goal deforms, for display. */
export interface GoalCage extends StepBox {
  /** What the step has made of the lattice: pairs of ends (xyz, m) of its lines, in the body's own axes. */
  readonly lines: Float64Array;
}

/** Lines across each face of the box, and straight pieces of each. */
const ACROSS = [-1, 0, 1] as const;
const PIECES = 12;

/** The lattice of every step: about the box of what the steps before it have left of `positions` (xyz, m), deformed by this step alone. */
export function goalCages(steps: readonly GoalStep[], positions: Float64Array): GoalCage[] {
  let points = positions;
  return steps.map((step) => {
    const box = stepBox(points);
    points = deformed(step, points, box);
    return { ...box, lines: deformed(step, latticeLines(box), box) };
  });
}

/** Lines on the faces of a box, in pieces that can bend. */
function latticeLines({ centre, half }: StepBox): Float64Array {
  const ends: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const across of ACROSS) {
      for (const up of ACROSS) {
        if (across === 0 && up === 0) continue;
        for (let piece = 0; piece < PIECES; piece++) {
          for (const end of [piece, piece + 1]) {
            const shares = [0, 0, 0];
            shares[axis] = (2 * end) / PIECES - 1;
            shares[(axis + 1) % 3] = across;
            shares[(axis + 2) % 3] = up;
            ends.push(...shares.map((share, k) => centre[k] + share * half[k]));
          }
        }
      }
    }
  }
  return Float64Array.from(ends);
}
