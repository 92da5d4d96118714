import { CoreError } from '../../../base/errors.ts';
import type { ImportSource } from '../../Importer.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';
import { textBytes } from '../../text/textBytes.ts';

const star = 42;
/** Largest depth, and largest number, of included files. */
const depthLimit = 8;
const includeLimit = 256;
const includeBytesLimit = 2 ** 28;

/** A part of the text between includes: `bytes` from `start` to `end`. */
export interface TextStretch {
  /** The included file's name; undefined for the file itself. */
  readonly name: string | undefined;
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** Returns the file with every `*INCLUDE name` replaced by that file, as parts of text in reading order. */
export async function expandIncludes(source: ImportSource): Promise<TextStretch[]> {
  const stretches: TextStretch[] = [];
  let included = 0;
  let includedBytes = 0;
  const expand = async (name: string | undefined, bytes: Uint8Array, depth: number): Promise<void> => {
    const scanner = new ByteScanner(bytes, 0, { comment: '#' });
    let start = 0;
    while (!scanner.atEnd) {
      const line = scanner.position;
      const match =
        scanner.skipBlanks() && bytes[scanner.position] === star
          ? /^\*INCLUDE\s+(.+)$/i.exec(scanner.restOfLine())
          : null;
      if (match === null) {
        if (scanner.position === line || !isLineStart(bytes, scanner.position)) scanner.skipLine();
        continue;
      }
      if (depth === depthLimit || ++included > includeLimit) {
        throw includeError(source, 'limit-exceeded', `too many included files at '${match[1]}'`, scanner.lineAt(line));
      }
      stretches.push({ name, bytes: bytes.subarray(0, line), start });
      start = scanner.position;
      const other = await source.sibling(match[1]);
      if (other === undefined) {
        throw includeError(source, 'file-missing', `the included file '${match[1]}' is missing`, scanner.lineAt(line));
      }
      includedBytes += other.length;
      if (includedBytes > includeBytesLimit) {
        throw includeError(source, 'limit-exceeded', 'the included files are too large', scanner.lineAt(line));
      }
      await expand(match[1], textBytes(other), depth + 1);
    }
    stretches.push({ name, bytes, start });
  };
  await expand(undefined, textBytes(source.bytes), 0);
  return stretches;
}

function isLineStart(bytes: Uint8Array, position: number): boolean {
  return position > 0 && (bytes[position - 1] === 10 || bytes[position - 1] === 13);
}

function includeError(source: ImportSource, code: 'limit-exceeded' | 'file-missing', message: string, line: number) {
  return new CoreError(code, message, {
    file: source.path,
    place: `line ${line}`,
    remedy: 'Put the included files beside it.',
  });
}
