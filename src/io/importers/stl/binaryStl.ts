import { CoreError } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { looksLikeAsciiStl } from './asciiStl.ts';
import { weldedSurface } from './weldedSurface.ts';

const headerBytes = 84;
/** Normal and three corners as floats, and two attribute bytes. */
const triangleBytes = 50;

/** Returns whether the file is binary: many binary files start with `solid` too, so the size decides first. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length >= headerBytes && bytes.length === headerBytes + triangleBytes * headerCount(bytes)) return true;
  return !looksLikeAsciiStl(bytes);
}

/**
 * Reads a binary STL. A count that contradicts a whole number of triangles in the file is a warning; a triangle cut in the
 * middle is `format-truncated`.
 */
export function readBinaryStl(file: string, bytes: Uint8Array): ImportedMesh {
  if (bytes.length < headerBytes) {
    throw new CoreError('format-truncated', `${bytes.length} bytes are too few for an STL file`, {
      file,
      place: `byte ${bytes.length}`,
      remedy: 'Export it again.',
    });
  }
  const claimed = headerCount(bytes);
  const present = Math.floor((bytes.length - headerBytes) / triangleBytes);
  const left = (bytes.length - headerBytes) % triangleBytes;
  const warnings = new WarningList();
  if (claimed > present) {
    if (left !== 0 || present === 0) {
      throw new CoreError(
        'format-truncated',
        `the header names ${claimed} triangles, the file ends in number ${present + 1}`,
        {
          file,
          place: `byte ${bytes.length}`,
          remedy: 'Copy or export the file again.',
        },
      );
    }
    warnings.add('header faults', () => `byte 80: the header names ${claimed} triangles, the file holds ${present}`);
  } else if (bytes.length > headerBytes + triangleBytes * claimed) {
    const extra = bytes.length - headerBytes - triangleBytes * claimed;
    warnings.add('header faults', () => `${extra} bytes after the last triangle skipped`);
  }
  const count = Math.min(claimed, present);
  const placeOfFace = (face: number): string => `byte ${headerBytes + triangleBytes * face}`;
  return weldedSurface(file, readCorners(bytes, count), [], placeOfFace, warnings);
}

function headerCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
}

function readCorners(bytes: Uint8Array, count: number): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const corners = new Float64Array(9 * count);
  for (let triangle = 0; triangle < count; triangle++) {
    const start = headerBytes + triangleBytes * triangle + 12;
    for (let number = 0; number < 9; number++) {
      corners[9 * triangle + number] = view.getFloat32(start + 4 * number, true);
    }
  }
  return corners;
}
