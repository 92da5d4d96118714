import {
  BLOCKS_AT,
  CHUNK,
  COLUMNS_AT,
  DIAGONALS_AT,
  KINDS_AT,
  P_AT,
  Q_AT,
  ROW_START_AT,
  STEP,
} from '../bodyFields';
import { chunkCount, chunkEnd } from './chunks';
import { FREE, project32 } from './constraints';
import { field, scalar, share } from './body';
import { add, mul } from './lanes';
import { products4, sum2 } from './products';
import { PQ, vertexCount, storeSum, normalOf } from './velocitySums';

/** q = P (M + h D) p and p . q. */
export function multiplySystem(body: usize, firstChunk: u32, lastChunk: u32): void {
  const p = field(body, P_AT);
  const out = field(body, Q_AT);
  const kinds = field(body, KINDS_AT);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const begin = chunk * CHUNK;
    const end = chunkEnd(vertexCount(body), chunk);
    multiplyRows(body, begin, end);
    let sum = f64x2.splat(0.0);
    for (let v = begin; v < end; v++) {
      const at = (<usize>v) << 4;
      const kind = load<u8>(kinds + <usize>v);
      if (kind != FREE) v128.store(out + at, project32(kind, normalOf(body, v), v128.load(out + at)));
      sum = f64x2.add(sum, products4(v128.load(p + at), v128.load(out + at)));
    }
    storeSum(body, chunk, PQ, sum2(sum));
  }
}

/** Computes q = (M + h D) p of some vertices. Makes no calls: around a call the sums would leave their registers. */
function multiplyRows(body: usize, begin: u32, end: u32): void {
  const h = f32x4.splat(<f32>scalar(body, STEP));
  const p = field(body, P_AT);
  const columns = field(body, COLUMNS_AT);
  const blocks = field(body, BLOCKS_AT);
  const rowStart = field(body, ROW_START_AT);
  const diagonals = field(body, DIAGONALS_AT);
  const out = field(body, Q_AT);
  const xyz = i32x4(-1, -1, -1, 0);
  let at = columns + ((<usize>load<u32>(rowStart + ((<usize>begin) << 2))) << 2);
  let block = blocks + (<usize>load<u32>(rowStart + ((<usize>begin) << 2))) * 36;
  for (let v = begin; v < end; v++) {
    const last = columns + ((<usize>load<u32>(rowStart + ((<usize>v) << 2), 4)) << 2);
    // One sum per column: three short chains of additions instead of one long one.
    let c0 = f32x4.splat(0.0);
    let c1 = f32x4.splat(0.0);
    let c2 = f32x4.splat(0.0);
    for (; at < last; at += 4) {
      const x = p + <usize>load<u32>(at);
      c0 = add(c0, mul(v128.load(block), v128.load32_splat(x)));
      c1 = add(c1, mul(v128.load(block, 12), v128.load32_splat(x, 4)));
      c2 = add(c2, mul(v128.load(block, 24), v128.load32_splat(x, 8)));
      block += 36;
    }
    const own = v128.load(p + ((<usize>v) << 4));
    const mass = v128.load32_splat(diagonals + ((<usize>v) << 3));
    v128.store(
      out + ((<usize>v) << 4),
      v128.and(add(mul(mass, own), mul(h, add(add(c0, c1), c2))), xyz),
    );
  }
}

/** q = P (M + h D) p alone, for measurement and tests; `prepare` must have run. */
export function multiplySystemShare(thread: u32, threads: u32, body: usize): void {
  const chunks = chunkCount(vertexCount(body));
  multiplySystem(body, share(chunks, thread, threads), share(chunks, thread + 1, threads));
}
