import { triangulate } from '../triangulate.ts';
import type { SplitFace, SplitSurface } from './SplitSurface.ts';
import type { TetFrames } from './TetFrames.ts';

/** A crack, as input of cutting the surface. */
export interface SurfaceCrack {
  readonly number: number;
  /** Height of every volume vertex over it at rest, m, never 0. */
  readonly heights: Float64Array;
  /** The tets that it will cut. */
  readonly tets: readonly number[];
}

/** Segment of a crack in a face: an edge between its parts, in the direction of the part below. */
export interface CrackSegment {
  readonly from: number;
  readonly to: number;
}

/** An earlier crack: `below` is 1 for the vertices below it that the surface had then. */
export interface EarlierCrack {
  readonly heights: Float64Array;
  readonly below: Uint8Array;
}

/** Result of splitting. */
export interface SplitResult {
  readonly segments: readonly CrackSegment[];
  /** All segments in which the unbounded crack surface crosses faces: pairs of points, six numbers each, at rest, m. */
  readonly outline: readonly number[];
  /** 1 for vertices below the crack, of those that existed before it. */
  readonly below: Uint8Array;
}

/** Smallest distance of crossings from the ends of an edge, as a fraction of it, so that no two coincide. */
const END_MARGIN = 0.02;
/** A crossing this far outside a tet, in barycentric weight, is still embedded in it: the surface may be outside the elements. */
const OUTSIDE = -0.75;

/** Cuts the faces along a crack where they are embedded in its tets. */
export function splitFaces(
  split: SplitSurface,
  crack: SurfaceCrack,
  frames: TetFrames,
  earlier: readonly EarlierCrack[],
): SplitResult {
  return new FaceSplitter(split, crack, frames, earlier).run();
}

interface Crossing {
  /** -1 where the surface stays whole. */
  readonly vertex: number;
  readonly share: number;
  readonly position: readonly number[];
}

class FaceSplitter {
  private readonly split: SplitSurface;
  private readonly crack: SurfaceCrack;
  private readonly frames: TetFrames;
  private readonly earlier: readonly EarlierCrack[];
  private readonly heights: Float64Array;
  private readonly crossings = new Map<number, Crossing>();
  private readonly segments: CrackSegment[] = [];
  private readonly outline: number[] = [];
  /** Edges along earlier cracks, which are not split. */
  private readonly kept = new Set<number>();

  constructor(split: SplitSurface, crack: SurfaceCrack, frames: TetFrames, earlier: readonly EarlierCrack[]) {
    this.earlier = earlier;
    this.split = split;
    this.crack = crack;
    this.frames = frames;
    this.heights = surfaceHeights(split, crack);
  }

  run(): SplitResult {
    const { split } = this;
    this.findKeptEdges();
    const mixed: number[] = [];
    const faces = split.faceCount();
    for (let number = 0; number < faces; number++) if (this.isMixed(number)) mixed.push(number);
    for (const number of mixed) this.splitFace(number);
    const below = Uint8Array.from(this.heights, (height) => (height < 0 ? 1 : 0));
    return { segments: this.segments, outline: this.outline, below };
  }

  private isMixed(number: number): boolean {
    const { surface, whole, parts } = this.split;
    if (number >= whole.length) {
      const vertices = parts[number - whole.length]?.vertices ?? [];
      return vertices.some((v) => this.isBelow(v) !== this.isBelow(vertices[0]));
    }
    if (whole[number] === 0) return false;
    const first = surface.faceOffsets[number];
    const below = this.isBelow(surface.faceVertices[first]);
    for (let k = first + 1; k < surface.faceOffsets[number + 1]; k++) {
      if (this.isBelow(surface.faceVertices[k]) !== below) return true;
    }
    return false;
  }

  private isBelow(vertex: number): boolean {
    return this.heights[vertex] < 0;
  }

  private findKeptEdges(): void {
    const { baseVertexCount, parts, added } = this.split;
    for (const part of parts) {
      part?.vertices.forEach((a, k) => {
        const b = part.vertices[(k + 1) % part.vertices.length];
        if (a < baseVertexCount || b < baseVertexCount) return;
        if (added[a - baseVertexCount].crack === added[b - baseVertexCount].crack) this.kept.add(this.edgeName(a, b));
      });
    }
  }

  private edgeName(a: number, b: number): number {
    return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }

  private crossing(a: number, b: number): Crossing {
    const name = this.edgeName(a, b);
    const known = this.crossings.get(name);
    if (known !== undefined) return known;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const { split, heights, frames, crack } = this;
    const exact = heights[low] / (heights[low] - heights[high]);
    const share = Math.min(Math.max(exact, END_MARGIN), 1 - END_MARGIN);
    const position = [0, 1, 2].map(
      (axis) => (1 - share) * split.position(low, axis) + share * split.position(high, axis),
    );
    const { tet, least } = frames.find(position[0], position[1], position[2]);
    const splits = least >= OUTSIDE && !this.kept.has(name) && !this.isBeyond(tet, low, high);
    const weights = [...frames.weights];
    const vertex = splits
      ? split.addVertex({ crack: crack.number, tet, weights, position, between: [low, high], share })
      : -1;
    const found = { vertex, share, position };
    this.crossings.set(name, found);
    return found;
  }

  /** Returns whether an earlier crack separates a tet from an edge: points that are near at rest may belong to another piece. */
  private isBeyond(tet: number, ...ends: readonly number[]): boolean {
    const { tets } = this.split.mesh;
    return this.earlier.some(({ heights, below }) => {
      const known = ends.filter((end) => end < below.length);
      if (known.length === 0) return false;
      const corners = [...tets.subarray(4 * tet, 4 * tet + 4)].map((vertex) => (heights[vertex] < 0 ? 1 : 0));
      return known.every((end) => corners.every((side) => side !== below[end]));
    });
  }

  private splitFace(number: number): void {
    const face = this.split.face(number)!;
    const triangles = this.triangles(face);
    const parts: SplitFace[] = [];
    let touched = false;
    for (const triangle of triangles) touched = this.splitTriangle(face, triangle, parts) || touched;
    if (touched) this.split.replace(number, parts);
  }

  /** Triples of corners. */
  private triangles({ vertices }: SplitFace): number[][] {
    if (vertices.length === 3) return [[0, 1, 2]];
    const { split } = this;
    const positions = Float64Array.from(vertices.flatMap((v) => [0, 1, 2].map((axis) => split.position(v, axis))));
    const { mesh } = triangulate({
      name: '',
      positions,
      faceOffsets: Uint32Array.of(0, vertices.length),
      faceVertices: Uint32Array.from(vertices.keys()),
      groups: [],
      vertexAttributes: [],
    });
    return Array.from({ length: vertices.length - 2 }, (_, t) => [...mesh.triangles.subarray(3 * t, 3 * t + 3)]);
  }

  /** Adds the parts of a triangle of a face. Returns whether the crack splits one of its edges. */
  private splitTriangle(face: SplitFace, triangle: readonly number[], parts: SplitFace[]): boolean {
    const below = triangle.map((corner) => this.isBelow(face.vertices[corner]));
    const lone = [0, 1, 2].find((k) => below[k] !== below[(k + 1) % 3] && below[k] !== below[(k + 2) % 3]);
    if (lone === undefined) {
      parts.push(
        this.part(
          face,
          triangle.map((corner) => [corner, corner]),
          below[0] ? 1 : 0,
        ),
      );
      return false;
    }
    const [l, m, n] = [triangle[lone], triangle[(lone + 1) % 3], triangle[(lone + 2) % 3]];
    const p = this.crossing(face.vertices[l], face.vertices[m]);
    const q = this.crossing(face.vertices[l], face.vertices[n]);
    this.outline.push(...p.position, ...q.position);
    if (p.vertex < 0 || q.vertex < 0) {
      const corners = [[l, l]];
      if (p.vertex >= 0) corners.push([l, m]);
      corners.push([m, m], [n, n]);
      if (q.vertex >= 0) corners.push([n, l]);
      parts.push(this.part(face, corners, undefined));
      return p.vertex >= 0 || q.vertex >= 0;
    }
    const side = below[lone] ? 1 : 0;
    // The lone part runs from p to q, the other one from q to p.
    const [from, to] = side === 1 ? [p.vertex, q.vertex] : [q.vertex, p.vertex];
    this.segments.push({ from, to });
    parts.push(
      this.part(
        face,
        [
          [l, l],
          [l, m],
          [l, n],
        ],
        side,
      ),
    );
    parts.push(
      this.part(
        face,
        [
          [l, m],
          [m, m],
          [n, n],
          [l, n],
        ],
        side === 1 ? 0 : 1,
      ),
    );
    return true;
  }

  /** Makes a part of a face. Corners are pairs: a corner of the face twice, or the ends of the crossed edge. */
  private part(face: SplitFace, corners: readonly (readonly number[])[], side: 0 | 1 | undefined): SplitFace {
    const { uvs, normals } = this.split;
    const shares = corners.map(([a, b]) => {
      if (a === b) return 0;
      const { share } = this.crossing(face.vertices[a], face.vertices[b]);
      return face.vertices[a] < face.vertices[b] ? share : 1 - share;
    });
    return {
      vertices: corners.map(([a, b]) =>
        a === b ? face.vertices[a] : this.crossing(face.vertices[a], face.vertices[b]).vertex,
      ),
      uvs:
        uvs === undefined
          ? []
          : corners.map(([a, b], k) =>
              a === b ? face.uvs[a] : uvs.between(face.uvs[a], face.uvs[b], shares[k], false),
            ),
      normals:
        normals === undefined
          ? []
          : corners.map(([a, b], k) =>
              a === b ? face.normals[a] : normals.between(face.normals[a], face.normals[b], shares[k], true),
            ),
      parent: face.parent,
      sides: side === undefined ? face.sides : new Map([...face.sides, [this.crack.number, side]]),
    };
  }
}

/** Returns the heights of the surface's vertices: those of their tets, which an uncut vertex never leaves. */
function surfaceHeights(split: SplitSurface, { heights }: SurfaceCrack): Float64Array {
  const { tets } = split.mesh;
  return Float64Array.from({ length: split.vertexCount }, (_, vertex) => {
    const t = split.tetOf(vertex);
    let [sum, low, high] = [0, Infinity, -Infinity];
    for (let k = 0; k < 4; k++) {
      const height = heights[tets[4 * t + k]];
      sum += split.weight(vertex, k) * height;
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    if (low > 0) return Math.max(sum, END_MARGIN * low);
    if (high < 0) return Math.min(sum, END_MARGIN * high);
    return sum === 0 ? END_MARGIN * high : sum;
  });
}
