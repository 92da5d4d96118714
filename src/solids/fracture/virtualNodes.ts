import { UnionFind } from '../../geometry/UnionFind.ts';
import { FACE_CORNERS } from './faceNeighbours.ts';

/** A body of tetrahedra before anything was cut. */
export interface WholeBody {
  readonly tets: Uint32Array;
  readonly vertexCount: number;
  /** `faceNeighbours` of the tets. */
  readonly neighbours: Int32Array;
}

/**
 * The elements and nodes of a cut body (Molino, Bao and Fedkiw 2004). Element e < tets is the tet of that number, or the copy of it that has
 * its corners of side 0 where it is cut; the copies with the corners of side 1 follow in the order of their tets. Every copy has four
 * nodes, of which those of the other side are virtual: they move with it and carry a part of its mass, but no material is there.
 */
export interface CutTopology {
  /** Four nodes per element. */
  readonly elements: Uint32Array;
  /** The tet of each element. */
  readonly tetOf: Uint32Array;
  /** Element of side 1 of each tet; the tet itself where it is not cut. */
  readonly secondOf: Uint32Array;
  /** Share of its tet's mass and stiffness that each element has: its real corners over 4. */
  readonly fractions: Float64Array;
  /** The vertex that each node is a copy of: node v < vertexCount is vertex v itself, where its material is; the others are virtual. */
  readonly vertexOf: Uint32Array;
}

/**
 * The topology of `body` where tet t is cut between its corners of `sides` 0 and 1 (four per tet; all equal: not cut). Elements on both sides of
 * a face share its three nodes where a corner of that face is real in both, and not otherwise. Made from scratch for every set of cuts:
 * more cuts only part nodes that were one, never join any.
 */
export function cutTopology(body: WholeBody, sides: Uint8Array): CutTopology {
  const { tets, neighbours } = body;
  const count = tets.length / 4;
  const secondOf = Uint32Array.from({ length: count }, (_, t) => t);
  const cut: number[] = [];
  for (let t = 0; t < count; t++) {
    if (!isCut(sides, t)) continue;
    secondOf[t] = count + cut.length;
    cut.push(t);
  }
  const tetOf = Uint32Array.from({ length: count + cut.length }, (_, e) => (e < count ? e : cut[e - count]));
  const slots = new UnionFind(4 * tetOf.length);
  joinReal(body, sides, secondOf, slots);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 4; k++) {
      const other = neighbours[4 * t + k];
      if (other > t && (isCut(sides, t) || isCut(sides, other))) joinAcross(body, sides, secondOf, t, k, other, slots);
    }
  }
  const numbered = numberNodes(body, sides, secondOf, tetOf, slots);
  return { ...numbered, tetOf, secondOf, fractions: realFractions(sides, tetOf, count) };
}

/** True where the corners of tet t are on both sides. */
export function isCut(sides: Uint8Array, t: number): boolean {
  const sum = sides[4 * t] + sides[4 * t + 1] + sides[4 * t + 2] + sides[4 * t + 3];
  return sum > 0 && sum < 4;
}

/** Joins the nodes of the face opposite corner k of tet t with those of its neighbour, copy by copy. */
function joinAcross(
  { tets }: WholeBody,
  sides: Uint8Array,
  secondOf: Uint32Array,
  t: number,
  k: number,
  other: number,
  slots: UnionFind,
): void {
  const [cutHere, cutThere] = [isCut(sides, t), isCut(sides, other)];
  for (let here = 0; here < (cutHere ? 2 : 1); here++) {
    for (let there = 0; there < (cutThere ? 2 : 1); there++) {
      const shared = FACE_CORNERS[k].some((corner) => {
        const partner = tets.indexOf(tets[4 * t + corner], 4 * other) - 4 * other;
        const realHere = !cutHere || sides[4 * t + corner] === here;
        return realHere && (!cutThere || sides[4 * other + partner] === there);
      });
      if (!shared) continue;
      const mine = 4 * (here === 0 ? t : secondOf[t]);
      const theirs = 4 * (there === 0 ? other : secondOf[other]);
      for (const corner of FACE_CORNERS[k]) {
        const partner = tets.indexOf(tets[4 * t + corner], 4 * other) - 4 * other;
        slots.join(mine + corner, theirs + partner);
      }
    }
  }
}

/** Joins all corners in which a vertex is real: no cut goes through a vertex, so that its material stays together. */
function joinReal({ tets, vertexCount }: WholeBody, sides: Uint8Array, secondOf: Uint32Array, slots: UnionFind): void {
  const firstSlot = new Int32Array(vertexCount).fill(-1);
  for (let corner = 0; corner < tets.length; corner++) {
    const t = corner >> 2;
    const element = isCut(sides, t) && sides[corner] === 1 ? secondOf[t] : t;
    const slot = 4 * element + (corner & 3);
    const vertex = tets[corner];
    if (firstSlot[vertex] < 0) firstSlot[vertex] = slot;
    else slots.join(firstSlot[vertex], slot);
  }
}

/** Numbers the sets of corners: the one where a vertex is real has the vertex's own number, virtual ones follow in order. */
function numberNodes(
  { tets, vertexCount }: WholeBody,
  sides: Uint8Array,
  secondOf: Uint32Array,
  tetOf: Uint32Array,
  slots: UnionFind,
) {
  const nodeOfRoot = new Int32Array(4 * tetOf.length).fill(-1);
  for (let corner = 0; corner < tets.length; corner++) {
    const t = corner >> 2;
    const element = isCut(sides, t) && sides[corner] === 1 ? secondOf[t] : t;
    nodeOfRoot[slots.root(4 * element + (corner & 3))] = tets[corner];
  }
  const elements = new Uint32Array(4 * tetOf.length);
  const copies: number[] = [];
  for (let slot = 0; slot < elements.length; slot++) {
    const root = slots.root(slot);
    if (nodeOfRoot[root] < 0) {
      nodeOfRoot[root] = vertexCount + copies.length;
      copies.push(tets[4 * tetOf[slot >> 2] + (slot & 3)]);
    }
    elements[slot] = nodeOfRoot[root];
  }
  const vertexOf = new Uint32Array(vertexCount + copies.length);
  for (let v = 0; v < vertexCount; v++) vertexOf[v] = v;
  vertexOf.set(copies, vertexCount);
  return { elements, vertexOf };
}

function realFractions(sides: Uint8Array, tetOf: Uint32Array, count: number): Float64Array {
  return Float64Array.from(tetOf, (t, e) => {
    if (!isCut(sides, t)) return 1;
    const second = sides[4 * t] + sides[4 * t + 1] + sides[4 * t + 2] + sides[4 * t + 3];
    return (e < count ? 4 - second : second) / 4;
  });
}

/** Returns, for every node of `after`, the node of `before` that it was a part of; `after` has all cuts of `before`, with the same sides. */
export function nodeAncestors(before: CutTopology, after: CutTopology): Uint32Array {
  const ancestors = new Uint32Array(after.vertexOf.length);
  for (let v = 0; v < ancestors.length; v++) ancestors[v] = after.vertexOf[v];
  const count = after.secondOf.length;
  for (let e = 0; e < after.tetOf.length; e++) {
    const source = elementAncestor(before, after, e, count);
    for (let k = 0; k < 4; k++) ancestors[after.elements[4 * e + k]] = before.elements[4 * source + k];
  }
  return ancestors;
}

/** The element of `before` that element e of `after` was a part of. */
export function elementAncestor(
  before: CutTopology,
  after: CutTopology,
  e: number,
  count = after.secondOf.length,
): number {
  return e < count ? e : before.secondOf[after.tetOf[e]];
}

/** The piece of each element: numbers from 0 in the order of their first elements, with the volume of each. */
export function pieces(
  topology: CutTopology,
  volumes: ArrayLike<number>,
): { readonly pieceOf: Uint32Array; readonly volumes: number[] } {
  const { elements, tetOf, fractions, vertexOf } = topology;
  const joined = new UnionFind(vertexOf.length);
  for (let slot = 0; slot < elements.length; slot++) joined.join(elements[slot & ~3], elements[slot]);
  const numberOfRoot = new Int32Array(vertexOf.length).fill(-1);
  const sums: number[] = [];
  const pieceOf = new Uint32Array(tetOf.length);
  for (let e = 0; e < tetOf.length; e++) {
    const root = joined.root(elements[4 * e]);
    if (numberOfRoot[root] < 0) numberOfRoot[root] = sums.push(0) - 1;
    pieceOf[e] = numberOfRoot[root];
    sums[pieceOf[e]] += volumes[tetOf[e]] * fractions[e];
  }
  return { pieceOf, volumes: sums };
}
