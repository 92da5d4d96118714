import { UnionFind } from '../UnionFind.ts';
import type { CrackCap } from './crackCap.ts';
import { type CutLine, openTriangles } from './openTriangles.ts';
import type { SplitSurface } from './SplitSurface.ts';

/** A face of the torn surface that does not exist in the surface at rest. */
export interface SewnFace {
  /** Vertices of the split surface. */
  readonly vertices: readonly number[];
  /** Part of the split surface; for a cap its crack, side and triangle. */
  readonly source:
    | { readonly part: number }
    | { readonly crack: number; readonly side: 0 | 1; readonly triangle: number };
}

/** The faces beside and inside cracks, with merged corners. */
export interface SewnFaces {
  readonly faces: readonly SewnFace[];
  /** Vertex of each corner, all faces after one another: numbers below the surface's own count are its vertices, added ones follow. */
  readonly corners: readonly number[];
  /** The split vertex that each added vertex copies, and its side of the crack; undefined where both sides meet. */
  readonly added: readonly { readonly vertex: number; readonly side: 0 | 1 | undefined }[];
}

/**
 * Connects the parts of faces and the open caps, edge by edge: along an open crack the part above with the cap above and the part below with
 * the cap below, along a closed one both parts with each other; at a crack front the two caps with each other. Corners connected around a vertex are
 * merged; hence the torn surface is closed, and a manifold, where the surface at rest is. `isOpen`: of a tet.
 */
export function sewFaces(split: SplitSurface, lines: readonly CutLine[], isOpen: (tet: number) => boolean): SewnFaces {
  return new Sewing(split, lines, isOpen).run();
}

class Sewing {
  private readonly split: SplitSurface;
  private readonly lines: readonly CutLine[];
  private readonly isOpen: (tet: number) => boolean;
  private readonly faces: SewnFace[] = [];
  private readonly firstCorner: number[] = [0];
  private readonly partFaces: number[] = [];
  /** Face above of each open triangle of each cap; the face below follows it. */
  private readonly faceOfCap: Map<number, number>[] = [];
  private corners = new UnionFind(0);

  constructor(split: SplitSurface, lines: readonly CutLine[], isOpen: (tet: number) => boolean) {
    this.split = split;
    this.lines = lines;
    this.isOpen = isOpen;
  }

  run(): SewnFaces {
    this.gatherFaces();
    this.corners = new UnionFind(this.firstCorner[this.faces.length]);
    const faceAt = new Map<string, number>();
    for (const face of this.partFaces) {
      this.eachEdge(face, (a, b) => faceAt.set(`${a} ${b}`, face));
    }
    const segments = new Set<string>();
    this.lines.forEach((line, crack) => this.sewLine(line, crack, faceAt, segments));
    this.sewParts(faceAt, segments);
    return this.numberCorners();
  }

  private gatherFaces(): void {
    const { split, lines } = this;
    split.parts.forEach((part, k) => {
      if (part === undefined) return;
      this.partFaces.push(this.faces.length);
      this.addFace({ vertices: part.vertices, source: { part: k } });
    });
    lines.forEach((line, crack) => {
      const { cap } = line;
      const numbers = new Map<number, number>();
      openTriangles(line, this.isOpen).forEach((triangle) => {
        const [a, b, c] = cap.triangles.subarray(3 * triangle, 3 * triangle + 3);
        numbers.set(triangle, this.faces.length);
        // The part above is oriented downwards through its cap.
        this.addFace({ vertices: [a, c, b], source: { crack, side: 0, triangle } });
        this.addFace({ vertices: [a, b, c], source: { crack, side: 1, triangle } });
      });
      this.faceOfCap.push(numbers);
    });
  }

  private addFace(face: SewnFace): void {
    this.faces.push(face);
    this.firstCorner.push(this.firstCorner[this.faces.length - 1] + face.vertices.length);
  }

  /** Merges the corners of two faces at both ends of an edge. */
  private join(face: number, other: number, ...ends: readonly number[]): void {
    for (const vertex of ends) this.corners.join(this.cornerAt(face, vertex), this.cornerAt(other, vertex));
  }

  private cornerAt(face: number, vertex: number): number {
    return this.firstCorner[face] + this.faces[face].vertices.indexOf(vertex);
  }

  private sewLine(
    { segments, cap }: CutLine,
    crack: number,
    faceAt: ReadonlyMap<string, number>,
    done: Set<string>,
  ): void {
    const open = this.faceOfCap[crack];
    segments.forEach(({ from, to }, k) => {
      const [lower, upper] = [faceAt.get(`${from} ${to}`), faceAt.get(`${to} ${from}`)];
      if (upper === undefined || lower === undefined) return;
      done.add(`${from} ${to}`).add(`${to} ${from}`);
      const face = cap.rim[k] < 0 ? undefined : open.get(Math.floor(cap.rim[k] / 3));
      if (face === undefined) {
        this.join(upper, lower, from, to);
        return;
      }
      this.join(upper, face, from, to);
      this.join(lower, face + 1, from, to);
    });
    this.sewCap(cap, open, new Set(cap.rim));
  }

  /** Connects the triangles of a cap; at edges without an open triangle beyond, both sides with each other. */
  private sewCap(
    { triangles, neighbours }: CrackCap,
    open: ReadonlyMap<number, number>,
    rim: ReadonlySet<number>,
  ): void {
    for (const [t, face] of open) {
      for (let k = 0; k < 3; k++) {
        if (rim.has(3 * t + k)) continue;
        const ends = [triangles[3 * t + ((k + 1) % 3)], triangles[3 * t + ((k + 2) % 3)]];
        const other = neighbours[3 * t + k];
        const beyond = open.get(other);
        const back = [0, 1, 2].find((j) => neighbours[3 * other + j] === t);
        if (beyond === undefined || back === undefined || rim.has(3 * other + back)) this.join(face, face + 1, ...ends);
        else {
          this.join(face, beyond, ...ends);
          this.join(face + 1, beyond + 1, ...ends);
        }
      }
    }
  }

  /** Connects the parts of faces across the edges that no crack follows. */
  private sewParts(faceAt: ReadonlyMap<string, number>, segments: ReadonlySet<string>): void {
    for (const face of this.partFaces) {
      this.eachEdge(face, (a, b) => {
        const other = faceAt.get(`${b} ${a}`);
        if (other !== undefined && !segments.has(`${a} ${b}`)) this.join(face, other, a, b);
      });
    }
  }

  private eachEdge(face: number, visit: (a: number, b: number) => void): void {
    const { vertices } = this.faces[face];
    const base = this.split.baseVertexCount;
    vertices.forEach((a, k) => {
      const b = vertices[(k + 1) % vertices.length];
      if (a >= base || b >= base) visit(a, b);
    });
  }

  private numberCorners(): SewnFaces {
    const { faces, corners, firstCorner, split } = this;
    const base = split.baseVertexCount;
    const numberOfRoot = new Map<number, number>();
    const added: { vertex: number; side: 0 | 1 | undefined }[] = [];
    const out: number[] = [];
    faces.forEach((face, f) => {
      face.vertices.forEach((vertex, k) => {
        if (vertex < base) {
          out.push(vertex);
          return;
        }
        const side = this.sideOf(face, split.added[vertex - base].crack);
        const root = corners.root(firstCorner[f] + k);
        const known = numberOfRoot.get(root);
        if (known === undefined) {
          numberOfRoot.set(root, added.length);
          out.push(base + added.length);
          added.push({ vertex, side });
        } else {
          out.push(base + known);
          if (added[known].side !== side) added[known].side = undefined;
        }
      });
    });
    return { faces, corners: out, added };
  }

  private sideOf({ source }: SewnFace, crack: number): 0 | 1 | undefined {
    if ('part' in source) return this.split.parts[source.part]?.sides.get(crack);
    return source.crack === crack ? source.side : undefined;
  }
}
