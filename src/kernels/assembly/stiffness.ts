import {
  BLOCKS_AT,
  CORNER_COUNT,
  DAMPED,
  EDGE_BLOCKS_AT,
  EDGE_COUNT,
  EDGE_START_AT,
  EDGE_STIFFNESS_AT,
  FIBROUS,
  FIBRE_TANGENTS_AT,
  GRADIENTS_AT,
  PAIR_COUNT,
  POINT_GROUPS,
  ROTATIONS_AT,
  STIFFNESS_AT,
  STIFFNESS_BYTES,
  STIFFNESS_STEP,
  STRENGTH,
  TANGENTS_AT,
  TANGENT_VECTORS_AT,
  TANGENT_VECTOR_BYTES,
  VOLUMES_AT,
} from '../bodyFields';
import { field, scalar, share } from './body';
import { storeBlock } from './damping';
import { storeLanes, sumLanes } from './cornerVectors';
import { fibreDirection } from './fibres';
import { add, high2, highHalves, low2, lowHalves, mul, mul2, mul3, sub } from './lanes';
import { pointElementCount } from './pointElements';

const BLOCK_BYTES: usize = 36;
const PAIR_BYTES: usize = STIFFNESS_BYTES;
/** V^T g_a of one corner, four lanes. */
const VECTOR_BYTES: usize = 48;
const TET_PAIRS: usize = 6;

/**
 * K_ab = volume strength U T U^T for the corner pairs a < b of this thread's elements (Teran et al. 2005): with m = V^T g and the coefficients of
 * `principalTangent`, T_ii = H_ii m_ai m_bi + sum_k alpha_ik m_ak m_bk and T_ij = H_ij m_ai m_bj + beta_ij m_aj m_bi. Fibres add
 * volume strength (a . g_a) (a . g_b) N.
 */
export function stiffnessBlocks(thread: u32, threads: u32, body: usize): void {
  const vectors = field(body, TANGENT_VECTORS_AT) + <usize>thread * TANGENT_VECTOR_BYTES;
  if (field(body, POINT_GROUPS) != 0) pointBlocks(thread, threads, body, vectors);
  else tetBlocks(thread, threads, body, vectors);
}

function tetBlocks(thread: u32, threads: u32, body: usize, vectors: usize): void {
  const count = (<u32>field(body, PAIR_COUNT)) << 1;
  const end = <usize>share(count, thread + 1, threads);
  for (let group = <usize>share(count, thread, threads); group < end; group++) {
    tetVectors(body, group, vectors);
    groupBlocks(body, group, vectors, field(body, STIFFNESS_AT) + group * (4 * TET_PAIRS * PAIR_BYTES), 4, false);
  }
}

function pointBlocks(thread: u32, threads: u32, body: usize, vectors: usize): void {
  const count = pointElementCount(body);
  const corners = field(body, CORNER_COUNT);
  const groups = field(body, POINT_GROUPS);
  const blockBytes = ((corners * (corners - 1)) >> 1) * PAIR_BYTES;
  const end = <usize>share(count, thread + 1, threads);
  for (let element = <usize>share(count, thread, threads); element < end; element++) {
    const out = field(body, STIFFNESS_AT) + element * blockBytes;
    for (let k: usize = 0; k < groups; k++) {
      const group = element * groups + k;
      pointVectors(body, group, corners, vectors);
      groupBlocks(body, group, vectors, out, corners, k > 0);
    }
  }
}

/** V^T g of the four corners of a group of tetrahedra; corner 0 is minus the sum of the others. */
function tetVectors(body: usize, group: usize, out: usize): void {
  let sx = f32x4.splat(0.0);
  let sy = sx;
  let sz = sx;
  const shape = field(body, GRADIENTS_AT) + group * 144;
  for (let corner: usize = 1; corner < 4; corner++) {
    const to = out + corner * VECTOR_BYTES;
    turnBack(body, group, shape + (corner - 1) * 48, to);
    sx = sub(sx, v128.load(to));
    sy = sub(sy, v128.load(to, 16));
    sz = sub(sz, v128.load(to, 32));
  }
  v128.store(out, sx);
  v128.store(out, sy, 16);
  v128.store(out, sz, 32);
}

/** V^T g of all corners of a group of points. */
function pointVectors(body: usize, group: usize, corners: usize, out: usize): void {
  const shape = field(body, GRADIENTS_AT) + group * corners * 48;
  for (let corner: usize = 0; corner < corners; corner++) {
    turnBack(body, group, shape + corner * 48, out + corner * VECTOR_BYTES);
  }
}

/** V^T g, four lanes. */
function turnBack(body: usize, group: usize, shape: usize, out: usize): void {
  const v = field(body, ROTATIONS_AT) + group * 288 + 144;
  const x = v128.load(shape);
  const y = v128.load(shape, 16);
  const z = v128.load(shape, 32);
  v128.store(out, mul3(v128.load(v), x, v128.load(v, 48), y, v128.load(v, 96), z));
  v128.store(out, mul3(v128.load(v, 16), x, v128.load(v, 64), y, v128.load(v, 112), z), 16);
  v128.store(out, mul3(v128.load(v, 32), x, v128.load(v, 80), y, v128.load(v, 128), z), 32);
}

/** All pairs of `corners` corners of one group: with four a lane is a tetrahedron, with more the lanes are points of one element and are added up. */
function groupBlocks(body: usize, group: usize, vectors: usize, out: usize, corners: usize, accumulate: bool): void {
  const scale = mul(f32x4.splat(<f32>scalar(body, STRENGTH)), v128.load(field(body, VOLUMES_AT) + (group << 4)));
  const tangent = field(body, TANGENTS_AT) + group * 192;
  const h00 = mul(scale, v128.load(tangent));
  const h11 = mul(scale, v128.load(tangent, 16));
  const h22 = mul(scale, v128.load(tangent, 32));
  const h01 = mul(scale, v128.load(tangent, 48));
  const h02 = mul(scale, v128.load(tangent, 64));
  const h12 = mul(scale, v128.load(tangent, 80));
  const a01 = mul(scale, v128.load(tangent, 96));
  const a02 = mul(scale, v128.load(tangent, 112));
  const a12 = mul(scale, v128.load(tangent, 128));
  const b01 = mul(scale, v128.load(tangent, 144));
  const b02 = mul(scale, v128.load(tangent, 160));
  const b12 = mul(scale, v128.load(tangent, 176));
  const fibrous = field(body, FIBROUS) != 0;
  let c0 = f32x4.splat(0.0);
  let c1 = c0;
  let c2 = c0;
  const fibre = field(body, FIBRE_TANGENTS_AT) + group * 96;
  if (fibrous) {
    // V^T a.
    const v = field(body, ROTATIONS_AT) + group * 288 + 144;
    const x = fibreDirection(body, group, 0);
    const y = fibreDirection(body, group, 1);
    const z = fibreDirection(body, group, 2);
    c0 = mul3(v128.load(v), x, v128.load(v, 48), y, v128.load(v, 96), z);
    c1 = mul3(v128.load(v, 16), x, v128.load(v, 64), y, v128.load(v, 112), z);
    c2 = mul3(v128.load(v, 32), x, v128.load(v, 80), y, v128.load(v, 128), z);
  }
  const u = field(body, ROTATIONS_AT) + group * 288;
  const u00 = v128.load(u);
  const u01 = v128.load(u, 16);
  const u02 = v128.load(u, 32);
  const u10 = v128.load(u, 48);
  const u11 = v128.load(u, 64);
  const u12 = v128.load(u, 80);
  const u20 = v128.load(u, 96);
  const u21 = v128.load(u, 112);
  const u22 = v128.load(u, 128);
  let to = out;
  for (let a: usize = 0; a < corners; a++) {
    const ma = vectors + a * VECTOR_BYTES;
    const p0 = v128.load(ma);
    const p1 = v128.load(ma, 16);
    const p2 = v128.load(ma, 32);
    for (let b = a + 1; b < corners; b++) {
      const mb = vectors + b * VECTOR_BYTES;
      const q0 = v128.load(mb);
      const q1 = v128.load(mb, 16);
      const q2 = v128.load(mb, 32);
      const d0 = mul(p0, q0);
      const d1 = mul(p1, q1);
      const d2 = mul(p2, q2);
      const e01 = mul(p0, q1);
      const e10 = mul(p1, q0);
      const e02 = mul(p0, q2);
      const e20 = mul(p2, q0);
      const e12 = mul(p1, q2);
      const e21 = mul(p2, q1);
      const t00 = mul3(h00, d0, a01, d1, a02, d2);
      const t11 = mul3(h11, d1, a01, d0, a12, d2);
      const t22 = mul3(h22, d2, a02, d0, a12, d1);
      const t01 = mul2(h01, e01, b01, e10);
      const t10 = mul2(h01, e10, b01, e01);
      const t02 = mul2(h02, e02, b02, e20);
      const t20 = mul2(h02, e20, b02, e02);
      const t12 = mul2(h12, e12, b12, e21);
      const t21 = mul2(h12, e21, b12, e12);
      const w00 = mul3(u00, t00, u01, t10, u02, t20);
      const w01 = mul3(u00, t01, u01, t11, u02, t21);
      const w02 = mul3(u00, t02, u01, t12, u02, t22);
      const w10 = mul3(u10, t00, u11, t10, u12, t20);
      const w11 = mul3(u10, t01, u11, t11, u12, t21);
      const w12 = mul3(u10, t02, u11, t12, u12, t22);
      const w20 = mul3(u20, t00, u21, t10, u22, t20);
      const w21 = mul3(u20, t01, u21, t11, u22, t21);
      const w22 = mul3(u20, t02, u21, t12, u22, t22);
      let k00 = mul3(w00, u00, w01, u01, w02, u02);
      let k10 = mul3(w10, u00, w11, u01, w12, u02);
      let k20 = mul3(w20, u00, w21, u01, w22, u02);
      let k01 = mul3(w00, u10, w01, u11, w02, u12);
      let k11 = mul3(w10, u10, w11, u11, w12, u12);
      let k21 = mul3(w20, u10, w21, u11, w22, u12);
      let k02 = mul3(w00, u20, w01, u21, w02, u22);
      let k12 = mul3(w10, u20, w11, u21, w12, u22);
      let k22 = mul3(w20, u20, w21, u21, w22, u22);
      if (fibrous) {
        // N (a . g_a) (a . g_b).
        const w = mul(scale, mul(mul3(c0, p0, c1, p1, c2, p2), mul3(c0, q0, c1, q1, c2, q2)));
        const n01 = mul(w, v128.load(fibre, 16));
        const n02 = mul(w, v128.load(fibre, 32));
        const n12 = mul(w, v128.load(fibre, 64));
        k00 = add(k00, mul(w, v128.load(fibre)));
        k01 = add(k01, n01);
        k02 = add(k02, n02);
        k10 = add(k10, n01);
        k11 = add(k11, mul(w, v128.load(fibre, 48)));
        k12 = add(k12, n12);
        k20 = add(k20, n02);
        k21 = add(k21, n12);
        k22 = add(k22, mul(w, v128.load(fibre, 80)));
      }
      if (corners == 4) {
        storeLanes(to, TET_PAIRS * PAIR_BYTES, k00, k10, k20);
        storeLanes(to + 16, TET_PAIRS * PAIR_BYTES, k01, k11, k21);
        storeLanes(to + 32, TET_PAIRS * PAIR_BYTES, k02, k12, k22);
      } else {
        storeSum(to, accumulate, k00, k10, k20);
        storeSum(to + 16, accumulate, k01, k11, k21);
        storeSum(to + 32, accumulate, k02, k12, k22);
      }
      to += PAIR_BYTES;
    }
  }
}

/** Writes, or adds, the sums over the lanes of x, y and z. */
function storeSum(out: usize, accumulate: bool, x: v128, y: v128, z: v128): void {
  const sum = sumLanes(x, y, z);
  v128.store(out, accumulate ? add(v128.load(out), sum) : sum);
}

/** Adds h K to both off-diagonal blocks of this thread's edges, which hold D, or writes them where there is no damping. */
export function stiffnessEdges(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, EDGE_COUNT);
  const starts = field(body, EDGE_START_AT);
  const places = field(body, EDGE_STIFFNESS_AT);
  const stiffness = field(body, STIFFNESS_AT);
  const blocks = field(body, BLOCKS_AT);
  const damped = field(body, DAMPED) != 0;
  const h = f32x4.splat(<f32>scalar(body, STIFFNESS_STEP));
  const zero = f32x4.splat(0.0);
  const end = share(count, thread + 1, threads);
  for (let edge: u32 = share(count, thread, threads); edge < end; edge++) {
    const first = <usize>load<u32>(starts + ((<usize>edge) << 2));
    const last = <usize>load<u32>(starts + ((<usize>edge) << 2), 4);
    // K_ij, and K_ji of the elements whose corner at j comes first.
    let g0 = zero;
    let g1 = zero;
    let g2 = zero;
    let s0 = zero;
    let s1 = zero;
    let s2 = zero;
    for (let n = first; n < last; n++) {
      const place = <usize>load<u32>(places + (n << 2));
      const at = stiffness + (place & ~1);
      if ((place & 1) == 0) {
        g0 = add(g0, v128.load(at));
        g1 = add(g1, v128.load(at, 16));
        g2 = add(g2, v128.load(at, 32));
      } else {
        s0 = add(s0, v128.load(at));
        s1 = add(s1, v128.load(at, 16));
        s2 = add(s2, v128.load(at, 32));
      }
    }
    const gLow = low2(g0, g1);
    const gEnd = low2(g2, zero);
    const sLow = low2(s0, s1);
    const sEnd = low2(s2, zero);
    const pair = field(body, EDGE_BLOCKS_AT) + ((<usize>edge) << 3);
    addBlock(
      blocks + <usize>load<u32>(pair) * BLOCK_BYTES,
      damped,
      mul(h, add(g0, lowHalves(sLow, sEnd))),
      mul(h, add(g1, highHalves(sLow, sEnd))),
      mul(h, add(g2, lowHalves(high2(s0, s1), high2(s2, zero)))),
    );
    addBlock(
      blocks + <usize>load<u32>(pair, 4) * BLOCK_BYTES,
      damped,
      mul(h, add(s0, lowHalves(gLow, gEnd))),
      mul(h, add(s1, highHalves(gLow, gEnd))),
      mul(h, add(s2, lowHalves(high2(g0, g1), high2(g2, zero)))),
    );
  }
}

function addBlock(at: usize, accumulate: bool, c0: v128, c1: v128, c2: v128): void {
  if (accumulate) {
    c0 = add(c0, v128.load(at));
    c1 = add(c1, v128.load(at, 12));
    c2 = add(c2, v128.load(at, 24));
  }
  storeBlock(at, c0, c1, c2);
}
