/** A typed array, as states and files store it. */
export type NumberArray = Float32Array | Float64Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

const types = [Float32Array, Float64Array, Int32Array, Uint8Array, Uint16Array, Uint32Array] as const;

/** Returns whether two arrays have the same element type. */
export function haveSameType(one: NumberArray, other: NumberArray): boolean {
  return types.some((Type) => one instanceof Type && other instanceof Type);
}

/** Returns an array of `length` zeros with the element type of `array`. */
export function zerosLike(array: NumberArray, length: number): NumberArray {
  for (const Type of types) if (array instanceof Type) return new Type(length);
  throw new Error('this is not an array of numbers');
}

/** Returns the rows `sources` of an array, each of `width` numbers, in that order. */
export function gatherRows(array: NumberArray, sources: ArrayLike<number>, width: number): NumberArray {
  const rows = zerosLike(array, width * sources.length);
  for (let row = 0; row < sources.length; row++) {
    for (let k = 0; k < width; k++) rows[width * row + k] = array[width * sources[row] + k];
  }
  return rows;
}
