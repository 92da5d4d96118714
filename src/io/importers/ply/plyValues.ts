import { CoreError } from '../../../base/errors.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';
import { plyTypeBytes, type PlyHeader, type PlyProperty, type PlyType } from './plyHeader.ts';

/** A longer list that does not fit shows that the header is wrong; a shorter one that the file was cut. */
const plausibleLength = 255;

/** The values after the header, one after the other. */
export interface PlyValues {
  /** The next value. Throws `format-truncated` at the end and, in text, `format-malformed` for what is no number. */
  next(type: PlyType): number;
  /** Where the next value stands: `placeAt` turns it into words. */
  readonly position: number;
  placeAt(position: number): string;
  /** Most values of `type` that can still follow. */
  room(type: PlyType): number;
}

export function plyValues(file: string, bytes: Uint8Array, header: PlyHeader): PlyValues {
  if (header.format === 'ascii') return new TextValues(file, bytes, header.dataStart);
  return new BinaryValues(file, bytes, header.dataStart, header.format === 'binary_little_endian');
}

/** The next value as the length of the list `property`. Throws `format-malformed` when the file cannot hold such a list. */
export function readListLength(property: PlyProperty, values: PlyValues, file: string): number {
  const position = values.position;
  const length = values.next(property.countType ?? 'int32');
  if (Number.isInteger(length) && length >= 0 && length <= values.room(property.type)) return length;
  if (Number.isInteger(length) && length >= 0 && length <= plausibleLength) throw ended(file, values.placeAt(position));
  throw new CoreError('format-malformed', `${length} cannot be the length of the list '${property.name}'`, {
    file,
    place: values.placeAt(position),
    remedy: 'The header does not fit the data: export the file again.',
  });
}

/** Moves past the value or list of `property`. */
export function skipProperty(property: PlyProperty, values: PlyValues, file: string): void {
  const count = property.countType === undefined ? 1 : readListLength(property, values, file);
  for (let at = 0; at < count; at++) values.next(property.type);
}

class BinaryValues implements PlyValues {
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

  next(type: PlyType): number {
    const { view, littleEndian } = this;
    const at = this.position;
    this.position = at + plyTypeBytes[type];
    if (this.position > view.byteLength) throw ended(this.file, `byte ${view.byteLength}`);
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
    }
  }

  placeAt(position: number): string {
    return `byte ${position}`;
  }

  room(type: PlyType): number {
    return (this.view.byteLength - this.position) / plyTypeBytes[type];
  }
}

class TextValues implements PlyValues {
  private readonly file: string;
  private readonly scanner: ByteScanner;

  constructor(file: string, bytes: Uint8Array, start: number) {
    this.file = file;
    this.scanner = new ByteScanner(bytes, start);
  }

  get position(): number {
    return this.scanner.position;
  }

  next(): number {
    const { scanner } = this;
    if (!scanner.skipToToken()) throw ended(this.file, this.placeAt(scanner.position));
    const start = scanner.position;
    const value = scanner.number();
    if (Number.isNaN(value) && !/^[-+]?nan/i.test(scanner.text(start, Math.min(scanner.position, start + 8)))) {
      throw new CoreError(
        'format-malformed',
        `'${scanner.text(start, Math.min(scanner.position, start + 40))}' is no number`,
        {
          file: this.file,
          place: this.placeAt(start),
          remedy: 'Export the file again.',
        },
      );
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

function ended(file: string, place: string): CoreError {
  return new CoreError('format-truncated', 'the file ends before all the values its header names', {
    file,
    place,
    remedy: 'Copy or export the file again.',
  });
}
