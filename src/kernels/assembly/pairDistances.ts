import { ENDS_AT, FOUND_NUMBERS, MEASURES, MOVES_AT, NEAR, PADS_AT, STARTS_AT } from '../pairFields';
import { field, scalar } from './body';
import { along, padOf, vectorOf } from './pairPaths';

// Distances of the pairs that a search found at the start of the step, with the operations of `closestPoints.ts` and `PairFinder.closestPart` in their order.

const FOUND_BYTES: usize = FOUND_NUMBERS << 2;
const VERTEX_BITS: i32 = 0x7fffffff;
/** Bits of the second vertex of a pair whose closest points part it, and of the third of one that is near. */
const MARK: i32 = <i32>0x80000000;
/** Lower bounds of distances are this share of them. */
const CLEARANCE: f64 = 1.0 - 1e-6;
/** Share of a sum of products that its rounding stays far below. */
const ROUNDING: f64 = 1e-9;

/** Measures the pairs from `first` to `end`, unless none are to be measured; leaves out those whose closest points part them and which are not near. Returns the new end. `closest`: scratch, eight f64. */
export function measurePairs(body: usize, out: usize, first: u32, end: u32, closest: usize): u32 {
  const measures = field(body, MEASURES);
  let kept = first;
  for (let pair = first; pair < end; pair++) {
    const from = out + <usize>pair * FOUND_BYTES;
    const a = load<i32>(from);
    let b = load<i32>(from, 4);
    let c = load<i32>(from, 8);
    const d = load<i32>(from, 12);
    let clearance: f32 = -1.0;
    if (measures != 0) {
      const v = a & VERTEX_BITS;
      if (a < 0) findEdges(body, v, b, c, d, closest);
      else findPoint(body, v, b, c, d, closest);
      const distance = Math.sqrt(load<f64>(closest, 56));
      const parts = closestPart(body, a < 0, v, b, c, d, closest);
      const near = isNear(body, measures, distance, v, b, c, d, closest);
      if (parts && !near) continue;
      if (parts) b |= MARK;
      if (near) c |= MARK;
      clearance = <f32>(CLEARANCE * distance);
    }
    const to = out + <usize>kept * FOUND_BYTES;
    store<i32>(to, a);
    store<i32>(to, b, 4);
    store<i32>(to, c, 8);
    store<i32>(to, d, 12);
    store<f32>(to, clearance, 16);
    kept++;
  }
  return kept;
}

@inline
function store8(out: usize, a: f64, b: f64, c: f64, d: f64, x: f64, y: f64, z: f64): void {
  store<f64>(out, a);
  store<f64>(out, b, 8);
  store<f64>(out, c, 16);
  store<f64>(out, d, 24);
  store<f64>(out, x, 32);
  store<f64>(out, y, 40);
  store<f64>(out, z, 48);
  store<f64>(out, x * x + y * y + z * z, 56);
}

/** Writes the closest points of a vertex and a triangle, as `closestPointTriangle` does. */
function findPoint(body: usize, p: i32, ta: i32, tb: i32, tc: i32, out: usize): void {
  const x = field(body, STARTS_AT);
  const q0 = vectorOf(x, p);
  const q1 = vectorOf(x, ta);
  const q2 = vectorOf(x, tb);
  const q3 = vectorOf(x, tc);
  const abx = load<f64>(q2) - load<f64>(q1);
  const aby = load<f64>(q2, 8) - load<f64>(q1, 8);
  const abz = load<f64>(q2, 16) - load<f64>(q1, 16);
  const acx = load<f64>(q3) - load<f64>(q1);
  const acy = load<f64>(q3, 8) - load<f64>(q1, 8);
  const acz = load<f64>(q3, 16) - load<f64>(q1, 16);
  const apx = load<f64>(q0) - load<f64>(q1);
  const apy = load<f64>(q0, 8) - load<f64>(q1, 8);
  const apz = load<f64>(q0, 16) - load<f64>(q1, 16);
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const bb = abx * abx + aby * aby + abz * abz;
  const bc = abx * acx + aby * acy + abz * acz;
  const cc = acx * acx + acy * acy + acz * acz;
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let v: f64 = 0.0;
  let w: f64 = 0.0;
  if (d1 <= 0.0 && d2 <= 0.0) {
    // Corner a.
  } else if (d3 >= 0.0 && d4 <= d3) {
    v = 1.0;
  } else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    v = d1 / (d1 - d3);
  } else if (d6 >= 0.0 && d5 <= d6) {
    w = 1.0;
  } else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    w = d2 / (d2 - d6);
  } else if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1.0 - w;
  } else {
    const scale = 1.0 / (va + vb + vc);
    v = vb * scale;
    w = vc * scale;
  }
  store8(
    out,
    1.0,
    v + w - 1.0,
    -v,
    -w,
    apx - v * abx - w * acx,
    apy - v * aby - w * acy,
    apz - v * abz - w * acz,
  );
}

/** Writes the closest points of two edges, as `closestEdgeEdge` does. */
function findEdges(body: usize, ea: i32, eb: i32, fa: i32, fb: i32, out: usize): void {
  const p = field(body, STARTS_AT);
  const q0 = vectorOf(p, ea);
  const q1 = vectorOf(p, eb);
  const q2 = vectorOf(p, fa);
  const q3 = vectorOf(p, fb);
  const ux = load<f64>(q1) - load<f64>(q0);
  const uy = load<f64>(q1, 8) - load<f64>(q0, 8);
  const uz = load<f64>(q1, 16) - load<f64>(q0, 16);
  const vx = load<f64>(q3) - load<f64>(q2);
  const vy = load<f64>(q3, 8) - load<f64>(q2, 8);
  const vz = load<f64>(q3, 16) - load<f64>(q2, 16);
  const rx = load<f64>(q0) - load<f64>(q2);
  const ry = load<f64>(q0, 8) - load<f64>(q2, 8);
  const rz = load<f64>(q0, 16) - load<f64>(q2, 16);
  const a = ux * ux + uy * uy + uz * uz;
  const e = vx * vx + vy * vy + vz * vz;
  const b = ux * vx + uy * vy + uz * vz;
  const c = ux * rx + uy * ry + uz * rz;
  const f = vx * rx + vy * ry + vz * rz;
  const determinant = a * e - b * b;
  let s: f64 = inUnit(determinant > 0.0 ? (b * f - c * e) / determinant : 0.0);
  let t: f64 = e > 0.0 ? (b * s + f) / e : 0.0;
  if (t < 0.0 || !(e > 0.0)) {
    t = 0.0;
    s = inUnit(a > 0.0 ? -c / a : 0.0);
  } else if (t > 1.0) {
    t = 1.0;
    s = inUnit(a > 0.0 ? (b - c) / a : 0.0);
  }
  store8(out, 1.0 - s, s, t - 1.0, -t, rx + s * ux - t * vx, ry + s * uy - t * vy, rz + s * uz - t * vz);
}

@inline
function inUnit(s: f64): f64 {
  return s > 1.0 ? 1.0 : s > 0.0 ? s : 0.0;
}

/** Returns whether planes across the line between the closest points part the paths of a pair, as `PairFinder.closestPart` does. */
function closestPart(body: usize, edges: bool, a: i32, b: i32, c: i32, d: i32, closest: usize): bool {
  const pads = field(body, PADS_AT);
  const padB = padOf(pads, b);
  const padCD = max<f64>(padOf(pads, c), padOf(pads, d));
  const stray = edges ? max<f64>(padOf(pads, a), padB) + padCD : padOf(pads, a) + max<f64>(padB, padCD);
  const square = load<f64>(closest, 56);
  if (square <= stray * stray) return false;
  const least = stray * Math.sqrt(square);
  return (
    gapBetween(field(body, STARTS_AT), edges, a, b, c, d, closest) > least &&
    gapBetween(field(body, ENDS_AT), edges, a, b, c, d, closest) > least
  );
}

/** Returns the gap between the two primitives along the line between their closest points, m2. */
@inline
function gapBetween(p: usize, edges: bool, a: i32, b: i32, c: i32, d: i32, closest: usize): f64 {
  const x = load<f64>(closest, 32);
  const y = load<f64>(closest, 40);
  const z = load<f64>(closest, 48);
  const ofA = along(p, a, x, y, z);
  const ofB = along(p, b, x, y, z);
  const last = max<f64>(along(p, c, x, y, z), along(p, d, x, y, z));
  return edges ? min<f64>(ofA, ofB) - last : ofA - max<f64>(ofB, last);
}

/** Returns whether a pair is nearer than `NEAR` or, where `MEASURES` is 2, may come so near in its move (`PairTrajectory.meets`). */
function isNear(body: usize, measures: usize, distance: f64, a: i32, b: i32, c: i32, d: i32, closest: usize): bool {
  const near = scalar(body, NEAR);
  if (distance <= near) return true;
  if (measures != 2) return false;
  const moves = field(body, MOVES_AT);
  const x = load<f64>(closest, 32);
  const y = load<f64>(closest, 40);
  const z = load<f64>(closest, 48);
  const ofA = load<f64>(closest) * along(moves, a, x, y, z);
  const ofB = load<f64>(closest, 8) * along(moves, b, x, y, z);
  const ofC = load<f64>(closest, 16) * along(moves, c, x, y, z);
  const ofD = load<f64>(closest, 24) * along(moves, d, x, y, z);
  const room = ROUNDING * (Math.abs(ofA) + Math.abs(ofB) + Math.abs(ofC) + Math.abs(ofD) + distance * distance);
  return !(-(ofA + ofB + ofC + ofD) + room <= distance * (distance - near));
}
