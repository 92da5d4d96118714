import { field } from './body';
import { BLOCK, COLUMN, HALF, numberAt, THREE } from './choleskyPanels';
import * as Field from '../choleskyFields';

// Numeric factorisation A = L L^T, with the operations of `ReferenceFactor` in their order: the same bytes.

/** Numbers of a tile of six rows and three columns: sums of products. */
let t00: v128 = f64x2.splat(0.0);
let t10: v128 = f64x2.splat(0.0);
let t20: v128 = f64x2.splat(0.0);
let t01: v128 = f64x2.splat(0.0);
let t11: v128 = f64x2.splat(0.0);
let t21: v128 = f64x2.splat(0.0);
let t02: v128 = f64x2.splat(0.0);
let t12: v128 = f64x2.splat(0.0);
let t22: v128 = f64x2.splat(0.0);

/** Multiplies the six rows of the pair at `left` by the three rows at `right`, over the columns before the address `end`, into the tile. */
@inline
function multiply(left: usize, right: usize, end: usize): void {
  let a00 = f64x2.splat(0.0);
  let a10 = a00;
  let a20 = a00;
  let a01 = a00;
  let a11 = a00;
  let a21 = a00;
  let a02 = a00;
  let a12 = a00;
  let a22 = a00;
  for (; left < end; left += COLUMN, right += COLUMN) {
    const l0 = v128.load(left);
    const l1 = v128.load(left, 16);
    const l2 = v128.load(left, 32);
    const r0 = v128.load64_splat(right);
    a00 = f64x2.add(a00, f64x2.mul(l0, r0));
    a10 = f64x2.add(a10, f64x2.mul(l1, r0));
    a20 = f64x2.add(a20, f64x2.mul(l2, r0));
    const r1 = v128.load64_splat(right, 8);
    a01 = f64x2.add(a01, f64x2.mul(l0, r1));
    a11 = f64x2.add(a11, f64x2.mul(l1, r1));
    a21 = f64x2.add(a21, f64x2.mul(l2, r1));
    const r2 = v128.load64_splat(right, 16);
    a02 = f64x2.add(a02, f64x2.mul(l0, r2));
    a12 = f64x2.add(a12, f64x2.mul(l1, r2));
    a22 = f64x2.add(a22, f64x2.mul(l2, r2));
  }
  t00 = a00;
  t10 = a10;
  t20 = a20;
  t01 = a01;
  t11 = a11;
  t21 = a21;
  t02 = a02;
  t12 = a12;
  t22 = a22;
}

@inline
function subtractAt(at: usize, t: v128): void {
  v128.store(at, f64x2.sub(v128.load(at), t));
}

@inline
function subtractOne(at: usize, t: f64): void {
  store<f64>(at, load<f64>(at) - t);
}

/** Subtracts the first three rows of a column of the tile. */
@inline
function subtractFirst(at: usize, t0: v128, t1: v128): void {
  subtractAt(at, t0);
  subtractOne(at + 16, f64x2.extract_lane(t1, 0));
}

/** Subtracts the last three rows of a column of the tile. */
@inline
function subtractLast(at: usize, t1: v128, t2: v128): void {
  subtractOne(at, f64x2.extract_lane(t1, 1));
  subtractAt(at + 8, t2);
}

@inline
function subtractTile(at: usize): void {
  subtractAt(at, t00);
  subtractAt(at + 16, t10);
  subtractAt(at + 32, t20);
  subtractAt(at + 48, t01);
  subtractAt(at + 64, t11);
  subtractAt(at + 80, t21);
  subtractAt(at + 96, t02);
  subtractAt(at + 112, t12);
  subtractAt(at + 128, t22);
}

/** Returns the address of block row `row` in column `column` of the panel at `panel` of `width` columns. */
@inline
function placeOf(panel: usize, width: usize, row: usize, column: usize): usize {
  return panel + ((row >> 1) * width + column) * COLUMN + (row & 1) * HALF;
}

/**
 * Subtracts from the panel at `target`, of `targetWidth` columns from the block column `begin` on, the product of block rows `row` and later of the panel at `panel`, `count` of them, with those before `end`.
 */
function subtract(
  panel: usize,
  width: usize,
  rows: usize,
  row: usize,
  end: usize,
  count: usize,
  target: usize,
  targetWidth: usize,
  begin: usize,
  rowOf: usize,
): void {
  const pairBytes = width * COLUMN;
  for (let j = row; j < end; j++) {
    const column = THREE * (numberAt(rows, j) - begin);
    const right = panel + (j >> 1) * pairBytes + (j & 1) * HALF;
    for (let first = j & ~1; first < count; first += 2) {
      const left = panel + (first >> 1) * pairBytes;
      multiply(left, right, left + pairBytes);
      const hasFirst = first >= j;
      const hasLast = first + 1 < count;
      const firstRow: usize = hasFirst ? numberAt(rowOf, numberAt(rows, first)) : 0;
      const lastRow: usize = hasLast ? numberAt(rowOf, numberAt(rows, first + 1)) : 0;
      if (hasFirst && hasLast && (firstRow & 1) == 0 && lastRow == firstRow + 1) {
        subtractTile(placeOf(target, targetWidth, firstRow, column));
        continue;
      }
      if (hasFirst) {
        const at = placeOf(target, targetWidth, firstRow, column);
        subtractFirst(at, t00, t10);
        subtractFirst(at + 48, t01, t11);
        subtractFirst(at + 96, t02, t12);
      }
      if (hasLast) {
        const at = placeOf(target, targetWidth, lastRow, column);
        subtractLast(at, t10, t20);
        subtractLast(at + 48, t11, t21);
        subtractLast(at + 96, t12, t22);
      }
    }
  }
}

/** Writes the Cholesky factor of the 3x3 tile at `at` in place, and the inverse of its diagonal; false where a pivot is not positive. */
function factorTile(at: usize, inverse: usize): bool {
  for (let i: usize = 0; i < 3; i++) {
    const row = at + (i << 3);
    let pivot = load<f64>(row + i * COLUMN);
    for (let j: usize = 0; j < i; j++) {
      let sum = load<f64>(row + j * COLUMN);
      for (let k: usize = 0; k < j; k++) sum -= load<f64>(row + k * COLUMN) * load<f64>(at + (j << 3) + k * COLUMN);
      sum *= load<f64>(inverse + (j << 3));
      store<f64>(row + j * COLUMN, sum);
      pivot -= sum * sum;
    }
    // The negated comparison also catches NaN.
    if (!(pivot > 0.0)) return false;
    const root = Math.sqrt(pivot);
    store<f64>(row + i * COLUMN, root);
    store<f64>(inverse + (i << 3), 1.0 / root);
  }
  return true;
}

/** Multiplies three rows of the tile at `at` by the inverse transpose of the lower triangle at `triangle`, from the right. */
function divideHalf(at: usize, triangle: usize, inverse: usize): void {
  const l10 = load<f64>(triangle, 8);
  const l20 = load<f64>(triangle, 16);
  const l21 = load<f64>(triangle, 64);
  for (let row: usize = 0; row < 3; row++, at += 8) {
    const x = load<f64>(at) * load<f64>(inverse);
    const y = (load<f64>(at, 48) - x * l10) * load<f64>(inverse, 8);
    store<f64>(at, x);
    store<f64>(at, y, 48);
    store<f64>(at, (load<f64>(at, 96) - x * l20 - y * l21) * load<f64>(inverse, 16), 96);
  }
}

/** Multiplies two rows of a pair by the inverse transpose of a lower triangle, from the right: its entries below the diagonal and the inverse of those on it. */
@inline
function divideRows(at: usize, l10: v128, l20: v128, l21: v128, i0: v128, i1: v128, i2: v128): void {
  const x = f64x2.mul(v128.load(at), i0);
  const y = f64x2.mul(f64x2.sub(v128.load(at, 48), f64x2.mul(x, l10)), i1);
  v128.store(at, x);
  v128.store(at, y, 48);
  const rest = f64x2.sub(f64x2.sub(v128.load(at, 96), f64x2.mul(x, l20)), f64x2.mul(y, l21));
  v128.store(at, f64x2.mul(rest, i2), 96);
}

/** Factors the panel of `width` columns and `count` block rows in place; false where a pivot is not positive. `inverse`: of its diagonal. */
function factorPanel(panel: usize, width: usize, count: usize, inverse: usize): bool {
  const pairBytes = width * COLUMN;
  for (let j: usize = 0; THREE * j < width; j++, inverse += HALF) {
    const done = j * BLOCK;
    const own = panel + (j >> 1) * pairBytes;
    const right = own + (j & 1) * HALF;
    multiply(own, right, own + done);
    subtractTile(own + done);
    const triangle = right + done;
    if (!factorTile(triangle, inverse)) return false;
    if ((j & 1) == 0 && j + 1 < count) divideHalf(triangle + HALF, triangle, inverse);
    const l10 = v128.load64_splat(triangle, 8);
    const l20 = v128.load64_splat(triangle, 16);
    const l21 = v128.load64_splat(triangle, 64);
    const i0 = v128.load64_splat(inverse);
    const i1 = v128.load64_splat(inverse, 8);
    const i2 = v128.load64_splat(inverse, 16);
    for (let first = (j & ~1) + 2; first < count; first += 2) {
      const left = panel + (first >> 1) * pairBytes;
      const at = left + done;
      multiply(left, right, at);
      subtractTile(at);
      divideRows(at, l10, l20, l21, i0, i1, i2);
      divideRows(at + 16, l10, l20, l21, i0, i1, i2);
      divideRows(at + 32, l10, l20, l21, i0, i1, i2);
    }
  }
  return true;
}

/** Factors the matrix whose lower triangle the panels hold; false where it is not positive definite. */
export function factor(record: usize): bool {
  const count = field(record, Field.COUNT);
  const begins = field(record, Field.BEGINS_AT);
  const rowStart = field(record, Field.ROW_START_AT);
  const rows = field(record, Field.ROWS_AT);
  const panels = field(record, Field.PANELS_AT);
  const inverse = field(record, Field.INVERSE_AT);
  const updateStart = field(record, Field.UPDATE_START_AT);
  const updates = field(record, Field.UPDATES_AT);
  const rowOf = field(record, Field.ROW_OF_AT);
  for (let s: usize = 0; s < count; s++) {
    const begin = numberAt(begins, s);
    const own = numberAt(rowStart, s);
    const size = numberAt(rowStart, s + 1) - own;
    const width = THREE * (numberAt(begins, s + 1) - begin);
    const panel = numberAt(panels, s);
    for (let k: usize = 0; k < size; k++) store<u32>(rowOf + (numberAt(rows, own + k) << 2), <u32>k);
    const end = updates + 12 * numberAt(updateStart, s + 1);
    for (let at = updates + 12 * numberAt(updateStart, s); at < end; at += 12) {
      const d = numberAt(at, 0);
      const first = numberAt(rowStart, d);
      subtract(
        numberAt(panels, d),
        THREE * (numberAt(begins, d + 1) - numberAt(begins, d)),
        rows + (first << 2),
        numberAt(at, 1),
        numberAt(at, 2),
        numberAt(rowStart, d + 1) - first,
        panel,
        width,
        begin,
        rowOf,
      );
    }
    if (!factorPanel(panel, width, size, inverse + begin * HALF)) return false;
  }
  return true;
}
