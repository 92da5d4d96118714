import { CoreError } from '../base/errors.ts';
import type { FibreSamples } from '../systems/solid/fibres/fibreSamples.ts';
import { ByteScanner } from './text/ByteScanner.ts';

/** Numbers of one array at most. */
const MOST_NUMBERS = 60_000_000;
/** Words after the name of an array that say what it holds, and how many numbers each entry has. */
const COMPONENTS: Readonly<Record<string, number>> = { VECTORS: 3, NORMALS: 3, TENSORS: 9 };

/** True for the bytes of a legacy VTK file. */
export function isVtk(bytes: Uint8Array): boolean {
  return /^\s*#\s*vtk DataFile/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)));
}

/**
 * The first vectors of a legacy VTK file in text form: those of its cells are directions of the elements in their order, those of its points
 * directions there. In the unit and axes of the file. Zero vectors of points are left out; elements with one have no fibre. Throws `format-malformed`
 * and `format-unsupported` naming the line.
 */
export function parseFibreVtk(bytes: Uint8Array, file: string): FibreSamples {
  const reader = new VectorReader(bytes, file);
  return reader.read();
}

class VectorReader {
  private readonly scanner: ByteScanner;
  private readonly file: string;
  private points: Float64Array = new Float64Array(0);
  /** Whether the arrays that follow are of cells or points, and of how many. */
  private of: 'cells' | 'points' | undefined;
  private count = 0;

  constructor(bytes: Uint8Array, file: string) {
    this.scanner = new ByteScanner(bytes);
    this.file = file;
  }

  read(): FibreSamples {
    const { scanner } = this;
    // Version and title.
    scanner.skipLine();
    scanner.skipLine();
    scanner.skipToToken();
    if (scanner.word().toUpperCase() !== 'ASCII') {
      throw this.broken('format-unsupported', 'only VTK files in text form are read for fibres', 'Save it as ASCII.');
    }
    while (scanner.skipToToken()) {
      const found = this.readSection(scanner.word().toUpperCase());
      if (found !== undefined) return this.samples(found);
    }
    throw this.broken('format-malformed', 'the file holds no vectors', 'Write VECTORS under CELL_DATA or POINT_DATA.');
  }

  /** Reads or passes over what a word begins; the vectors, where it begins them. */
  private readSection(word: string): Float64Array | undefined {
    const { scanner } = this;
    if (word === 'POINTS') {
      const count = this.integer();
      this.word();
      this.points = this.numbers(3 * count);
    } else if (word === 'CELL_DATA' || word === 'POINT_DATA') {
      this.of = word === 'CELL_DATA' ? 'cells' : 'points';
      this.count = this.integer();
    } else if (word === 'CELLS') {
      this.integer();
      this.numbers(this.integer());
    } else if (word === 'CELL_TYPES') this.numbers(this.integer());
    else if (word === 'SCALARS') scanner.skipLine();
    else if (word === 'FIELD') return this.readField();
    else if (Object.hasOwn(COMPONENTS, word) && this.of !== undefined) {
      this.word();
      this.word();
      const values = this.numbers(COMPONENTS[word] * this.count);
      if (COMPONENTS[word] === 3) return values;
    }
    return undefined;
  }

  /** The first array of three components in a field. */
  private readField(): Float64Array | undefined {
    this.word();
    const arrays = this.integer();
    for (let k = 0; k < arrays; k++) {
      this.word();
      const components = this.integer();
      const tuples = this.integer();
      this.word();
      const values = this.numbers(components * tuples);
      if (components === 3 && this.of !== undefined && tuples === this.count) return values;
    }
    return undefined;
  }

  private samples(vectors: Float64Array): FibreSamples {
    if (vectors.every((value) => value === 0)) {
      throw this.broken('format-malformed', 'all its vectors are zero', 'Choose another array, or another file.');
    }
    if (this.of === 'cells') return { directions: vectors, frame: 'mesh' };
    if (this.points.length !== vectors.length) {
      const message = `the file has ${vectors.length / 3} vectors for ${this.points.length / 3} points`;
      throw this.broken('format-malformed', message, 'Write one vector per point.');
    }
    const kept = Array.from(vectors.keys()).filter((k) => {
      const first = k - (k % 3);
      return vectors[first] !== 0 || vectors[first + 1] !== 0 || vectors[first + 2] !== 0;
    });
    const pick = (values: Float64Array) => Float64Array.from(kept, (k) => values[k]);
    return { points: pick(this.points), directions: pick(vectors), frame: 'mesh' };
  }

  private numbers(count: number): Float64Array {
    if (!(count >= 0 && count <= MOST_NUMBERS)) {
      throw this.broken('limit-exceeded', `an array of ${count} numbers is too large`, 'Divide the file.');
    }
    // A digit and a blank each, the last blank may be missing.
    if (count > (this.scanner.bytes.length - this.scanner.position + 1) / 2) {
      const message = `an array of ${count} numbers ends early: it is more than the file holds`;
      throw this.broken('format-malformed', message, 'Write it again.');
    }
    const out = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const found = this.scanner.skipToToken();
      out[k] = found ? this.scanner.number() : NaN;
      if (!Number.isFinite(out[k])) {
        throw this.broken(
          'format-malformed',
          'an array ends early, or holds something that is not a number',
          'Write it again.',
        );
      }
    }
    return out;
  }

  private integer(): number {
    const value = this.scanner.skipToToken() ? this.scanner.integer() : NaN;
    if (value >= 0) return value;
    throw this.broken('format-malformed', 'a count is missing', 'Write it again.');
  }

  private word(): string {
    return this.scanner.skipToToken() ? this.scanner.word() : '';
  }

  private broken(
    code: 'format-malformed' | 'format-unsupported' | 'limit-exceeded',
    message: string,
    remedy: string,
  ): CoreError {
    return new CoreError(code, message, { file: this.file, place: `line ${this.scanner.lineAt()}`, remedy });
  }
}
