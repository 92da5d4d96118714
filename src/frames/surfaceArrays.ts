import { z } from 'zod';
import type { CornerAttribute, SurfaceMesh } from '../geometry/TriMesh.ts';
import { malformed, namedArray } from './namedArrays.ts';
import type { PackableArray, PackedContent } from './packedArrays.ts';

/** What the header says of a packed surface; its arrays are named `<prefix>/...`. */
export const surfaceMeta = z.strictObject({
  name: z.string(),
  groups: z.array(z.strictObject({ kind: z.enum(['group', 'object', 'material', 'smoothing']), name: z.string() })),
  uvs: z.int().min(1).max(4).optional(),
  normals: z.int().min(1).max(4).optional(),
  vertexAttributes: z.array(z.strictObject({ name: z.string(), size: z.int().min(1).max(64) })),
});
export type SurfaceMeta = z.output<typeof surfaceMeta>;

/** Adds the arrays of a surface to `arrays` and returns its part of the header. */
export function packSurface(surface: SurfaceMesh, prefix: string, arrays: Map<string, PackableArray>): SurfaceMeta {
  arrays.set(`${prefix}/positions`, surface.positions);
  arrays.set(`${prefix}/faceOffsets`, surface.faceOffsets);
  arrays.set(`${prefix}/faceVertices`, surface.faceVertices);
  surface.groups.forEach((group, k) => arrays.set(`${prefix}/group${k}`, group.faces));
  surface.vertexAttributes.forEach((attribute, k) => arrays.set(`${prefix}/attribute${k}`, attribute.values));
  for (const corner of ['uvs', 'normals'] as const) {
    const attribute = surface[corner];
    if (attribute === undefined) continue;
    arrays.set(`${prefix}/${corner}`, attribute.values);
    arrays.set(`${prefix}/${corner}Indices`, attribute.indices);
  }
  return {
    name: surface.name,
    groups: surface.groups.map(({ kind, name }) => ({ kind, name })),
    uvs: surface.uvs?.size,
    normals: surface.normals?.size,
    vertexAttributes: surface.vertexAttributes.map(({ name, size }) => ({ name, size })),
  };
}

/** The surface again, as views; `format-malformed` where numbers point outside their arrays. */
export function unpackSurface(content: PackedContent, prefix: string, meta: SurfaceMeta): SurfaceMesh {
  const positions = namedArray(content, `${prefix}/positions`, Float64Array);
  const faceOffsets = namedArray(content, `${prefix}/faceOffsets`, Uint32Array);
  const faceVertices = namedArray(content, `${prefix}/faceVertices`, Uint32Array);
  if (positions.length % 3 !== 0) throw malformed(`${prefix}: positions are not triples`);
  checkOffsets(faceOffsets, faceVertices.length, prefix);
  checkIndices(faceVertices, positions.length / 3, `${prefix}: a face`);
  const groups = meta.groups.map((group, k) => {
    const faces = namedArray(content, `${prefix}/group${k}`, Uint32Array);
    checkIndices(faces, faceOffsets.length - 1, `${prefix}: group '${group.name}'`);
    return { ...group, faces };
  });
  const vertexAttributes = meta.vertexAttributes.map((attribute, k) => {
    const values = namedArray(content, `${prefix}/attribute${k}`, Float32Array);
    if (values.length * 3 !== positions.length * attribute.size) {
      throw malformed(`${prefix}: attribute '${attribute.name}' does not have one value per vertex`);
    }
    return { ...attribute, values };
  });
  const uvs = unpackCorners(content, `${prefix}/uvs`, meta.uvs, faceVertices.length);
  const normals = unpackCorners(content, `${prefix}/normals`, meta.normals, faceVertices.length);
  return { name: meta.name, positions, faceOffsets, faceVertices, groups, uvs, normals, vertexAttributes };
}

function unpackCorners(
  content: PackedContent,
  name: string,
  size: number | undefined,
  cornerCount: number,
): CornerAttribute | undefined {
  if (size === undefined) return undefined;
  const values = namedArray(content, name, Float32Array);
  const indices = namedArray(content, `${name}Indices`, Int32Array);
  if (indices.length !== cornerCount) throw malformed(`${name}: not one index per corner`);
  if (values.length % size !== 0) throw malformed(`${name}: values are not in groups of ${size}`);
  checkIndices(indices, values.length / size, name, -1);
  return { size, values, indices };
}

function checkOffsets(offsets: Uint32Array, end: number, where: string): void {
  if (offsets.length === 0 || offsets[0] !== 0 || offsets[offsets.length - 1] !== end) {
    throw malformed(`${where}: face offsets do not cover the corners`);
  }
  for (let k = 1; k < offsets.length; k++) {
    if (offsets[k] < offsets[k - 1]) throw malformed(`${where}: face offsets go down at face ${k - 1}`);
  }
}

/** Throws `format-malformed` unless every index lies in [lowest, count). */
export function checkIndices(indices: Uint32Array | Int32Array, count: number, where: string, lowest = 0): void {
  for (let k = 0; k < indices.length; k++) {
    if (indices[k] >= lowest && indices[k] < count) continue;
    throw malformed(`${where}: index ${indices[k]} is not one of ${count}`);
  }
}
