/**
 * Sums over the vectors of a body, xyz interleaved. They end with their loops: V8 leaves code that it compiled while a loop ran,
 * and goes on allocating every intermediate number, when something follows the loop that had not run by then.
 */

/** out = sum of the vectors in `field`. */
export function sumVectors(field: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let k = 0; k < field.length; k += 3) {
    out[0] += field[k];
    out[1] += field[k + 1];
    out[2] += field[k + 2];
  }
}

/** out = a + b. */
export function addVectors(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] = a[k] + b[k];
}

/** out = a + s b. */
export function addScaled(a: Float64Array, b: Float64Array, s: number, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] = a[k] + s * b[k];
}

/** Whether all numbers in `field` are finite. */
export function allFinite(field: Float64Array): boolean {
  for (let k = 0; k < field.length; k++) if (!(Math.abs(field[k]) < Infinity)) return false;
  return true;
}

/** Sum of all numbers in `field`. */
export function sumNumbers(field: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < field.length; k++) sum += field[k];
  return sum;
}

/** Sum of the products of the numbers of `a` and `b`. */
export function dotVectors(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** Largest squared length of the vectors in `field` less `mean`. */
export function largestSquare(field: Float64Array, mean: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < field.length; k += 3) {
    const x = field[k] - mean[0];
    const y = field[k + 1] - mean[1];
    const z = field[k + 2] - mean[2];
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return largest;
}

/** sum r^2 / m over the vectors r in `field`. */
export function weightedSquare(field: Float64Array, masses: Float64Array): number {
  let sum = 0;
  for (let v = 0; v < masses.length; v++) {
    const k = 3 * v;
    sum += (field[k] * field[k] + field[k + 1] * field[k + 1] + field[k + 2] * field[k + 2]) / masses[v];
  }
  return sum;
}

/** Returns sum m |after - before|^2. */
export function changedSquare(masses: Float64Array, before: Float64Array, after: Float64Array): number {
  let sum = 0;
  for (let v = 0; v < masses.length; v++) {
    const m = masses[v];
    const k = 3 * v;
    const x = after[k] - before[k];
    const y = after[k + 1] - before[k + 1];
    const z = after[k + 2] - before[k + 2];
    // In this order, whose rounding frames depend on.
    sum += m * (x * x);
    sum += m * (y * y);
    sum += m * (z * z);
  }
  return sum;
}
