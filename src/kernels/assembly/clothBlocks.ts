import {
  BLOCKS_AT,
  BLOCK_COUNT,
  BLOCK_HINGES_AT,
  BLOCK_TRIANGLES_AT,
  DAMPING_TIME,
  DIAGONALS_AT,
  FORCES_AT,
  HINGES_AT,
  HINGE_ENTRIES_AT,
  HINGE_INCIDENCE_AT,
  HINGE_STARTS_AT,
  IMAGE_AT,
  NEIGHBOURS_AT,
  NEIGHBOURS_START_AT,
  STIFFNESS_STEP,
  THREADED,
  THREADS_AT,
  TRIANGLES_AT,
  TRIANGLE_ENTRIES_AT,
  TRIANGLE_FORCES_AT,
  TRIANGLE_INCIDENCE_AT,
  TRIANGLE_STARTS_AT,
  VELOCITY_AT,
  VERTEX_COUNT,
  VERTICES_AT,
} from '../clothFields';
import { field, scalar, share } from './body';
import { RECORD, THREAD_RECORD } from './membrane/sheetForces';
import { add, mul, sub } from './lanes';

// Gathers the contributions of elements to vertices and to pairs of vertices, in the fixed order of the tables, hence the same bytes for any number of
// threads. Blocks are nine f32 by rows; the content of a row's fourth lane is never used.

/** Gathers the forces of this thread's vertices. */
export function gatherClothForces(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const end = share(count, thread + 1, threads);
  const triangleStarts = field(body, TRIANGLE_STARTS_AT);
  const triangleIncidence = field(body, TRIANGLE_INCIDENCE_AT);
  const corners = field(body, TRIANGLE_FORCES_AT);
  const hingeStarts = field(body, HINGE_STARTS_AT);
  const hingeIncidence = field(body, HINGE_INCIDENCE_AT);
  const hinges = field(body, HINGES_AT);
  const forces = field(body, FORCES_AT);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    let xy = f64x2.splat(0.0);
    let z = f64x2.splat(0.0);
    const start = (<usize>v) << 2;
    let last = triangleIncidence + ((<usize>load<u32>(triangleStarts + start, 4)) << 2);
    for (let at = triangleIncidence + ((<usize>load<u32>(triangleStarts + start)) << 2); at < last; at += 4) {
      const force = v128.load(corners + <usize>load<u32>(at));
      xy = f64x2.add(xy, f64x2.promote_low_f32x4(force));
      z = f64x2.add(z, f64x2.promote_low_f32x4(v128.shuffle<f32>(force, force, 2, 3, 2, 3)));
    }
    last = hingeIncidence + ((<usize>load<u32>(hingeStarts + start, 4)) << 2);
    for (let at = hingeIncidence + ((<usize>load<u32>(hingeStarts + start)) << 2); at < last; at += 4) {
      const vector = v128.load(hinges + <usize>load<u32>(at));
      const force = mul(vector, v128.shuffle<f32>(vector, vector, 3, 3, 3, 3));
      xy = f64x2.add(xy, f64x2.promote_low_f32x4(force));
      z = f64x2.add(z, f64x2.promote_low_f32x4(v128.shuffle<f32>(force, force, 2, 3, 2, 3)));
    }
    const out = forces + <usize>v * 24;
    v128.store(out, xy);
    store<f64>(out, f64x2.extract_lane(z, 0), 16);
  }
}

/** Returns the vertex of a row from the table at `vertices`. */
@inline
export function vertexOf(vertices: usize, row: u32): usize {
  return <usize>load<u32>(vertices + ((<usize>row) << 2));
}

/** Stores nine numbers, and nothing beyond them. */
@inline
export function storeBlock(at: usize, a: v128, b: v128, c: v128): void {
  v128.store(at, a);
  v128.store(at, b, 12);
  v128.store64_lane(at, c, 0, 24);
  v128.store32_lane(at, c, 2, 32);
}

/** Assembles D + h K between the vertices of this thread's blocks. */
export function assembleBlocks(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, BLOCK_COUNT);
  const end = share(count, thread + 1, threads);
  const h = <f32>scalar(body, STIFFNESS_STEP);
  const viscous = <f32>(scalar(body, STIFFNESS_STEP) + scalar(body, DAMPING_TIME));
  const blocks = field(body, BLOCKS_AT);
  const triangleStarts = field(body, BLOCK_TRIANGLES_AT);
  const triangleEntries = field(body, TRIANGLE_ENTRIES_AT);
  const triangles = field(body, TRIANGLES_AT);
  const hingeStarts = field(body, BLOCK_HINGES_AT);
  const hingeEntries = field(body, HINGE_ENTRIES_AT);
  const hinges = field(body, HINGES_AT);
  const threaded = field(body, THREADED) != 0;
  const bent = f32x4.splat(viscous);
  for (let block: u32 = share(count, thread, threads); block < end; block++) {
    const start = (<usize>block) << 2;
    let r0 = f32x4.splat(0.0);
    let r1 = f32x4.splat(0.0);
    let r2 = f32x4.splat(0.0);
    let last = hingeEntries + ((<usize>load<u32>(hingeStarts + start, 4)) << 3);
    for (let at = hingeEntries + ((<usize>load<u32>(hingeStarts + start)) << 3); at < last; at += 8) {
      const row = hinges + <usize>load<u32>(at);
      const column = v128.load(hinges + <usize>load<u32>(at, 4));
      r0 = add(r0, mul(v128.load32_splat(row), column));
      r1 = add(r1, mul(v128.load32_splat(row, 4), column));
      r2 = add(r2, mul(v128.load32_splat(row, 8), column));
    }
    r0 = mul(r0, bent);
    r1 = mul(r1, bent);
    r2 = mul(r2, bent);
    last = triangleEntries + ((<usize>load<u32>(triangleStarts + start, 4)) << 2);
    for (let at = triangleEntries + ((<usize>load<u32>(triangleStarts + start)) << 2); at < last; at += 4) {
      const entry = load<u32>(at);
      const record = triangles + <usize>(entry >> 4) * RECORD;
      const i = (<usize>(entry & 12)) >> 2;
      const j = <usize>(entry & 3);
      const i1 = load<f32>(record + (i << 4), 12);
      const j1 = load<f32>(record + (j << 4), 12);
      const i2 = load<f32>(record + (i << 2), 32);
      const j2 = load<f32>(record + (j << 2), 32);
      const weight = load<f32>(record, 64) * viscous;
      const twist = load<f32>(record, 68) * h;
      const cross = weight * load<f32>(record, 56);
      const stretch1 = weight * load<f32>(record, 48) + cross;
      const stretch2 = weight * load<f32>(record, 52) + cross;
      const flip = weight * load<f32>(record, 60);
      const sum = (flip + twist) * 0.5;
      const difference = (flip - twist) * 0.5;
      const b11 = f32x4.splat(stretch1 * i1 * j1 + sum * i2 * j2);
      const b12 = f32x4.splat(cross * i1 * j2 + difference * i2 * j1);
      const b21 = f32x4.splat(cross * i2 * j1 + difference * i1 * j2);
      const b22 = f32x4.splat(stretch2 * i2 * j2 + sum * i1 * j1);
      const b33 = f32x4.splat(h * (load<f32>(record, 72) * i1 * j1 + load<f32>(record, 76) * i2 * j2));
      const u = v128.load(record);
      const w = v128.load(record, 16);
      const x = add(mul(b11, u), mul(b12, w));
      const y = add(mul(b21, u), mul(b22, w));
      const n = normalOf(u, w);
      const z = mul(b33, n);
      r0 = add(r0, add(add(mul(v128.load32_splat(record), x), mul(v128.load32_splat(record, 16), y)), mul(v128.shuffle<f32>(n, n, 0, 0, 0, 0), z)));
      r1 = add(r1, add(add(mul(v128.load32_splat(record, 4), x), mul(v128.load32_splat(record, 20), y)), mul(v128.shuffle<f32>(n, n, 1, 1, 1, 1), z)));
      r2 = add(r2, add(add(mul(v128.load32_splat(record, 8), x), mul(v128.load32_splat(record, 24), y)), mul(v128.shuffle<f32>(n, n, 2, 2, 2, 2), z)));
    }
    storeBlock(blocks + <usize>block * 36, r0, r1, r2);
    if (threaded) addThreads(body, block, h, viscous);
  }
}

/** u x w. */
@inline
function normalOf(u: v128, w: v128): v128 {
  const turned = sub(mul(u, v128.shuffle<f32>(w, w, 1, 2, 0, 3)), mul(v128.shuffle<f32>(u, u, 1, 2, 0, 3), w));
  return v128.shuffle<f32>(turned, turned, 1, 2, 0, 3);
}

/** Adds threads along warp and weft: b_i b_j (along d d^T + across I) with d their direction. */
function addThreads(body: usize, block: u32, h: f32, viscous: f32): void {
  const starts = field(body, BLOCK_TRIANGLES_AT) + ((<usize>block) << 2);
  const entries = field(body, TRIANGLE_ENTRIES_AT);
  const records = field(body, THREADS_AT);
  const at = field(body, BLOCKS_AT) + <usize>block * 36;
  const last = <usize>load<u32>(starts, 4);
  for (let k = <usize>load<u32>(starts); k < last; k++) {
    const entry = load<u32>(entries + (k << 2));
    const record = records + <usize>(entry >> 4) * THREAD_RECORD;
    const i = <usize>(entry & 12);
    const j = (<usize>(entry & 3)) << 2;
    for (let axis: usize = 0; axis < 2; axis++) {
      const d = record + (axis << 4);
      const gradients = d + 32;
      const scale = load<f32>(gradients + i) * load<f32>(gradients + j);
      const across = h * load<f32>(gradients, 12);
      const along = scale * (viscous * load<f32>(d, 12) - across);
      for (let r: usize = 0; r < 3; r++) {
        for (let c: usize = 0; c < 3; c++) {
          const to = at + r * 12 + (c << 2);
          const value = along * load<f32>(d + (r << 2)) * load<f32>(d + (c << 2));
          store<f32>(to, load<f32>(to) + value + (r == c ? scale * across : <f32>0.0));
        }
      }
    }
  }
}

/** Computes the diagonal blocks of this thread's rows: minus the sum of the row's others, since a translation causes no strain. */
export function assembleDiagonals(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const end = share(count, thread + 1, threads);
  const starts = field(body, NEIGHBOURS_START_AT);
  const neighbours = field(body, NEIGHBOURS_AT);
  const blocks = field(body, BLOCKS_AT);
  const diagonals = field(body, DIAGONALS_AT);
  for (let row: u32 = share(count, thread, threads); row < end; row++) {
    let r0 = f32x4.splat(0.0);
    let r1 = f32x4.splat(0.0);
    let r2 = f32x4.splat(0.0);
    let c0 = f32x4.splat(0.0);
    let c1 = f32x4.splat(0.0);
    let c2 = f32x4.splat(0.0);
    const last = neighbours + ((<usize>load<u32>(starts + ((<usize>row) << 2), 4)) << 3);
    for (let at = neighbours + ((<usize>load<u32>(starts + ((<usize>row) << 2))) << 3); at < last; at += 8) {
      const source = <usize>load<u32>(at, 4);
      const block = blocks + (source & ~1);
      if ((source & 1) == 0) {
        r0 = sub(r0, v128.load(block));
        r1 = sub(r1, v128.load(block, 12));
        r2 = sub(r2, v128.load(block, 24));
      } else {
        c0 = sub(c0, v128.load(block));
        c1 = sub(c1, v128.load(block, 12));
        c2 = sub(c2, v128.load(block, 24));
      }
    }
    const out = diagonals + <usize>row * 48;
    const x0 = v128.shuffle<f32>(c0, c1, 0, 4, 1, 5);
    const x1 = v128.shuffle<f32>(c0, c1, 2, 6, 2, 6);
    v128.store(out, add(r0, v128.shuffle<f32>(x0, c2, 0, 1, 4, 4)));
    v128.store(out, add(r1, v128.shuffle<f32>(x0, c2, 2, 3, 5, 5)), 16);
    v128.store(out, add(r2, v128.shuffle<f32>(x1, c2, 0, 1, 6, 6)), 32);
  }
}

/** Computes image = (D + h K) velocity of this thread's rows, in f32 from f64 differences of velocities: a translation gives exactly 0. */
export function multiplyCloth(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const end = share(count, thread + 1, threads);
  const starts = field(body, NEIGHBOURS_START_AT);
  const neighbours = field(body, NEIGHBOURS_AT);
  const blocks = field(body, BLOCKS_AT);
  const velocity = field(body, VELOCITY_AT);
  const out = field(body, IMAGE_AT);
  const vertices = field(body, VERTICES_AT);
  for (let row: u32 = share(count, thread, threads); row < end; row++) {
    const offset = vertexOf(vertices, row) * 24;
    const ownXY = v128.load(velocity + offset);
    const ownZ = load<f64>(velocity + offset, 16);
    let a0 = f32x4.splat(0.0);
    let a1 = f32x4.splat(0.0);
    let a2 = f32x4.splat(0.0);
    let sum = f32x4.splat(0.0);
    const last = neighbours + ((<usize>load<u32>(starts + ((<usize>row) << 2), 4)) << 3);
    for (let at = neighbours + ((<usize>load<u32>(starts + ((<usize>row) << 2))) << 3); at < last; at += 8) {
      const other = velocity + <usize>load<u32>(at);
      const source = <usize>load<u32>(at, 4);
      const block = blocks + (source & ~1);
      const b0 = v128.load(block);
      const b1 = v128.load(block, 12);
      const b2 = v128.load(block, 24);
      const xy = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(other), ownXY));
      const d = f32x4.replace_lane(xy, 2, <f32>(load<f64>(other, 16) - ownZ));
      if ((source & 1) == 0) {
        a0 = add(a0, mul(b0, d));
        a1 = add(a1, mul(b1, d));
        a2 = add(a2, mul(b2, d));
      } else {
        const x = mul(b0, v128.shuffle<f32>(d, d, 0, 0, 0, 0));
        const y = mul(b1, v128.shuffle<f32>(d, d, 1, 1, 1, 1));
        sum = add(sum, add(add(x, y), mul(b2, v128.shuffle<f32>(d, d, 2, 2, 2, 2))));
      }
    }
    const low = v128.shuffle<f32>(a0, a1, 0, 4, 1, 5);
    const first = v128.shuffle<f32>(low, a2, 0, 1, 4, 4);
    const second = v128.shuffle<f32>(low, a2, 2, 3, 5, 5);
    const third = v128.shuffle<f32>(v128.shuffle<f32>(a0, a1, 2, 6, 2, 6), a2, 0, 1, 6, 6);
    const image = add(add(add(first, second), third), sum);
    v128.store(out + offset, f64x2.promote_low_f32x4(image));
    store<f64>(out + offset, <f64>f32x4.extract_lane(image, 2), 16);
  }
}

/** Computes out = (D + h K) x of some rows, in f64: for residuals far below the accuracy of f32. */
export function multiplyRows(body: usize, begin: u32, end: u32, x: usize, out: usize): void {
  const starts = field(body, NEIGHBOURS_START_AT);
  const neighbours = field(body, NEIGHBOURS_AT);
  const blocks = field(body, BLOCKS_AT);
  const vertices = field(body, VERTICES_AT);
  for (let row = begin; row < end; row++) {
    const offset = vertexOf(vertices, row) * 24;
    const own = x + offset;
    const ownXY = v128.load(own);
    const ownZ = load<f64>(own, 16);
    // Of blocks as they are: products by rows, to be added across; of transposed ones: the sum itself.
    let a0 = f64x2.splat(0.0);
    let a1 = f64x2.splat(0.0);
    let a2 = f64x2.splat(0.0);
    let sumXY = f64x2.splat(0.0);
    let z0: f64 = 0.0;
    let z1: f64 = 0.0;
    let z2: f64 = 0.0;
    const last = neighbours + ((<usize>load<u32>(starts + ((<usize>row) << 2), 4)) << 3);
    for (let at = neighbours + ((<usize>load<u32>(starts + ((<usize>row) << 2))) << 3); at < last; at += 8) {
      const other = x + <usize>load<u32>(at);
      const source = <usize>load<u32>(at, 4);
      const block = blocks + (source & ~1);
      const dXY = f64x2.sub(v128.load(other), ownXY);
      const dZ = load<f64>(other, 16) - ownZ;
      const b0 = f64x2.promote_low_f32x4(v128.load64_zero(block));
      const b1 = f64x2.promote_low_f32x4(v128.load64_zero(block, 12));
      const b2 = f64x2.promote_low_f32x4(v128.load64_zero(block, 24));
      const c0 = <f64>load<f32>(block, 8);
      const c1 = <f64>load<f32>(block, 20);
      const c2 = <f64>load<f32>(block, 32);
      if ((source & 1) == 0) {
        a0 = f64x2.add(a0, f64x2.mul(b0, dXY));
        a1 = f64x2.add(a1, f64x2.mul(b1, dXY));
        a2 = f64x2.add(a2, f64x2.mul(b2, dXY));
        z0 += c0 * dZ;
        z1 += c1 * dZ;
        z2 += c2 * dZ;
      } else {
        const dX = f64x2.extract_lane(dXY, 0);
        const dY = f64x2.extract_lane(dXY, 1);
        const xy = f64x2.add(f64x2.mul(b0, f64x2.splat(dX)), f64x2.mul(b1, f64x2.splat(dY)));
        sumXY = f64x2.add(sumXY, f64x2.add(xy, f64x2.mul(b2, f64x2.splat(dZ))));
        z2 += c0 * dX + c1 * dY + c2 * dZ;
      }
    }
    const to = out + offset;
    store<f64>(to, f64x2.extract_lane(a0, 0) + f64x2.extract_lane(a0, 1) + z0 + f64x2.extract_lane(sumXY, 0));
    store<f64>(to, f64x2.extract_lane(a1, 0) + f64x2.extract_lane(a1, 1) + z1 + f64x2.extract_lane(sumXY, 1), 8);
    store<f64>(to, f64x2.extract_lane(a2, 0) + f64x2.extract_lane(a2, 1) + z2, 16);
  }
}
