import { CoreError } from '../../../base/errors.ts';
import type { ImportSource } from '../../Importer.ts';
import type { GltfJson } from './gltfSchema.ts';

/**
 * Loads the bytes of every buffer: the binary chunk of a .glb, data URIs, and files beside the .gltf. Undefined only for the
 * placeholders that meshopt compression leaves. Throws `file-missing` for a missing file.
 */
export async function loadBuffers(
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
