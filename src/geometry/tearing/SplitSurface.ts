import type { Embedding, TetMesh } from '../TetMesh.ts';
import type { CornerAttribute, SurfaceMesh } from '../TriMesh.ts';
import { carryingTets } from './carryingTets.ts';

/** A part of a face of the surface that was split, or one that replaced such a part. */
export interface SplitFace {
  readonly vertices: readonly number[];
  /** Numbers of values, one per corner; empty without. */
  readonly uvs: readonly number[];
  readonly normals: readonly number[];
  /** Face of the surface at rest. */
  readonly parent: number;
  /** Side of each crack that it was split at: 0 above, 1 below. */
  readonly sides: ReadonlyMap<number, 0 | 1>;
}

/** A vertex where a crack crosses an edge, of the surface or of an element inside. */
export interface SplitVertex {
  readonly crack: number;
  /** The tet that carries it, with the weights of its corners; partly negative outside. */
  readonly tet: number;
  readonly weights: readonly number[];
  /** At rest, m. */
  readonly position: readonly number[];
  /** The vertices at the ends of its edge of the surface; undefined inside. */
  readonly between: readonly [number, number] | undefined;
  /** How near it is to the second. */
  readonly share: number;
}

/** Values per corner that grow. */
class CornerValues {
  readonly size: number;
  readonly added: number[] = [];
  private readonly base: CornerAttribute;
  private readonly known = new Map<string, number>();

  constructor(base: CornerAttribute) {
    this.base = base;
    this.size = base.size;
  }

  /** The number of a value between two; made once for equal requests. */
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

  /** The number of a value of its own; numbers that `value` lacks are 0. */
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
 * The artist's surface with the faces that cracks cross cut along them. Faces and vertices of the surface at rest keep their numbers; parts of
 * faces and added vertices follow.
 */
export class SplitSurface {
  readonly surface: SurfaceMesh;
  readonly mesh: TetMesh;
  /** Faces of the surface that are whole still. */
  readonly whole: Uint8Array;
  /** Parts; undefined where they were split again. */
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

  /** The tet that carries a vertex. */
  tetOf(vertex: number): number {
    return vertex < this.carriers.length ? this.carriers[vertex] : this.added[vertex - this.carriers.length].tet;
  }

  /** Its weight at corner k of that tet. */
  weight(vertex: number, k: number): number {
    if (vertex < this.carriers.length) return this.carrierWeights[4 * vertex + k];
    return this.added[vertex - this.carriers.length].weights[k];
  }

  /** At rest, m. */
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

  /** Face `number`: a whole one, or part `number - faces`; undefined where it is no more. */
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

  /** Takes the parts in place of a face. */
  replace(number: number, parts: readonly SplitFace[]): void {
    if (number < this.whole.length) this.whole[number] = 0;
    else this.parts[number - this.whole.length] = undefined;
    this.parts.push(...parts);
  }
}
