/**
 * The straight paths of a surface's vertices through a step, xyz interleaved, m, and the largest deviation from them: half
 * the layer thickness and a little more. A pair further apart than both deviations needs no test until one vertex leaves its path.
 */
export interface Paths {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Largest deviation per vertex, m. */
  readonly pads: Float64Array;
  /** Scratch of `pathsPart`: a line, m, and a gap along it, m2. */
  readonly line: Float64Array;
}

/**
 * Returns whether a plane, across the line between the triangles' centroids, separates the paths of vertices `a`, `b`, `c` from those of `d`, `e`, `f`
 * throughout the step, by more than they may deviate. Vertices may be equal: points and edges are degenerate triangles.
 */
export function pathsPart(
  { starts, ends, pads, line }: Paths,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): boolean {
  const a3 = 3 * a;
  const b3 = 3 * b;
  const c3 = 3 * c;
  const d3 = 3 * d;
  const e3 = 3 * e;
  const f3 = 3 * f;
  for (let axis = 0; axis < 3; axis++) {
    line[axis] =
      starts[a3 + axis] +
      ends[a3 + axis] +
      starts[b3 + axis] +
      ends[b3 + axis] +
      starts[c3 + axis] +
      ends[c3 + axis] -
      (starts[d3 + axis] + ends[d3 + axis] + starts[e3 + axis] + ends[e3 + axis] + starts[f3 + axis] + ends[f3 + axis]);
  }
  measureGap(starts, a3, b3, c3, d3, e3, f3, line);
  const before = line[3];
  if (!(before > 0)) return false;
  let pad = pads[a];
  if (pads[b] > pad) pad = pads[b];
  if (pads[c] > pad) pad = pads[c];
  let otherPad = pads[d];
  if (pads[e] > otherPad) otherPad = pads[e];
  if (pads[f] > otherPad) otherPad = pads[f];
  const stray = (pad + otherPad) * Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
  if (!(before > stray)) return false;
  measureGap(ends, a3, b3, c3, d3, e3, f3, line);
  return line[3] > stray;
}

/**
 * Writes the gap along line[0..2] between the points at a, b, c and those at d, e, f of `p` to line[3], m2; NaN where a coordinate is NaN. The numbers
 * are passed in an array: returned from a function of this size, each would be allocated.
 */
function measureGap(
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  line: Float64Array,
): void {
  const x = line[0];
  const y = line[1];
  const z = line[2];
  let low = x * p[a] + y * p[a + 1] + z * p[a + 2];
  const second = x * p[b] + y * p[b + 1] + z * p[b + 2];
  const third = x * p[c] + y * p[c + 1] + z * p[c + 2];
  // `Math.min` and `Math.max`, which distinguish signed zeros, take several times as long.
  if (second < low) low = second;
  if (third < low) low = third;
  let high = x * p[d] + y * p[d + 1] + z * p[d + 2];
  const fifth = x * p[e] + y * p[e + 1] + z * p[e + 2];
  const sixth = x * p[f] + y * p[f + 1] + z * p[f + 2];
  if (fifth > high) high = fifth;
  if (sixth > high) high = sixth;
  line[3] = low - high;
}
