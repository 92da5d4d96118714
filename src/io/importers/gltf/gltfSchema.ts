import { z } from 'zod';

/** Index of an item. The schema contains the parts of a glTF document that define meshes; everything else is dropped while it is checked. */
const index = z.int().min(0);
const size = z.int().min(0);
const offset = size.default(0);
const name = z.string().optional();
const numbers = (length: number) => z.array(z.number()).length(length);

const accessor = z.object({
  bufferView: index.optional(),
  byteOffset: offset,
  componentType: z.union([5120, 5121, 5122, 5123, 5125, 5126].map((type) => z.literal(type))),
  normalized: z.boolean().optional(),
  count: size,
  type: z.enum(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
  sparse: z
    .object({
      count: size,
      indices: z.object({
        bufferView: index,
        byteOffset: offset,
        componentType: z.union([5121, 5123, 5125].map((type) => z.literal(type))),
      }),
      values: z.object({ bufferView: index, byteOffset: offset }),
    })
    .optional(),
});

const meshopt = z.object({
  buffer: index,
  byteOffset: offset,
  byteLength: size,
  byteStride: z.int().min(1).max(256),
  count: size,
  mode: z.enum(['ATTRIBUTES', 'TRIANGLES', 'INDICES']),
  filter: z.enum(['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR']).optional(),
});

const bufferView = z.object({
  buffer: index,
  byteOffset: offset,
  byteLength: size,
  byteStride: z.int().min(1).max(256).optional(),
  extensions: z.object({ EXT_meshopt_compression: meshopt.optional() }).optional(),
});

const buffer = z.object({
  uri: z.string().optional(),
  byteLength: size,
  extensions: z
    .object({ EXT_meshopt_compression: z.object({ fallback: z.boolean().optional() }).optional() })
    .optional(),
});

const primitive = z.object({
  attributes: z.record(z.string(), index),
  indices: index.optional(),
  material: index.optional(),
  mode: z.int().min(0).max(6).default(4),
  targets: z.array(z.unknown()).optional(),
  extensions: z
    .object({
      KHR_draco_mesh_compression: z.object({ bufferView: index, attributes: z.record(z.string(), index) }).optional(),
    })
    .optional(),
});

const node = z.object({
  name,
  mesh: index.optional(),
  skin: index.optional(),
  children: z.array(index).optional(),
  matrix: numbers(16).optional(),
  translation: numbers(3).optional(),
  rotation: numbers(4).optional(),
  scale: numbers(3).optional(),
});

export const gltfSchema = z.object({
  asset: z.object({ version: z.string() }),
  scene: index.optional(),
  scenes: z.array(z.object({ nodes: z.array(index).optional() })).optional(),
  nodes: z.array(node).optional(),
  meshes: z.array(z.object({ name, primitives: z.array(primitive) })).optional(),
  materials: z.array(z.object({ name })).optional(),
  accessors: z.array(accessor).optional(),
  bufferViews: z.array(bufferView).optional(),
  buffers: z.array(buffer).optional(),
  animations: z.array(z.unknown()).optional(),
  extensionsUsed: z.array(z.string()).optional(),
  extensionsRequired: z.array(z.string()).optional(),
});

export type GltfJson = z.infer<typeof gltfSchema>;
export type GltfNode = z.infer<typeof node>;
