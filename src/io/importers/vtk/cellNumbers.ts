import type { ByteScanner } from '../../text/ByteScanner.ts';
import { uint32List, type NumberList } from '../../reading/NumberList.ts';
import type { NumberType, ValueReader } from '../../reading/ValueReader.ts';

/** Names of cell data that say which part of a mesh a cell is: `material`, `MaterialIds`, `RegionId`, `CellEntityIds`, `medit:ref`. */
const PART_NAME =
  /^(?:\w+:)?(?:mat(?:erial)?|region|domain|part|zone|object|physical|label|attribute|(?:cell)?entity|ref)/i;
const INTEGER = /^u?int\d+$/;

/** Cell data by which cells are grouped: a whole number for each cell. */
export interface CellNumbers {
  readonly name: string;
  readonly numbers: NumberList<Uint32Array>;
}

/** What reading attributes needs of the file. */
export interface AttributeSource {
  readonly scanner: ByteScanner;
  /** Reads numbers from the present position on; they end where its position is put back into the scanner. */
  values(): ValueReader;
  numberType(word: string | undefined, start: number): NumberType;
  count(word: string | undefined, start: number): number;
}

/**
 * Reads the sections after POINT_DATA and CELL_DATA: returns the first cell data of one whole number per cell whose name says that it is a part of the mesh;
 * undefined where there is none before the end or a section of another kind. The scanner is at the first of the two.
 */
export function readCellNumbers(source: AttributeSource): CellNumbers | undefined {
  const { scanner } = source;
  let tuples = 0;
  let ofCells = false;
  while (skipToAttribute(scanner)) {
    const start = scanner.position;
    const words = dataLine(scanner);
    const keyword = words[0].toUpperCase();
    if (keyword === 'CELL_DATA' || keyword === 'POINT_DATA') {
      ofCells = keyword === 'CELL_DATA';
      tuples = source.count(words[1], start);
    } else if (keyword === 'FIELD') {
      const arrays = source.count(words[2], start);
      for (let array = 0; array < arrays; array++) {
        if (!skipToAttribute(scanner)) return undefined;
        const head = scanner.position;
        const [name, size, length, type] = dataLine(scanner);
        const numbers = { name, size: source.count(size, head), tuples: source.count(length, head), type };
        const found = readNumbers(source, numbers, ofCells, head);
        if (found !== undefined) return found;
      }
    } else {
      const size = componentsOf(keyword, words);
      if (size === undefined) return undefined;
      const typeWord = keyword === 'LOOKUP_TABLE' ? 'unsigned_char' : words[keyword === 'TEXTURE_COORDINATES' ? 3 : 2];
      const length = keyword === 'LOOKUP_TABLE' ? source.count(words[2], start) : tuples;
      if (keyword === 'SCALARS') skipLookupTable(scanner);
      const numbers = { name: words[1] ?? '', size, tuples: length, type: typeWord };
      const found = readNumbers(source, numbers, ofCells && keyword === 'SCALARS', start);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The words of a line, after which binary data may begin with a byte that looks like a line end: only one end is skipped. */
export function dataLine(scanner: ByteScanner): string[] {
  const words = scanner.restOfLine().split(/\s+/);
  if (scanner.bytes[scanner.position - 1] === 13 && scanner.bytes[scanner.position] === 10) scanner.position++;
  return words;
}

/** Numbers per point or cell of an attribute; undefined for sections that are none. */
function componentsOf(keyword: string, words: readonly string[]): number | undefined {
  if (keyword === 'SCALARS') return Math.max(1, Math.min(4, Number(words[3] ?? 1)) || 1);
  if (keyword === 'VECTORS' || keyword === 'NORMALS') return 3;
  if (keyword === 'TENSORS') return 9;
  if (keyword === 'LOOKUP_TABLE') return 4;
  if (keyword === 'TEXTURE_COORDINATES') return Number(words[2]) || undefined;
  if (keyword === 'GLOBAL_IDS' || keyword === 'PEDIGREE_IDS') return 1;
  return undefined;
}

/** Moves to the next section, past METADATA, which ends at an empty line. False at the end. */
function skipToAttribute(scanner: ByteScanner): boolean {
  while (scanner.skipToToken()) {
    if (!/^METADATA/i.test(scanner.text(scanner.position, scanner.position + 8))) return true;
    while (!scanner.atEnd && scanner.skipBlanks()) scanner.skipLine();
  }
  return false;
}

/** The line `LOOKUP_TABLE name` that follows SCALARS, unless it is left out. */
function skipLookupTable(scanner: ByteScanner): void {
  const before = scanner.position;
  if (!scanner.skipToToken()) return;
  if (/^LOOKUP_TABLE$/i.test(dataLine(scanner)[0])) return;
  scanner.position = before;
}

interface Numbers {
  readonly name: string;
  readonly size: number;
  readonly tuples: number;
  readonly type: string | undefined;
}

/** Reads an array; returns it where it says which part of the mesh each cell is. */
function readNumbers(
  source: AttributeSource,
  { name, size, tuples, type }: Numbers,
  ofCells: boolean,
  start: number,
): CellNumbers | undefined {
  const { scanner } = source;
  const numberType = source.numberType(type, start);
  const values = source.values();
  const isWanted = ofCells && size === 1 && INTEGER.test(numberType) && PART_NAME.test(name);
  const numbers = uint32List(16);
  const total = size * tuples;
  for (let k = 0; k < total; k++) {
    const value = values.next(numberType);
    if (isWanted) numbers.push(value >= 0 && value < 0xffffffff ? value : 0xffffffff);
  }
  scanner.position = values.position;
  return isWanted ? { name, numbers } : undefined;
}
