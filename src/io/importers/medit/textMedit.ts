import { CoreError } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { CellCollector } from '../../reading/CellCollector.ts';
import { finishVolume } from '../../reading/finishVolume.ts';
import { float64List } from '../../reading/NumberList.ts';
import { TextValues } from '../../reading/ValueReader.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { meditCells, readMeditCells } from './meditCells.ts';

/** Reads a text .mesh: keywords, each followed by its table; tables we do not use are skipped. */
export function readTextMedit(file: string, bytes: Uint8Array): ImportedMesh {
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
