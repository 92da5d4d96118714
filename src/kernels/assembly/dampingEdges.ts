import {
  ALPHA,
  BETA,
  BLOCKS_AT,
  CONSERVING,
  CORNER_COUNT,
  CORNER_VECTORS_AT,
  DAMPING_RATIOS_AT,
  DAMPING_VARIES,
  EDGE_BLOCKS_AT,
  EDGE_CORNERS_AT,
  EDGE_COUNT,
  EDGE_METRICS_AT,
  EDGE_START_AT,
  FRAME_SQUARES_AT,
  POINT_GROUPS,
  STRENGTH,
} from '../bodyFields';
import { field, scalar, share } from './body';
import { BLOCK_BYTES, storeBlock } from './damping';
import { add, high2, highHalves, low2, lowHalves, mul } from './lanes';

/**
 * The off-diagonal blocks of `dampingEdges` where elements have one point, damping is the same everywhere and in the robust form: as most bodies are. In a loop of its own everything stays in registers.
 */
function robustEdges(body: usize, begin: u32, end: u32): void {
  const starts = field(body, EDGE_START_AT);
  const corners = field(body, EDGE_CORNERS_AT);
  const vectors = field(body, CORNER_VECTORS_AT);
  const blocks = field(body, BLOCKS_AT);
  const strength = scalar(body, STRENGTH);
  const beta = f32x4.splat(<f32>(scalar(body, BETA) * strength));
  const alpha = f32x4.splat(<f32>(scalar(body, ALPHA) * strength));
  const zero = f32x4.splat(0.0);
  let pair = field(body, EDGE_BLOCKS_AT) + ((<usize>begin) << 3);
  let n = corners + ((<usize>load<u32>(starts + ((<usize>begin) << 2))) << 3);
  for (let edge = begin; edge < end; edge++) {
    const last = corners + ((<usize>load<u32>(starts + ((<usize>edge) << 2), 4)) << 3);
    let g0 = zero;
    let g1 = zero;
    let g2 = zero;
    for (; n < last; n += 8) {
      const mi = v128.load(vectors + <usize>load<u32>(n));
      const mj = vectors + <usize>load<u32>(n, 4);
      g0 = add(g0, mul(mi, v128.load32_splat(mj)));
      g1 = add(g1, mul(mi, v128.load32_splat(mj, 4)));
      g2 = add(g2, mul(mi, v128.load32_splat(mj, 8)));
    }
    const trace = f32x4.extract_lane(g0, 0) + f32x4.extract_lane(g1, 1) + f32x4.extract_lane(g2, 2);
    const k0 = f32x4.replace_lane(zero, 0, trace);
    const k1 = f32x4.replace_lane(zero, 1, trace);
    const k2 = f32x4.replace_lane(zero, 2, trace);
    // Rows of G.
    const low = low2(g0, g1);
    const lowEnd = low2(g2, zero);
    const t0 = lowHalves(low, lowEnd);
    const t1 = highHalves(low, lowEnd);
    const t2 = lowHalves(high2(g0, g1), high2(g2, zero));
    storeBlock(
      blocks + <usize>load<u32>(pair) * BLOCK_BYTES,
      add(mul(beta, add(k0, t0)), mul(alpha, g0)),
      add(mul(beta, add(k1, t1)), mul(alpha, g1)),
      add(mul(beta, add(k2, t2)), mul(alpha, g2)),
    );
    storeBlock(
      blocks + <usize>load<u32>(pair, 4) * BLOCK_BYTES,
      add(mul(beta, add(k0, g0)), mul(alpha, t0)),
      add(mul(beta, add(k1, g1)), mul(alpha, t1)),
      add(mul(beta, add(k2, g2)), mul(alpha, t2)),
    );
    pair += 8;
  }
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
  const begin = share(count, thread, threads);
  const end = share(count, thread + 1, threads);
  if (points == 1 && !conserving && !varies) {
    robustEdges(body, begin, end);
    return;
  }
  for (let edge = begin; edge < end; edge++) {
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
