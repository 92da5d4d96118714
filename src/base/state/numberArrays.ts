/** An array of numbers as states and files hold it. */
export type NumberArray = Float32Array | Float64Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

const types = [Float32Array, Float64Array, Int32Array, Uint8Array, Uint16Array, Uint32Array] as const;

/** Whether two arrays hold numbers of the same type. */
export function haveSameType(one: NumberArray, other: NumberArray): boolean {
  return types.some((Type) => one instanceof Type && other instanceof Type);
}

/** Returns an array of `length` zeros of the type of another. */
export function zerosLike(array: NumberArray, length: number): NumberArray {
  for (const Type of types) if (array instanceof Type) return new Type(length);
  throw new Error('this is no array of numbers');
}

/** Returns the rows `sources` of an array, each of `width` numbers, in that order. */
export function gatherRows(array: NumberArray, sources: ArrayLike<number>, width: number): NumberArray {
  const rows = zerosLike(array, width * sources.length);
  for (let row = 0; row < sources.length; row++) {
    for (let k = 0; k < width; k++) rows[width * row + k] = array[width * sources[row] + k];
  }
  return rows;
}
