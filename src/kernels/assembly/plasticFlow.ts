import {
  CHANGED_AT,
  CORNER_COUNT,
  DEVIATORIC,
  DIRECTED,
  FLOWED_AT,
  FLOW_GRADIENTS_AT,
  FLOW_METRICS_AT,
  FLOW_POSITIONS_AT,
  FLOW_SCRATCH_AT,
  FLOW_SCRATCH_BYTES,
  FLOW_STRETCHES_AT,
  FREQUENCY_SQUARES_AT,
  GOAL_LOGS_AT,
  HARDENING_AT,
  HARDENING_RATE,
  HAS_GOAL_AT,
  INVERSE_AT,
  LANE_COUNT,
  LEAST_SQUARES_AT,
  METRIC_TABLE_AT,
  NO_POINT,
  PEAKS_AT,
  POINTS_AT,
  POINTS_PER_ELEMENT,
  POINT_COUNT,
  PULL,
  REST_GRADIENTS_AT,
  STRAIN_AT,
  TANGLED,
  TANGLED_AT,
  VERTICES_AT,
  YIELD_FACTORS_AT,
  YIELD_STRAIN,
} from '../flowFields';
import { field, share } from './body';
import { flowScalar } from './flowRecord';
import { ALPHA, CHANGED, F, FLOW_BATCH, FACTOR, GOAL, HAS, INVERSE, LANES, LEAST, ROW, STRAIN } from './flowRows';
import { flowDirected, flowFreely } from './flowStep';
import { add, log4, mul, mul3, sub } from './lanes';

/** Smallest stretch that flows; see `plasticity/PlasticFlow.ts`, which processes the same points. */
const LEAST_STRETCH: f32 = 0.2;
const EXCESS: f32 = 1e-5;
const ROUNDING: f32 = 1e-6;

/** Marks the vertices of this thread's inverted elements, and counts these. */
export function tanglePass(thread: u32, threads: u32, record: usize): void {
  const lanes = <u32>field(record, LANE_COUNT) >> 3;
  const end = share(lanes, thread + 1, threads) << 3;
  const points = field(record, POINTS_AT);
  const stretches = field(record, FLOW_STRETCHES_AT);
  const marks = field(record, TANGLED_AT);
  const size = field(record, CORNER_COUNT);
  let found: u32 = 0;
  for (let lane = share(lanes, thread, threads) << 3; lane < end; lane++) {
    // Written so that NaN does not count as inverted.
    if (load<f32>(stretches + <usize>lane * 12, 8) >= LEAST_STRETCH) continue;
    const point = load<u32>(points + ((<usize>lane) << 2));
    if (point == NO_POINT) continue;
    found++;
    const vertices = verticesOf(record, point);
    for (let a: usize = 0; a < size; a++) store<u8>(marks + <usize>load<u32>(vertices + (a << 2)) / 24, 1);
  }
  store<u32>(field(record, CHANGED_AT) + ((<usize>thread) << 2), found);
}

/** Returns the address of the byte offsets of a point's vertices. */
function verticesOf(record: usize, point: usize): usize {
  return field(record, VERTICES_AT) + ((field(record, CORNER_COUNT) * (point / field(record, POINTS_PER_ELEMENT))) << 2);
}

/** Returns whether an element around the point's is inverted. */
function isTangled(record: usize, point: usize): bool {
  const vertices = verticesOf(record, point);
  const marks = field(record, TANGLED_AT);
  const size = field(record, CORNER_COUNT);
  for (let a: usize = 0; a < size; a++) {
    if (load<u8>(marks + <usize>load<u32>(vertices + (a << 2)) / 24) != 0) return true;
  }
  return false;
}

/** Flows this thread's share of the points, over a substep that ended at the positions. */
export function flowPass(thread: u32, threads: u32, record: usize): void {
  const scratch = field(record, FLOW_SCRATCH_AT) + <usize>thread * FLOW_SCRATCH_BYTES;
  const pairs = <u32>field(record, LANE_COUNT) >> 3;
  const end = share(pairs, thread + 1, threads) << 1;
  const points = field(record, POINTS_AT);
  const pulled = flowScalar(record, PULL) > 0.0;
  const tangled = field(record, TANGLED) != 0;
  let waiting: u32 = 0;
  let changed: u32 = 0;
  for (let group = share(pairs, thread, threads) << 1; group < end; group++) {
    let mask = yieldingLanes(record, group, pulled);
    while (mask != 0) {
      const lane = 4 * group + <u32>ctz(mask);
      mask &= mask - 1;
      const point = load<u32>(points + ((<usize>lane) << 2));
      if (point == NO_POINT || (tangled && isTangled(record, point))) continue;
      store<u32>(scratch + LANES + ((<usize>waiting) << 2), lane);
      if (++waiting < <u32>FLOW_BATCH) continue;
      changed += flowBatch(record, scratch, waiting);
      waiting = 0;
    }
  }
  if (waiting > 0) changed += flowBatch(record, scratch, waiting);
  store<u32>(field(record, CHANGED_AT) + ((<usize>thread) << 2), changed);
}

/** Returns the bits of the lanes of a group that may flow, from their stretches in f32. */
function yieldingLanes(record: usize, group: u32, pulled: bool): i32 {
  const at = field(record, FLOW_STRETCHES_AT) + <usize>group * 48;
  const a = v128.load(at);
  const b = v128.load(at, 16);
  const c = v128.load(at, 32);
  // x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3
  const x = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5);
  const y = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6);
  const z = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7);
  const firm = f32x4.ge(z, f32x4.splat(LEAST_STRETCH));
  if (pulled) return i32x4.bitmask(firm);
  let lx = log4(x);
  let ly = log4(y);
  let lz = log4(z);
  if (field(record, DEVIATORIC) != 0) {
    const mean = mul(add(add(lx, ly), lz), f32x4.splat(<f32>(1.0 / 3.0)));
    lx = sub(lx, mean);
    ly = sub(ly, mean);
    lz = sub(lz, mean);
  }
  const square = mul3(lx, lx, ly, ly, lz, lz);
  let limit = f32x4.splat(<f32>flowScalar(record, YIELD_STRAIN));
  const rate = flowScalar(record, HARDENING_RATE);
  if (rate > 0.0) limit = add(limit, mul(f32x4.splat(<f32>rate), hardeningOf(record, group)));
  limit = add(mul(limit, f32x4.splat(1.0 + EXCESS)), f32x4.splat(ROUNDING));
  return i32x4.bitmask(v128.and(firm, f32x4.gt(square, mul(limit, limit))));
}

/** Returns the plastic strain of the four lanes of a group. */
function hardeningOf(record: usize, group: u32): v128 {
  const points = field(record, POINTS_AT) + ((<usize>group) << 4);
  const alpha = field(record, HARDENING_AT);
  let values = f32x4.splat(0.0);
  const p0 = load<u32>(points);
  const p1 = load<u32>(points, 4);
  const p2 = load<u32>(points, 8);
  const p3 = load<u32>(points, 12);
  if (p0 != NO_POINT) values = f32x4.replace_lane(values, 0, <f32>load<f64>(alpha + ((<usize>p0) << 3)));
  if (p1 != NO_POINT) values = f32x4.replace_lane(values, 1, <f32>load<f64>(alpha + ((<usize>p1) << 3)));
  if (p2 != NO_POINT) values = f32x4.replace_lane(values, 2, <f32>load<f64>(alpha + ((<usize>p2) << 3)));
  if (p3 != NO_POINT) values = f32x4.replace_lane(values, 3, <f32>load<f64>(alpha + ((<usize>p3) << 3)));
  return values;
}

/** Runs the step of the first `count` listed lanes; returns how many of them changed. */
function flowBatch(record: usize, scratch: usize, count: u32): u32 {
  const directed = field(record, DIRECTED) != 0;
  const deviatoric = field(record, DEVIATORIC) != 0;
  const table = field(record, POINTS_AT);
  // Missing lanes repeat the last one, whose results are then not stored twice.
  for (let k: u32 = 0; k < <u32>FLOW_BATCH; k++) {
    const lane = load<u32>(scratch + LANES + ((<usize>min(k, count - 1)) << 2));
    const point = <usize>load<u32>(table + ((<usize>lane) << 2));
    loadPoint(record, point, scratch + ((<usize>k) << 3));
    if (directed) loadGoal(record, point, scratch + ((<usize>k) << 3));
  }
  memory.fill(scratch + CHANGED, 0, ROW);
  if (directed) flowDirected(record, deviatoric, scratch);
  else flowFreely(record, deviatoric, scratch);
  let changed: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    if (load<u64>(scratch + ((<usize>k) << 3), CHANGED) == 0) continue;
    changed++;
    const lane = load<u32>(scratch + LANES + ((<usize>k) << 2));
    storePoint(record, lane, <usize>load<u32>(table + ((<usize>lane) << 2)), scratch + ((<usize>k) << 3));
  }
  return changed;
}

/** Writes F against the rest gradients and the state of a point to its column of the batch. */
function loadPoint(record: usize, point: usize, at: usize): void {
  const size = field(record, CORNER_COUNT);
  let vertices = verticesOf(record, point);
  let g = field(record, REST_GRADIENTS_AT) + point * size * 24;
  const positions = field(record, FLOW_POSITIONS_AT);
  let r0 = f64x2.splat(0.0);
  let r1 = r0;
  let r2 = r0;
  let c0: f64 = 0.0;
  let c1: f64 = 0.0;
  let c2: f64 = 0.0;
  for (let a: usize = 0; a < size; a++) {
    const x = positions + <usize>load<u32>(vertices);
    const xy = v128.load(g);
    const z = load<f64>(g, 16);
    r0 = f64x2.add(r0, f64x2.mul(v128.load64_splat(x), xy));
    r1 = f64x2.add(r1, f64x2.mul(v128.load64_splat(x, 8), xy));
    r2 = f64x2.add(r2, f64x2.mul(v128.load64_splat(x, 16), xy));
    c0 += load<f64>(x) * z;
    c1 += load<f64>(x, 8) * z;
    c2 += load<f64>(x, 16) * z;
    vertices += 4;
    g += 24;
  }
  storeRow(at + F, r0, c0);
  storeRow(at + F + 3 * ROW, r1, c1);
  storeRow(at + F + 6 * ROW, r2, c2);
  loadPacked(field(record, STRAIN_AT) + point * 48, at + STRAIN);
  loadPacked(field(record, INVERSE_AT) + point * 48, at + INVERSE);
  store<f64>(at, load<f64>(field(record, HARDENING_AT) + (point << 3)), ALPHA);
  store<f64>(at, load<f64>(field(record, LEAST_SQUARES_AT) + (point << 3)), LEAST);
}

function storeRow(at: usize, xy: v128, z: f64): void {
  store<f64>(at, f64x2.extract_lane(xy, 0));
  store<f64>(at, f64x2.extract_lane(xy, 1), ROW);
  store<f64>(at, z, 2 * ROW);
}

function loadGoal(record: usize, point: usize, at: usize): void {
  loadPacked(field(record, GOAL_LOGS_AT) + point * 48, at + GOAL);
  store<f64>(at, load<f64>(field(record, YIELD_FACTORS_AT) + (point << 3)), FACTOR);
  store<i64>(at, load<u8>(field(record, HAS_GOAL_AT) + point) != 0 ? -1 : 0, HAS);
}

/** Six numbers to a column. */
function loadPacked(from: usize, to: usize): void {
  for (let k: usize = 0; k < 6; k++) store<f64>(to + k * ROW, load<f64>(from + (k << 3)));
}

/** Stores the state of a point and replaces its gradients by F_p^-T g. */
function storePoint(record: usize, lane: u32, point: usize, at: usize): void {
  const strain = field(record, STRAIN_AT) + point * 48;
  const inverse = field(record, INVERSE_AT) + point * 48;
  for (let k: usize = 0; k < 6; k++) {
    store<f64>(strain + (k << 3), load<f64>(at + k * ROW, STRAIN));
    store<f64>(inverse + (k << 3), load<f64>(at + k * ROW, INVERSE));
  }
  store<f64>(field(record, HARDENING_AT) + (point << 3), load<f64>(at, ALPHA));
  store<f64>(field(record, LEAST_SQUARES_AT) + (point << 3), load<f64>(at, LEAST));
  store<u8>(field(record, FLOWED_AT) + point, 1);
  replaceGradients(record, lane, point, inverse);
  if (field(record, METRIC_TABLE_AT) != 0) replaceMetrics(record, lane);
}

function replaceGradients(record: usize, lane: u32, point: usize, m: usize): void {
  const size = field(record, CORNER_COUNT);
  // Corner 0 of a lane that is a tetrahedron is minus the sum of the others.
  const first: usize = field(record, POINTS_PER_ELEMENT) == 1 ? 1 : 0;
  const numbers = 3 * (size - first);
  let to = field(record, FLOW_GRADIENTS_AT) + ((4 * numbers * (<usize>lane >> 2) + (<usize>lane & 3)) << 2);
  let g = field(record, REST_GRADIENTS_AT) + (point * size + first) * 24;
  for (let a = first; a < size; a++) {
    const x = load<f64>(g);
    const y = load<f64>(g, 8);
    const z = load<f64>(g, 16);
    store<f32>(to, <f32>(load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z));
    store<f32>(to, <f32>(load<f64>(m, 8) * x + load<f64>(m, 24) * y + load<f64>(m, 32) * z), 16);
    store<f32>(to, <f32>(load<f64>(m, 16) * x + load<f64>(m, 32) * y + load<f64>(m, 40) * z), 32);
    to += 48;
    g += 24;
  }
}

/** g_i . g_j of every pair of corners of the lane's element, at its point. */
function replaceMetrics(record: usize, lane: u32): void {
  const size = field(record, CORNER_COUNT);
  const perSlot = field(record, POINTS_PER_ELEMENT);
  const first: usize = perSlot == 1 ? 1 : 0;
  const gradients =
    field(record, FLOW_GRADIENTS_AT) + ((12 * (size - first) * (<usize>lane >> 2) + (<usize>lane & 3)) << 2);
  const pairs = (size * (size - 1)) >> 1;
  const metrics = field(record, FLOW_METRICS_AT) + ((<usize>lane % perSlot) << 2);
  let entry = field(record, METRIC_TABLE_AT) + ((pairs * (<usize>lane / perSlot)) << 3);
  for (let k: usize = 0; k < pairs; k++) {
    const corners = <usize>load<u32>(entry, 4);
    const a = corners & 15;
    const b = corners >> 4;
    let sum: f32 = 0.0;
    for (let axis: usize = 0; axis < 48; axis += 16) {
      sum += gradientOf(gradients, first, a, axis) * gradientOf(gradients, first, b, axis);
    }
    store<f32>(metrics + <usize>load<u32>(entry), sum);
    entry += 8;
  }
}

/** One component of a corner's gradient. */
function gradientOf(at: usize, first: usize, corner: usize, axis: usize): f32 {
  if (corner >= first) return load<f32>(at + (corner - first) * 48 + axis);
  return -(load<f32>(at + axis) + load<f32>(at + axis, 48) + load<f32>(at + axis, 96));
}

/** Finds the largest squared frequency over this thread's points: compressed rest shapes vibrate faster. */
export function flowFrequencyPass(thread: u32, threads: u32, record: usize): void {
  const count = <u32>field(record, POINT_COUNT);
  const squares = field(record, FREQUENCY_SQUARES_AT);
  const least = field(record, LEAST_SQUARES_AT);
  const end = share(count, thread + 1, threads);
  let largest: f64 = 0.0;
  for (let q = share(count, thread, threads); q < end; q++) {
    const at = (<usize>q) << 3;
    largest = max(largest, load<f64>(squares + at) / load<f64>(least + at));
  }
  store<f64>(field(record, PEAKS_AT) + ((<usize>thread) << 3), largest);
}
