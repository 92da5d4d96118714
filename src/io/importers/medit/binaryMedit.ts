import { CoreError } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { CellCollector } from '../../reading/CellCollector.ts';
import { finishVolume } from '../../reading/finishVolume.ts';
import { float64List } from '../../reading/NumberList.ts';
import { BinaryValues } from '../../reading/ValueReader.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { meditCells, readMeditCells } from './meditCells.ts';

const dimensionCode = 3;
const verticesCode = 4;
const endCode = 54;

/**
 * Reads a binary .meshb: keyword numbers, each with the position of the next one. Version 1 has 32-bit reals, version 2
 * 64-bit reals, version 3 also 64-bit positions, version 4 also 64-bit integers.
 */
export function readBinaryMedit(file: string, bytes: Uint8Array): ImportedMesh {
  const littleEndian = bytes[0] === 1;
  const values = new BinaryValues(file, bytes, 4, littleEndian);
  const version = values.next('int32');
  const real = version === 1 ? 'float32' : 'float64';
  const offset = version >= 3 ? 'int64' : 'int32';
  const integer = version >= 4 ? 'int64' : 'int32';
  const positions = float64List();
  const cells = new CellCollector();
  for (;;) {
    const start = values.position;
    const code = values.next('int32');
    if (code === endCode) break;
    const next = values.next(offset);
    if (code === dimensionCode) requireThree(values.next('int32'), file, start);
    else if (code === verticesCode) {
      const count = values.next(integer);
      for (let vertex = 0; vertex < count; vertex++) {
        for (let axis = 0; axis < 3; axis++) positions.push(values.next(real));
        values.next(integer);
      }
    } else {
      const cell = meditCells.find((one) => one.code === code);
      if (cell !== undefined) readMeditCells(cell, values.next(integer), cells, values, integer);
    }
    if (next === 0) break;
    // Tables lie one after the other: overlapping ones would be read again and again.
    if (!(next >= values.position && next <= bytes.length)) {
      throw new CoreError('format-malformed', `keyword ${code} points to byte ${next}`, {
        file,
        place: `byte ${start}`,
        remedy: 'The file is damaged: export it again.',
      });
    }
    values.position = next;
  }
  const placeAt = (position: number): string => values.placeAt(position);
  return finishVolume({ file, positions: positions.toArray(), cells, placeAt }, new WarningList());
}

function requireThree(dimension: number, file: string, start: number): void {
  if (dimension === 3) return;
  throw new CoreError('format-unsupported', `meshes of dimension ${dimension} are not read`, {
    file,
    place: `byte ${start}`,
    remedy: 'Export a mesh in three dimensions.',
  });
}
