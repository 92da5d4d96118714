import type { Embedding, TetMesh } from '../TetMesh.ts';
import type { CornerAttribute, SurfaceMesh } from '../TriMesh.ts';

/** A part of a split face of the surface, or one that replaced such a part. */
export interface SplitFace {
  readonly vertices: readonly number[];
  /** Indices of uv values, one per corner; empty without uvs. */
  readonly uvs: readonly number[];
  readonly normals: readonly number[];
  /** Face of the surface at rest. */
  readonly parent: number;
  /** Side of each crack that split it: 0 above, 1 below. */
  readonly sides: ReadonlyMap<number, 0 | 1>;
}

/** A vertex where a crack crosses an edge, of the surface or of an element inside. */
export interface SplitVertex {
  readonly crack: number;
  /** The tet in which it is embedded, with the weights of its corners; partly negative outside. */
  readonly tet: number;
  readonly weights: readonly number[];
  /** Rest position, m. */
  readonly position: readonly number[];
  /** The vertices at the ends of its edge of the surface; undefined for interior vertices. */
  readonly between: readonly [number, number] | undefined;
  /** Position along that edge, 0 at the first end and 1 at the second. */
  readonly share: number;
}

/** A growing list of corner values. */
class CornerValues {
  readonly size: number;
  readonly added: number[] = [];
  private readonly base: CornerAttribute;
  private readonly known = new Map<string, number>();

  constructor(base: CornerAttribute) {
    this.base = base;
    this.size = base.size;
  }

  /** Returns the index of a value interpolated between two; equal requests return the same index. */
  between(a: number, b: number, share: number, unit: boolean): number {
    if (a < 0 || b < 0) return -1;
    const [low, high, part] = a < b ? [a, b, share] : [b, a, 1 - share];
    const name = `${low} ${high} ${part}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const value = Array.from(
      { length: this.size },
      (_, k) => (1 - part) * this.read(low, k) + part * this.read(high, k),
    );
    const length = unit ? Math.hypot(...value) || 1 : 1;
    const number = this.add(value.map((entry) => entry / length));
    this.known.set(name, number);
    return number;
  }

  /** Adds a value and returns its index; missing components are 0. */
  add(value: readonly number[]): number {
    const number = (this.base.values.length + this.added.length) / this.size;
    for (let k = 0; k < this.size; k++) this.added.push(value[k] ?? 0);
    return number;
  }

  private read(number: number, k: number): number {
    const at = this.size * number + k;
    return at < this.base.values.length ? this.base.values[at] : this.added[at - this.base.values.length];
  }
}

/**
 * The artist's surface with faces cut along the cracks that cross them. Faces and vertices of the surface at rest keep their numbers; parts of
 * faces and added vertices follow.
 */
export class SplitSurface {
  readonly surface: SurfaceMesh;
  readonly mesh: TetMesh;
  /** 1 for faces of the surface that are not split. */
  readonly whole: Uint8Array;
  /** Parts of split faces; undefined where they were split again. */
  readonly parts: (SplitFace | undefined)[] = [];
  readonly added: SplitVertex[] = [];
  readonly uvs: CornerValues | undefined;
  readonly normals: CornerValues | undefined;
  private readonly carriers: Uint32Array;
  private readonly carrierWeights: Float64Array;

  constructor(mesh: TetMesh, surface: SurfaceMesh, embedding: Embedding) {
    this.mesh = mesh;
    this.surface = surface;
    this.whole = new Uint8Array(surface.faceOffsets.length - 1).fill(1);
    this.uvs = surface.uvs && new CornerValues(surface.uvs);
    this.normals = surface.normals && new CornerValues(surface.normals);
    const carried = carryingTets(mesh, embedding);
    this.carriers = carried.tets;
    this.carrierWeights = carried.weights;
  }

  get baseVertexCount(): number {
    return this.carriers.length;
  }

  get vertexCount(): number {
    return this.carriers.length + this.added.length;
  }

  /** Returns the tet in which a vertex is embedded. */
  tetOf(vertex: number): number {
    return vertex < this.carriers.length ? this.carriers[vertex] : this.added[vertex - this.carriers.length].tet;
  }

  /** Returns the weight of a vertex at corner k of its tet. */
  weight(vertex: number, k: number): number {
    if (vertex < this.carriers.length) return this.carrierWeights[4 * vertex + k];
    return this.added[vertex - this.carriers.length].weights[k];
  }

  /** Returns the rest position of a vertex along an axis, m. */
  position(vertex: number, axis: number): number {
    if (vertex < this.carriers.length) return this.surface.positions[3 * vertex + axis];
    return this.added[vertex - this.carriers.length].position[axis];
  }

  addVertex(vertex: SplitVertex): number {
    this.added.push(vertex);
    return this.vertexCount - 1;
  }

  faceCount(): number {
    return this.whole.length + this.parts.length;
  }

  /** Returns face `number`: an unsplit one, or part `number - faces`; undefined where it was split. */
  face(number: number): SplitFace | undefined {
    const { surface, whole } = this;
    if (number >= whole.length) return this.parts[number - whole.length];
    if (whole[number] === 0) return undefined;
    const [first, end] = [surface.faceOffsets[number], surface.faceOffsets[number + 1]];
    return {
      vertices: [...surface.faceVertices.subarray(first, end)],
      uvs: surface.uvs === undefined ? [] : [...surface.uvs.indices.subarray(first, end)],
      normals: surface.normals === undefined ? [] : [...surface.normals.indices.subarray(first, end)],
      parent: number,
      sides: new Map(),
    };
  }

  /** Replaces a face by its parts. */
  replace(number: number, parts: readonly SplitFace[]): void {
    if (number < this.whole.length) this.whole[number] = 0;
    else this.parts[number - this.whole.length] = undefined;
    this.parts.push(...parts);
  }
}

/** Returns the tet in which each vertex is embedded, and its weights at the corners of that tet, four each. */
function carryingTets(
  { positions, tets }: TetMesh,
  { vertices, weights }: Embedding,
): { readonly tets: Uint32Array; readonly weights: Float64Array } {
  const offsets = new Uint32Array(positions.length / 3 + 1);
  for (const vertex of tets) offsets[vertex + 1]++;
  for (let v = 1; v < offsets.length; v++) offsets[v] += offsets[v - 1];
  const around = new Uint32Array(tets.length);
  const next = offsets.slice();
  for (let corner = 0; corner < tets.length; corner++) around[next[tets[corner]]++] = corner >> 2;
  const count = vertices.length / 4;
  const found = { tets: new Uint32Array(count), weights: new Float64Array(4 * count) };
  for (let v = 0; v < count; v++) {
    const first = vertices[4 * v];
    for (let at = offsets[first]; at < offsets[first + 1]; at++) {
      if (!carries(tets, around[at], vertices, weights, v)) continue;
      found.tets[v] = around[at];
      break;
    }
    for (let k = 0; k < 4; k++) {
      const corner = tets.indexOf(vertices[4 * v + k], 4 * found.tets[v]) - 4 * found.tets[v];
      if (corner >= 0 && corner < 4) found.weights[4 * v + corner] += weights[4 * v + k];
    }
  }
  return found;
}

function carries(tets: Uint32Array, t: number, vertices: Uint32Array, weights: Float64Array, v: number): boolean {
  for (let k = 4 * v; k < 4 * v + 4; k++) {
    const corner = weights[k] === 0 ? 0 : tets.indexOf(vertices[k], 4 * t) - 4 * t;
    if (corner < 0 || corner > 3) return false;
  }
  return true;
}
