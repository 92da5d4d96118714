import { STRENGTH, THREADED, THREADS_AT, TRIANGLES_AT, TRIANGLE_FORCES_AT, TRIANGLE_TABLE_AT, WARP, WEFT } from '../../clothFields';
import { field, scalar } from '../body';
import { add, mul, mul2, mul3, neg, select4, storeTransposed, sub } from '../lanes';
import { LEAST_STRETCH, TABLE_BYTES } from './sheetStretches';
import { COLUMNS, FRAME, LAW, STRETCHES, workColumns, workFrames, workLaw, workStretches } from './work';

// A triangle leaves five vectors for the matrix: u1 and the first principal coefficient of corner 0; u2 and that of corner 1; the second coefficients, and the first of corner 2; H_11 - H_12, H_22 - H_12,
// H_12 and the stiffness of a flip, N/m; its area times the strength, and times that the stiffness of a twist and the two out of the plane, N m. The normal is u1 x u2.

/** Lower bound of the inverted stretch, as in `Membrane`. */
const LEAST_INVERTED: f32 = 0.05;
/** Bytes of a triangle's record, and of its threads' record. */
export const RECORD: usize = 80;
export const THREAD_RECORD: usize = 64;
/** Bytes of the forces on the corners of a group. */
const FORCE_BYTES: usize = 192;

function max0(a: v128): v128 {
  return f32x4.max(a, f32x4.splat(0.0));
}

/** Forces and stiffness of `count` groups of triangles from the first on, of what the stages before left in the scratch at `work`. */
export function sheetForces(body: usize, first: usize, count: usize, work: usize): void {
  const threaded = field(body, THREADED) != 0;
  const strength = f32x4.splat(<f32>scalar(body, STRENGTH));
  let frame = workFrames(work);
  let stretches = workStretches(work);
  let law = workLaw(work);
  let columns = threaded ? workColumns(work) : 0;
  for (let group = first; group < first + count; group++) {
    const table = field(body, TRIANGLE_TABLE_AT) + group * TABLE_BYTES;
    const weight = mul(strength, v128.load(table, 64));
    storeRecords(field(body, TRIANGLES_AT) + group * (4 * RECORD), weight, frame, stretches, law);
    storeForces(body, group, weight, frame, law, columns);
    frame += FRAME;
    stretches += STRETCHES;
    law += LAW;
    if (threaded) columns += COLUMNS;
  }
}

/** Writes what the matrix needs of a group: its frames, and its stiffness as `Membrane.assemble` has it. */
function storeRecords(record: usize, weight: v128, frame: usize, stretches: usize, law: usize): void {
  const least = f32x4.splat(LEAST_STRETCH);
  const u0 = v128.load(frame);
  const u1 = v128.load(frame, 16);
  const u2 = v128.load(frame, 32);
  const w0 = v128.load(frame, 48);
  const w1 = v128.load(frame, 64);
  const w2 = v128.load(frame, 80);
  const b1 = v128.load(frame, 96);
  const b2 = v128.load(frame, 112);
  const c1 = v128.load(frame, 128);
  const c2 = v128.load(frame, 144);
  const s1 = v128.load(stretches);
  const s2 = v128.load(stretches, 16);
  const p1 = v128.load(law);
  const p2 = v128.load(law, 16);
  const twist = mul(weight, max0(f32x4.div(add(p1, p2), f32x4.max(add(s1, s2), least))));
  const out1 = mul(weight, max0(f32x4.div(p1, f32x4.max(s1, least))));
  const inverted = f32x4.lt(s2, f32x4.splat(0.0));
  const divisor2 = select4(f32x4.min(s2, f32x4.splat(-LEAST_INVERTED)), f32x4.max(s2, least), inverted);
  const out2 = mul(weight, max0(f32x4.div(p2, divisor2)));
  storeTransposed(record, RECORD, u0, u1, u2, neg(add(b1, c1)));
  storeTransposed(record + 16, RECORD, w0, w1, w2, b1);
  storeTransposed(record + 32, RECORD, neg(add(b2, c2)), b2, c2, c1);
  storeTransposed(record + 48, RECORD, v128.load(law, 32), v128.load(law, 48), v128.load(law, 64), v128.load(law, 80));
  storeTransposed(record + 64, RECORD, weight, twist, out1, out2);
}

/** Writes the forces of a group: -(P1 b1 u + P2 b2 w) of corners 1 and 2, and those of the threads; what is left is corner 0's. */
function storeForces(body: usize, group: usize, weight: v128, frame: usize, law: usize, columns: usize): void {
  const u0 = v128.load(frame);
  const u1 = v128.load(frame, 16);
  const u2 = v128.load(frame, 32);
  const w0 = v128.load(frame, 48);
  const w1 = v128.load(frame, 64);
  const w2 = v128.load(frame, 80);
  const t1 = neg(mul(weight, v128.load(law)));
  const t2 = neg(mul(weight, v128.load(law, 16)));
  const kb1 = mul(t1, v128.load(frame, 96));
  const kb2 = mul(t2, v128.load(frame, 112));
  const kc1 = mul(t1, v128.load(frame, 128));
  const kc2 = mul(t2, v128.load(frame, 144));
  const zero = f32x4.splat(0.0);
  let bX = mul2(kb1, u0, kb2, w0);
  let bY = mul2(kb1, u1, kb2, w1);
  let bZ = mul2(kb1, u2, kb2, w2);
  let cX = mul2(kc1, u0, kc2, w0);
  let cY = mul2(kc1, u1, kc2, w1);
  let cZ = mul2(kc1, u2, kc2, w2);
  if (columns != 0) {
    const one = f32x4.splat(1.0);
    const least = f32x4.splat(LEAST_STRETCH);
    const table = field(body, TRIANGLE_TABLE_AT) + group * TABLE_BYTES;
    const threads = field(body, THREADS_AT) + group * (4 * THREAD_RECORD);
    let pullBX = zero;
    let pullBY = zero;
    let pullBZ = zero;
    let pullCX = zero;
    let pullCY = zero;
    let pullCZ = zero;
    for (let axis: usize = 0; axis < 2; axis++) {
      const column = columns + axis * 48;
      const f0 = v128.load(column);
      const f1 = v128.load(column, 16);
      const f2 = v128.load(column, 32);
      const b = v128.load(table + (axis << 4));
      const c = v128.load(table + (axis << 4), 32);
      const stiffness = mul(weight, f32x4.splat(<f32>(axis == 0 ? scalar(body, WARP) : scalar(body, WEFT))));
      const stretch = f32x4.sqrt(mul3(f0, f0, f1, f1, f2, f2));
      const per = f32x4.div(one, f32x4.max(stretch, least));
      const tension = neg(mul(mul(stiffness, sub(stretch, one)), per));
      const across = mul(stiffness, max0(sub(one, per)));
      const thread = threads + (axis << 4);
      storeTransposed(thread, THREAD_RECORD, mul(f0, per), mul(f1, per), mul(f2, per), stiffness);
      storeTransposed(thread + 32, THREAD_RECORD, neg(add(b, c)), b, c, across);
      const kb = mul(tension, b);
      const kc = mul(tension, c);
      pullBX = add(pullBX, mul(kb, f0));
      pullBY = add(pullBY, mul(kb, f1));
      pullBZ = add(pullBZ, mul(kb, f2));
      pullCX = add(pullCX, mul(kc, f0));
      pullCY = add(pullCY, mul(kc, f1));
      pullCZ = add(pullCZ, mul(kc, f2));
    }
    bX = add(bX, pullBX);
    bY = add(bY, pullBY);
    bZ = add(bZ, pullBZ);
    cX = add(cX, pullCX);
    cY = add(cY, pullCY);
    cZ = add(cZ, pullCZ);
  }
  const forces = field(body, TRIANGLE_FORCES_AT) + group * FORCE_BYTES;
  storeTransposed(forces, 48, neg(add(bX, cX)), neg(add(bY, cY)), neg(add(bZ, cZ)), zero);
  storeTransposed(forces + 16, 48, bX, bY, bZ, zero);
  storeTransposed(forces + 32, 48, cX, cY, cZ, zero);
}
