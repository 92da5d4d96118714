import {
  BLOCKS_AT,
  CHANGED_AT,
  COLUMNS_AT,
  DIAGONALS_AT,
  FACTORS_AT,
  KINDS_AT,
  MASSES_AT,
  NORMALS_AT,
  ROW_START_AT,
  SCALED_AT,
  STEP,
  VERTICES_AT,
} from '../clothFields';
import { field, scalar } from './body';
import { storeBlock, vertexOf } from './clothBlocks';
import { FIXED, FREE, NORMAL } from './constraints';
import { add, mul } from './lanes';

// P A P + (I - P) of A = M + h S, scaled to G (...) G^T with the identity on its diagonal: G are the inverse Cholesky factors of the constrained
// diagonal blocks. Only rows that are new, and blocks that touch one, are made.

/** Computes P G^T of rows whose constraint or matrix is new. */
export function factorRows(body: usize, begin: u32, end: u32): void {
  const changed = field(body, CHANGED_AT);
  const vertices = field(body, VERTICES_AT);
  for (let row = begin; row < end; row++) {
    if (load<u8>(changed + vertexOf(vertices, row)) != 0) factorRow(body, row);
  }
}

/** Computes the Cholesky factor, in f64, of the lower half of a block that is at least as large as the mass. */
function factorRow(body: usize, row: u32): void {
  const h = scalar(body, STEP);
  const vertex = vertexOf(field(body, VERTICES_AT), row);
  const mass = load<f64>(field(body, MASSES_AT) + (vertex << 3));
  const from = field(body, DIAGONALS_AT) + <usize>row * 48;
  let xx = h * <f64>load<f32>(from) + mass;
  let yx = h * <f64>load<f32>(from, 16);
  let yy = h * <f64>load<f32>(from, 20) + mass;
  let zx = h * <f64>load<f32>(from, 32);
  let zy = h * <f64>load<f32>(from, 36);
  let zz = h * <f64>load<f32>(from, 40) + mass;
  const kind = load<u8>(field(body, KINDS_AT) + vertex);
  const at = field(body, NORMALS_AT) + vertex * 24;
  // P = a I + b n n^T.
  const a: f64 = kind == FREE || kind == NORMAL ? 1.0 : 0.0;
  const b: f64 = kind == FREE || kind == FIXED ? 0.0 : kind == NORMAL ? -1.0 : 1.0;
  const nx = b == 0.0 ? 0.0 : load<f64>(at);
  const ny = b == 0.0 ? 0.0 : load<f64>(at, 8);
  const nz = b == 0.0 ? 0.0 : load<f64>(at, 16);
  if (kind != FREE) {
    // P B P = a B + b (a (m n^T + n m^T) + b k n n^T) with m = B n and k = n . m, since a and b are 0 or of size 1.
    const fill = (xx + yy + zz) / 3.0;
    const mx = xx * nx + yx * ny + zx * nz;
    const my = yx * nx + yy * ny + zy * nz;
    const mz = zx * nx + zy * ny + zz * nz;
    const ab = a * b;
    const k = b * b * (nx * mx + ny * my + nz * mz) - fill * b;
    const rest = fill * (1.0 - a);
    xx = a * xx + 2.0 * ab * mx * nx + k * nx * nx + rest;
    yx = a * yx + ab * (my * nx + mx * ny) + k * ny * nx;
    yy = a * yy + 2.0 * ab * my * ny + k * ny * ny + rest;
    zx = a * zx + ab * (mz * nx + mx * nz) + k * nz * nx;
    zy = a * zy + ab * (mz * ny + my * nz) + k * nz * ny;
    zz = a * zz + 2.0 * ab * mz * nz + k * nz * nz + rest;
  }
  // Pivots are no less than the mass but for rounding.
  const l00 = Math.sqrt(max<f64>(xx, mass));
  const l10 = yx / l00;
  const l20 = zx / l00;
  const l11 = Math.sqrt(max<f64>(yy - l10 * l10, mass));
  const l21 = (zy - l20 * l10) / l11;
  const l22 = Math.sqrt(max<f64>(zz - l20 * l20 - l21 * l21, mass));
  const g00 = 1.0 / l00;
  const g10 = -l10 / (l00 * l11);
  const g11 = 1.0 / l11;
  const g20 = (l10 * l21 - l20 * l11) / (l00 * l11 * l22);
  const g21 = -l21 / (l11 * l22);
  const g22 = 1.0 / l22;
  // n^T G^T.
  const dx = g00 * nx;
  const dy = g10 * nx + g11 * ny;
  const dz = g20 * nx + g21 * ny + g22 * nz;
  const out = field(body, FACTORS_AT) + <usize>row * 48;
  const bx = b * nx;
  const by = b * ny;
  const bz = b * nz;
  v128.store(out, f32x4(<f32>(a * g00 + bx * dx), <f32>(a * g10 + bx * dy), <f32>(a * g20 + bx * dz), 0.0));
  v128.store(out, f32x4(<f32>(by * dx), <f32>(a * g11 + by * dy), <f32>(a * g21 + by * dz), 0.0), 16);
  v128.store(out, f32x4(<f32>(bz * dx), <f32>(bz * dy), <f32>(a * g22 + bz * dz), 0.0), 32);
}

/** Computes h G P S P G^T of the blocks of some rows. */
export function scaleRows(body: usize, begin: u32, end: u32): void {
  const h = f32x4.splat(<f32>scalar(body, STEP));
  const changed = field(body, CHANGED_AT);
  const factors = field(body, FACTORS_AT);
  const starts = field(body, ROW_START_AT);
  const columns = field(body, COLUMNS_AT);
  const blocks = field(body, BLOCKS_AT);
  const scaled = field(body, SCALED_AT);
  const vertices = field(body, VERTICES_AT);
  for (let row = begin; row < end; row++) {
    const own = load<u8>(changed + vertexOf(vertices, row)) != 0;
    const f = factors + <usize>row * 48;
    const last = <usize>load<u32>(starts + ((<usize>row) << 2), 4);
    for (let k = <usize>load<u32>(starts + ((<usize>row) << 2)); k < last; k++) {
      const column = <usize>load<u32>(columns + (k << 2));
      if (!own && load<u8>(changed + vertexOf(vertices, <u32>(column >> 4))) == 0) continue;
      const g = factors + 3 * column;
      const s = blocks + k * 36;
      const g0 = v128.load(g);
      const g1 = v128.load(g, 16);
      const g2 = v128.load(g, 32);
      const t0 = mul(h, add(add(mul(v128.load32_splat(s), g0), mul(v128.load32_splat(s, 4), g1)), mul(v128.load32_splat(s, 8), g2)));
      const t1 = mul(h, add(add(mul(v128.load32_splat(s, 12), g0), mul(v128.load32_splat(s, 16), g1)), mul(v128.load32_splat(s, 20), g2)));
      const t2 = mul(h, add(add(mul(v128.load32_splat(s, 24), g0), mul(v128.load32_splat(s, 28), g1)), mul(v128.load32_splat(s, 32), g2)));
      storeBlock(
        scaled + k * 36,
        add(add(mul(v128.load32_splat(f), t0), mul(v128.load32_splat(f, 16), t1)), mul(v128.load32_splat(f, 32), t2)),
        add(add(mul(v128.load32_splat(f, 4), t0), mul(v128.load32_splat(f, 20), t1)), mul(v128.load32_splat(f, 36), t2)),
        add(add(mul(v128.load32_splat(f, 8), t0), mul(v128.load32_splat(f, 24), t1)), mul(v128.load32_splat(f, 40), t2)),
      );
    }
  }
}
