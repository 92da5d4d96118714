import type { ContactTopology } from './ContactTopology.ts';
import { IntList } from './IntList.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';

/**
 * The pairs of primitives whose swept boxes overlap: each a quadruple of vertices. Points with triangles come first (the point, the corners), then
 * edges with edges. Pairs that share a vertex are left out.
 */
export class CandidatePairs {
  /** Four vertices per pair. */
  readonly vertices = new IntList();
  /** How many pairs are of a point and a triangle: they come first. */
  pointCount = 0;

  constructor(private readonly topology: ContactTopology) {}

  get count(): number {
    return this.vertices.length / 4;
  }

  /** Expands pairs of slots into the primitives that these represent. */
  collect(pairs: IntList, boxes: SweptBoxes): void {
    this.vertices.clear();
    const { represents } = this.topology;
    for (let k = 0; k < pairs.length; k += 2) {
      const s = pairs.values[k];
      const t = pairs.values[k + 1];
      this.vertices.reserve(24);
      if ((represents[s] & 7) !== 0) this.addPoints(s, t, boxes);
      if ((represents[t] & 7) !== 0) this.addPoints(t, s, boxes);
    }
    this.pointCount = this.count;
    for (let k = 0; k < pairs.length; k += 2) {
      const s = pairs.values[k];
      const t = pairs.values[k + 1];
      if (represents[s] > 7 && represents[t] > 7) this.addEdges(s, t, boxes);
    }
  }

  private addPoints(s: number, t: number, boxes: SweptBoxes): void {
    const { corners, represents, welded } = this.topology;
    const { values } = this.vertices;
    for (let k = 0; k < 3; k++) {
      if ((represents[s] & (1 << k)) === 0) continue;
      const v = corners[3 * s + k];
      if (!boxesOverlap(boxes.vertices, BOX * v, boxes.slots, BOX * t)) continue;
      const place = welded[v];
      const a = corners[3 * t];
      const b = corners[3 * t + 1];
      const c = corners[3 * t + 2];
      if (welded[a] === place || welded[b] === place || welded[c] === place) continue;
      const at = this.vertices.length;
      values[at] = v;
      values[at + 1] = a;
      values[at + 2] = b;
      values[at + 3] = c;
      this.vertices.length = at + 4;
    }
  }

  private addEdges(s: number, t: number, boxes: SweptBoxes): void {
    const { slotEdges, represents, edges, welded } = this.topology;
    this.vertices.reserve(36);
    const { values } = this.vertices;
    for (let j = 0; j < 3; j++) {
      if ((represents[s] & (8 << j)) === 0) continue;
      const e = slotEdges[3 * s + j];
      if (!boxesOverlap(boxes.edges, BOX * e, boxes.slots, BOX * t)) continue;
      const a = edges[2 * e];
      const b = edges[2 * e + 1];
      const placeA = welded[a];
      const placeB = welded[b];
      for (let k = 0; k < 3; k++) {
        if ((represents[t] & (8 << k)) === 0) continue;
        const f = slotEdges[3 * t + k];
        if (!boxesOverlap(boxes.edges, BOX * e, boxes.edges, BOX * f)) continue;
        const c = welded[edges[2 * f]];
        const d = welded[edges[2 * f + 1]];
        if (c === placeA || c === placeB || d === placeA || d === placeB) continue;
        const at = this.vertices.length;
        values[at] = a;
        values[at + 1] = b;
        values[at + 2] = edges[2 * f];
        values[at + 3] = edges[2 * f + 1];
        this.vertices.length = at + 4;
      }
    }
  }
}
