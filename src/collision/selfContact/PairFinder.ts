import type { NearPairs } from '../../kernels/contacts/PairKernel.ts';
import { CandidatePairs } from './CandidatePairs.ts';
import type { ContactSurface } from './ContactSurface.ts';
import { type ContactTopology, contactTopology } from './ContactTopology.ts';
import { FlatStars } from './FlatStars.ts';
import { IntList } from './IntList.ts';
import { KernelPairs, type PairKernelFactory } from './KernelPairs.ts';
import type { Paths } from './Paths.ts';
import { buildSurfaceTrees, type SurfaceTrees } from './SurfaceTrees.ts';
import { SweptBoxes } from './SweptBoxes.ts';
import { collectPairsOf, collectTrianglePairs } from './trianglePairs.ts';

/** Smallest gap, m, between surfaces: more than rounding to single precision moves points at 1 m. */
const SMALLEST_GAP = 1e-6;
/** Gap per coordinate magnitude: rounding moves both points by up to 2^-24 of it along each axis. */
const RELATIVE_GAP = 2 ** -22;
/** Vertices may stray from their paths by half their thickness and this many gaps. */
const PAD_GAPS = 4;
/** Ends of moves that differ by less than this fraction of the gap count as equal: rounding does not change folds or collisions. */
const UNCHANGED = 1e-3;
/** All pairs are recomputed where more than this fraction of the vertices has left its paths; stars are tested on kernels where more have moves that changed. */
const MANY = 1 / 8;
/** A strayed vertex gets this fraction of its deviation as additional room. */
const STRAY_ROOM = 0.5;

/**
 * Finds the primitive pairs that may collide while vertices move from x to x + u: those that neither boxes nor planes separate, except
 * those that share a flat star. When the moves change, only pairs of vertices that strayed from their paths, or of stars no longer flat, are added.
 */
export class PairFinder {
  readonly topology: ContactTopology;
  readonly trees: SurfaceTrees;
  readonly candidates: CandidatePairs;
  /** The distance between surfaces at the end of a step, m. */
  readonly gap = new Float64Array(1);
  /** Which pairs a search on kernels measures. */
  readonly near: NearPairs = { distance: Float64Array.of(-1), followsMoves: false };
  /** The paths that the candidates were found for. */
  private readonly paths: Paths;
  private readonly boxes: SweptBoxes;
  private readonly stars: FlatStars;
  private readonly stack = new IntList();
  private readonly trianglePairs = new IntList();
  private readonly strayed = new IntList();
  /** Non-zero for strayed vertices, and for their triangles, in the running `extend`. */
  private readonly marked: Uint8Array;
  private readonly asked: Uint8Array;

  /** The search on kernels; undefined where there are none. */
  readonly kernelPairs: KernelPairs | undefined;

  constructor(
    private readonly surface: ContactSurface,
    createKernel?: PairKernelFactory,
  ) {
    const vertexCount = surface.masses.length;
    this.trees = buildSurfaceTrees(surface);
    this.topology = contactTopology(surface, this.trees.order);
    this.boxes = new SweptBoxes(this.topology, this.trees, vertexCount);
    this.stars = new FlatStars(this.topology, this.trees, surface.bodies);
    this.candidates = new CandidatePairs(this.topology);
    this.paths = {
      starts: new Float64Array(3 * vertexCount),
      ends: new Float64Array(3 * vertexCount),
      pads: new Float64Array(vertexCount),
      line: new Float64Array(4),
    };
    this.marked = new Uint8Array(vertexCount);
    this.asked = new Uint8Array(this.trees.order.length);
    const { topology, trees, boxes, stars, paths } = this;
    if (createKernel !== undefined) {
      const around = { starBegin: stars.begin, starSlots: stars.slots, fans: stars.fansOf(surface.pairs) };
      const kernel = createKernel({ ...trees, ...topology, ...around }, vertexCount);
      this.kernelPairs = new KernelPairs(kernel, trees.roots, { boxes, paths, near: this.near }, stars);
    }
  }

  /** Whether searches run on kernels, which measure pairs. */
  get measures(): boolean {
    return this.kernelPairs !== undefined;
  }

  /** Recomputes all pairs, and on kernels measures those that `near` says. */
  find(x: Float64Array, u: Float64Array): void {
    this.setGap(x, u);
    this.setPaths(x, u);
    const { trees, boxes, stars, stack, trianglePairs, paths, surface } = this;
    boxes.refit(paths, surface.pairs);
    this.candidates.clear();
    if (this.kernelPairs !== undefined) {
      this.kernelPairs.find(u, boxes, surface.pairs, this.candidates);
      return;
    }
    stars.start(x, u, surface.pairs);
    trianglePairs.clear();
    collectTrianglePairs(trees, boxes, surface.pairs, stars, stack, trianglePairs);
    this.candidates.collect(trianglePairs, boxes, paths);
  }

  /** Releases the memory of kernels. */
  dispose(): void {
    this.kernelPairs?.dispose();
  }

  /** Adds the pairs that the moves `u` make possible; those of the `changed` vertices differ from the moves that the candidates were found for. */
  extend(x: Float64Array, u: Float64Array, changed: IntList): void {
    const { trianglePairs, candidates, boxes, paths, stars, surface, marked } = this;
    this.findStrayed(x, u, changed);
    if (this.strayed.length > MANY * paths.pads.length || !this.leadStrayed(x, u)) {
      this.find(x, u);
      return;
    }
    this.ask(1);
    trianglePairs.clear();
    if (this.kernelPairs === undefined || changed.length < MANY * paths.pads.length)
      stars.refresh(x, u, changed, surface.pairs, trianglePairs);
    else this.kernelPairs.refresh(x, u, changed, surface.pairs, trianglePairs);
    // Primitives with strayed vertices are added below; the other primitives of their triangles are only added where a star is no longer flat.
    if (trianglePairs.length > 0) candidates.collect(trianglePairs, boxes, paths, marked, false);
    if (this.strayed.length > 0) {
      candidates.remove(this.strayed, marked);
      trianglePairs.clear();
      this.collectStrayed();
      candidates.collect(trianglePairs, boxes, paths, marked);
    }
    this.ask(0);
  }

  /** Returns whether planes across the line between the closest points of a candidate, `closest`, separate its paths, so that it can be removed. */
  closestPart(pair: number, closest: Float64Array): boolean {
    const { candidates, paths } = this;
    const { pads } = paths;
    const { vertices } = candidates;
    const at = 4 * pair;
    const a = vertices[at];
    const b = vertices[at + 1];
    const c = vertices[at + 2];
    const d = vertices[at + 3];
    const edges = candidates.edges[pair] === 1;
    const stray = edges
      ? Math.max(pads[a], pads[b]) + Math.max(pads[c], pads[d])
      : pads[a] + Math.max(pads[b], pads[c], pads[d]);
    const square = closest[7];
    if (square <= stray * stray) return false;
    const least = stray * Math.sqrt(square);
    const x = closest[4];
    const y = closest[5];
    const z = closest[6];
    for (let end = 0; end < 2; end++) {
      const p = end === 0 ? paths.starts : paths.ends;
      const alongA = x * p[3 * a] + y * p[3 * a + 1] + z * p[3 * a + 2];
      const alongB = x * p[3 * b] + y * p[3 * b + 1] + z * p[3 * b + 2];
      const alongC = x * p[3 * c] + y * p[3 * c + 1] + z * p[3 * c + 2];
      const alongD = x * p[3 * d] + y * p[3 * d + 1] + z * p[3 * d + 2];
      const apart = edges
        ? Math.min(alongA, alongB) - Math.max(alongC, alongD)
        : alongA - Math.max(alongB, alongC, alongD);
      if (!(apart > least)) return false;
    }
    return true;
  }

  /** Sets the marks of strayed vertices and their triangles to `mark`. */
  private ask(mark: number): void {
    const { strayed, marked, asked } = this;
    const { begin, slots } = this.stars;
    for (let i = 0; i < strayed.length; i++) {
      const v = strayed.values[i];
      marked[v] = mark;
      for (let k = begin[v]; k < begin[v + 1]; k++) asked[slots[k]] = mark;
    }
  }

  /** Lists the vertices whose moves differ from those that the candidates were found for. */
  listChanged(x: Float64Array, u: Float64Array, out: IntList): void {
    const { ends } = this.paths;
    const least = UNCHANGED * this.gap[0];
    out.clear();
    for (let i = 0; i < x.length; i++) {
      const change = x[i] + u[i] - ends[i];
      if (change <= least && change >= -least) continue;
      const v = Math.trunc(i / 3);
      out.push(v);
      i = 3 * v + 2;
    }
  }

  /** Lists the vertices in `changed` that have left their paths. */
  private findStrayed(x: Float64Array, u: Float64Array, changed: IntList): void {
    const { strayed, gap } = this;
    const { ends, pads } = this.paths;
    strayed.clear();
    for (let i = 0; i < changed.length; i++) {
      const v = changed.values[i];
      const dx = x[3 * v] + u[3 * v] - ends[3 * v];
      const dy = x[3 * v + 1] + u[3 * v + 1] - ends[3 * v + 1];
      const dz = x[3 * v + 2] + u[3 * v + 2] - ends[3 * v + 2];
      const room = pads[v] - gap[0];
      if (!(dx * dx + dy * dy + dz * dz < room * room)) strayed.push(v);
    }
  }

  /** Gives strayed vertices new paths, with more room the further they strayed; returns false where one may meet a sleeping body. */
  private leadStrayed(x: Float64Array, u: Float64Array): boolean {
    const { strayed, boxes, paths, surface } = this;
    const { ends, pads } = paths;
    for (let i = 0; i < strayed.length; i++) {
      const v = strayed.values[i];
      let square = 0;
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        const to = x[k] + u[k];
        square += (to - ends[k]) * (to - ends[k]);
        ends[k] = to;
      }
      pads[v] += STRAY_ROOM * Math.sqrt(square);
      if (!boxes.letsSleep(v, surface.bodies[v], paths)) return false;
    }
    return true;
  }

  /** Lists the pairs of the triangles of strayed vertices. */
  private collectStrayed(): void {
    const { strayed, boxes, paths, stars, asked, trees, surface, stack, trianglePairs } = this;
    const { begin, slots } = stars;
    for (let i = 0; i < strayed.length; i++) {
      const v = strayed.values[i];
      if (boxes.awake[surface.bodies[v]] !== 0) boxes.update(v, paths, slots, begin[v], begin[v + 1]);
    }
    for (let i = 0; i < strayed.length; i++) {
      const v = strayed.values[i];
      const body = surface.bodies[v];
      if (boxes.awake[body] === 0) continue;
      for (let k = begin[v]; k < begin[v + 1]; k++) {
        const s = slots[k];
        // Marks go from 1 to 2 as slots are processed.
        if (asked[s] === 2) continue;
        asked[s] = 2;
        collectPairsOf(s, body, trees, boxes, surface.pairs, stars, asked, stack, trianglePairs);
      }
    }
  }

  private setPaths(x: Float64Array, u: Float64Array): void {
    const { starts, ends, pads } = this.paths;
    const { thickness } = this.surface;
    const least = PAD_GAPS * this.gap[0];
    starts.set(x);
    for (let i = 0; i < x.length; i++) ends[i] = x[i] + u[i];
    for (let v = 0; v < pads.length; v++) pads[v] = 0.5 * thickness[v] + least;
  }

  /** Sets `gap` for a move from `x` by `u`, m. */
  setGap(x: Float64Array, u: Float64Array): void {
    let largest = 0;
    for (let i = 0; i < x.length; i++) {
      const size = Math.abs(x[i]) + Math.abs(u[i]);
      if (size > largest) largest = size;
    }
    this.gap[0] = Math.max(SMALLEST_GAP, RELATIVE_GAP * largest);
  }
}
