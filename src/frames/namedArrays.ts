import { CoreError } from '../base/errors.ts';
import type { PackableArray, PackedContent } from './packedArrays.ts';

/** The array of that name and type in unpacked content; `format-malformed` where there is none. */
export function namedArray<T extends PackableArray>(
  content: PackedContent,
  name: string,
  type: abstract new (...args: never[]) => T,
): T {
  const found = content.arrays.get(name);
  if (found instanceof type) return found;
  throw malformed(`array '${name}' is missing or has another type`);
}

export function malformed(message: string): CoreError {
  return new CoreError('format-malformed', message);
}
