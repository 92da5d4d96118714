import type { ContactTopology } from './ContactTopology.ts';
import type { IntList } from './IntList.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';

/** Pairs that two triangles can make: six points with triangles, nine pairs of edges. */
const PER_TRIANGLES = 15;

/**
 * The pairs of primitives whose swept boxes overlap: four vertices each, of a point and a triangle (the point, the corners) or of two edges. Pairs
 * that share a vertex are left out.
 */
export class CandidatePairs {
  /** Four per pair. */
  vertices = new Int32Array(4 * 1024);
  /** 1 for two edges, 0 for a point and a triangle. */
  edges = new Uint8Array(1024);
  count = 0;

  constructor(private readonly topology: ContactTopology) {}

  clear(): void {
    this.count = 0;
  }

  /** Appends the primitives that the given pairs of slots represent, where `boxes` overlap and those of `known`, if given, do not. */
  collect(pairs: IntList, boxes: SweptBoxes, known: SweptBoxes | undefined): void {
    const { represents } = this.topology;
    for (let k = 0; k < pairs.length; k += 2) {
      const s = pairs.values[k];
      const t = pairs.values[k + 1];
      if (this.count + PER_TRIANGLES > this.edges.length) this.grow();
      const ofS = represents[s];
      const ofT = represents[t];
      if ((ofS & 7) !== 0) this.addPoints(s, t, boxes, known);
      if ((ofT & 7) !== 0) this.addPoints(t, s, boxes, known);
      if (ofS > 7 && ofT > 7) this.addEdges(s, t, boxes, known);
    }
  }

  private addPoints(s: number, t: number, boxes: SweptBoxes, known: SweptBoxes | undefined): void {
    const { corners, represents, welded } = this.topology;
    for (let k = 0; k < 3; k++) {
      if ((represents[s] & (1 << k)) === 0) continue;
      const v = corners[3 * s + k];
      if (!boxesOverlap(boxes.vertices, BOX * v, boxes.slots, BOX * t)) continue;
      if (known !== undefined && boxesOverlap(known.vertices, BOX * v, known.slots, BOX * t)) continue;
      const place = welded[v];
      const a = corners[3 * t];
      const b = corners[3 * t + 1];
      const c = corners[3 * t + 2];
      if (welded[a] === place || welded[b] === place || welded[c] === place) continue;
      this.add(v, a, b, c, 0);
    }
  }

  private addEdges(s: number, t: number, boxes: SweptBoxes, known: SweptBoxes | undefined): void {
    const { slotEdges, represents, edges, welded } = this.topology;
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
        if (known !== undefined && boxesOverlap(known.edges, BOX * e, known.edges, BOX * f)) continue;
        const c = edges[2 * f];
        const d = edges[2 * f + 1];
        const placeC = welded[c];
        const placeD = welded[d];
        if (placeC === placeA || placeC === placeB || placeD === placeA || placeD === placeB) continue;
        this.add(a, b, c, d, 1);
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
    this.count = count + 1;
  }

  private grow(): void {
    const vertices = new Int32Array(2 * this.vertices.length);
    const edges = new Uint8Array(2 * this.edges.length);
    vertices.set(this.vertices);
    edges.set(this.edges);
    this.vertices = vertices;
    this.edges = edges;
  }
}
