import { elementsOfVolume, tetrahedraOf } from '../../geometry/elements/elementTypes.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';

/** The tetrahedra that stand for the elements of a body (`ElementType.cells`), four vertices each; made once, measured often. */
export interface MeasuredCells {
  readonly tetrahedra: Uint32Array;
  readonly perElement: number;
}

export function measuredCells(volume: VolumeMesh): MeasuredCells {
  const elements = elementsOfVolume(volume);
  return { tetrahedra: tetrahedraOf(elements), perElement: elements.type.cells.length / 4 };
}

/** Six times the volume of the present element, and of all before it by their fractions. */
const sum = new Float64Array(2);

/** Volume of all elements at `positions`, m3, by the `fractions` of them that are filled; inverted ones count negative. */
export function totalVolume(
  { tetrahedra, perElement }: MeasuredCells,
  positions: Float64Array,
  fractions?: Float64Array,
): number {
  sum.fill(0);
  const stride = 4 * perElement;
  for (let first = 0; first < tetrahedra.length; first += stride) {
    for (let c = first; c < first + stride; c += 4) {
      const p = 3 * tetrahedra[c];
      const q = 3 * tetrahedra[c + 1];
      const r = 3 * tetrahedra[c + 2];
      const s = 3 * tetrahedra[c + 3];
      addSixfoldVolume(positions, p, q, r, s);
    }
    if (fractions !== undefined) takeShare(fractions[first / stride]);
  }
  return (fractions === undefined ? sum[0] : sum[1]) / 6;
}

/** sum[1] += share sum[0]; sum[0] = 0. */
function takeShare(share: number): void {
  sum[1] += share * sum[0];
  sum[0] = 0;
}

/** sum[0] += six times the volume of the tetrahedron whose corners begin at p, q, r and s; no number leaves it, so none is allocated. */
function addSixfoldVolume(x: Float64Array, p: number, q: number, r: number, s: number): void {
  const ax = x[q] - x[p];
  const ay = x[q + 1] - x[p + 1];
  const az = x[q + 2] - x[p + 2];
  const bx = x[r] - x[p];
  const by = x[r + 1] - x[p + 1];
  const bz = x[r + 2] - x[p + 2];
  const cx = x[s] - x[p];
  const cy = x[s + 1] - x[p + 1];
  const cz = x[s + 2] - x[p + 2];
  sum[0] += cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx);
}
