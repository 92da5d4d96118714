import {
  BLOCKS_AT,
  COLUMNS_AT,
  CONSERVING,
  CORNER_COUNT,
  CORNER_VECTORS_AT,
  DAMPING_VARIES,
  DAMPING_WEIGHTS_AT,
  DIAGONAL_AT,
  FRAMES_AT,
  FRAME_SQUARES_AT,
  GRADIENTS_AT,
  PAIR_COUNT,
  POINT_GROUPS,
  ROW_START_AT,
  TRACES_AT,
  VERTEX_COUNT,
  VOLUMES_AT,
} from '../bodyFields';
import { field, share } from './body';
import { storeCornerVectors, storeLanes } from './cornerVectors';
import { add, mul, mul3 } from './lanes';

/** Bytes of a 3x3 block of f32. */
export const BLOCK_BYTES: usize = 36;

/**
 * m_a = sqrt(volume) M g_a of every corner, written over the corner forces (which have been gathered), and volume M M^T for the
 * conserving form. Where damping varies from element to element, volumes are times beta.
 */
export function dampingVectors(thread: u32, threads: u32, body: usize): void {
  const groups = (<u32>field(body, PAIR_COUNT)) << 1;
  const conserving = field(body, CONSERVING) != 0;
  const pointGroups = field(body, POINT_GROUPS);
  const corners = field(body, CORNER_COUNT);
  const weights = field(body, field(body, DAMPING_VARIES) != 0 ? DAMPING_WEIGHTS_AT : VOLUMES_AT);
  const end = share(groups, thread + 1, threads);
  for (let group: u32 = share(groups, thread, threads); group < end; group++) {
    const frame = field(body, FRAMES_AT) + <usize>group * 144;
    const root = f32x4.sqrt(v128.load(weights + ((<usize>group) << 4)));
    const m00 = mul(root, v128.load(frame, 0));
    const m01 = mul(root, v128.load(frame, 16));
    const m02 = mul(root, v128.load(frame, 32));
    const m10 = mul(root, v128.load(frame, 48));
    const m11 = mul(root, v128.load(frame, 64));
    const m12 = mul(root, v128.load(frame, 80));
    const m20 = mul(root, v128.load(frame, 96));
    const m21 = mul(root, v128.load(frame, 112));
    const m22 = mul(root, v128.load(frame, 128));
    const vectors = field(body, CORNER_VECTORS_AT);
    const gradients = field(body, GRADIENTS_AT);
    if (pointGroups != 0) {
      let shape = gradients + <usize>group * corners * 48;
      const element = <usize>group / pointGroups;
      // Four points of each corner.
      let out = vectors + ((element * corners * pointGroups + (<usize>group - element * pointGroups)) << 6);
      for (let corner: usize = 0; corner < corners; corner++) {
        const gx = v128.load(shape);
        const gy = v128.load(shape, 16);
        const gz = v128.load(shape, 32);
        const x = mul3(m00, gx, m01, gy, m02, gz);
        const y = mul3(m10, gx, m11, gy, m12, gz);
        const z = mul3(m20, gx, m21, gy, m22, gz);
        storeLanes(out, 16, x, y, z);
        shape += 48;
        out += pointGroups << 6;
      }
    } else {
      const shape = gradients + <usize>group * 144;
      storeCornerVectors(vectors + <usize>group * 256, shape, m00, m01, m02, m10, m11, m12, m20, m21, m22);
    }
    if (conserving) {
      const out = field(body, FRAME_SQUARES_AT) + <usize>group * 192;
      const xy = mul3(m00, m10, m01, m11, m02, m12);
      const xz = mul3(m00, m20, m01, m21, m02, m22);
      const yz = mul3(m10, m20, m11, m21, m12, m22);
      storeLanes(out, 48, mul3(m00, m00, m01, m01, m02, m02), xy, xz);
      storeLanes(out + 16, 48, xy, mul3(m10, m10, m11, m11, m12, m12), yz);
      storeLanes(out + 32, 48, xz, yz, mul3(m20, m20, m21, m21, m22, m22));
    }
  }
}

/** Writes a 3x3 block, column-major; exactly 36 bytes, since the next block may be another thread's. */
export function storeBlock(at: usize, c0: v128, c1: v128, c2: v128): void {
  v128.store(at, c0);
  v128.store(at, c1, 12);
  v128.store64_lane(at, c2, 0, 24);
  v128.store32_lane(at, c2, 2, 32);
}

/** Diagonal blocks, minus the sum of the row's others: gradients of an element add up to zero, so D ignores translation. Their traces too, for those who need no more of them. */
export function dampingDiagonals(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const blocks = field(body, BLOCKS_AT);
  const traces = field(body, TRACES_AT);
  const end = share(count, thread + 1, threads);
  for (let row: u32 = share(count, thread, threads); row < end; row++) {
    const starts = field(body, ROW_START_AT) + ((<usize>row) << 2);
    const diagonal = blocks + <usize>load<u32>(field(body, DIAGONAL_AT) + ((<usize>row) << 2)) * BLOCK_BYTES;
    const last = blocks + <usize>load<u32>(starts, 4) * BLOCK_BYTES;
    let c0 = f32x4.splat(0.0);
    let c1 = f32x4.splat(0.0);
    let c2 = f32x4.splat(0.0);
    for (let at = blocks + <usize>load<u32>(starts) * BLOCK_BYTES; at < last; at += BLOCK_BYTES) {
      if (at == diagonal) continue;
      c0 = f32x4.sub(c0, v128.load(at));
      c1 = f32x4.sub(c1, v128.load(at, 12));
      c2 = f32x4.sub(c2, v128.load(at, 24));
    }
    storeBlock(diagonal, c0, c1, c2);
    const trace = <f64>f32x4.extract_lane(c0, 0) + <f64>f32x4.extract_lane(c1, 1) + <f64>f32x4.extract_lane(c2, 2);
    store<f64>(traces + ((<usize>row) << 3), trace);
  }
}

/**
 * out = (D x)_v in f64 (the blocks are f32), xyz, as sum over the row of D_vj (x_j - x_v): exactly zero for a translation,
 * whatever the rounding of the blocks.
 */
export function dampingRow(body: usize, v: u32, x: usize, out: usize): void {
  const starts = field(body, ROW_START_AT) + ((<usize>v) << 2);
  const columns = field(body, COLUMNS_AT);
  const first = <usize>load<u32>(starts);
  const last = columns + ((<usize>load<u32>(starts, 4)) << 2);
  const own = x + <usize>v * 24;
  const ownXy = v128.load(own);
  const ownZ = load<f64>(own, 16);
  let xy = f64x2.splat(0.0);
  let z: f64 = 0.0;
  let block = field(body, BLOCKS_AT) + first * BLOCK_BYTES;
  for (let at = columns + (first << 2); at < last; at += 4) {
    const offset = <usize>load<u32>(at);
    const other = x + offset + (offset >> 1);
    const d = f64x2.sub(v128.load(other), ownXy);
    const dx = f64x2.extract_lane(d, 0);
    const dy = f64x2.extract_lane(d, 1);
    const dz = load<f64>(other, 16) - ownZ;
    // Added among themselves first: a row waits for its running sum.
    const x0 = f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(block)), f64x2.splat(dx));
    const x1 = f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(block, 12)), f64x2.splat(dy));
    const x2 = f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(block, 24)), f64x2.splat(dz));
    xy = f64x2.add(xy, f64x2.add(f64x2.add(x0, x1), x2));
    z += <f64>load<f32>(block, 8) * dx + <f64>load<f32>(block, 20) * dy + <f64>load<f32>(block, 32) * dz;
    block += BLOCK_BYTES;
  }
  v128.store(out, xy);
  store<f64>(out, z, 16);
}
