import type { VolumeMesh } from '../TetMesh.ts';
import { crackCap } from './crackCap.ts';
import type { CutLine } from './openTriangles.ts';
import { sewFaces, type SewnFaces } from './sewFaces.ts';
import { type SurfaceCrack, splitFaces } from './splitFaces.ts';
import { SplitSurface } from './SplitSurface.ts';
import { TetFrames } from './TetFrames.ts';
import type { AddedCorners, TopologyChange } from './TopologyChange.ts';

/** The elements and nodes of a cut body, `tets` tets at rest. */
export interface CutElements {
  /** Four nodes per element: the tets, then the second part of each that is cut. */
  readonly elements: Uint32Array;
  /** Element of the second part of each tet; the tet itself where it is not cut. */
  readonly secondOf: Uint32Array;
  /** The vertex at rest of each node; the first are the vertices. */
  readonly vertexOf: Uint32Array;
}

/** A crack with the plane onto which its faces are projected: unit vectors u, v with u x v upwards. */
export interface TearingCrack extends SurfaceCrack {
  readonly axes: readonly [readonly number[], readonly number[]];
}

/**
 * The surface of a body of tetrahedra with the cracks that may open in it: cuts the faces along each planned crack, and returns the
 * surface, closed by caps inside, for the present cuts.
 */
export class TearableSurface {
  private readonly whole: VolumeMesh & { readonly kind: 'tet' };
  private readonly split: SplitSurface;
  private readonly lines: CutLine[] = [];
  /** 1 for vertices of the surface below each crack. */
  private readonly below: Uint8Array[] = [];
  /** Heights of the vertices of the volume over each crack, m. */
  private readonly heights: Float64Array[] = [];
  private readonly crackOfTet = new Map<number, number>();
  /** Normals of the caps above and below each crack. */
  private readonly capNormals: (readonly [number, number])[] = [];
  private readonly capUvs: ReadonlyMap<number, number>[] = [];

  constructor(whole: VolumeMesh & { readonly kind: 'tet' }) {
    this.whole = whole;
    this.split = new SplitSurface(whole.mesh, whole.surface, whole.embedding);
  }

  /** Adds a crack; cracks are numbered in the order of these calls. */
  addCrack({ axes, ...crack }: TearingCrack): void {
    const { split } = this;
    const frames = new TetFrames(split.mesh, crack.tets);
    const earlier = this.heights.map((heights, k) => ({ heights, below: this.below[k] }));
    const found = splitFaces(split, crack, frames, earlier);
    const cap = crackCap(split, crack, found, frames, axes);
    this.lines.push({ segments: found.segments, cap });
    this.below.push(found.below);
    this.heights.push(crack.heights);
    for (const tet of crack.tets) this.crackOfTet.set(tet, crack.number);
    const [u, v] = axes;
    const up = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const { normals, uvs } = split;
    this.capNormals.push(normals === undefined ? [-1, -1] : [normals.add(up.map((n) => -n)), normals.add(up)]);
    this.capUvs.push(new Map(uvs === undefined ? [] : [...cap.uvs].map(([vertex, place]) => [vertex, uvs.add(place)])));
  }

  /** Returns the difference between the body with these cuts and the untorn one. */
  change(cut: CutElements): TopologyChange {
    const { split, whole } = this;
    const count = cut.secondOf.length;
    const cutTets = Uint32Array.from(cut.secondOf.keys()).filter((t) => cut.secondOf[t] !== t);
    const sewn = sewFaces(split, this.lines, (tet) => cut.secondOf[tet] !== tet);
    const removed = Uint32Array.from(split.whole.keys()).filter((face) => split.whole[face] === 0);
    const faceOffsets = new Uint32Array(sewn.faces.length + 1);
    sewn.faces.forEach(({ vertices }, k) => (faceOffsets[k + 1] = faceOffsets[k] + vertices.length));
    return {
      nodeVertices: cut.vertexOf.slice(whole.mesh.positions.length / 3),
      cutTets,
      firstNodes: Uint32Array.from([...cutTets].flatMap((t) => [...cut.elements.subarray(4 * t, 4 * t + 4)])),
      secondNodes: cut.elements.slice(4 * count),
      ...this.rebound(cut),
      ...this.addedVertices(cut, sewn),
      removedFaces: removed,
      faceOffsets,
      faceVertices: Uint32Array.from(sewn.corners),
      faceParents: Int32Array.from(sewn.faces, ({ source }) =>
        'part' in source ? split.parts[source.part]!.parent : -1,
      ),
      ...(split.uvs && { uvs: this.addedCorners(sewn, 'uvs', split.uvs.added) }),
      ...(split.normals && { normals: this.addedCorners(sewn, 'normals', split.normals.added) }),
      attributes: whole.surface.vertexAttributes.map(({ size, values }) => this.addedValues(sewn, size, values)),
    };
  }

  /** Returns the element in which points of a tet on one side of its crack are embedded. */
  private elementOf(cut: CutElements, tet: number, side: 0 | 1): number {
    return side === 1 ? cut.secondOf[tet] : tet;
  }

  private rebound(cut: CutElements): Pick<TopologyChange, 'reboundVertices' | 'reboundNodes'> {
    const { split, whole } = this;
    const vertices: number[] = [];
    const nodes: number[] = [];
    for (let v = 0; v < split.baseVertexCount; v++) {
      const tet = split.tetOf(v);
      if (cut.secondOf[tet] === tet) continue;
      const below = this.below[this.crackOfTet.get(tet)!][v] === 1;
      const element = this.elementOf(cut, tet, below ? 1 : 0);
      vertices.push(v);
      for (let k = 0; k < 4; k++) {
        const corner = whole.mesh.tets.indexOf(whole.embedding.vertices[4 * v + k], 4 * tet) - 4 * tet;
        nodes.push(cut.elements[4 * element + (corner >= 0 && corner < 4 ? corner : 0)]);
      }
    }
    return { reboundVertices: Uint32Array.from(vertices), reboundNodes: Uint32Array.from(nodes) };
  }

  private addedVertices(cut: CutElements, { added }: SewnFaces): Pick<TopologyChange, 'vertexNodes' | 'vertexWeights'> {
    const { split } = this;
    const nodes = new Uint32Array(4 * added.length);
    const weights = new Float64Array(4 * added.length);
    added.forEach(({ vertex, side }, k) => {
      const source = split.added[vertex - split.baseVertexCount];
      const element = this.elementOf(cut, source.tet, side ?? 0);
      nodes.set(cut.elements.subarray(4 * element, 4 * element + 4), 4 * k);
      weights.set(source.weights, 4 * k);
    });
    return { vertexNodes: nodes, vertexWeights: weights };
  }

  private addedCorners({ faces }: SewnFaces, kind: 'uvs' | 'normals', values: readonly number[]): AddedCorners {
    const { split } = this;
    const indices = faces.flatMap(({ vertices, source }) => {
      if ('part' in source) return [...split.parts[source.part]![kind]];
      if (kind === 'normals') return vertices.map(() => this.capNormals[source.crack][source.side]);
      return vertices.map((vertex) => this.capUvs[source.crack].get(vertex) ?? -1);
    });
    return { values: Float32Array.from(values), indices: Int32Array.from(indices) };
  }

  private addedValues({ added }: SewnFaces, size: number, values: Float32Array): Float32Array {
    const out = new Float32Array(size * added.length);
    added.forEach(({ vertex }, k) => {
      for (let entry = 0; entry < size; entry++) out[size * k + entry] = this.valueAt(vertex, size, values, entry);
    });
    return out;
  }

  /** Returns an attribute interpolated along the edges of the surface; 0 for interior vertices. */
  private valueAt(vertex: number, size: number, values: Float32Array, entry: number): number {
    const { baseVertexCount, added } = this.split;
    if (vertex < baseVertexCount) return values[size * vertex + entry];
    const { between, share } = added[vertex - baseVertexCount];
    if (between === undefined) return 0;
    const [a, b] = between.map((end) => this.valueAt(end, size, values, entry));
    return (1 - share) * a + share * b;
  }
}
