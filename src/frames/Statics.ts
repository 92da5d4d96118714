import { z } from 'zod';
import { colourMapNames } from './AttributeDisplay.ts';
import { meshMeta, packMesh, unpackMesh } from './meshArrays.ts';
import { malformed, namedArray } from './namedArrays.ts';
import { packArrays, unpackArrays, type PackableArray, type PackedContent } from './packedArrays.ts';
import { streamPurposes, type StaticStream, type Statics } from './StaticStream.ts';
import { attributeLocations } from './Stream.ts';
import { checkIndices } from './surfaceArrays.ts';

const staticsMagic = 'DUCTSTAT';
const name = z.string().min(1).max(256);
const display = z.strictObject({
  label: z.string(),
  detail: z.string(),
  range: z.union([z.enum(['symmetric', 'from-zero', 'values']), z.tuple([z.number(), z.number()])]),
  percent: z.boolean().optional(),
  colours: z.enum(colourMapNames).optional(),
  least: z.number().optional(),
  most: z.number().optional(),
});
const attribute = z.strictObject({
  name,
  unit: z.string().max(32),
  location: z.enum(attributeLocations),
  components: z.int().min(1),
  display: z.union([z.literal('none'), display]).optional(),
  onRequest: z.boolean().optional(),
});
const whole = z.int().min(1);
const box = z.strictObject({
  origin: z.tuple([z.number(), z.number(), z.number()]),
  spacing: z.number().positive(),
  counts: z.tuple([whole, whole, whole]),
});
const surface = z.strictObject({
  box,
  spacing: z.number().positive(),
  pointRadius: z.number().min(0),
  smoothing: z.int().min(0),
  closedSides: z.array(z.tuple([z.boolean(), z.boolean()])).length(3),
});
const common = {
  entity: name,
  name,
  topology: z.enum(['fixed', 'changing']),
  purpose: z.enum(streamPurposes),
  attributes: z.array(attribute),
} as const;
const length = z.number().positive();
const streamMeta = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('mesh'),
    ...common,
    mesh: meshMeta,
    measuredVolume: z.number().optional(),
    isLiquid: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('points'),
    ...common,
    diameter: length,
    sprayDiameter: length.optional(),
    surface: surface.optional(),
  }),
  z.strictObject({ type: z.literal('transform'), ...common, unbounded: z.boolean().optional() }),
  z.strictObject({ type: z.literal('grid'), ...common, box, surface: surface.optional() }),
]);
type StreamMeta = z.output<typeof streamMeta>;
const metaSchema = z.strictObject({ streams: z.array(streamMeta) });

/** The bytes of the constant data: the same data gives the same bytes. */
export function encodeStatics({ streams }: Statics): Uint8Array {
  const arrays = new Map<string, PackableArray>();
  const meta = streams.map((stream, s) => packStream(stream, String(s), arrays));
  return packArrays(staticsMagic, { meta: { streams: meta }, arrays });
}

/** Views on the bytes of constant data; every index is checked. Throws `format-*`. */
export function decodeStatics(bytes: Uint8Array): Statics {
  const content = unpackArrays(staticsMagic, bytes);
  const meta = metaSchema.safeParse(content.meta);
  if (!meta.success) throw malformed(`header: ${z.prettifyError(meta.error)}`);
  return { streams: meta.data.streams.map((stream, s) => unpackStream(content, stream, String(s))) };
}

function packStream(stream: StaticStream, prefix: string, arrays: Map<string, PackableArray>): object {
  if (stream.type === 'mesh') return { ...stream, mesh: packMesh(stream.mesh, prefix, arrays) };
  if (stream.type !== 'transform') return stream;
  const { display: triangles, ...rest } = stream;
  arrays.set(`${prefix}/positions`, triangles.positions);
  arrays.set(`${prefix}/triangles`, triangles.triangles);
  return rest;
}

function unpackStream(content: PackedContent, stream: StreamMeta, prefix: string): StaticStream {
  if (stream.type === 'mesh') return { ...stream, mesh: unpackMesh(content, prefix, stream.mesh, stream.entity) };
  if (stream.type !== 'transform') return stream;
  const positions = namedArray(content, `${prefix}/positions`, Float64Array);
  const triangles = namedArray(content, `${prefix}/triangles`, Uint32Array);
  if (positions.length % 3 !== 0 || triangles.length % 3 !== 0) throw malformed(`'${stream.entity}': not triples`);
  checkIndices(triangles, positions.length / 3, `'${stream.entity}': a triangle`);
  return { ...stream, display: { positions, triangles } };
}
