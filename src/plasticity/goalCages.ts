import { deformed, stepBox, type GoalStep, type StepBox } from './GoalShape.ts';

/** The deformed lattice of one step of a goal, for display. */
export interface GoalCage extends StepBox {
  /** Line segments of the deformed lattice: pairs of end points (xyz, m), in the body's own axes. */
  readonly lines: Float64Array;
}

/** Positions of the lattice lines across each face of the box. */
const ACROSS = [-1, 0, 1] as const;
const PIECES = 12;

/** Returns the lattice of every step: about the box of `positions` (xyz, m) after the preceding steps, deformed by this step alone. */
export function goalCages(steps: readonly GoalStep[], positions: Float64Array): GoalCage[] {
  let points = positions;
  return steps.map((step) => {
    const box = stepBox(points);
    points = deformed(step, points, box);
    return { ...box, lines: deformed(step, latticeLines(box), box) };
  });
}

/** Returns the lines on the faces of a box, subdivided so that they can bend. */
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
