import {
  CHUNK,
  DIAGONALS_AT,
  P_AT,
  Q_AT,
  RESIDUAL_AT,
  R_AT,
  X_AT,
  Z_AT,
} from '../bodyFields';
import { chunkEnd } from './chunks';
import { field } from './body';
import { add, mul } from './lanes';
import { dot4, products4, sum2 } from './products';
import { RZ, vertexCount, storeSum } from './velocitySums';

// Passes of the conjugate gradients over vectors of four f32 lanes per vertex.

/** p = z. */
export function copyDirections(body: usize, firstChunk: u32, lastChunk: u32): void {
  if (firstChunk >= lastChunk) return;
  const first = (<usize>firstChunk * CHUNK) << 4;
  const bytes = ((<usize>chunkEnd(vertexCount(body), lastChunk - 1)) << 4) - first;
  memory.copy(field(body, P_AT) + first, field(body, Z_AT) + first, bytes);
}

/** p = z + beta p. */
export function turnCoarseDirections(body: usize, firstChunk: u32, lastChunk: u32, beta: f64): void {
  if (firstChunk >= lastChunk) return;
  const keep = f32x4.splat(<f32>beta);
  const ps = field(body, P_AT);
  const zs = field(body, Z_AT);
  const end = (<usize>chunkEnd(vertexCount(body), lastChunk - 1)) << 4;
  for (let offset = (<usize>firstChunk * CHUNK) << 4; offset < end; offset += 16) {
    v128.store(ps + offset, add(v128.load(zs + offset), mul(keep, v128.load(ps + offset))));
  }
}

/** r = scale residual, x = 0, p = B r. */
export function startDirections(body: usize, firstChunk: u32, lastChunk: u32, scale: f64): void {
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let sum: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const from = field(body, RESIDUAL_AT) + <usize>v * 24;
      const offset = (<usize>v) << 4;
      const r = f32x4(
        <f32>(load<f64>(from) * scale),
        <f32>(load<f64>(from, 8) * scale),
        <f32>(load<f64>(from, 16) * scale),
        0.0,
      );
      const inverse = load<f32>(field(body, DIAGONALS_AT) + ((<usize>v) << 3), 4);
      v128.store(field(body, R_AT) + offset, r);
      v128.store(field(body, X_AT) + offset, f32x4.splat(0.0));
      v128.store(field(body, P_AT) + offset, mul(r, f32x4.splat(inverse)));
      sum += <f64>inverse * dot4(r, r);
    }
    storeSum(body, chunk, RZ, sum);
  }
}

/** x += alpha p, r -= alpha q and r . B r. */
export function advance(body: usize, firstChunk: u32, lastChunk: u32, alpha: f64): void {
  const step = f32x4.splat(<f32>alpha);
  const xs = field(body, X_AT);
  const rs = field(body, R_AT);
  const ps = field(body, P_AT);
  const qs = field(body, Q_AT);
  const diagonals = field(body, DIAGONALS_AT);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let sum = f64x2.splat(0.0);
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const offset = (<usize>v) << 4;
      v128.store(xs + offset, add(v128.load(xs + offset), mul(step, v128.load(ps + offset))));
      const r = f32x4.sub(v128.load(rs + offset), mul(step, v128.load(qs + offset)));
      v128.store(rs + offset, r);
      const inverse = f64x2.splat(<f64>load<f32>(diagonals + ((<usize>v) << 3), 4));
      sum = f64x2.add(sum, f64x2.mul(inverse, products4(r, r)));
    }
    storeSum(body, chunk, RZ, sum2(sum));
  }
}

/** p = B r + beta p. */
export function turnDirections(body: usize, firstChunk: u32, lastChunk: u32, beta: f64): void {
  const keep = f32x4.splat(<f32>beta);
  const rs = field(body, R_AT);
  const ps = field(body, P_AT);
  const diagonals = field(body, DIAGONALS_AT);
  if (firstChunk >= lastChunk) return;
  const end = chunkEnd(vertexCount(body), lastChunk - 1);
  for (let v: u32 = firstChunk * CHUNK; v < end; v++) {
    const offset = (<usize>v) << 4;
    const inverse = v128.load32_splat(diagonals + ((<usize>v) << 3), 4);
    v128.store(ps + offset, add(mul(inverse, v128.load(rs + offset)), mul(keep, v128.load(ps + offset))));
  }
}
