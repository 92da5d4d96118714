import { z } from 'zod';
import type { BodyMesh } from '../geometry/TetMesh.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import { malformed, namedArray } from './namedArrays.ts';
import { packArrays, unpackArrays, type PackableArray, type PackedContent } from './packedArrays.ts';
import { checkIndices, packSurface, surfaceMeta, unpackSurface } from './surfaceArrays.ts';

/** A body's constant data: rest shape and topology of its elements, the artist's surface and how it rides on them. */
export interface StaticBody {
  /** Entity id. */
  readonly id: string;
  /** Rest shape in world axes as placed at the first frame, m. */
  readonly volume: BodyMesh;
}

/** A collider's display triangles, in its own frame, m. */
export interface StaticCollider {
  readonly id: string;
  readonly display: TriMesh;
}

/** What does not change over a shot: stored once, beside the frames. */
export interface Statics {
  readonly bodies: readonly StaticBody[];
  /** Entity ids. */
  readonly liquids: readonly string[];
  /** Regions of liquids too. */
  readonly colliders: readonly StaticCollider[];
}

const ELEMENT_SIZES = { tet: 4, hex: 8, shell: 3 } as const;

/** Vertices of the tetrahedra, hexahedra or triangles of a body. */
export function elementsOf(body: BodyMesh): Uint32Array {
  if (body.kind === 'tet') return body.mesh.tets;
  return body.kind === 'hex' ? body.mesh.hexes : body.mesh.triangles;
}

const staticsMagic = 'DUCTSTAT';
const metaSchema = z.strictObject({
  bodies: z.array(
    z.strictObject({
      id: z.string().min(1),
      kind: z.enum(['tet', 'hex', 'shell']),
      surface: surfaceMeta,
      /** What the artist should know of how it was filled. */
      note: z.string().optional(),
    }),
  ),
  /** Left out where there are none. */
  liquids: z.array(z.string().min(1)).optional(),
  colliders: z.array(z.string().min(1)),
});

/** The bytes of the constant data: the same data gives the same bytes. */
export function encodeStatics(statics: Statics): Uint8Array {
  const arrays = new Map<string, PackableArray>();
  const bodies = statics.bodies.map(({ id, volume }) => {
    arrays.set(`${id}/rest`, volume.mesh.positions);
    arrays.set(`${id}/elements`, elementsOf(volume));
    arrays.set(`${id}/embedding/vertices`, volume.embedding.vertices);
    arrays.set(`${id}/embedding/weights`, volume.embedding.weights);
    const note = volume.kind === 'shell' ? undefined : volume.note;
    const surface = packSurface(volume.surface, `${id}/surface`, arrays);
    return { id, kind: volume.kind, surface, ...(note !== undefined && { note }) };
  });
  for (const { id, display } of statics.colliders) {
    arrays.set(`${id}/display/positions`, display.positions);
    arrays.set(`${id}/display/triangles`, display.triangles);
  }
  const liquids = statics.liquids.length > 0 && { liquids: statics.liquids };
  const meta = { bodies, ...liquids, colliders: statics.colliders.map(({ id }) => id) };
  return packArrays(staticsMagic, { meta, arrays });
}

/** Views on the bytes of constant data; every index is checked. Throws `format-*`. */
export function decodeStatics(bytes: Uint8Array): Statics {
  const content = unpackArrays(staticsMagic, bytes);
  const meta = metaSchema.safeParse(content.meta);
  if (!meta.success) throw malformed(`header: ${z.prettifyError(meta.error)}`);
  const colliders = meta.data.colliders.map((id) => {
    const positions = namedArray(content, `${id}/display/positions`, Float64Array);
    const triangles = namedArray(content, `${id}/display/triangles`, Uint32Array);
    if (positions.length % 3 !== 0 || triangles.length % 3 !== 0) throw malformed(`'${id}': not triples`);
    checkIndices(triangles, positions.length / 3, `'${id}': a triangle`);
    return { id, display: { positions, triangles } };
  });
  const bodies = meta.data.bodies.map((body) => decodeBody(content, body));
  return { bodies, liquids: meta.data.liquids ?? [], colliders };
}

function decodeBody(content: PackedContent, body: z.output<typeof metaSchema>['bodies'][number]): StaticBody {
  const { id, kind } = body;
  const size = ELEMENT_SIZES[kind];
  const positions = namedArray(content, `${id}/rest`, Float64Array);
  const elements = namedArray(content, `${id}/elements`, Uint32Array);
  const vertices = namedArray(content, `${id}/embedding/vertices`, Uint32Array);
  const weights = namedArray(content, `${id}/embedding/weights`, Float64Array);
  const surface = unpackSurface(content, `${id}/surface`, body.surface);
  if (positions.length % 3 !== 0 || elements.length % size !== 0) throw malformed(`'${id}': sizes do not fit`);
  if (vertices.length !== weights.length || weights.length * 3 !== surface.positions.length * size) {
    throw malformed(`'${id}': the embedding does not match the surface`);
  }
  checkIndices(elements, positions.length / 3, `'${id}': an element`);
  checkIndices(vertices, positions.length / 3, `'${id}': the embedding`);
  const noted = body.note === undefined ? {} : { note: body.note };
  const shared = { surface, embedding: { size, vertices, weights } };
  if (kind === 'tet') return { id, volume: { kind, mesh: { positions, tets: elements }, ...shared, ...noted } };
  if (kind === 'hex') return { id, volume: { kind, mesh: { positions, hexes: elements }, ...shared, ...noted } };
  return { id, volume: { kind, mesh: { positions, triangles: elements }, ...shared } };
}
