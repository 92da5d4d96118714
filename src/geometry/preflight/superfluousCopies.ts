import type { SurfaceMesh } from '../TriMesh.ts';
import type { EdgeTable } from './EdgeTable.ts';
import { compareOutlines, type FaceFaults } from './faceFaults.ts';
import { UnionFind } from '../UnionFind.ts';

/** All faces with one outline. */
interface Copies {
  readonly faces: readonly number[];
  /** The face that should stay, if any. */
  readonly wanted: number | undefined;
}

/**
 * Flag per face: it can go without opening the surface. Of the copies of a face as many stay as look one way more than the
 * other, but one at most: two that look opposite ways bound nothing and cancel, of two that look the same way one is too many.
 * Where this would open a patch of such faces, one copy of each of them stays; where that would, all do. No face goes when all would.
 */
export function superfluousCopies(
  surface: SurfaceMesh,
  places: Uint32Array,
  { original }: FaceFaults,
  edges: EdgeTable,
): Uint8Array {
  const dropped = new Uint8Array(original.length);
  const left = edges.forward.map((count, edge) => count + edges.backward[edge]);
  const edgesOf = (face: number): Int32Array =>
    edges.edgeOf.subarray(surface.faceOffsets[face], surface.faceOffsets[face + 1]).filter((edge) => edge >= 0);
  const drop = (face: number, flag: 0 | 1): void => {
    for (const edge of edgesOf(face)) left[edge] += dropped[face] - flag;
    dropped[face] = flag;
  };
  const alone = edgesOfOneOutline(edges, original);
  const isOpened = (edge: number): boolean => {
    const before = edges.forward[edge] + edges.backward[edge];
    const opened = left[edge] === 1 ? before > 1 : left[edge] % 2 === 1 && before % 2 === 0;
    return opened && alone[edge] === 0;
  };
  for (const patch of patchesOf(gatherCopies(surface, places, original), edges, edgesOf)) {
    const staying: ((copies: Copies, face: number) => boolean)[] = [
      ({ wanted }, face) => face === wanted,
      ({ faces }, face) => face === faces[0],
      () => true,
    ];
    for (const stays of staying) {
      for (const copies of patch) for (const face of copies.faces) drop(face, stays(copies, face) ? 0 : 1);
      if (!patch.some(({ faces }) => edgesOf(faces[0]).some(isOpened))) break;
    }
  }
  return dropped.includes(0) ? dropped : dropped.fill(0);
}

/** The faces that occur more than once. */
function gatherCopies({ faceOffsets }: SurfaceMesh, places: Uint32Array, original: Uint32Array): Copies[] {
  const facesOf = new Map<number, number[]>();
  original.forEach((first, face) => {
    if (first === face) return;
    const faces = facesOf.get(first);
    if (faces === undefined) facesOf.set(first, [first, face]);
    else faces.push(face);
  });
  const outline = (face: number): Uint32Array => places.subarray(faceOffsets[face], faceOffsets[face + 1]);
  return [...facesOf].map(([first, faces]) => {
    const signs = faces.map((face) => compareOutlines(outline(first), outline(face)));
    const sum = signs.reduce<number>((total, sign) => total + sign, 0);
    return { faces, wanted: sum === 0 ? undefined : faces[signs.findIndex((sign) => sign === Math.sign(sum))] };
  });
}

/** Copies that share edges belong together: whether one may go depends on the others. */
function patchesOf(all: readonly Copies[], edges: EdgeTable, edgesOf: (face: number) => Int32Array): Copies[][] {
  const joined = new UnionFind(all.length);
  const at = new Int32Array(edges.edgeCount).fill(-1);
  all.forEach(({ faces }, index) => {
    for (const edge of edgesOf(faces[0])) {
      if (at[edge] < 0) at[edge] = index;
      else joined.join(at[edge], index);
    }
  });
  const patches = new Map<number, Copies[]>();
  all.forEach((copies, index) => {
    const patch = patches.get(joined.root(index));
    if (patch === undefined) patches.set(joined.root(index), [copies]);
    else patch.push(copies);
  });
  return [...patches.values()];
}

/** Flag per edge: only copies of one face meet there. It is open, however many they are. */
function edgesOfOneOutline(edges: EdgeTable, original: Uint32Array): Uint8Array {
  const alone = new Uint8Array(edges.edgeCount).fill(1);
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const first = original[edges.faceOfCorner[edges.halfEdges[edges.first[edge]]]];
    for (let at = edges.first[edge] + 1; at < edges.first[edge + 1]; at++) {
      if (original[edges.faceOfCorner[edges.halfEdges[at]]] !== first) alone[edge] = 0;
    }
  }
  return alone;
}
