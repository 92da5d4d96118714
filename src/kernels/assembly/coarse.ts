import {
  COARSE_COUNT,
  COARSE_ENTRIES_AT,
  COARSE_INVERSES_AT,
  COARSE_MEMBERS_AT,
  COARSE_OFFSETS_AT,
  COARSE_OF_AT,
  COARSE_ROWS_AT,
  COARSE_START_AT,
  COARSE_UNKNOWNS_AT,
  ROTATION,
  R_AT,
} from '../bodyFields';
import { field, scalar, share } from './body';
import { add, mul, sub } from './lanes';

// Unknowns of an aggregate: translation, then rotation about its centre, in the body's frame at the time of factorisation.
const MODES: usize = 6;
const UNKNOWN_BYTES: usize = 24;
/** Zeros before the first unknown, which rows of a length divisible by four may reach into. */
const MARGIN: usize = 16;

/** a x b, whose last lane is zero. */
function cross(a: v128, b: v128): v128 {
  const turned = sub(
    mul(a, v128.shuffle<f32>(b, b, 1, 2, 0, 3)),
    mul(b, v128.shuffle<f32>(a, a, 1, 2, 0, 3)),
  );
  return v128.shuffle<f32>(turned, turned, 1, 2, 0, 3);
}

/** Writes x, y and z of R v, or of R^T v. */
function storeTurned(body: usize, out: usize, v: v128, transposed: bool): void {
  const x = <f64>f32x4.extract_lane(v, 0);
  const y = <f64>f32x4.extract_lane(v, 1);
  const z = <f64>f32x4.extract_lane(v, 2);
  for (let i = 0; i < 3; i++) {
    const a = scalar(body, ROTATION + (transposed ? i : 3 * i));
    const b = scalar(body, ROTATION + (transposed ? 3 + i : 3 * i + 1));
    const c = scalar(body, ROTATION + (transposed ? 6 + i : 3 * i + 2));
    store<f32>(out + ((<usize>i) << 2), <f32>(a * x + b * y + c * z));
  }
}

/** Computes force and torque of the residual on this thread's aggregates, rotated back: the right-hand side of the coarse system. */
export function restrictResidual(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, COARSE_COUNT);
  const starts = field(body, COARSE_START_AT);
  const members = field(body, COARSE_MEMBERS_AT);
  const offsets = field(body, COARSE_OFFSETS_AT);
  const residual = field(body, R_AT);
  const unknowns = field(body, COARSE_UNKNOWNS_AT) + MARGIN;
  const end = share(count, thread + 1, threads);
  for (let aggregate: u32 = share(count, thread, threads); aggregate < end; aggregate++) {
    const first = members + (<usize>load<u32>(starts + ((<usize>aggregate) << 2)) << 2);
    const last = members + (<usize>load<u32>(starts + ((<usize>aggregate) << 2), 4) << 2);
    let force = f32x4.splat(0.0);
    let torque = f32x4.splat(0.0);
    for (let at = first; at < last; at += 4) {
      const offset = <usize>load<u32>(at);
      const r = v128.load(residual + offset);
      force = add(force, r);
      torque = add(torque, cross(v128.load(offsets + offset), r));
    }
    const out = unknowns + <usize>aggregate * UNKNOWN_BYTES;
    storeTurned(body, out, force, true);
    storeTurned(body, out + 12, torque, true);
  }
}

/** Replaces the unknowns by the solution of L L^T x = b, then rotates them with the body. */
export function solveCoarse(body: usize): void {
  const count = field(body, COARSE_COUNT);
  const size = MODES * count;
  const rows = field(body, COARSE_ROWS_AT);
  const entries = field(body, COARSE_ENTRIES_AT);
  const inverses = field(body, COARSE_INVERSES_AT);
  const unknowns = field(body, COARSE_UNKNOWNS_AT) + MARGIN;
  for (let i: usize = 0; i < size; i++) {
    const first = <usize>load<u32>(rows + (i << 2));
    const length = <usize>load<u32>(rows + (i << 2), 4) - first;
    const row = entries + (first << 2);
    const x = unknowns + ((i - length) << 2);
    let sum = f32x4.splat(0.0);
    let more = f32x4.splat(0.0);
    const bytes = length << 2;
    let k: usize = 0;
    for (; k + 16 < bytes; k += 32) {
      sum = add(sum, mul(v128.load(row + k), v128.load(x + k)));
      more = add(more, mul(v128.load(row + k, 16), v128.load(x + k, 16)));
    }
    if (k < bytes) sum = add(sum, mul(v128.load(row + k), v128.load(x + k)));
    sum = add(sum, more);
    sum = add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
    const known = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1);
    const at = unknowns + (i << 2);
    store<f32>(at, (load<f32>(at) - known) * load<f32>(inverses + (i << 2)));
  }
  for (let i: usize = size; i-- > 0; ) {
    const first = <usize>load<u32>(rows + (i << 2));
    const length = <usize>load<u32>(rows + (i << 2), 4) - first;
    const row = entries + (first << 2);
    const x = unknowns + ((i - length) << 2);
    const at = unknowns + (i << 2);
    const value = load<f32>(at) * load<f32>(inverses + (i << 2));
    store<f32>(at, value);
    const factor = f32x4.splat(value);
    for (let k: usize = 0; k < length << 2; k += 16) {
      v128.store(x + k, sub(v128.load(x + k), mul(factor, v128.load(row + k))));
    }
  }
  for (let aggregate: usize = 0; aggregate < count; aggregate++) {
    const at = unknowns + aggregate * UNKNOWN_BYTES;
    const t = v128.load(at);
    const w = f32x4(load<f32>(at, 12), load<f32>(at, 16), load<f32>(at, 20), 0.0);
    storeTurned(body, at, t, false);
    storeTurned(body, at + 12, w, false);
  }
}

/** t + w x p of vertex v; the last lane is zero. */
export function coarseMotion(body: usize, v: u32): v128 {
  const at =
    field(body, COARSE_UNKNOWNS_AT) + MARGIN + <usize>load<u32>(field(body, COARSE_OF_AT) + ((<usize>v) << 2));
  const t = v128.load32_lane(at, v128.load64_zero(at), 2, 8);
  const w = v128.load32_lane(at, v128.load64_zero(at, 12), 2, 20);
  return add(t, cross(w, v128.load(field(body, COARSE_OFFSETS_AT) + ((<usize>v) << 4))));
}
