import { CoreError } from '../../../base/errors.ts';
import { fileEnded, type ValueReader } from '../../reading/ValueReader.ts';
import type { PlyProperty } from './plyHeader.ts';

/** A longer list that does not fit indicates a wrong header; a shorter one a truncated file. */
const plausibleLength = 255;

/** Reads the next value as the length of the list `property`. Throws `format-malformed` when the file cannot contain such a list. */
export function readListLength(property: PlyProperty, values: ValueReader, file: string): number {
  const position = values.position;
  const length = values.next(property.countType ?? 'int32');
  if (Number.isInteger(length) && length >= 0 && length <= values.room(property.type)) return length;
  if (Number.isInteger(length) && length >= 0 && length <= plausibleLength) {
    throw fileEnded(file, values.placeAt(position));
  }
  throw new CoreError('format-malformed', `${length} cannot be the length of the list '${property.name}'`, {
    file,
    place: values.placeAt(position),
    remedy: 'The header does not fit the data: export the file again.',
  });
}

/** Moves past the value or list of `property`. */
export function skipProperty(property: PlyProperty, values: ValueReader, file: string): void {
  const count = property.countType === undefined ? 1 : readListLength(property, values, file);
  for (let at = 0; at < count; at++) values.next(property.type);
}
