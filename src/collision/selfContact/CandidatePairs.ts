import { FOUND_NUMBERS } from '../../kernels/pairFields.ts';
import type { ContactTopology } from './ContactTopology.ts';
import { IntList } from './IntList.ts';
import { type Paths, pathsPart } from './Paths.ts';
import { PairIndex } from './PairIndex.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';
import { MOST_CANDIDATES, tooCrowded } from './tooCrowded.ts';

/** Value in `edges` of a removed pair, which stays in place until the pairs are compacted. */
const GONE = 2;
/** All bits of a number of a vertex. */
const VERTEX_BITS = 0x7fffffff;
/** Primitive pairs of two triangles: six of point and triangle, nine of edges. */
const PER_TRIANGLES = 15;

/** Pairs that a kernel found, as `PairKernel` has them. */
export interface FoundPairs {
  readonly found: Int32Array;
  readonly foundClearances: Float32Array;
}

/**
 * The primitive pairs that may collide, with four vertices each: of a point and a triangle (the point, the corners) or of two edges. Pairs that
 * share a vertex are excluded.
 */
export class CandidatePairs {
  /** Vertices, four per pair. */
  vertices = new Int32Array(4 * 1024);
  /** 1 for two edges, 0 for a point and a triangle, `GONE` for a removed pair. */
  edges = new Uint8Array(1024);
  /** Lower bounds of the distances at the start of the step, m; negative where unknown. */
  clearances = new Float32Array(1024);
  count = 0;
  /** Pairs that a kernel has found near, ascending; empty where nothing is measured. */
  readonly near = new IntList();
  /** Near pairs that planes across their closest points part, ascending. */
  private readonly parted = new IntList();
  /** Pairs of each vertex, listed only once a sweep has asked for it. */
  readonly index: PairIndex;

  constructor(private readonly topology: ContactTopology) {
    this.index = new PairIndex(topology.welded.length);
  }

  clear(): void {
    this.count = 0;
    this.near.clear();
    this.parted.clear();
    this.index.clear();
  }

  /** Returns whether the pair was removed. */
  isGone(pair: number): boolean {
    return this.edges[pair] === GONE;
  }

  /** Updates the index. */
  list(): void {
    this.index.add(this.vertices, this.count, this.edges.length);
  }

  /** Removes the pairs of the listed vertices, which are those that are `marked`; the others keep their order. */
  remove(listed: IntList, marked: Uint8Array): void {
    const { vertices, index } = this;
    if (index.built) {
      for (let i = 0; i < listed.length; i++) this.removeOf(listed.values[i]);
      return;
    }
    let kept = 0;
    for (let pair = 0; pair < this.count; pair++) {
      const at = 4 * pair;
      if (!holdsMarked(marked, vertices[at], vertices[at + 1], vertices[at + 2], vertices[at + 3]))
        this.move(pair, kept++);
    }
    this.count = kept;
  }

  private removeOf(vertex: number): void {
    const { index, edges } = this;
    for (let entry = index.first(vertex); entry >= 0; entry = index.after(entry)) edges[entry >> 2] = GONE;
  }

  /** Moves a pair to the place of an earlier one. The index must be cleared before. */
  move(pair: number, to: number): void {
    if (pair === to) return;
    const { vertices, edges, clearances } = this;
    for (let k = 0; k < 4; k++) vertices[4 * to + k] = vertices[4 * pair + k];
    edges[to] = edges[pair];
    clearances[to] = clearances[pair];
  }

  /**
   * Appends the primitive pairs that the given pairs of slots represent, where their paths may meet; where vertices are `marked`, only pairs with marked vertices, or
   * without (`constrained` false).
   */
  collect(pairs: IntList, boxes: SweptBoxes, paths: Paths, marked?: Uint8Array, constrained = true): void {
    const { represents, corners } = this.topology;
    for (let k = 0; k < pairs.length; k += 2) {
      const s = pairs.values[k];
      const t = pairs.values[k + 1];
      const i = 3 * s;
      const j = 3 * t;
      if (pathsPart(paths, corners[i], corners[i + 1], corners[i + 2], corners[j], corners[j + 1], corners[j + 2]))
        continue;
      if (this.count + PER_TRIANGLES > this.edges.length) this.grow();
      const ofS = represents[s];
      const ofT = represents[t];
      if ((ofS & 7) !== 0) this.addPoints(s, t, boxes, paths, marked, constrained);
      if ((ofT & 7) !== 0) this.addPoints(t, s, boxes, paths, marked, constrained);
      if (ofS > 7 && ofT > 7) this.addEdges(s, t, paths, marked, constrained);
    }
  }

  /** Appends `count` pairs of those that a kernel `found`, from pair `first` on; see `PairKernel.found`. */
  append({ found, foundClearances }: FoundPairs, first: number, count: number): void {
    while (this.count + count > this.edges.length) this.grow();
    const { vertices, edges, clearances, near, parted } = this;
    const begin = this.count;
    for (let pair = 0; pair < count; pair++) {
      const from = FOUND_NUMBERS * (first + pair);
      const to = begin + pair;
      const a = found[from];
      const b = found[from + 1];
      const c = found[from + 2];
      vertices[4 * to] = a & VERTEX_BITS;
      vertices[4 * to + 1] = b & VERTEX_BITS;
      vertices[4 * to + 2] = c & VERTEX_BITS;
      vertices[4 * to + 3] = found[from + 3];
      edges[to] = a < 0 ? 1 : 0;
      clearances[to] = foundClearances[from + 4];
      if (b < 0) parted.push(to);
      if (c < 0) near.push(to);
    }
    this.count = begin + count;
  }

  /** Removes the pairs that a kernel has found parted. The index must be cleared before. */
  dropParted(): void {
    const { parted, count } = this;
    if (parted.length === 0) return;
    let kept = parted.values[0];
    for (let pair = kept, next = 0; pair < count; pair++) {
      if (next < parted.length && parted.values[next] === pair) next++;
      else this.move(pair, kept++);
    }
    this.count = kept;
    parted.clear();
  }

  private addPoints(
    s: number,
    t: number,
    boxes: SweptBoxes,
    paths: Paths,
    marked: Uint8Array | undefined,
    constrained: boolean,
  ): void {
    const { corners, represents, welded } = this.topology;
    for (let k = 0; k < 3; k++) {
      if ((represents[s] & (1 << k)) === 0) continue;
      const v = corners[3 * s + k];
      if (!boxesOverlap(boxes.vertices, BOX * v, boxes.slots, BOX * t)) continue;
      const place = welded[v];
      const a = corners[3 * t];
      const b = corners[3 * t + 1];
      const c = corners[3 * t + 2];
      if (welded[a] === place || welded[b] === place || welded[c] === place) continue;
      if (marked !== undefined && holdsMarked(marked, v, a, b, c) !== constrained) continue;
      if (!pathsPart(paths, v, v, v, a, b, c)) this.add(v, a, b, c, 0);
    }
  }

  private addEdges(s: number, t: number, paths: Paths, marked: Uint8Array | undefined, constrained: boolean): void {
    const { slotEdges, represents, edges, welded } = this.topology;
    for (let j = 0; j < 3; j++) {
      if ((represents[s] & (8 << j)) === 0) continue;
      const e = slotEdges[3 * s + j];
      const a = edges[2 * e];
      const b = edges[2 * e + 1];
      const placeA = welded[a];
      const placeB = welded[b];
      for (let k = 0; k < 3; k++) {
        if ((represents[t] & (8 << k)) === 0) continue;
        const f = slotEdges[3 * t + k];
        const c = edges[2 * f];
        const d = edges[2 * f + 1];
        const placeC = welded[c];
        const placeD = welded[d];
        if (placeC === placeA || placeC === placeB || placeD === placeA || placeD === placeB) continue;
        if (marked !== undefined && holdsMarked(marked, a, b, c, d) !== constrained) continue;
        if (!pathsPart(paths, a, b, b, c, d, d)) this.add(a, b, c, d, 1);
      }
    }
  }

  private add(a: number, b: number, c: number, d: number, kind: number): void {
    const { vertices, count } = this;
    vertices[4 * count] = a;
    vertices[4 * count + 1] = b;
    vertices[4 * count + 2] = c;
    vertices[4 * count + 3] = d;
    this.edges[count] = kind;
    this.clearances[count] = -1;
    this.count = count + 1;
  }

  private grow(): void {
    if (this.count > MOST_CANDIDATES) throw tooCrowded(MOST_CANDIDATES);
    const vertices = new Int32Array(2 * this.vertices.length);
    const edges = new Uint8Array(2 * this.edges.length);
    vertices.set(this.vertices);
    edges.set(this.edges);
    const clearances = new Float32Array(2 * this.clearances.length);
    clearances.set(this.clearances);
    this.vertices = vertices;
    this.edges = edges;
    this.clearances = clearances;
  }
}

function holdsMarked(marked: Uint8Array, a: number, b: number, c: number, d: number): boolean {
  return (marked[a] | marked[b] | marked[c] | marked[d]) !== 0;
}
