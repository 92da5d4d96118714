import { z } from 'zod';
import { textBytes } from '../text/textBytes.ts';
import { readBinaryMedit } from './medit/binaryMedit.ts';
import { readTextMedit } from './medit/textMedit.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** Medit .mesh (text) and .meshb (binary): tetrahedra or hexahedra with reference numbers, or a surface. */
const medit: ImporterDefinition = {
  type: 'medit',
  label: 'Medit mesh',
  reference:
    'Frey, MEDIT: an interactive mesh visualization software, INRIA RT-0253 (2001); Marechal, libMeshb 7 (2018)',
  params: z.strictObject({}),
  extensions: ['mesh', 'meshb'],
  recognises: (bytes) =>
    isBinary(bytes) ||
    /^\s*(?:#[^\n]*\n\s*)?MeshVersionFormatted\b/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 256))),
  async read(source) {
    const { path, bytes } = source;
    return isBinary(bytes) ? readBinaryMedit(path, bytes) : readTextMedit(path, textBytes(bytes));
  },
};

/** A one as 32-bit integer in either byte order, then the version (1 to 4). */
function isBinary(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [true, false].some((little) => {
    const version = view.getInt32(4, little);
    return view.getInt32(0, little) === 1 && version >= 1 && version <= 4 && view.getInt32(8, little) === 3;
  });
}

export default medit;
