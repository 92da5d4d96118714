/**
 * The straight paths of a surface's vertices through a step, xyz interleaved, m, and by how much each may stray from its path at any time: half
 * its layer's thickness and a little more. What stays further apart than both strays need not be looked at until one leaves them.
 */
export interface Paths {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Per vertex. */
  readonly pads: Float64Array;
}

/**
 * Whether a plane, across the line from one triangle's middle to the other's, keeps the paths of vertices `a`, `b`, `c` on one side of those of `d`, `e`, `f`
 * throughout, by more than they may stray. Vertices may be the same: points and edges are triangles.
 */
export function pathsPart(
  { starts, ends, pads }: Paths,
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
  const x =
    starts[a3] +
    ends[a3] +
    starts[b3] +
    ends[b3] +
    starts[c3] +
    ends[c3] -
    (starts[d3] + ends[d3] + starts[e3] + ends[e3] + starts[f3] + ends[f3]);
  const y =
    starts[a3 + 1] +
    ends[a3 + 1] +
    starts[b3 + 1] +
    ends[b3 + 1] +
    starts[c3 + 1] +
    ends[c3 + 1] -
    (starts[d3 + 1] + ends[d3 + 1] + starts[e3 + 1] + ends[e3 + 1] + starts[f3 + 1] + ends[f3 + 1]);
  const z =
    starts[a3 + 2] +
    ends[a3 + 2] +
    starts[b3 + 2] +
    ends[b3 + 2] +
    starts[c3 + 2] +
    ends[c3 + 2] -
    (starts[d3 + 2] + ends[d3 + 2] + starts[e3 + 2] + ends[e3 + 2] + starts[f3 + 2] + ends[f3 + 2]);
  const before =
    least(along(starts, a3, x, y, z), along(starts, b3, x, y, z), along(starts, c3, x, y, z)) -
    most(along(starts, d3, x, y, z), along(starts, e3, x, y, z), along(starts, f3, x, y, z));
  if (!(before > 0)) return false;
  const pad = most(pads[a], pads[b], pads[c]) + most(pads[d], pads[e], pads[f]);
  const stray = pad * Math.sqrt(x * x + y * y + z * z);
  if (!(before > stray)) return false;
  const after =
    least(along(ends, a3, x, y, z), along(ends, b3, x, y, z), along(ends, c3, x, y, z)) -
    most(along(ends, d3, x, y, z), along(ends, e3, x, y, z), along(ends, f3, x, y, z));
  return after > stray;
}

// `Math.min` and `Math.max`, which look at signs of zeros too, take several times as long.

/** Not a number where the first is none. */
function least(a: number, b: number, c: number): number {
  const d = b < a ? b : a;
  return c < d ? c : d;
}

function most(a: number, b: number, c: number): number {
  const d = b > a ? b : a;
  return c > d ? c : d;
}

function along(p: Float64Array, at: number, x: number, y: number, z: number): number {
  return x * p[at] + y * p[at + 1] + z * p[at + 2];
}
