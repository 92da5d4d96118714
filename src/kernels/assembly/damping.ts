import {
  ALPHA,
  BETA,
  BLOCKS_AT,
  COLUMNS_AT,
  CONSERVING,
  CORNER_COUNT,
  CORNER_VECTORS_AT,
  DAMPING_RATIOS_AT,
  DAMPING_VARIES,
  DAMPING_WEIGHTS_AT,
  DIAGONAL_AT,
  EDGE_BLOCKS_AT,
  EDGE_CORNERS_AT,
  EDGE_COUNT,
  EDGE_METRICS_AT,
  EDGE_START_AT,
  FRAMES_AT,
  FRAME_SQUARES_AT,
  GRADIENTS_AT,
  PAIR_COUNT,
  POINT_GROUPS,
  ROW_START_AT,
  STRENGTH,
  VERTEX_COUNT,
  VOLUMES_AT,
} from '../bodyFields';
import { field, scalar, share } from './body';
import { storeCornerVectors, storeLanes } from './cornerVectors';
import { add, high2, highHalves, low2, lowHalves, mul, mul3 } from './lanes';

const BLOCK_BYTES: usize = 36;

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

/**
 * Off-diagonal blocks: with G = sum m_i m_j^T over the elements of edge (i, j) and their points,
 * D_ij = beta (K + G^T) + alpha G and D_ji = D_ij^T, where K = tr(G) I, since M is a rotation, in the robust form, and
 * K = sum (g_i . g_j) volume M M^T in the conserving one. Each edge is one thread's alone. Where damping varies, beta is in G and K, and alpha G is sum (alpha / beta) m_i m_j^T.
 */
export function dampingEdges(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, EDGE_COUNT);
  const starts = field(body, EDGE_START_AT);
  const corners = field(body, EDGE_CORNERS_AT);
  const vectors = field(body, CORNER_VECTORS_AT);
  const metrics = field(body, EDGE_METRICS_AT);
  const squares = field(body, FRAME_SQUARES_AT);
  const blocks = field(body, BLOCKS_AT);
  const conserving = field(body, CONSERVING) != 0;
  const points: usize = max(field(body, POINT_GROUPS) << 2, 1);
  const elementBytes = (points * field(body, CORNER_COUNT)) << 4;
  const strength = scalar(body, STRENGTH);
  const beta = f32x4.splat(<f32>(scalar(body, BETA) * strength));
  const alpha = f32x4.splat(<f32>(scalar(body, ALPHA) * strength));
  const zero = f32x4.splat(0.0);
  const varies = field(body, DAMPING_VARIES) != 0;
  const ratios = field(body, DAMPING_RATIOS_AT);
  const end = share(count, thread + 1, threads);
  for (let edge: u32 = share(count, thread, threads); edge < end; edge++) {
    const first = <usize>load<u32>(starts + ((<usize>edge) << 2));
    const last = <usize>load<u32>(starts + ((<usize>edge) << 2), 4);
    let g0 = zero;
    let g1 = zero;
    let g2 = zero;
    let k0 = zero;
    let k1 = zero;
    let k2 = zero;
    if (points == 1) {
      for (let n = first; n < last; n++) {
        const mi = v128.load(vectors + <usize>load<u32>(corners + (n << 3)));
        const mj = vectors + <usize>load<u32>(corners + (n << 3), 4);
        g0 = add(g0, mul(mi, v128.load32_splat(mj)));
        g1 = add(g1, mul(mi, v128.load32_splat(mj, 4)));
        g2 = add(g2, mul(mi, v128.load32_splat(mj, 8)));
      }
    } else {
      for (let n = first; n < last; n++) {
        let at = vectors + <usize>load<u32>(corners + (n << 3));
        let mj = vectors + <usize>load<u32>(corners + (n << 3), 4);
        for (let q: usize = 0; q < points; q++) {
          const mi = v128.load(at);
          g0 = add(g0, mul(mi, v128.load32_splat(mj)));
          g1 = add(g1, mul(mi, v128.load32_splat(mj, 4)));
          g2 = add(g2, mul(mi, v128.load32_splat(mj, 8)));
          at += 16;
          mj += 16;
        }
      }
    }
    if (conserving) {
      for (let n = first; n < last; n++) {
        const element = <usize>load<u32>(corners + (n << 3)) / elementBytes;
        let at = metrics + ((n * points) << 2);
        let square = squares + element * points * 48;
        for (let q: usize = 0; q < points; q++) {
          const metric = v128.load32_splat(at);
          k0 = add(k0, mul(metric, v128.load(square)));
          k1 = add(k1, mul(metric, v128.load(square, 16)));
          k2 = add(k2, mul(metric, v128.load(square, 32)));
          at += 4;
          square += 48;
        }
      }
    } else {
      const trace = f32x4.extract_lane(g0, 0) + f32x4.extract_lane(g1, 1) + f32x4.extract_lane(g2, 2);
      k0 = f32x4.replace_lane(zero, 0, trace);
      k1 = f32x4.replace_lane(zero, 1, trace);
      k2 = f32x4.replace_lane(zero, 2, trace);
    }
    let a0 = mul(alpha, g0);
    let a1 = mul(alpha, g1);
    let a2 = mul(alpha, g2);
    if (varies) {
      a0 = zero;
      a1 = zero;
      a2 = zero;
      for (let n = first; n < last; n++) {
        let at = vectors + <usize>load<u32>(corners + (n << 3));
        let mj = vectors + <usize>load<u32>(corners + (n << 3), 4);
        const element = (at - vectors) / elementBytes;
        const ratio = mul(alpha, v128.load32_splat(ratios + (element << 2)));
        for (let q: usize = 0; q < points; q++) {
          const mi = mul(ratio, v128.load(at));
          a0 = add(a0, mul(mi, v128.load32_splat(mj)));
          a1 = add(a1, mul(mi, v128.load32_splat(mj, 4)));
          a2 = add(a2, mul(mi, v128.load32_splat(mj, 8)));
          at += 16;
          mj += 16;
        }
      }
    }
    const aLow = low2(a0, a1);
    const aEnd = low2(a2, zero);
    // Rows of G.
    const low = low2(g0, g1);
    const t0 = lowHalves(low, low2(g2, zero));
    const t1 = highHalves(low, low2(g2, zero));
    const t2 = lowHalves(high2(g0, g1), high2(g2, zero));
    const pair = field(body, EDGE_BLOCKS_AT) + ((<usize>edge) << 3);
    storeBlock(
      blocks + <usize>load<u32>(pair) * BLOCK_BYTES,
      add(mul(beta, add(k0, t0)), a0),
      add(mul(beta, add(k1, t1)), a1),
      add(mul(beta, add(k2, t2)), a2),
    );
    storeBlock(
      blocks + <usize>load<u32>(pair, 4) * BLOCK_BYTES,
      add(mul(beta, add(k0, g0)), lowHalves(aLow, aEnd)),
      add(mul(beta, add(k1, g1)), highHalves(aLow, aEnd)),
      add(mul(beta, add(k2, g2)), lowHalves(high2(a0, a1), high2(a2, zero))),
    );
  }
}

/** Diagonal blocks, minus the sum of the row's others: gradients of an element add up to zero, so D ignores translation. */
export function dampingDiagonals(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const blocks = field(body, BLOCKS_AT);
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
