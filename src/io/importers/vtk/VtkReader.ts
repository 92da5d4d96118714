import { CoreError, type ErrorCode } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { CellCollector } from '../../reading/CellCollector.ts';
import { finishVolume } from '../../reading/finishVolume.ts';
import { float64List, uint32List, type NumberList } from '../../reading/NumberList.ts';
import { BinaryValues, TextValues, type NumberType, type ValueReader } from '../../reading/ValueReader.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';
import { dataLine, readCellNumbers, type CellNumbers } from './cellNumbers.ts';
import { vtkCellTypes, type VtkCellType } from './cellTypes.ts';

const numberTypes: Readonly<Record<string, NumberType>> = {
  char: 'int8',
  unsigned_char: 'uint8',
  short: 'int16',
  unsigned_short: 'uint16',
  int: 'int32',
  unsigned_int: 'uint32',
  long: 'int64',
  unsigned_long: 'uint64',
  float: 'float32',
  double: 'float64',
  vtkidtype: 'int64',
  vtktypeint64: 'int64',
  vtktypeint32: 'int32',
};

/** Largest number of different parts that cell data tell: those with more number something else. */
const MOST_PARTS = 255;

/** Vertex lists of cells: cell `c` has `vertices[offsets[c] .. offsets[c + 1])`. */
interface CellLists {
  readonly offsets: NumberList<Uint32Array>;
  readonly vertices: NumberList<Uint32Array>;
  readonly places: NumberList<Uint32Array>;
}

/** Reads one legacy file, section by section, and of the point and cell data what says which part of the mesh a cell is. */
export class VtkReader {
  private readonly file: string;
  private readonly scanner: ByteScanner;
  private readonly warnings = new WarningList();
  private readonly positions = float64List();
  private readonly cells = new CellCollector();
  private binary = false;
  private lists: CellLists | undefined;
  /** Cells of the file so far: the number of the next. Cells have it in place of a region until their data are read. */
  private cellCount = 0;

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.scanner = new ByteScanner(bytes);
  }

  read(): ImportedMesh {
    this.readHeader();
    while (this.readSection());
    this.readParts();
    const placeAt = (position: number): string => this.placeAt(position);
    const { file, cells } = this;
    return finishVolume({ file, positions: this.positions.toArray(), cells, placeAt }, this.warnings);
  }

  private placeAt(position: number): string {
    return this.binary ? `byte ${position}` : `line ${this.scanner.lineAt(position)}`;
  }

  private error(code: ErrorCode, message: string, position: number, remedy = 'Export the file again.'): CoreError {
    return new CoreError(code, message, { file: this.file, place: this.placeAt(position), remedy });
  }

  /** Reads four lines: version, title, ASCII or BINARY, the kind of data set. */
  private readHeader(): void {
    const { scanner } = this;
    scanner.skipToToken();
    scanner.skipLine();
    scanner.skipLine();
    const form = scanner.skipToToken() ? scanner.word().toUpperCase() : '';
    if (form !== 'ASCII' && form !== 'BINARY') {
      throw this.error('format-malformed', 'the third line is neither ASCII nor BINARY', scanner.position);
    }
    this.binary = form === 'BINARY';
    const start = scanner.position;
    const words = scanner.skipToToken() ? scanner.restOfLine().toUpperCase().split(/\s+/) : [];
    if (words[0] === 'DATASET' && (words[1] === 'UNSTRUCTURED_GRID' || words[1] === 'POLYDATA')) return;
    const remedy = 'Save it as an unstructured grid or as polygonal data.';
    throw this.error('format-unsupported', `the data set '${words[1] ?? ''}' is not read`, start, remedy);
  }

  /** Cells of equal numbers in the cell data are a region. */
  private readParts(): void {
    const { scanner, cells } = this;
    let found: CellNumbers | undefined;
    try {
      found = readCellNumbers({
        scanner,
        values: () => this.values(),
        numberType: (word, start) => this.numberType(word, start),
        count: (word, start) => this.count(word, start),
      });
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      // The mesh itself is whole.
      this.warnings.add('cell data', () => `point or cell data not read: ${error.message}`);
    }
    if (found === undefined || found.numbers.length !== this.cellCount) return cells.nameRegions(() => '');
    const { name, numbers } = found;
    const parts = new Set(numbers.toArray());
    if (parts.size > MOST_PARTS) return cells.nameRegions(() => '');
    cells.nameRegions((cell) => `${name} ${numbers.get(cell)}`);
  }

  /** False at the end and at the point and cell data. */
  private readSection(): boolean {
    const { scanner } = this;
    if (!scanner.skipToToken()) return false;
    const start = scanner.position;
    const words = dataLine(scanner);
    const keyword = words[0].toUpperCase();
    if (keyword === 'POINT_DATA' || keyword === 'CELL_DATA') {
      scanner.position = start;
      return false;
    }
    if (keyword === 'POINTS') this.readPoints(words, start);
    else if (keyword === 'CELLS') this.lists = this.readLists(words, start);
    else if (keyword === 'CELL_TYPES') this.readCellTypes(words, start);
    else if (keyword === 'POLYGONS') this.addAll(this.readLists(words, start), vtkCellTypes[7]);
    else if (keyword === 'TRIANGLE_STRIPS') this.addAll(this.readLists(words, start), vtkCellTypes[6]);
    else if (keyword === 'LINES' || keyword === 'VERTICES')
      this.cellCount += this.readLists(words, start).offsets.length - 1;
    else this.passOver(keyword, start);
    return true;
  }

  /** Skips a section: METADATA ends at an empty line; FIELD and others at this position are not needed for the mesh. */
  private passOver(keyword: string, start: number): void {
    const { scanner } = this;
    if (keyword !== 'METADATA') {
      throw this.error('format-unsupported', `the section '${keyword.slice(0, 20)}' is not read`, start);
    }
    while (!scanner.atEnd && scanner.skipBlanks()) scanner.skipLine();
  }

  private values(): ValueReader {
    const { file, scanner } = this;
    if (this.binary) return new BinaryValues(file, scanner.bytes, scanner.position, false);
    return new TextValues(file, scanner.bytes, scanner.position);
  }

  private count(word: string | undefined, start: number): number {
    const count = Number(word);
    if (word !== undefined && Number.isInteger(count) && count >= 0) return count;
    throw this.error('format-malformed', `'${word ?? ''}' is no count`, start);
  }

  private numberType(word: string | undefined, start: number): NumberType {
    const name = (word ?? '').toLowerCase();
    if (Object.hasOwn(numberTypes, name)) return numberTypes[name];
    throw this.error('format-unsupported', `numbers of type '${name}' are not read`, start);
  }

  private readPoints(words: readonly string[], start: number): void {
    const count = this.count(words[1], start);
    const type = this.numberType(words[2], start);
    const values = this.values();
    for (let number = 0; number < 3 * count; number++) this.positions.push(values.next(type));
    this.scanner.position = values.position;
  }

  /** Reads cells: up to version 4 as length and vertices of each cell, from version 5 as offsets, then all vertices. */
  private readLists(words: readonly string[], start: number): CellLists {
    const count = this.count(words[1], start);
    const { scanner } = this;
    const before = scanner.position;
    const isNew =
      scanner.skipToToken() && scanner.text(scanner.position, scanner.position + 7).toUpperCase() === 'OFFSETS';
    if (isNew) return this.readOffsetLists(count, this.count(words[2], start));
    scanner.position = before;
    const lists: CellLists = { offsets: uint32List(), vertices: uint32List(), places: uint32List() };
    lists.offsets.push(0);
    const values = this.values();
    for (let cell = 0; cell < count; cell++) {
      const place = values.position;
      const length = values.next('int32');
      if (!(length >= 0 && length <= values.room('int32'))) {
        throw this.error('format-malformed', `a cell of ${length} vertices`, place);
      }
      for (let at = 0; at < length; at++) pushVertex(lists.vertices, values.next('int32'));
      lists.offsets.push(lists.vertices.length);
      lists.places.push(place);
    }
    scanner.position = values.position;
    return lists;
  }

  private readOffsetLists(offsetCount: number, vertexCount: number): CellLists {
    const lists: CellLists = { offsets: uint32List(), vertices: uint32List(), places: uint32List() };
    const offsets = this.readNamedNumbers('OFFSETS', offsetCount);
    const place = this.scanner.position;
    const vertices = this.readNamedNumbers('CONNECTIVITY', vertexCount);
    for (let at = 0; at < offsetCount; at++) {
      const offset = offsets.get(at);
      if (!(offset >= (at === 0 ? 0 : offsets.get(at - 1)) && offset <= vertexCount)) {
        throw this.error('format-malformed', `${offset} cannot be the offset of a cell`, place);
      }
      lists.offsets.push(offset);
      if (at > 0) lists.places.push(place);
    }
    for (let at = 0; at < vertexCount; at++) pushVertex(lists.vertices, vertices.get(at));
    return lists;
  }

  private readNamedNumbers(name: string, count: number): NumberList<Float64Array> {
    const { scanner } = this;
    scanner.skipToToken();
    const start = scanner.position;
    const words = scanner.restOfLine().split(/\s+/);
    if (words[0].toUpperCase() !== name) throw this.error('format-malformed', `${name} is missing`, start);
    const type = this.numberType(words[1], start);
    const values = this.values();
    const numbers = float64List();
    for (let at = 0; at < count; at++) numbers.push(values.next(type));
    scanner.position = values.position;
    return numbers;
  }

  private readCellTypes(words: readonly string[], start: number): void {
    const { lists } = this;
    const count = this.count(words[1], start);
    if (lists === undefined || lists.offsets.length - 1 !== count) {
      throw this.error('format-malformed', 'CELL_TYPES does not fit CELLS', start);
    }
    const values = this.values();
    for (let cell = 0; cell < count; cell++) {
      const place = values.position;
      const number = values.next('int32');
      const type = Object.hasOwn(vtkCellTypes, number) ? vtkCellTypes[number] : undefined;
      if (type === undefined) {
        throw this.error('format-unsupported', `unknown cell type ${number}`, place, 'Export tetrahedra only.');
      }
      this.addCell(lists, cell, type);
    }
    this.scanner.position = values.position;
  }

  private addAll(lists: CellLists, type: VtkCellType): void {
    for (let cell = 0; cell < lists.offsets.length - 1; cell++) this.addCell(lists, cell, type);
  }

  private addCell(lists: CellLists, cell: number, type: VtkCellType): void {
    const first = lists.offsets.get(cell);
    const length = lists.offsets.get(cell + 1) - first;
    const place = lists.places.get(cell);
    const number = this.cellCount++;
    const corners = type.corners ?? length;
    if (length < corners) throw this.error('format-malformed', `a cell of ${length} vertices needs ${corners}`, place);
    if (type.kind === 'strip') {
      for (let at = 0; at + 2 < length; at++) this.addStripTriangle(lists, first + at, at % 2 === 0, number, place);
      return;
    }
    if (type.kind === 'ignored') return;
    const vertices = Array.from({ length: corners }, (_, at) => lists.vertices.get(first + (type.order?.[at] ?? at)));
    if (type.curved === true) this.cells.countCurved(type.kind, 1);
    this.cells.add(type.kind, vertices, corners, number, place);
  }

  private addStripTriangle({ vertices }: CellLists, first: number, even: boolean, number: number, place: number): void {
    const [a, b, c] = [vertices.get(first), vertices.get(first + 1), vertices.get(first + 2)];
    if (a === b || b === c || c === a) return;
    this.cells.add('triangle', even ? [a, b, c] : [b, a, c], 3, number, place);
  }
}

function pushVertex(list: NumberList<Uint32Array>, value: number): void {
  list.push(value >= 0 && value < 0xffffffff ? value : 0xffffffff);
}
