import { elementTypes } from '../../geometry/elements/elementTypes.ts';
import { joinElements } from '../../geometry/UnionFind.ts';
import type { SolidBodyInput } from '../SolidOperators.ts';

type Elements = Pick<SolidBodyInput, 'elementKind' | 'elements'>;

/** Ends of an edge may move so far against each other in a substep, as a share of its length: a piece that turns by more is stretched by its own turning. */
const TURN = 0.3;
/** Substeps that crumbs, which spin faster than anyone sees, may ask of a frame. */
const MOST = 64;

/** Pieces of a body whose elements share no vertex. */
interface Pieces {
  /** Piece of each vertex. */
  readonly of: Uint32Array;
  readonly heaviest: number;
  readonly count: number;
}

function findPieces({ elementKind, elements }: Elements, masses: Float64Array): Pieces {
  const joined = joinElements(masses.length, elements, elementTypes[elementKind].size);
  const of = Uint32Array.from(masses, (_, v) => joined.root(v));
  const sums = new Map<number, number>();
  for (let v = 0; v < masses.length; v++) {
    if (!(masses[v] > 0)) continue;
    sums.set(of[v], (sums.get(of[v]) ?? 0) + masses[v]);
  }
  let [heaviest, most] = [0, 0];
  for (const [piece, mass] of sums) if (mass > most) [heaviest, most] = [piece, mass];
  return { of, heaviest, count: sums.size };
}

/** Longest substep of the lighter pieces of a body, which may spin faster than it turns as a whole: they move along straight lines, which stretch what turns. */
export class PieceLimit {
  /** Corners of their elements, all pairs of each, and how long these are at rest, m. */
  private readonly pairs: Uint32Array;
  private readonly lengths: Float64Array;
  /** Largest square of relative velocity over length, 1/s2. In an array, where writing allocates nothing. */
  private readonly fastest = new Float64Array(1);

  constructor(body: Elements & Pick<SolidBodyInput, 'restPositions'>, masses: Float64Array) {
    const { elementKind, elements, restPositions: x } = body;
    const { of, heaviest, count } = findPieces(body, masses);
    const corners = elementTypes[elementKind].size;
    const pairs: number[] = [];
    for (let at = 0; count > 1 && at < elements.length; at += corners) {
      if (of[elements[at]] === heaviest) continue;
      for (let a = at; a < at + corners; a++) {
        for (let b = a + 1; b < at + corners; b++) pairs.push(elements[a], elements[b]);
      }
    }
    this.pairs = Uint32Array.from(pairs);
    this.lengths = Float64Array.from({ length: pairs.length / 2 }, (_, k) => {
      const [a, b] = [3 * pairs[2 * k], 3 * pairs[2 * k + 1]];
      return Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
    });
  }

  /** Longest substep, s, at the velocities, m/s, no shorter than a small part of the `rest` of the frame, s; infinite for a body of one piece. */
  longestStep(velocities: Float64Array, rest: number): number {
    const { pairs, lengths, fastest } = this;
    if (lengths.length === 0) return Infinity;
    fastest[0] = 0;
    for (let k = 0; k < lengths.length; k++) {
      if (lengths[k] === 0) continue;
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const rate = (velocities[3 * pairs[2 * k] + axis] - velocities[3 * pairs[2 * k + 1] + axis]) / lengths[k];
        square += rate * rate;
      }
      fastest[0] = Math.max(fastest[0], square);
    }
    return fastest[0] > 0 ? Math.max(TURN / Math.sqrt(fastest[0]), rest / MOST) : Infinity;
  }
}
