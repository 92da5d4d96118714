import { CornerSets } from '../../geometry/CornerSets.ts';
import { TET_FACES } from '../../geometry/tetBoundary.ts';

/** What contact knows of a body that is cut by virtual nodes. */
export interface CutElements {
  /** Share of its whole that each element has: 1 where it is not cut. */
  readonly fractions: Float64Array;
  /** Nodes from this number on have no material. */
  readonly wholeVertexCount: number;
}

/**
 * Returns the contact surface of a cut body (three nodes per triangle): the boundary of the elements that no crack cuts, outward, and beyond it the faces of cut elements all of whose nodes have material, each once. These are faces of the
 * mesh at rest on one side of a crack: surfaces of two pieces have no triangle in common and cross nowhere when they part. A crack is closed by the layer of nodes behind it, up to an element inside the drawn one.
 */
export function cutContactSurface(tets: Uint32Array, { fractions, wholeVertexCount }: CutElements): Uint32Array {
  const faceCount = tets.length;
  const sets = new CornerSets(3, faceCount);
  const face = new Uint32Array(3);
  /** Whole elements on a face, and the first face of those of a set that is kept: one of a whole element, if any. */
  const wholes = new Uint8Array(faceCount);
  const kept = new Int32Array(faceCount).fill(-1);
  for (let number = 0; number < faceCount; number++) {
    if (!loadFace(tets, number, face, wholeVertexCount)) continue;
    const set = sets.add(face);
    const isWhole = fractions[number >> 2] === 1;
    if (kept[set] < 0 || (isWhole && wholes[set] === 0)) kept[set] = number;
    if (isWhole) wholes[set]++;
  }
  const numbers = kept.filter((number, set) => number >= 0 && wholes[set] < 2).sort();
  const triangles = new Uint32Array(3 * numbers.length);
  numbers.forEach((number, t) => {
    loadFace(tets, number, face, wholeVertexCount);
    triangles.set(face, 3 * t);
  });
  return triangles;
}

/** Writes the nodes of face `number`, four per element, outward; returns whether all of them have material. */
function loadFace(tets: Uint32Array, number: number, out: Uint32Array, wholeVertexCount: number): boolean {
  const element = number & ~3;
  for (let k = 0; k < 3; k++) out[k] = tets[element + TET_FACES[3 * (number & 3) + k]];
  return out[0] < wholeVertexCount && out[1] < wholeVertexCount && out[2] < wholeVertexCount;
}
