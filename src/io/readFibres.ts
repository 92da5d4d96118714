import { CoreError } from '../base/errors.ts';
import type { FibreSamples } from '../systems/solid/fibres/fibreSamples.ts';
import { MeshFileSource } from './MeshFileSource.ts';
import { isVtk, parseFibreVtk } from './readFibreVtk.ts';
import { float64List } from './reading/NumberList.ts';
import { ByteScanner } from './text/ByteScanner.ts';
import { textBytes } from './text/textBytes.ts';

/** Reads a file of fibre directions: VTK, else text. Throws what opening it throws, and as `parseFibreVtk` and `parseFibres`. */
export async function readFibres(path: string): Promise<FibreSamples> {
  const { bytes } = await MeshFileSource.open(path);
  return isVtk(bytes) ? parseFibreVtk(bytes, path) : parseFibres(bytes, path);
}

/**
 * Directions of fibres from text: one per line as `dx dy dz` for the elements in their order, or as `x y z dx dy dz` at points of the solid's own
 * frame (m), the same in all lines. Numbers are separated by blanks, commas or semicolons; from # on a line is a comment. Throws
 * `format-malformed` naming the line for what is no such file, and `limit-exceeded`.
 */
export function parseFibres(bytes: Uint8Array, file: string): FibreSamples {
  const scanner = new ByteScanner(textBytes(bytes), 0, { comment: '#', blanks: ',;' });
  const points = float64List();
  const directions = float64List();
  const line = new Float64Array(6);
  let width = 0;
  while (scanner.skipToToken()) {
    const start = scanner.position;
    const count = readLine(scanner, line);
    const problem = lineProblem(line, count, width);
    if (problem !== undefined) throw broken(problem, file, scanner.lineAt(start));
    width = count;
    for (let k = 0; k < count - 3; k++) points.push(line[k]);
    for (let k = count - 3; k < count; k++) directions.push(line[k]);
  }
  if (width === 0) throw broken('the file holds no directions', file, 1);
  return { directions: directions.toArray(), ...(width === 6 && { points: points.toArray() }) };
}

/** Numbers of the line, counted also beyond those that `out` holds. */
function readLine(scanner: ByteScanner, out: Float64Array): number {
  let count = 0;
  for (; scanner.skipBlanks(); count++) {
    const value = scanner.number();
    if (count < out.length) out[count] = value;
  }
  scanner.skipLine();
  return count;
}

/** What is wrong with a line of `count` numbers where those before had `width` (0: there are none). */
function lineProblem(line: Float64Array, count: number, width: number): string | undefined {
  if (count !== 3 && count !== 6) return `a line has ${count} numbers, not 3 or 6`;
  if (width !== 0 && count !== width) return `a line has ${count} numbers, others have ${width}`;
  const numbers = line.subarray(0, count);
  if (!numbers.every(Number.isFinite)) return 'a line holds something that is not a number';
  if (numbers.subarray(count - 3).every((value) => value === 0)) return 'a direction is zero';
  return undefined;
}

function broken(message: string, file: string, line: number): CoreError {
  return new CoreError('format-malformed', message, {
    file,
    place: `line ${line}`,
    remedy: 'Write one direction per line: dx dy dz for every element, or x y z dx dy dz at points.',
  });
}
