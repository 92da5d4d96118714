import { z } from 'zod';
import { textBytes } from '../text/textBytes.ts';
import { readBinaryMedit } from './medit/binaryMedit.ts';
import type { ImporterDefinition, ImportedMesh } from '../Importer.ts';
import { CoreError } from '../../base/errors.ts';
import { CellCollector } from '../reading/CellCollector.ts';
import { finishVolume } from '../reading/finishVolume.ts';
import { float64List } from '../reading/NumberList.ts';
import { TextValues } from '../reading/ValueReader.ts';
import { WarningList } from '../reading/WarningList.ts';
import { meditCells, readMeditCells } from './medit/meditCells.ts';

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

/** Reads a text .mesh: keywords, each followed by its table; tables we do not use are skipped. */
function readTextMedit(file: string, bytes: Uint8Array): ImportedMesh {
  const values = new TextValues(file, bytes, 0, { comment: '#' });
  const { scanner } = values;
  const positions = float64List();
  const cells = new CellCollector();
  while (scanner.skipToToken()) {
    const start = scanner.position;
    const keyword = scanner.word();
    // Whatever a keyword we do not know is followed by.
    if (!/^[A-Za-z]/.test(keyword)) continue;
    if (keyword === 'End') break;
    const cell = meditCells.find((one) => one.keyword === keyword);
    if (keyword === 'Dimension') requireThree(values, file, start);
    else if (keyword === 'Vertices') {
      const count = readCount(values, file);
      for (let vertex = 0; vertex < count; vertex++) {
        for (let axis = 0; axis < 3; axis++) positions.push(values.next());
        values.next();
      }
    } else if (cell !== undefined) readMeditCells(cell, readCount(values, file), cells, values, 'int32');
  }
  const placeAt = (position: number): string => values.placeAt(position);
  return finishVolume({ file, positions: positions.toArray(), cells, placeAt }, new WarningList());
}

function readCount(values: TextValues, file: string): number {
  const start = values.position;
  const count = values.next();
  if (Number.isInteger(count) && count >= 0) return count;
  throw new CoreError('format-malformed', `${count} is no count`, {
    file,
    place: values.placeAt(start),
    remedy: 'Export the file again.',
  });
}

function requireThree(values: TextValues, file: string, start: number): void {
  const dimension = values.next();
  if (dimension === 3) return;
  throw new CoreError('format-unsupported', `meshes of dimension ${dimension} are not read`, {
    file,
    place: values.placeAt(start),
    remedy: 'Export a mesh in three dimensions.',
  });
}
