import { CoreError } from '../../base/errors.ts';
import { ByteScanner, type ScannerOptions } from '../text/ByteScanner.ts';

/** Storage type of a number. */
export type NumberType =
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64';

export const numberBytes: Readonly<Record<NumberType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
};

/** Reads a sequence of numbers, as text or in binary: for tables of formats with both forms. */
export interface ValueReader {
  /** Position of the next value, which `placeAt` describes. */
  readonly position: number;
  /** Returns the next value. Throws `format-truncated` at the end and, in text, `format-malformed` for a token that is not a number. */
  next(type: NumberType): number;
  placeAt(position: number): string;
  /** Returns the largest number of values of `type` that can still follow. */
  room(type: NumberType): number;
}

export class BinaryValues implements ValueReader {
  position: number;
  private readonly file: string;
  private readonly view: DataView;
  private readonly littleEndian: boolean;

  constructor(file: string, bytes: Uint8Array, start: number, littleEndian: boolean) {
    this.file = file;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = start;
    this.littleEndian = littleEndian;
  }

  next(type: NumberType): number {
    const { view, littleEndian } = this;
    const at = this.position;
    this.position = at + numberBytes[type];
    if (this.position > view.byteLength) throw fileEnded(this.file, `byte ${view.byteLength}`);
    switch (type) {
      case 'float32':
        return view.getFloat32(at, littleEndian);
      case 'uint8':
        return view.getUint8(at);
      case 'int32':
        return view.getInt32(at, littleEndian);
      case 'uint32':
        return view.getUint32(at, littleEndian);
      case 'float64':
        return view.getFloat64(at, littleEndian);
      case 'int8':
        return view.getInt8(at);
      case 'int16':
        return view.getInt16(at, littleEndian);
      case 'uint16':
        return view.getUint16(at, littleEndian);
      case 'int64':
        return Number(view.getBigInt64(at, littleEndian));
      case 'uint64':
        return Number(view.getBigUint64(at, littleEndian));
    }
  }

  placeAt(position: number): string {
    return `byte ${position}`;
  }

  room(type: NumberType): number {
    return (this.view.byteLength - this.position) / numberBytes[type];
  }
}

/** Reads numbers separated by blanks and line ends; lines have no meaning. */
export class TextValues implements ValueReader {
  readonly scanner: ByteScanner;
  private readonly file: string;

  constructor(file: string, bytes: Uint8Array, start: number, options: ScannerOptions = {}) {
    this.file = file;
    this.scanner = new ByteScanner(bytes, start, options);
  }

  get position(): number {
    // Past blanks and line ends, so that the position is that of the value and not the end of the line before.
    this.scanner.skipToToken();
    return this.scanner.position;
  }

  next(): number {
    const { scanner } = this;
    if (!scanner.skipToToken()) throw fileEnded(this.file, this.placeAt(scanner.position));
    const start = scanner.position;
    const value = scanner.number();
    if (Number.isNaN(value) && !/^[-+]?nan/i.test(scanner.text(start, Math.min(scanner.position, start + 8)))) {
      const token = scanner.text(start, Math.min(scanner.position, start + 40));
      throw new CoreError('format-malformed', `'${token}' is no number`, {
        file: this.file,
        place: this.placeAt(start),
        remedy: 'Export the file again.',
      });
    }
    return value;
  }

  placeAt(position: number): string {
    return `line ${this.scanner.lineAt(position)}`;
  }

  room(): number {
    return (this.scanner.bytes.length - this.scanner.position + 1) / 2;
  }
}

export function fileEnded(file: string, place: string): CoreError {
  return new CoreError('format-truncated', 'the file ends before all the values it announces', {
    file,
    place,
    remedy: 'Copy or export the file again.',
  });
}
