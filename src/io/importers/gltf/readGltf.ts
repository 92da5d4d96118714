import type { Document } from '@gltf-transform/core';
import { CoreError } from '../../../base/errors.ts';
import { outOfMemory } from '../../../base/outOfMemory.ts';
import type { ImportedMesh, ImportSource } from '../../Importer.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { checkGltf, checkInstances, checkRanges } from './checkGltf.ts';
import { openContainer } from './container.ts';
import { decodeGltf, SURFACE_ATTRIBUTES } from './decodeGltf.ts';
import type { GltfJson } from './gltfSchema.ts';
import { SceneCollector } from './SceneCollector.ts';
import { identity, localMatrix, multiply, type Matrix4 } from './transform.ts';

/** Returns the checked document of a glTF file, with the bytes of its buffers, and the document as it was before the check. */
export async function openGltf(source: ImportSource) {
  const container = openContainer(source.path, source.bytes);
  const gltf = checkGltf(source.path, container.json);
  return { gltf, buffers: await loadBuffers(source, gltf, container.bin), json: container.json };
}

/** Reads a glTF file: checks it, loads its buffers, decodes them, and gathers the default scene into one surface. */
export async function readGltf(source: ImportSource): Promise<ImportedMesh> {
  const file = source.path;
  const { gltf, document } = await openDecodedGltf(source, SURFACE_ATTRIBUTES);
  const warnings = new WarningList();
  warnAboutMotion(gltf, warnings);
  const collector = new SceneCollector(file, gltf, document, warnings);
  visitNodes(gltf, (node, world) => {
    const { mesh } = gltf.nodes![node];
    if (mesh !== undefined) collector.addMesh(node, mesh, world);
  });
  return { surface: collector.finish(), warnings: warnings.sentences() };
}

/** Opens a glTF file, checks it and decodes its accessors; of the attributes of primitives those that match `attributes`. */
export async function openDecodedGltf(source: ImportSource, attributes: RegExp) {
  const { gltf, buffers, json } = await openGltf(source);
  checkRanges(source.path, gltf, buffers);
  checkInstances(source.path, gltf);
  return { gltf, json, document: await decoded(source.path, gltf, buffers, attributes) };
}

/** Converts errors that the libraries throw for damaged data to an error about the file. */
async function decoded(
  file: string,
  gltf: GltfJson,
  buffers: readonly (Uint8Array | undefined)[],
  attributes: RegExp,
): Promise<Document> {
  try {
    return await decodeGltf(gltf, buffers, attributes);
  } catch (cause) {
    const exhausted = outOfMemory(cause);
    if (exhausted !== undefined) throw exhausted.within({ file });
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CoreError('format-malformed', `the meshes cannot be decoded: ${message}`, {
      file,
      remedy: 'The file is damaged: export it again.',
      cause,
    });
  }
}

function warnAboutMotion(gltf: GltfJson, warnings: WarningList): void {
  const passed = (what: string): void => warnings.add('skipped', () => `${what} skipped: the rest pose is read`);
  if ((gltf.animations?.length ?? 0) > 0) passed('animations are');
  if (gltf.nodes?.some((node) => node.skin !== undefined) === true) passed('skins are');
  const morphed = gltf.meshes?.some(({ primitives }) => primitives.some(({ targets }) => (targets?.length ?? 0) > 0));
  if (morphed === true) passed('morph targets are');
}

/** Visits every node of the default scene (or of all, where no scene is given) with its world matrix, parents first. */
export function visitNodes(gltf: GltfJson, visit: (node: number, world: Matrix4) => void): void {
  const nodes = gltf.nodes ?? [];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const scene = gltf.scenes?.[gltf.scene ?? 0];
  const roots = scene?.nodes ?? nodes.map((_, at) => at).filter((at) => !children.has(at));
  const waiting = roots.toReversed().map((node) => ({ node, parent: identity }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const world = multiply(next.parent, localMatrix(nodes[next.node]));
    visit(next.node, world);
    for (const child of (nodes[next.node].children ?? []).toReversed()) waiting.push({ node: child, parent: world });
  }
}

/**
 * Loads the bytes of every buffer: the binary chunk of a .glb, data URIs, and files beside the .gltf. Undefined only for the
 * placeholders that meshopt compression leaves. Throws `file-missing` for a missing file.
 */
async function loadBuffers(
  source: ImportSource,
  gltf: GltfJson,
  bin: Uint8Array | undefined,
): Promise<(Uint8Array | undefined)[]> {
  const buffers: (Uint8Array | undefined)[] = [];
  const files = new Map<string, Uint8Array>();
  for (const [at, { uri, extensions }] of (gltf.buffers ?? []).entries()) {
    const place = `buffers[${at}]`;
    if (uri === undefined) {
      const placeholder = extensions?.EXT_meshopt_compression !== undefined;
      if (at === 0 && bin !== undefined) buffers.push(bin);
      else if (placeholder) buffers.push(undefined);
      else throw missing(source.path, place, 'the buffer has neither a file nor a binary chunk');
    } else if (/^data:/i.test(uri)) buffers.push(dataUriBytes(source.path, place, uri));
    else {
      const name = decodeName(uri);
      const bytes = files.get(name) ?? (await source.sibling(name));
      if (bytes === undefined) throw missing(source.path, `${place}.uri`, `the file '${name}' is missing`);
      files.set(name, bytes);
      buffers.push(bytes);
    }
  }
  return buffers;
}

function decodeName(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    // Not a percent-encoded name: used literally.
    return uri;
  }
}

function dataUriBytes(file: string, place: string, uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0)
    throw new CoreError('format-malformed', 'the data URI has no data', { file, place, remedy: 'Export it again.' });
  const data = uri.slice(comma + 1);
  if (/;base64$/i.test(uri.slice(0, comma))) return new Uint8Array(Buffer.from(data, 'base64'));
  return new TextEncoder().encode(decodeName(data));
}

function missing(file: string, place: string, message: string): CoreError {
  return new CoreError('file-missing', message, {
    file,
    place,
    remedy: 'Put the .bin file beside the .gltf, or export a .glb.',
  });
}
