import { CandidatePairs } from './CandidatePairs.ts';
import type { ContactSurface } from './ContactSurface.ts';
import { type ContactTopology, contactTopology } from './ContactTopology.ts';
import { FlatStars } from './FlatStars.ts';
import { IntList } from './IntList.ts';
import { buildSurfaceTrees, type SurfaceTrees } from './SurfaceTrees.ts';
import { SweptBoxes } from './SweptBoxes.ts';
import { collectTrianglePairs } from './trianglePairs.ts';

/** The distance, m, that surfaces keep: beyond what rounding to single precision moves points of a metre. */
const SMALLEST_GAP = 1e-6;
/** The same, per coordinate: rounding moves both points by up to 2^-24 of it along each axis. */
const RELATIVE_GAP = 2 ** -22;
/** Boxes are this many gaps larger than the paths and thicknesses they hold. */
const BOX_GAPS = 4;

/**
 * Finds the pairs of primitives that may touch while vertices move from x to x + u: those whose swept boxes overlap, less what shares a star that stays
 * flat. When the moves change, only pairs of what has left its box, or is no longer flat, are added.
 */
export class PairFinder {
  readonly topology: ContactTopology;
  readonly trees: SurfaceTrees;
  readonly candidates: CandidatePairs;
  /** The distance that surfaces keep at the end of a step, m. */
  readonly gap = new Float64Array(1);
  /** By how much boxes are larger than paths with half their thickness, m. */
  readonly margin = new Float64Array(1);
  private boxes: SweptBoxes;
  private spare: SweptBoxes;
  private readonly stars: FlatStars;
  private readonly stack = new IntList();
  private readonly trianglePairs = new IntList();
  private readonly left: Uint8Array;
  private readonly changedSlots: Uint8Array;
  private readonly changedNodes: Uint8Array;

  constructor(private readonly surface: ContactSurface) {
    const vertexCount = surface.masses.length;
    this.trees = buildSurfaceTrees(surface);
    this.topology = contactTopology(surface, this.trees.order);
    this.boxes = new SweptBoxes(this.topology, this.trees, vertexCount);
    this.spare = new SweptBoxes(this.topology, this.trees, vertexCount);
    this.stars = new FlatStars(this.topology, vertexCount);
    this.candidates = new CandidatePairs(this.topology);
    this.left = new Uint8Array(vertexCount);
    this.changedSlots = new Uint8Array(this.trees.order.length);
    this.changedNodes = new Uint8Array(this.trees.count.length);
  }

  /** All pairs, anew. */
  find(x: Float64Array, u: Float64Array): void {
    this.setGap(x, u);
    this.boxes.refit(x, u, this.surface.thickness, this.margin);
    this.stars.start(x, u);
    this.trianglePairs.clear();
    this.candidates.clear();
    const { trees, boxes, stars, stack, trianglePairs } = this;
    collectTrianglePairs(trees, boxes, this.surface.pairs, { stars }, stack, trianglePairs);
    this.candidates.collect(trianglePairs, boxes, undefined);
  }

  /** Adds the pairs that the moves `u` make possible, where vertices `v` with `changed[v] === sweep` have changed theirs. */
  extend(x: Float64Array, u: Float64Array, changed: Int32Array, sweep: number): void {
    const { trianglePairs, candidates } = this;
    trianglePairs.clear();
    if (this.stars.refresh(x, u, changed, sweep, trianglePairs))
      candidates.collect(trianglePairs, this.boxes, undefined);
    if (!this.widenBoxes(x, u, changed, sweep)) return;
    this.markChanged();
    this.spare.refitMarked(this.left, this.changedSlots, this.changedNodes);
    const { trees, boxes, spare, stars, stack, changedSlots, changedNodes } = this;
    trianglePairs.clear();
    const filter = { stars, changedSlots, changedNodes };
    collectTrianglePairs(trees, spare, this.surface.pairs, filter, stack, trianglePairs);
    candidates.collect(trianglePairs, spare, boxes);
    this.boxes = spare;
    this.spare = boxes;
  }

  /** A copy of the boxes in `spare`, with wider ones of the vertices that have left theirs; false where none has. */
  private widenBoxes(x: Float64Array, u: Float64Array, changed: Int32Array, sweep: number): boolean {
    const { boxes, spare, left, gap, margin } = this;
    const { thickness } = this.surface;
    let any = false;
    for (let v = 0; v < left.length; v++) {
      left[v] = changed[v] === sweep && !boxes.holds(v, x, u, gap) ? 1 : 0;
      if (left[v] === 0) continue;
      if (!any) spare.copy(boxes);
      any = true;
      spare.include(v, x, u, thickness, margin);
    }
    return any;
  }

  /** Marks the triangles of vertices that have left their boxes, and the nodes above. */
  private markChanged(): void {
    const { left, changedSlots, changedNodes } = this;
    const { corners } = this.topology;
    const { right, first, count } = this.trees;
    for (let s = 0; s < changedSlots.length; s++) {
      changedSlots[s] = left[corners[3 * s]] | left[corners[3 * s + 1]] | left[corners[3 * s + 2]];
    }
    for (let node = changedNodes.length - 1; node >= 0; node--) {
      let marked = 0;
      if (right[node] > 0) marked = changedNodes[node + 1] | changedNodes[right[node]];
      else for (let k = 0; k < count[node]; k++) marked |= changedSlots[first[node] + k];
      changedNodes[node] = marked;
    }
  }

  private setGap(x: Float64Array, u: Float64Array): void {
    let largest = 0;
    for (let i = 0; i < x.length; i++) {
      const size = Math.abs(x[i]) + Math.abs(u[i]);
      if (size > largest) largest = size;
    }
    this.gap[0] = Math.max(SMALLEST_GAP, RELATIVE_GAP * largest);
    this.margin[0] = BOX_GAPS * this.gap[0];
  }
}
