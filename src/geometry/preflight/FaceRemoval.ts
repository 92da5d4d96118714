import type { SurfaceMesh } from '../TriMesh.ts';
import { UnionFind } from '../UnionFind.ts';
import type { EdgeTable } from './EdgeTable.ts';
import type { FaceFaults } from './faceFaults.ts';

/**
 * Removes faces of a surface tentatively and tests whether that opens it: whether it leaves an edge with a single face, or with an odd number of
 * faces where it was even. An edge at which only copies of one face meet is open already.
 */
export class FaceRemoval {
  /** Flag per face. */
  readonly dropped: Uint8Array;
  private readonly surface: SurfaceMesh;
  private readonly edges: EdgeTable;
  /** Number of remaining faces at each edge. */
  private readonly left: Uint32Array;
  private readonly alone: Uint8Array;

  constructor(surface: SurfaceMesh, { original }: FaceFaults, edges: EdgeTable) {
    this.surface = surface;
    this.edges = edges;
    this.dropped = new Uint8Array(original.length);
    this.left = edges.forward.map((count, edge) => count + edges.backward[edge]);
    this.alone = edgesOfOneOutline(edges, original);
  }

  /** Removes the face (1) or restores it (0). */
  set(face: number, flag: 0 | 1): void {
    for (const edge of this.edgesOf(face)) this.left[edge] += this.dropped[face] - flag;
    this.dropped[face] = flag;
  }

  /** Returns whether the surface is open at an edge of the face through removals. */
  opensAt(face: number): boolean {
    const { edges, left, alone } = this;
    return this.edgesOf(face).some((edge) => {
      const before = edges.forward[edge] + edges.backward[edge];
      return alone[edge] === 0 && (left[edge] === 1 ? before > 1 : left[edge] % 2 === 1 && before % 2 === 0);
    });
  }

  /** Returns the faces in patches that share edges, whose removals depend on each other. `faces`: all different. */
  patches(faces: readonly number[]): number[][] {
    const joined = new UnionFind(faces.length);
    const firstAt = new Int32Array(this.edges.edgeCount).fill(-1);
    faces.forEach((face, index) => {
      for (const edge of this.edgesOf(face)) {
        if (firstAt[edge] < 0) firstAt[edge] = index;
        else joined.join(firstAt[edge], index);
      }
    });
    const patches = new Map<number, number[]>();
    faces.forEach((face, index) => {
      const patch = patches.get(joined.root(index));
      if (patch === undefined) patches.set(joined.root(index), [face]);
      else patch.push(face);
    });
    return [...patches.values()];
  }

  private edgesOf(face: number): Int32Array {
    const { faceOffsets } = this.surface;
    return this.edges.edgeOf.subarray(faceOffsets[face], faceOffsets[face + 1]).filter((edge) => edge >= 0);
  }
}

/** Flag per edge: only copies of one face meet there. */
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
