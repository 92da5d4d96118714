import { CoreError } from '../../../base/errors.ts';

/** Values above this are damage: their squares and cubes do not fit the useful range of a double. */
const MOST = 1e30;

/** Returns the vectors (xyz each); throws `geometry-invalid` where one is not of finite numbers. `what`: `vertex` or `velocity`. */
export function finiteValues<T extends Float32Array | Float64Array>(values: T, what: string, place: string): T {
  for (let k = 0; k < values.length; k++) {
    if (Math.abs(values[k]) <= MOST) continue;
    throw new CoreError('geometry-invalid', `${what} ${Math.floor(k / 3)} has the coordinate ${values[k]}`, {
      place,
      remedy: 'Export it again, or leave the object out.',
    });
  }
  return values;
}
