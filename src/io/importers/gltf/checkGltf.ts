import { CoreError, type ErrorCode } from '../../../base/errors.ts';
import { gltfSchema, type GltfJson } from './gltfSchema.ts';

/** Supported extensions that change the storage of meshes; extensions that only affect their appearance are ignored. */
const understood = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_mesh_quantization']);
const onlyLooks = /^(?:KHR_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|KHR_lights_|KHR_animation_|KHR_xmp)/;

/**
 * Largest total size, bytes, of values without stored bytes (zeros) and of decompressed data. Mesh compression reaches ratios of about ten, and
 * never of a thousand.
 */
const unfoldedLimit = 2 ** 30;
const unfoldedFree = 2 ** 22;
const unfoldedPerByte = 1000;

/** Largest number of triangles and vertices of all instances together: a small file must not place a large mesh a million times. */
const placedLimit = 2 ** 23;

const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const componentCount = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

/** Validates the document to the form that the reader relies on. Throws `format-malformed` with the JSON path of the error. */
export function checkGltf(file: string, json: unknown): GltfJson {
  const version = (json as { asset?: { version?: unknown } } | null)?.asset?.version;
  if (typeof version === 'string' && !version.startsWith('2.')) {
    throw error(
      file,
      'format-unsupported',
      `glTF version ${version.slice(0, 10)} is not read`,
      'asset.version',
      'Export it as glTF 2.0.',
    );
  }
  const parsed = gltfSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw error(file, 'format-malformed', issue.message, jsonPath(issue.path));
  }
  const gltf = parsed.data;
  for (const extension of gltf.extensionsRequired ?? []) {
    if (understood.has(extension) || onlyLooks.test(extension)) continue;
    const remedy = 'Export it without this extension.';
    throw error(file, 'format-unsupported', `it needs the extension '${extension}'`, 'extensionsRequired', remedy);
  }
  checkIndices(file, gltf);
  return gltf;
}

/** Checks, once the buffers are known, that views and accessors stay inside them, and that decompressed sizes are bounded. */
export function checkRanges(file: string, gltf: GltfJson, buffers: readonly (Uint8Array | undefined)[]): void {
  let unfolded = 0;
  gltf.bufferViews?.forEach((view, at) => {
    const packed = view.extensions?.EXT_meshopt_compression;
    const stored = packed ?? view;
    const room = buffers[stored.buffer]?.length ?? 0;
    if (stored.byteOffset + stored.byteLength > room) {
      throw error(
        file,
        'format-truncated',
        `it reaches past the end of its buffer (${room} bytes)`,
        `bufferViews[${at}]`,
      );
    }
    if (packed === undefined) return;
    unfolded += packed.count * packed.byteStride;
    if (packed.count * packed.byteStride !== view.byteLength) {
      throw error(file, 'format-malformed', 'its packed and unpacked lengths differ', `bufferViews[${at}]`);
    }
  });
  gltf.accessors?.forEach((accessor, at) => {
    const place = `accessors[${at}]`;
    const element = componentBytes[accessor.componentType] * componentCount[accessor.type];
    if (accessor.bufferView === undefined) unfolded += accessor.count * element;
    else checkAccessorRoom(file, gltf, accessor.bufferView, accessor.byteOffset, accessor.count, element, place);
    if (accessor.sparse === undefined) return;
    const { count, indices, values } = accessor.sparse;
    const indexBytes = componentBytes[indices.componentType];
    checkAccessorRoom(file, gltf, indices.bufferView, indices.byteOffset, count, indexBytes, `${place}.sparse.indices`);
    checkAccessorRoom(file, gltf, values.bufferView, values.byteOffset, count, element, `${place}.sparse.values`);
  });
  const stored = buffers.reduce((sum, buffer) => sum + (buffer?.length ?? 0), 0);
  const limit = Math.min(unfoldedLimit, unfoldedFree + unfoldedPerByte * stored);
  if (unfolded > limit) {
    throw error(
      file,
      'limit-exceeded',
      `its ${stored} bytes of data unfold to ${unfolded}; at most ${limit} are read`,
      'accessors',
      'Reduce the mesh before importing it.',
    );
  }
}

function checkAccessorRoom(
  file: string,
  gltf: GltfJson,
  viewIndex: number,
  byteOffset: number,
  count: number,
  element: number,
  place: string,
): void {
  const view = gltf.bufferViews?.[viewIndex];
  if (view === undefined) throw error(file, 'format-malformed', `there is no buffer view ${viewIndex}`, place);
  const stride = view.byteStride ?? element;
  const needed = count === 0 ? 0 : byteOffset + stride * (count - 1) + element;
  if (needed <= view.byteLength && stride >= element) return;
  throw error(file, 'format-malformed', `its ${count} values do not fit their buffer view`, place);
}

/** Counts the instances of all nodes together, before anything is decoded or placed. */
export function checkInstances(file: string, gltf: GltfJson): void {
  const sizes = (gltf.meshes ?? []).map(({ primitives }) =>
    primitives.reduce((sum, { attributes, indices }) => {
      const vertices = gltf.accessors?.[attributes['POSITION']]?.count ?? 0;
      return sum + 1 + Math.max(vertices, indices === undefined ? 0 : (gltf.accessors?.[indices].count ?? 0) / 3);
    }, 0),
  );
  let placed = 0;
  gltf.nodes?.forEach(({ mesh }, at) => {
    placed += mesh === undefined ? 0 : sizes[mesh];
    if (placed <= placedLimit) return;
    const remedy = 'Import a part of the scene.';
    throw error(
      file,
      'limit-exceeded',
      `the scene has more than ${placedLimit} triangles or vertices`,
      `nodes[${at}]`,
      remedy,
    );
  });
}

/** Checks that every index refers to an existing item, and that the nodes form trees. */
function checkIndices(file: string, gltf: GltfJson): void {
  const check = (index: number | undefined, list: readonly unknown[] | undefined, place: string): void => {
    if (index === undefined || index < (list?.length ?? 0)) return;
    throw error(file, 'format-malformed', `${index} names nothing`, place);
  };
  check(gltf.scene, gltf.scenes, 'scene');
  gltf.scenes?.forEach(({ nodes }, at) => nodes?.forEach((node) => check(node, gltf.nodes, `scenes[${at}].nodes`)));
  gltf.bufferViews?.forEach((view, at) => {
    check(view.buffer, gltf.buffers, `bufferViews[${at}].buffer`);
    check(view.extensions?.EXT_meshopt_compression?.buffer, gltf.buffers, `bufferViews[${at}].extensions`);
  });
  gltf.meshes?.forEach(({ primitives }, mesh) =>
    primitives.forEach((primitive, at) => {
      const place = `meshes[${mesh}].primitives[${at}]`;
      check(primitive.indices, gltf.accessors, `${place}.indices`);
      check(primitive.material, gltf.materials, `${place}.material`);
      check(primitive.extensions?.KHR_draco_mesh_compression?.bufferView, gltf.bufferViews, `${place}.extensions`);
      for (const [name, accessor] of Object.entries(primitive.attributes)) {
        check(accessor, gltf.accessors, `${place}.attributes.${name}`);
      }
    }),
  );
  const parent = new Map<number, number>();
  gltf.nodes?.forEach((node, at) => {
    check(node.mesh, gltf.meshes, `nodes[${at}].mesh`);
    for (const child of node.children ?? []) {
      check(child, gltf.nodes, `nodes[${at}].children`);
      if (parent.has(child))
        throw error(file, 'format-malformed', `node ${child} has two parents`, `nodes[${at}].children`);
      parent.set(child, at);
    }
  });
  refuseCycles(file, parent);
}

function refuseCycles(file: string, parent: ReadonlyMap<number, number>): void {
  const safe = new Set<number>();
  for (const start of parent.keys()) {
    const path = new Set<number>();
    let node: number | undefined = start;
    while (node !== undefined && !safe.has(node)) {
      if (path.has(node)) throw error(file, 'format-malformed', 'the node is its own ancestor', `nodes[${node}]`);
      path.add(node);
      node = parent.get(node);
    }
    for (const visited of path) safe.add(visited);
  }
}

function error(
  file: string,
  code: ErrorCode,
  message: string,
  place: string,
  remedy = 'Export the file again.',
): CoreError {
  return new CoreError(code, message, { file, place, remedy });
}

function jsonPath(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (sofar, key) => (typeof key === 'number' ? `${sofar}[${key}]` : `${sofar}.${String(key)}`),
    '',
  );
  return text === '' ? 'JSON' : text.replace(/^\./, '');
}
