import type { Document, Primitive } from '@gltf-transform/core';
import { CoreError } from '../../../base/errors.ts';
import type { SurfaceMesh } from '../../../geometry/TriMesh.ts';
import { FaceGroupRuns } from '../../reading/FaceGroupRuns.ts';
import { finishSurface } from '../../reading/finishSurface.ts';
import { meshName } from '../../reading/meshName.ts';
import { float32List, float64List, int32List, uint32List } from '../../reading/NumberList.ts';
import type { WarningList } from '../../reading/WarningList.ts';
import { accessorValues } from './decodeGltf.ts';
import type { GltfJson } from './gltfSchema.ts';
import { cofactors, determinant3, type Matrix4 } from './transform.ts';

const triangles = 4;
const triangleStrip = 5;
const triangleFan = 6;

/** Largest number of triangles of all instances together, for strips and compressed meshes that expand beyond their accessors. */
const triangleLimit = 2 ** 24;

/** Index of the first vertex, uv and normal of a primitive; -1 where it has none. */
interface VertexRange {
  readonly first: number;
  readonly count: number;
  readonly uvs: number;
  readonly normals: number;
}

/** The vertices of the surface that come from one primitive; further primitives that share them have no block of their own. */
export interface VertexBlock {
  readonly mesh: number;
  readonly primitive: number;
  readonly first: number;
  readonly count: number;
}

/** Collects the primitives of a scene, in world space, in one surface. Nodes become objects, glTF materials become materials. */
export class SceneCollector {
  private readonly file: string;
  private readonly gltf: GltfJson;
  private readonly primitives: readonly (readonly Primitive[])[];
  private readonly warnings: WarningList;
  private readonly positions = float64List();
  private readonly uvs = float32List();
  private readonly normals = float32List();
  private readonly colours = float32List(16);
  private coloured = false;
  private readonly faceVertices = uint32List();
  private readonly cornerUvs = int32List();
  private readonly cornerNormals = int32List();
  private readonly groups = new FaceGroupRuns();
  /** The vertices in the order of the surface. */
  readonly blocks: VertexBlock[] = [];
  /** First face of each placed primitive, and its location in the file. */
  private readonly starts: { readonly face: number; readonly place: string }[] = [];

  constructor(file: string, gltf: GltfJson, document: Document, warnings: WarningList) {
    this.file = file;
    this.gltf = gltf;
    this.primitives = document
      .getRoot()
      .listMeshes()
      .map((mesh) => mesh.listPrimitives());
    this.warnings = warnings;
  }

  private get faceCount(): number {
    return this.faceVertices.length / 3;
  }

  /** Adds mesh number `mesh` of node number `node`. Primitives that share their vertices share them here too. */
  addMesh(node: number, mesh: number, world: Matrix4): void {
    const name = this.gltf.nodes?.[node].name ?? this.gltf.meshes?.[mesh].name ?? `node ${node}`;
    this.groups.select('object', [name], this.faceCount);
    const ranges = new Map<string, VertexRange>();
    this.primitives[mesh].forEach((primitive, at) => {
      const definition = this.gltf.meshes?.[mesh].primitives[at];
      const place = `meshes[${mesh}].primitives[${at}]`;
      const mode = primitive.getMode();
      if (mode !== triangles && mode !== triangleStrip && mode !== triangleFan) {
        this.warnings.add('points and lines', () => `${place}: points and lines are skipped`);
        return;
      }
      const compressed = definition?.extensions?.KHR_draco_mesh_compression !== undefined;
      const key = compressed ? place : JSON.stringify(definition?.attributes);
      const known = ranges.get(key);
      const range = known ?? this.addVertices(primitive, world);
      if (range === undefined) {
        this.warnings.add('primitives without positions', () => `${place}: primitive without positions skipped`);
        return;
      }
      if (known === undefined) this.blocks.push({ mesh, primitive: at, first: range.first, count: range.count });
      ranges.set(key, range);
      this.selectMaterial(definition?.material);
      this.starts.push({ face: this.faceCount, place });
      this.addTriangles(primitive, range, determinant3(world) < 0);
    });
  }

  finish(): SurfaceMesh {
    const { faceCount } = this;
    const placeOfFace = (face: number): string =>
      this.starts.findLast((start) => start.face <= face)?.place ?? 'meshes';
    while (this.coloured && this.colours.length < (4 * this.positions.length) / 3) this.colours.push(1);
    return finishSurface(
      {
        file: this.file,
        name: meshName(this.file),
        positions: this.positions.toArray(),
        faceOffsets: Uint32Array.from({ length: faceCount + 1 }, (_, face) => 3 * face),
        faceVertices: this.faceVertices.toArray(),
        groups: this.groups.finish(faceCount),
        uvs:
          this.uvs.length === 0
            ? undefined
            : { size: 2, values: this.uvs.toArray(), indices: this.cornerUvs.toArray() },
        normals:
          this.normals.length === 0
            ? undefined
            : { size: 3, values: this.normals.toArray(), indices: this.cornerNormals.toArray() },
        vertexAttributes: this.coloured ? [{ name: 'color', size: 4, values: this.colours.toArray() }] : [],
        placeOfFace,
        placeOfVertex: (vertex) => `vertex ${vertex}`,
      },
      this.warnings,
    );
  }

  private selectMaterial(material: number | undefined): void {
    const name = material === undefined ? undefined : (this.gltf.materials?.[material].name ?? `material ${material}`);
    this.groups.select('material', name === undefined ? [] : [name], this.faceCount);
  }

  private addVertices(primitive: Primitive, world: Matrix4): VertexRange | undefined {
    const accessor = primitive.getAttribute('POSITION');
    if (accessor?.getArray() == null || accessor.getElementSize() !== 3) return undefined;
    const { values } = accessorValues(accessor);
    const first = this.positions.length / 3;
    const count = values.length / 3;
    for (let at = 0; at < values.length; at += 3) {
      for (let row = 0; row < 3; row++) {
        const { [row]: a, [row + 4]: b, [row + 8]: c, [row + 12]: d } = world;
        this.positions.push(a * values[at] + b * values[at + 1] + c * values[at + 2] + d);
      }
    }
    this.addColours(primitive, first, count);
    return { first, count, uvs: this.addUvs(primitive, count), normals: this.addNormals(primitive, world, count) };
  }

  /** Adds uvs: glTF counts v from the top of the image, the other formats from its bottom. */
  private addUvs(primitive: Primitive, count: number): number {
    const values = attributeValues(primitive, 'TEXCOORD_0', 2, count);
    if (values === undefined) return -1;
    const first = this.uvs.length / 2;
    for (let at = 0; at < values.length; at += 2) {
      this.uvs.push(finiteOr(values[at], 0));
      this.uvs.push(1 - finiteOr(values[at + 1], 0));
    }
    return first;
  }

  private addNormals(primitive: Primitive, world: Matrix4, count: number): number {
    const values = attributeValues(primitive, 'NORMAL', 3, count);
    if (values === undefined) return -1;
    const first = this.normals.length / 3;
    const turn = cofactors(world);
    const sign = determinant3(world) < 0 ? -1 : 1;
    for (let at = 0; at < values.length; at += 3) {
      const normal = [0, 1, 2].map((row) => {
        return sign * (turn[row] * values[at] + turn[row + 3] * values[at + 1] + turn[row + 6] * values[at + 2]);
      });
      const length = Math.hypot(...normal);
      for (const component of normal) this.normals.push(length > 0 ? finiteOr(component / length, 0) : 0);
    }
    return first;
  }

  private addColours(primitive: Primitive, first: number, count: number): void {
    const size = primitive.getAttribute('COLOR_0')?.getElementSize() ?? 0;
    const values = size === 3 || size === 4 ? attributeValues(primitive, 'COLOR_0', size, count) : undefined;
    if (values === undefined) return;
    this.coloured = true;
    while (this.colours.length < 4 * first) this.colours.push(1);
    for (let vertex = 0; vertex < count; vertex++) {
      for (let channel = 0; channel < 4; channel++) {
        this.colours.push(channel < size ? finiteOr(values[size * vertex + channel], 1) : 1);
      }
    }
  }

  private addTriangles(primitive: Primitive, range: VertexRange, mirrored: boolean): void {
    const indices = primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: range.count }, (_, at) => at);
    const mode = primitive.getMode();
    const count = mode === triangles ? Math.floor(indices.length / 3) : Math.max(0, indices.length - 2);
    if (this.faceCount + count > triangleLimit) {
      throw new CoreError('limit-exceeded', `the scene has more than ${triangleLimit} triangles`, {
        file: this.file,
        place: this.starts.at(-1)?.place ?? 'meshes',
        remedy: 'Import a part of the scene.',
      });
    }
    for (let at = 0; at < count; at++) {
      const [a, b, c] = triangleCorners(mode, at).map((corner) => indices[corner]);
      if (mode !== triangles && (a === b || b === c || c === a)) continue;
      for (const index of mirrored ? [a, c, b] : [a, b, c]) this.addCorner(range, index);
    }
  }

  private addCorner(range: VertexRange, index: number): void {
    const known = index < range.count;
    this.faceVertices.push(known ? range.first + index : 0xffffffff);
    this.cornerUvs.push(known && range.uvs >= 0 ? range.uvs + index : -1);
    this.cornerNormals.push(known && range.normals >= 0 ? range.normals + index : -1);
  }
}

function triangleCorners(mode: number, at: number): readonly number[] {
  if (mode === triangles) return [3 * at, 3 * at + 1, 3 * at + 2];
  if (mode === triangleFan) return [0, at + 1, at + 2];
  return at % 2 === 0 ? [at, at + 1, at + 2] : [at + 1, at, at + 2];
}

/** Returns the values of an attribute with `size` numbers for each of `count` vertices; undefined where it has another layout. */
function attributeValues(primitive: Primitive, name: string, size: number, count: number): Float64Array | undefined {
  const accessor = primitive.getAttribute(name);
  if (accessor?.getArray() == null || accessor.getElementSize() !== size || accessor.getCount() !== count)
    return undefined;
  return accessorValues(accessor).values;
}

function finiteOr(value: number, fallback: number): number {
  return Number.isFinite(value) ? value : fallback;
}
