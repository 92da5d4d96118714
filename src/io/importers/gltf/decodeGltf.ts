import type { Accessor, Document } from '@gltf-transform/core';
import type { GltfJson } from './gltfSchema.ts';

/** The attributes of a surface. */
export const SURFACE_ATTRIBUTES = /^(?:POSITION|NORMAL|TEXCOORD_0|COLOR_0)$/;

/**
 * Decodes the storage (sparse, interleaved, quantised, Draco, meshopt) of a checked document. Of the attributes of primitives, only those that match
 * `attributes` are decoded.
 */
export async function decodeGltf(
  gltf: GltfJson,
  buffers: readonly (Uint8Array | undefined)[],
  attributes: RegExp,
): Promise<Document> {
  // Loaded only when a glTF file is read: the library and its decoders take longer to load than most meshes.
  const { Logger, WebIO } = await import('@gltf-transform/core');
  const used = gltf.extensionsUsed ?? [];
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(await storageExtensions());
  if (used.includes('KHR_draco_mesh_compression')) {
    const { default: draco } = await import('draco3dgltf');
    io.registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() });
  }
  if (used.includes('EXT_meshopt_compression')) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  const named = (gltf.buffers ?? []).map((buffer, at) => {
    const uri = `buffer${at}.bin`;
    // A copy with a buffer of its own: the library slices the underlying one.
    resources[uri] = new Uint8Array(buffers[at] ?? new Uint8Array(0));
    return { ...buffer, uri };
  });
  // Nodes are placed by this importer: the library is slow with many of them.
  const json = {
    ...gltf,
    buffers: named,
    meshes: withoutTargets(gltf, attributes),
    animations: undefined,
    nodes: undefined,
    scenes: undefined,
    scene: undefined,
  };
  return io.readJSON({ json: json as Parameters<typeof io.readJSON>[0]['json'], resources });
}

async function storageExtensions() {
  const { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } =
    await import('@gltf-transform/extensions');
  return [EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization];
}

function withoutTargets(gltf: GltfJson, wanted: RegExp) {
  return gltf.meshes?.map((mesh) => ({
    ...mesh,
    primitives: mesh.primitives.map(({ targets: _targets, attributes, ...primitive }) => ({
      ...primitive,
      attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted.test(name))),
    })),
  }));
}

/** Returns all values of an accessor as numbers, normalised ones as fractions: `size` per element. */
export function accessorValues(accessor: Accessor): { values: Float64Array; size: number } {
  const size = accessor.getElementSize();
  const count = accessor.getCount();
  const values = new Float64Array(size * count);
  const element: number[] = [];
  for (let at = 0; at < count; at++) {
    accessor.getElement(at, element);
    for (let component = 0; component < size; component++) values[size * at + component] = element[component];
  }
  return { values, size };
}
