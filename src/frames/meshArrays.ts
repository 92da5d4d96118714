import { elementsOfVolume, splitMidpoints } from '../geometry/elements/elementTypes.ts';
import { z } from 'zod';
import { MOMENT_COUNT } from '../geometry/solidMoments.ts';
import type { BodyMesh, MeshMaterial, VolumeMesh } from '../geometry/TetMesh.ts';
import { malformed, namedArray } from './namedArrays.ts';
import { packArrays, unpackArrays, type PackableArray, type PackedContent } from './packedArrays.ts';
import { elementsOf, elementSizes } from './StaticStream.ts';
import { checkIndices, packSurface, surfaceMeta, unpackSurface } from './surfaceArrays.ts';

/** What the header says of a packed mesh; its arrays are named `<prefix>/...`. */
export const meshMeta = z.strictObject({
  kind: z.enum(['tet', 'hex', 'tet10', 'shell']),
  surface: surfaceMeta,
  /** Names of groups of elements. */
  elementGroups: z.array(z.string()).optional(),
  /** What the artist should know of how it was filled. */
  note: z.string().optional(),
  /** What is in the arrays of what its elements are filled with. */
  material: z.enum(['moments', 'filled']).optional(),
});
export type MeshMeta = z.output<typeof meshMeta>;

/** Adds the arrays of a mesh to `arrays` and returns its part of the header. */
export function packMesh(mesh: BodyMesh, prefix: string, arrays: Map<string, PackableArray>): MeshMeta {
  arrays.set(`${prefix}/rest`, mesh.mesh.positions);
  arrays.set(`${prefix}/elements`, elementsOf(mesh));
  arrays.set(`${prefix}/embedding/vertices`, mesh.embedding.vertices);
  arrays.set(`${prefix}/embedding/weights`, mesh.embedding.weights);
  const note = mesh.kind === 'shell' ? undefined : mesh.note;
  const surface = packSurface(mesh.surface, `${prefix}/surface`, arrays);
  const material = mesh.kind === 'shell' ? undefined : packMaterial(mesh.material, prefix, arrays);
  const kind = mesh.kind === 'shell' ? mesh.kind : elementsOfVolume(mesh).type.kind;
  const groups = mesh.kind === 'shell' ? undefined : mesh.elementGroups;
  groups?.forEach(({ elements }, k) => arrays.set(`${prefix}/elementGroup${k}`, elements));
  const elementGroups = groups?.map(({ name }) => name);
  return {
    kind,
    surface,
    ...(elementGroups && { elementGroups }),
    ...(note !== undefined && { note }),
    ...(material !== undefined && { material }),
  };
}

function packMaterial(
  material: MeshMaterial | undefined,
  prefix: string,
  arrays: Map<string, PackableArray>,
): MeshMeta['material'] {
  if (material === undefined) return undefined;
  arrays.set(`${prefix}/material/moments`, material.moments);
  if (material.filled === undefined) return 'moments';
  arrays.set(`${prefix}/material/filled`, material.filled);
  return 'filled';
}

function unpackMaterial(
  content: PackedContent,
  prefix: string,
  kind: NonNullable<MeshMeta['material']>,
  vertexCount: number,
): MeshMaterial {
  const moments = namedArray(content, `${prefix}/material/moments`, Float64Array);
  if (moments.length !== MOMENT_COUNT) throw malformed(`'${prefix}': a material has ${MOMENT_COUNT} moments`);
  if (kind === 'moments') return { moments };
  const filled = namedArray(content, `${prefix}/material/filled`, Float64Array);
  if (filled.length !== vertexCount) throw malformed(`'${prefix}': a vertex is filled by one share`);
  return { moments, filled };
}

/** The mesh again, as views; every index is checked. Throws `format-malformed`. `entity` is named where something does not fit. */
export function unpackMesh(content: PackedContent, prefix: string, meta: MeshMeta, entity: string): BodyMesh {
  const { kind } = meta;
  const size = elementSizes[kind];
  const positions = namedArray(content, `${prefix}/rest`, Float64Array);
  const elements = namedArray(content, `${prefix}/elements`, Uint32Array);
  const vertices = namedArray(content, `${prefix}/embedding/vertices`, Uint32Array);
  const weights = namedArray(content, `${prefix}/embedding/weights`, Float64Array);
  const surface = unpackSurface(content, `${prefix}/surface`, meta.surface);
  if (positions.length % 3 !== 0 || elements.length % size !== 0) throw malformed(`'${entity}': sizes do not fit`);
  if (vertices.length !== weights.length || weights.length * 3 !== surface.positions.length * size) {
    throw malformed(`'${entity}': the embedding does not match the surface`);
  }
  checkIndices(elements, positions.length / 3, `'${entity}': an element`);
  checkIndices(vertices, positions.length / 3, `'${entity}': the embedding`);
  const elementGroups = meta.elementGroups?.map((name, k) => {
    const members = namedArray(content, `${prefix}/elementGroup${k}`, Uint32Array);
    checkIndices(members, elements.length / size, `'${entity}': group '${name}'`);
    return { name, elements: members };
  });
  const noted = { ...(elementGroups && { elementGroups }), ...(meta.note !== undefined && { note: meta.note }) };
  const filled =
    meta.material === undefined
      ? {}
      : { material: unpackMaterial(content, prefix, meta.material, positions.length / 3) };
  const shared = { surface, embedding: { size, vertices, weights } };
  if (kind === 'tet') return { kind, mesh: { positions, tets: elements }, ...shared, ...noted, ...filled };
  if (kind === 'tet10')
    return { kind: 'tet', mesh: splitMidpoints(positions, elements), ...shared, ...noted, ...filled };
  if (kind === 'hex') return { kind, mesh: { positions, hexes: elements }, ...shared, ...noted, ...filled };
  return { kind, mesh: { positions, triangles: elements }, ...shared };
}

const volumeMagic = 'DUCTVOLU';

/** The bytes of a filled volume by itself: the same volume gives the same bytes. */
export function encodeVolume(volume: VolumeMesh): Uint8Array {
  const arrays = new Map<string, PackableArray>();
  return packArrays(volumeMagic, { meta: packMesh(volume, 'volume', arrays), arrays });
}

/** Views on the bytes of a volume. Throws `format-*`. */
export function decodeVolume(bytes: Uint8Array): VolumeMesh {
  const content = unpackArrays(volumeMagic, bytes);
  const meta = meshMeta.safeParse(content.meta);
  if (!meta.success) throw malformed(`header: ${z.prettifyError(meta.error)}`);
  const mesh = unpackMesh(content, 'volume', meta.data, 'volume');
  if (mesh.kind === 'shell') throw malformed('a shell is no volume');
  return mesh;
}
