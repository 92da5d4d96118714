import type { VertexAttribute } from '../../../geometry/TriMesh.ts';
import { cornerValues, mergedMesh } from '../sequence/compareSurfaces.ts';
import { uniqueName } from '../../alembic/objectNames.ts';
import type { ExportField } from '../../Exporter.ts';
import type { FrameContent, FrameMesh } from '../shared/collectFrame.ts';

/** Corners of a face are counted in one byte. */
const MAX_CORNERS = 255;

/** One column of the vertex table: `values[stride * vertex + offset]`. */
export interface Column {
  readonly name: string;
  readonly values: Float32Array;
  readonly stride: number;
  readonly offset: number;
}

/** A frame as binary little-endian PLY: all meshes merged into one. */
export function encodePly(content: FrameContent, application: string): Uint8Array {
  const { meshes } = content;
  const merged = mergedMesh(meshes);
  const columns = vertexColumns(meshes, merged.positions);
  const withUvs = meshes.some((mesh) => mesh.surface.uvs !== undefined);
  const vertexCount = merged.positions.length / 3;
  const faceCount = merged.faceOffsets.length - 1;
  const wide = widestFace(merged.faceOffsets) > MAX_CORNERS / 2;
  const count = wide ? 'int' : 'uchar';
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    `comment ${application.replace(/[\r\n]+/g, ' ')}`,
    `element vertex ${vertexCount}`,
    ...columns.map(({ name }) => `property float ${name}`),
    `element face ${faceCount}`,
    `property list ${count} int vertex_indices`,
    ...(withUvs ? [`property list ${count} float texcoord`] : []),
    'end_header',
    '',
  ].join('\n');
  const head = new TextEncoder().encode(header);
  const corners = merged.faceVertices.length;
  const perFace = wide ? 4 : 1;
  const faceBytes = perFace * faceCount + 4 * corners + (withUvs ? perFace * faceCount + 8 * corners : 0);
  const bytes = new Uint8Array(head.length + 4 * columns.length * vertexCount + faceBytes);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  const at = writeVertices(view, head.length, columns, vertexCount);
  writeFaces(view, at, merged, withUvs ? mergedUvs(meshes) : undefined, wide);
  return bytes;
}

/** The columns of a frame's fields, as `encodePly` writes them. */
export function writtenFields({ meshes }: FrameContent): Column[] {
  const columns = vertexColumns(meshes, mergedMesh(meshes).positions);
  return columns.slice(columns.length - fieldColumns(meshes, new Set()).length);
}

function vertexColumns(meshes: readonly FrameMesh[], positions: Float32Array): Column[] {
  const columns = packed(['x', 'y', 'z'], positions);
  if (meshes.length > 0 && meshes.every((mesh) => mesh.velocities !== undefined)) {
    const velocities = merged(meshes.map((mesh) => mesh.velocities ?? new Float32Array(0)));
    columns.push(...packed(['vx', 'vy', 'vz'], velocities));
  }
  const used = new Set(columns.map(({ name }) => name));
  for (const { name, size } of meshes[0]?.surface.vertexAttributes ?? []) {
    const names = attributeNames(name, size);
    const found = meshes.map((mesh) => attributeOf(mesh, name, size));
    if (names === undefined || names.some((one) => used.has(one)) || found.includes(undefined)) continue;
    names.forEach((one) => used.add(one));
    columns.push(...packed(names, merged(found.map((attribute) => attribute?.values ?? new Float32Array(0)))));
  }
  columns.push(...fieldColumns(meshes, used));
  return columns;
}

function attributeOf(mesh: FrameMesh, name: string, size: number): VertexAttribute | undefined {
  const found = mesh.surface.vertexAttributes.find((attribute) => attribute.name === name && attribute.size === size);
  return found !== undefined && found.values.length === (mesh.positions.length / 3) * size ? found : undefined;
}

/** PLY's names for the numbers of an attribute; undefined where the name cannot stand in a header. */
function attributeNames(name: string, size: number): string[] | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return undefined;
  if (name === 'color' && (size === 3 || size === 4)) return ['red', 'green', 'blue', 'alpha'].slice(0, size);
  return size === 1 ? [name] : Array.from({ length: size }, (_, i) => `${name}_${i}`);
}

/**
 * The fields of all parts one after the other, a column for each number, under names of letters, digits and `_` that are not in `used`: those are added to it. What a part
 * does not have is 0 there.
 */
export function fieldColumns(
  parts: readonly { readonly positions: Float32Array; readonly fields: readonly ExportField[] }[],
  used: Set<string>,
): Column[] {
  const known = new Map(
    parts.flatMap(({ fields }) => fields.map(({ name, size }) => [`${size} ${name}`, { name, size }])),
  );
  return [...known.values()].flatMap(({ name, size }) => {
    const own = uniqueName(name, used);
    const names = size === 1 ? [own] : Array.from({ length: size }, (_, k) => uniqueName(`${own}_${k}`, used));
    const values = parts.map(({ positions, fields }) => {
      const found = fields.find((field) => field.name === name && field.size === size);
      return found?.values ?? new Float32Array((positions.length / 3) * size);
    });
    return packed(names, merged(values));
  });
}

/** The numbers of a column, one per vertex. */
export function columnValues({ values, stride, offset }: Column): Float32Array {
  return Float32Array.from({ length: values.length / stride }, (_, vertex) => values[stride * vertex + offset]);
}

function packed(names: readonly string[], values: Float32Array): Column[] {
  return names.map((name, offset) => ({ name, values, stride: names.length, offset }));
}

function merged(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let next = 0;
  for (const part of parts) {
    out.set(part, next);
    next += part.length;
  }
  return out;
}

function mergedUvs(meshes: readonly FrameMesh[]): Float32Array {
  return merged(meshes.map(({ surface }) => cornerValues(surface.uvs, surface.faceVertices.length, 2)));
}

function widestFace(faceOffsets: Uint32Array): number {
  let widest = 0;
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    widest = Math.max(widest, faceOffsets[face + 1] - faceOffsets[face]);
  }
  return widest;
}

function writeVertices(view: DataView, start: number, columns: readonly Column[], vertexCount: number): number {
  let at = start;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (const { values, stride, offset } of columns) {
      view.setFloat32(at, values[stride * vertex + offset], true);
      at += 4;
    }
  }
  return at;
}

function writeFaces(
  view: DataView,
  start: number,
  { faceOffsets, faceVertices }: { readonly faceOffsets: Uint32Array; readonly faceVertices: Uint32Array },
  uvs: Float32Array | undefined,
  wide: boolean,
): void {
  let at = start;
  const writeCount = (count: number) => {
    if (wide) view.setInt32(at, count, true);
    else view.setUint8(at, count);
    at += wide ? 4 : 1;
  };
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const first = faceOffsets[face];
    const end = faceOffsets[face + 1];
    writeCount(end - first);
    for (let corner = first; corner < end; corner++, at += 4) view.setInt32(at, faceVertices[corner], true);
    if (uvs === undefined) continue;
    writeCount(2 * (end - first));
    for (let i = 2 * first; i < 2 * end; i++, at += 4) view.setFloat32(at, uvs[i], true);
  }
}
