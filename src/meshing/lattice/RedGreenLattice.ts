import { CoreError } from '../../base/errors.ts';
import type { SignedDistance } from './baseGrid.ts';
import { EdgeTable } from './EdgeTable.ts';
import { BCC_TET, GREEN_TET, type LatticeMesh } from './Lattice.ts';
import {
  CLOSE_ACTION,
  CLOSE_GREEN,
  CLOSE_NOTHING,
  CLOSE_RED,
  CLOSE_THIRD_EDGE,
  GREEN_CHILDREN,
  TET_EDGES,
  THIRD_EDGE,
} from './greenPatterns.ts';

/** Largest number of elements of a lattice (about 40 bytes each while it is built). */
export const MAX_LATTICE_TETS = 5_000_000;

const LEAF = -1;
const DROPPED = -2;

/**
 * The eight red children of a tet whose long edges are (0,1) and (2,3): entries 0-3 are corners, 4-9 midpoints of the edges
 * of TET_EDGES. The inner octahedron is cut along its shortest diagonal, between the midpoints of the long edges. Each child is
 * a BCC tet of half size with its own long edges at (0,1) and (2,3), positively oriented.
 */
const RED_CHILDREN = Uint8Array.from(
  [
    [0, 4, 5, 6],
    [4, 1, 7, 8],
    [5, 7, 2, 9],
    [6, 8, 9, 3],
    [4, 9, 7, 5],
    [4, 9, 8, 7],
    [4, 9, 6, 8],
    [4, 9, 5, 6],
  ].flat(),
);

/** Source of the signed distance at the lattice's vertices. */
export interface Sampling {
  readonly distance: SignedDistance;
  /** Unsigned distance, where the sign can be inferred from any point nearer than the surface. */
  readonly unsignedDistance?: SignedDistance;
  /** Distance beyond which values may be lower bounds of the magnitude, by level, m. */
  readonly exactWithin: readonly number[];
}

/**
 * Red-green refinement of a BCC lattice (Molino et al. 2003, section 4) in flat arrays. Only red tets are stored, as a
 * hierarchy; green closures exist only in what `extract` returns, so refining next to one starts from its red parent.
 * Use: `refineRed` on any leaves, `splitEdge` on leaf edges, then `close`, then `extract`.
 */
export class RedGreenLattice {
  readonly origin: readonly [number, number, number];
  readonly unit: number;
  /** Long edge of level 0, metres. */
  readonly baseEdge: number;
  readonly maxLevel: number;
  vertexCount = 0;
  tetCount = 0;
  /** Integer xyz per vertex. */
  coordinates: Int32Array;
  signedDistances: Float64Array;
  /** Four vertices per red tet; corners (0,1) and (2,3) are its long edges. */
  tets: Int32Array;
  levels: Uint8Array;
  private firstChild: Int32Array;
  /** Split edges by the level of the edge. */
  private readonly midpoints: EdgeTable[];
  private readonly sampling: Sampling;
  private readonly entries = new Int32Array(10);

  /** `maxLevel`: the deepest red level that will be used (edges of that level cannot be split). */
  constructor(origin: readonly [number, number, number], baseEdge: number, maxLevel: number, sampling: Sampling) {
    this.origin = origin;
    this.baseEdge = baseEdge;
    this.maxLevel = maxLevel;
    this.unit = baseEdge / 2 ** (maxLevel + 1);
    this.sampling = sampling;
    this.midpoints = Array.from({ length: maxLevel }, () => new EdgeTable());
    this.coordinates = new Int32Array(3 * 1024);
    this.signedDistances = new Float64Array(1024);
    this.tets = new Int32Array(4 * 1024);
    this.levels = new Uint8Array(1024);
    this.firstChild = new Int32Array(1024);
  }

  isLeaf(tet: number): boolean {
    return this.firstChild[tet] === LEAF;
  }

  /** Long edge of a level, metres. */
  edgeLength(level: number): number {
    return this.baseEdge / 2 ** level;
  }

  /** Removes a leaf from the lattice; its neighbours then have a boundary there. */
  dropLeaf(tet: number): void {
    this.firstChild[tet] = DROPPED;
  }

  /** Replaces a leaf by its eight red children (1:8). */
  refineRed(tet: number): void {
    const level = this.levels[tet];
    const entries = this.entries;
    for (let corner = 0; corner < 4; corner++) entries[corner] = this.tets[4 * tet + corner];
    for (let edge = 0; edge < 6; edge++) {
      entries[4 + edge] = this.splitEdge(entries[TET_EDGES[2 * edge]], entries[TET_EDGES[2 * edge + 1]], level);
    }
    this.firstChild[tet] = this.tetCount;
    for (let child = 0; child < 8; child++) {
      const at = 4 * child;
      this.addTet(
        entries[RED_CHILDREN[at]],
        entries[RED_CHILDREN[at + 1]],
        entries[RED_CHILDREN[at + 2]],
        entries[RED_CHILDREN[at + 3]],
        level + 1,
      );
    }
  }

  /** Splits an edge of a leaf of the given level and returns its midpoint vertex; `close` must follow. */
  splitEdge(a: number, b: number, level: number): number {
    if (level >= this.maxLevel) {
      throw new CoreError('mesh-failed', `the lattice cannot be refined beyond level ${this.maxLevel}`);
    }
    const known = this.midpoints[level].get(a, b);
    if (known !== -1) return known;
    const c = this.coordinates;
    const vertex = this.addVertex(
      (c[3 * a] + c[3 * b]) >> 1,
      (c[3 * a + 1] + c[3 * b + 1]) >> 1,
      (c[3 * a + 2] + c[3 * b + 2]) >> 1,
      0,
    );
    this.signedDistances[vertex] = this.sampleMidpoint(vertex, a, b, level + 1);
    this.midpoints[level].add(a, b, vertex);
    return vertex;
  }

  /**
   * Refines until every leaf's split edges form a green pattern (Molino et al. 2003, section 4.1), so that no vertex hangs on an
   * edge or face: with two split edges of one face the third is split too; every other pattern becomes red.
   */
  close(): void {
    let changed = true;
    while (changed) {
      changed = false;
      for (let tet = 0; tet < this.tetCount; tet++) {
        if (this.firstChild[tet] === LEAF && this.closeLeaf(tet)) changed = true;
      }
    }
  }

  /** Mask of the split edges of a leaf. */
  splitMask(tet: number): number {
    const level = this.levels[tet];
    if (level >= this.maxLevel) return 0;
    const table = this.midpoints[level];
    if (table.size === 0) return 0;
    let mask = 0;
    for (let edge = 0; edge < 6; edge++) {
      const a = this.tets[4 * tet + TET_EDGES[2 * edge]];
      const b = this.tets[4 * tet + TET_EDGES[2 * edge + 1]];
      if (table.get(a, b) !== -1) mask |= 1 << edge;
    }
    return mask;
  }

  /** Returns the conforming mesh of red leaves and green children, without unused vertices. */
  extract(finestLevel: number): LatticeMesh {
    const masks = new Uint8Array(this.tetCount);
    let count = 0;
    for (let tet = 0; tet < this.tetCount; tet++) {
      if (this.firstChild[tet] !== LEAF) continue;
      const mask = this.splitMask(tet);
      masks[tet] = mask;
      count += mask === 0 ? 1 : GREEN_CHILDREN[mask].length / 4;
    }
    const tets = new Uint32Array(4 * count);
    const kinds = new Uint8Array(count);
    const levels = new Uint8Array(count);
    let next = 0;
    for (let tet = 0; tet < this.tetCount; tet++) {
      if (this.firstChild[tet] !== LEAF) continue;
      const end = this.emitLeaf(tet, masks[tet], tets, next);
      kinds.fill(masks[tet] === 0 ? BCC_TET : GREEN_TET, next, end);
      levels.fill(this.levels[tet], next, end);
      next = end;
    }
    return this.compact(tets, kinds, levels, finestLevel);
  }

  /** Writes the tets of a leaf from tet number `next` on; returns the number after the last. */
  private emitLeaf(tet: number, mask: number, out: Uint32Array, next: number): number {
    const entries = this.entries;
    for (let corner = 0; corner < 4; corner++) entries[corner] = this.tets[4 * tet + corner];
    if (mask === 0) {
      for (let corner = 0; corner < 4; corner++) out[4 * next + corner] = entries[corner];
      return next + 1;
    }
    const table = this.midpoints[this.levels[tet]];
    for (let edge = 0; edge < 6; edge++) {
      entries[4 + edge] = table.get(entries[TET_EDGES[2 * edge]], entries[TET_EDGES[2 * edge + 1]]);
    }
    const children = GREEN_CHILDREN[mask];
    for (let entry = 0; entry < children.length; entry++) out[4 * next + entry] = entries[children[entry]];
    return next + children.length / 4;
  }

  private compact(tets: Uint32Array, kinds: Uint8Array, levels: Uint8Array, finestLevel: number): LatticeMesh {
    // Numbered by first use: tets that are close in the list then read vertices that are close in memory.
    const renumbered = new Int32Array(this.vertexCount).fill(-1);
    let count = 0;
    for (let at = 0; at < tets.length; at++) {
      const vertex = tets[at];
      if (renumbered[vertex] < 0) renumbered[vertex] = count++;
      tets[at] = renumbered[vertex];
    }
    const positions = new Float64Array(3 * count);
    const coordinates = new Int32Array(3 * count);
    const signedDistances = new Float64Array(count);
    for (let vertex = 0; vertex < this.vertexCount; vertex++) {
      const to = renumbered[vertex];
      if (to < 0) continue;
      signedDistances[to] = this.signedDistances[vertex];
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = this.coordinates[3 * vertex + axis];
        coordinates[3 * to + axis] = coordinate;
        positions[3 * to + axis] = this.origin[axis] + this.unit * coordinate;
      }
    }
    return {
      positions,
      coordinates,
      tets,
      kinds,
      levels,
      signedDistances,
      origin: this.origin,
      unit: this.unit,
      finestEdge: this.edgeLength(finestLevel),
      finestLevel,
    };
  }

  /** Refines one leaf to a green pattern; returns whether anything was refined. */
  private closeLeaf(tet: number): boolean {
    const mask = this.splitMask(tet);
    if (mask === 0) return false;
    const action = this.splitDeeper(tet, mask) ? CLOSE_RED : CLOSE_ACTION[mask];
    if (action === CLOSE_NOTHING || action === CLOSE_GREEN) return false;
    if (action === CLOSE_THIRD_EDGE) {
      const edge = THIRD_EDGE[mask];
      const a = this.tets[4 * tet + TET_EDGES[2 * edge]];
      const b = this.tets[4 * tet + TET_EDGES[2 * edge + 1]];
      this.splitEdge(a, b, this.levels[tet]);
    } else {
      this.refineRed(tet);
    }
    return true;
  }

  /** Whether a half of a split edge, or an edge between two midpoints of one face, is itself split. */
  private splitDeeper(tet: number, mask: number): boolean {
    const level = this.levels[tet];
    if (level + 1 >= this.maxLevel || this.midpoints[level + 1].size === 0) return false;
    const coarse = this.midpoints[level];
    const fine = this.midpoints[level + 1];
    const entries = this.entries;
    for (let edge = 0; edge < 6; edge++) {
      entries[4 + edge] = -1;
      if ((mask & (1 << edge)) === 0) continue;
      const a = this.tets[4 * tet + TET_EDGES[2 * edge]];
      const b = this.tets[4 * tet + TET_EDGES[2 * edge + 1]];
      const midpoint = coarse.get(a, b);
      if (fine.get(a, midpoint) !== -1 || fine.get(midpoint, b) !== -1) return true;
      entries[4 + edge] = midpoint;
    }
    for (let first = 0; first < 6; first++) {
      for (let second = first + 1; second < 6; second++) {
        const p = entries[4 + first];
        const q = entries[4 + second];
        if (p !== -1 && q !== -1 && first + second !== 5 && fine.get(p, q) !== -1) return true;
      }
    }
    return false;
  }

  /** Returns the distance at the midpoint of an edge: exact, or the Lipschitz bound from its ends where that is far enough. */
  private sampleMidpoint(vertex: number, a: number, b: number, level: number): number {
    const c = this.coordinates;
    const end = Math.abs(this.signedDistances[a]) > Math.abs(this.signedDistances[b]) ? a : b;
    const halfLength =
      this.unit *
      Math.hypot(c[3 * vertex] - c[3 * a], c[3 * vertex + 1] - c[3 * a + 1], c[3 * vertex + 2] - c[3 * a + 2]);
    const bound = Math.abs(this.signedDistances[end]) - halfLength;
    const side = this.signedDistances[end] < 0 ? -1 : 1;
    if (bound > this.sampling.exactWithin[level]) return side * bound;
    const x = this.origin[0] + this.unit * c[3 * vertex];
    const y = this.origin[1] + this.unit * c[3 * vertex + 1];
    const z = this.origin[2] + this.unit * c[3 * vertex + 2];
    const { distance, unsignedDistance } = this.sampling;
    return bound > 0 && unsignedDistance !== undefined ? side * unsignedDistance(x, y, z) : distance(x, y, z);
  }

  /** Adds a vertex at integer coordinates with its signed distance (metres); returns its number. */
  addVertex(x: number, y: number, z: number, signedDistance: number): number {
    if (this.vertexCount === this.signedDistances.length) {
      this.coordinates = grown(this.coordinates, new Int32Array(2 * this.coordinates.length));
      this.signedDistances = grown(this.signedDistances, new Float64Array(2 * this.signedDistances.length));
    }
    const vertex = this.vertexCount++;
    this.coordinates[3 * vertex] = x;
    this.coordinates[3 * vertex + 1] = y;
    this.coordinates[3 * vertex + 2] = z;
    this.signedDistances[vertex] = signedDistance;
    return vertex;
  }

  /** Adds a red leaf with long edges (a,b) and (c,d), positively oriented. */
  addTet(a: number, b: number, c: number, d: number, level: number): void {
    if (this.tetCount === this.levels.length) this.growTets();
    const tet = this.tetCount++;
    this.tets[4 * tet] = a;
    this.tets[4 * tet + 1] = b;
    this.tets[4 * tet + 2] = c;
    this.tets[4 * tet + 3] = d;
    this.levels[tet] = level;
    this.firstChild[tet] = LEAF;
  }

  private growTets(): void {
    if (this.tetCount >= MAX_LATTICE_TETS) {
      throw new CoreError('limit-exceeded', `the lattice exceeds ${MAX_LATTICE_TETS.toExponential(0)} tetrahedra`, {
        remedy: 'Use a longer edge or fewer refinement levels.',
      });
    }
    const capacity = Math.min(2 * this.tetCount, MAX_LATTICE_TETS);
    this.tets = grown(this.tets, new Int32Array(4 * capacity));
    this.levels = grown(this.levels, new Uint8Array(capacity));
    this.firstChild = grown(this.firstChild, new Int32Array(capacity));
  }
}

function grown<A extends { set(values: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}
