import { CoreError } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { CellCollector } from '../../reading/CellCollector.ts';
import { finishVolume } from '../../reading/finishVolume.ts';
import { float64List } from '../../reading/NumberList.ts';
import { TextValues } from '../../reading/ValueReader.ts';
import { VertexNumbers } from '../../reading/VertexNumbers.ts';
import { WarningList } from '../../reading/WarningList.ts';

/** One of TetGen's two files. */
export interface TetgenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads the pair of files. Vertices are numbered from 0 or 1, as the first one says. */
export function readTetgen(node: TetgenFile, ele: TetgenFile): ImportedMesh {
  const { positions, numbers } = readNodes(node);
  const { cells, placeAt } = readTets(ele, numbers);
  return finishVolume({ file: ele.path, positions, cells, placeAt }, new WarningList());
}

/** Header: vertices, dimension, attributes, markers. Rows: number, x, y, z, then what is skipped. */
function readNodes(file: TetgenFile): { positions: Float64Array; numbers: VertexNumbers } {
  const values = new TextValues(file.path, file.bytes, 0, { comment: '#' });
  const count = readCount(values, file);
  const dimension = values.next();
  if (dimension !== 3) {
    throw malformed(file, values, 0, `meshes of dimension ${dimension} are not read`);
  }
  values.scanner.skipLine();
  const positions = float64List();
  const numbers = new VertexNumbers();
  for (let vertex = 0; vertex < count; vertex++) {
    numbers.add(values.next());
    for (let axis = 0; axis < 3; axis++) positions.push(values.next());
    values.scanner.skipLine();
  }
  return { positions: positions.toArray(), numbers };
}

/** Header: tets, nodes (4, or 10 for quadratic ones), attributes. Rows: number, corners, attributes (the first is a region). */
function readTets(file: TetgenFile, numbers: VertexNumbers) {
  const values = new TextValues(file.path, file.bytes, 0, { comment: '#' });
  const count = readCount(values, file);
  const corners = values.next();
  if (corners !== 4 && corners !== 10) throw malformed(file, values, 0, `tetrahedra of ${corners} corners`);
  const { scanner } = values;
  const hasRegion = scanner.skipBlanks() && values.next() > 0;
  scanner.skipLine();
  const cells = new CellCollector();
  for (let tet = 0; tet < count; tet++) {
    const place = values.position;
    values.next();
    const vertices = Array.from({ length: corners }, () => numbers.indexOf(values.next()));
    const region = hasRegion && scanner.skipBlanks() ? cells.region(`region ${values.next()}`) : 0;
    cells.add(corners === 10 ? 'tet10' : 'tet', vertices, corners, region, place);
    scanner.skipLine();
  }
  return { cells, placeAt: (position: number): string => values.placeAt(position) };
}

function readCount(values: TextValues, file: TetgenFile): number {
  const count = values.next();
  if (Number.isInteger(count) && count >= 0) return count;
  throw malformed(file, values, 0, `${count} is no count`);
}

function malformed(file: TetgenFile, values: TextValues, position: number, message: string): CoreError {
  return new CoreError('format-malformed', message, {
    file: file.path,
    place: values.placeAt(position),
    remedy: 'Export the file again.',
  });
}
