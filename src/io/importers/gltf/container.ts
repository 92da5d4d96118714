import { CoreError } from '../../../base/errors.ts';
import { requireBudget } from '../../reading/meshBudget.ts';
import { textBytes } from '../../text/textBytes.ts';

const glbMagic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binChunk = 0x004e4942;
const headerBytes = 12;
const chunkHeaderBytes = 8;

/** Largest number of JSON values: a scene of a hundred thousand nodes has about a million. */
const mostValues = 2 ** 21;
const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const openBrace = 123;

/** The JSON of a glTF file and, from a .glb, its binary chunk. */
export interface GltfContainer {
  readonly json: unknown;
  readonly bin: Uint8Array | undefined;
}

export function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === glbMagic;
}

export function openContainer(file: string, bytes: Uint8Array): GltfContainer {
  if (!isGlb(bytes)) return { json: parseJson(file, textBytes(bytes)), bin: undefined };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes) throw truncated(file, bytes.length);
  const version = view.getUint32(4, true);
  if (version !== 2) {
    throw new CoreError('format-unsupported', `glTF version ${version} is not read`, {
      file,
      place: 'byte 4',
      remedy: 'Export it as glTF 2.0.',
    });
  }
  let json: unknown;
  let bin: Uint8Array | undefined;
  for (let at = headerBytes; at + chunkHeaderBytes <= bytes.length;) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + chunkHeaderBytes;
    if (start + length > bytes.length) throw truncated(file, bytes.length);
    const chunk = bytes.subarray(start, start + length);
    if (type === jsonChunk && json === undefined) json = parseJson(file, chunk);
    else if (type === binChunk && bin === undefined) bin = chunk;
    at = start + length;
  }
  if (json === undefined) throw truncated(file, bytes.length);
  return { json, bin };
}

function parseJson(file: string, bytes: Uint8Array): unknown {
  requireBudget(countValues(bytes), mostValues, 'values of the JSON', file);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const position = /position (\d+)/.exec(message)?.[1];
    throw new CoreError('format-malformed', 'the JSON is damaged', {
      file,
      place: position === undefined ? 'JSON' : `JSON character ${position}`,
      remedy: 'Copy or export the file again.',
      cause,
    });
  }
}

/** Counts commas and brackets outside strings: about one per value. */
function countValues(bytes: Uint8Array): number {
  let count = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) inText = !inText;
    else if (inText) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === openBracket || byte === openBrace) count++;
  }
  return count;
}

function truncated(file: string, length: number): CoreError {
  return new CoreError('format-truncated', 'the file ends inside a chunk', {
    file,
    place: `byte ${length}`,
    remedy: 'Copy or export the file again.',
  });
}
