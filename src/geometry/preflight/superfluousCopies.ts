import type { SurfaceMesh } from '../TriMesh.ts';
import type { EdgeTable } from './EdgeTable.ts';
import { compareOutlines, type FaceFaults } from './faceFaults.ts';
import { FaceRemoval } from './FaceRemoval.ts';

/** All faces with one outline. */
interface Copies {
  readonly faces: readonly number[];
  /** The face to keep, if any. */
  readonly wanted: number | undefined;
}

/** Criteria of the faces to keep, in the order in which they are tried. */
const choices: readonly ((copies: Copies, face: number) => boolean)[] = [
  ({ wanted }, face) => face === wanted,
  ({ faces }, face) => face === faces[0],
  () => true,
];

/**
 * Returns a flag per face that can be removed without opening the surface. Of the copies of a face as many are kept as the difference between both orientations,
 * but at most one: two of opposite orientation bound nothing and cancel, two of the same orientation are one too many.
 * Where this would open a patch of such faces, one copy of each of them is kept; where that would, all are. No face is removed where all would be.
 */
export function superfluousCopies(
  surface: SurfaceMesh,
  places: Uint32Array,
  faults: FaceFaults,
  edges: EdgeTable,
): Uint8Array {
  const removal = new FaceRemoval(surface, faults, edges);
  const copiesOf = gatherCopies(surface, places, faults.original);
  for (const patch of removal.patches([...copiesOf.keys()])) {
    for (const stays of choices) {
      for (const copies of patch.map((first) => copiesOf.get(first)!)) {
        for (const face of copies.faces) removal.set(face, stays(copies, face) ? 0 : 1);
      }
      if (!patch.some((first) => removal.opensAt(first))) break;
    }
  }
  return removal.dropped.includes(0) ? removal.dropped : removal.dropped.fill(0);
}

/** Returns the faces that occur more than once, by the first of them. */
function gatherCopies({ faceOffsets }: SurfaceMesh, places: Uint32Array, original: Uint32Array): Map<number, Copies> {
  const facesOf = new Map<number, number[]>();
  original.forEach((first, face) => {
    if (first === face) return;
    const faces = facesOf.get(first);
    if (faces === undefined) facesOf.set(first, [first, face]);
    else faces.push(face);
  });
  const outline = (face: number): Uint32Array => places.subarray(faceOffsets[face], faceOffsets[face + 1]);
  const copiesOf = new Map<number, Copies>();
  for (const [first, faces] of facesOf) {
    const signs = faces.map((face) => compareOutlines(outline(first), outline(face)));
    const sum = signs.reduce<number>((total, sign) => total + sign, 0);
    const wanted = sum === 0 ? undefined : faces[signs.findIndex((sign) => sign === Math.sign(sum))];
    copiesOf.set(first, { faces, wanted });
  }
  return copiesOf;
}
