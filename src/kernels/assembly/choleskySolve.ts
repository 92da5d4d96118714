import { field } from './body';
import { BLOCK, COLUMN, HALF, numberAt, THREE } from './choleskyPanels';
import * as Field from '../choleskyFields';

// The substitutions with a Cholesky factor, with the operations of `ReferenceFactor` in their order: the same bytes.

@inline
function low(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

@inline
function high(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** Divides three numbers at `x` by the lower triangle at `triangle`. */
@inline
function divideForward(triangle: usize, x: usize, inverse: usize): void {
  const a = load<f64>(x) * load<f64>(inverse);
  const b = (load<f64>(x, 8) - load<f64>(triangle, 8) * a) * load<f64>(inverse, 8);
  store<f64>(x, a);
  store<f64>(x, b, 8);
  const rest = load<f64>(x, 16) - load<f64>(triangle, 16) * a - load<f64>(triangle, 64) * b;
  store<f64>(x, rest * load<f64>(inverse, 16), 16);
}

/** x = L^-1 x, in the order of elimination. */
export function solveForward(record: usize): void {
  const count = field(record, Field.COUNT);
  const begins = field(record, Field.BEGINS_AT);
  const rowStart = field(record, Field.ROW_START_AT);
  const rows = field(record, Field.ROWS_AT);
  const panels = field(record, Field.PANELS_AT);
  const inverse = field(record, Field.INVERSE_AT);
  const x = field(record, Field.X_AT);
  // What a pair has instead of its second block row where there is none.
  const none = field(record, Field.NONE_AT);
  for (let s: usize = 0; s < count; s++) {
    const begin = numberAt(begins, s);
    const columns = numberAt(begins, s + 1) - begin;
    const width = THREE * columns;
    const pairBytes = width * COLUMN;
    const own = rows + (numberAt(rowStart, s) << 2);
    const size = numberAt(rowStart, s + 1) - numberAt(rowStart, s);
    const base = x + begin * HALF;
    let left = numberAt(panels, s);
    for (let first: usize = 0; first < size; first += 2, left += pairBytes) {
      const one = x + numberAt(own, first) * HALF;
      const two = first + 1 < size ? x + numberAt(own, first + 1) * HALF : none;
      let v0 = v128.load(one);
      let v1 = v128.load64_lane(two, v128.load64_splat(one, 16), 1);
      let v2 = v128.load(two, 8);
      const known = min(THREE * first, width);
      const end = left + known * COLUMN;
      let y = base;
      for (let at = left; at < end; at += COLUMN, y += 8) {
        const value = v128.load64_splat(y);
        v0 = f64x2.sub(v0, f64x2.mul(v128.load(at), value));
        v1 = f64x2.sub(v1, f64x2.mul(v128.load(at, 16), value));
        v2 = f64x2.sub(v2, f64x2.mul(v128.load(at, 32), value));
      }
      v128.store(one, v0);
      store<f64>(one, f64x2.extract_lane(v1, 0), 16);
      store<f64>(two, f64x2.extract_lane(v1, 1));
      v128.store(two, v2, 8);
      if (first >= columns) continue;
      divideForward(end, one, inverse + (begin + first) * HALF);
      for (let row: usize = 0; row < 24; row += 8) {
        const at = end + HALF + row;
        let sum = load<f64>(two + row);
        sum -= load<f64>(at) * load<f64>(one);
        sum -= load<f64>(at, 48) * load<f64>(one, 8);
        sum -= load<f64>(at, 96) * load<f64>(one, 16);
        store<f64>(two + row, sum);
      }
      if (first + 1 < columns) divideForward(end + BLOCK + HALF, two, inverse + (begin + first + 1) * HALF);
    }
  }
}

/** x -= L^T y of the `width` columns of a pair, of its first block row `one` and second one `two`, where there are. */
function subtractPair(left: usize, width: usize, x: usize, one: usize, two: usize): void {
  const a0 = v128.load64_splat(one);
  const a1 = v128.load64_splat(one, 8);
  const a2 = v128.load64_splat(one, 16);
  const b0 = v128.load64_splat(two);
  const b1 = v128.load64_splat(two, 8);
  const b2 = v128.load64_splat(two, 16);
  const end = x + ((width & ~1) << 3);
  for (; x < end; x += 16, left += 96) {
    const k0 = v128.load(left);
    const k1 = v128.load(left, 16);
    const k2 = v128.load(left, 32);
    const n0 = v128.load(left, 48);
    const n1 = v128.load(left, 64);
    const n2 = v128.load(left, 80);
    const first = f64x2.add(
      f64x2.add(f64x2.mul(low(k0, n0), a0), f64x2.mul(high(k0, n0), a1)),
      f64x2.mul(low(k1, n1), a2),
    );
    const second = f64x2.add(
      f64x2.add(f64x2.mul(high(k1, n1), b0), f64x2.mul(low(k2, n2), b1)),
      f64x2.mul(high(k2, n2), b2),
    );
    v128.store(x, f64x2.sub(f64x2.sub(v128.load(x), first), second));
  }
  if ((width & 1) == 0) return;
  subtractColumn(left, x, one);
  subtractColumn(left + HALF, x, two);
}

@inline
function subtractColumn(at: usize, x: usize, y: usize): void {
  const sum = load<f64>(at) * load<f64>(y) + load<f64>(at, 8) * load<f64>(y, 8) + load<f64>(at, 16) * load<f64>(y, 16);
  store<f64>(x, load<f64>(x) - sum);
}

/** x -= L^T y of the `width` columns of one block row, which begins at `at`. */
function subtractHalf(at: usize, width: usize, x: usize, y: usize): void {
  const end = x + (width << 3);
  for (; x < end; x += 8, at += COLUMN) subtractColumn(at, x, y);
}

/** x = L^-T x, in the order of elimination. */
export function solveBackward(record: usize): void {
  const begins = field(record, Field.BEGINS_AT);
  const rowStart = field(record, Field.ROW_START_AT);
  const rows = field(record, Field.ROWS_AT);
  const panels = field(record, Field.PANELS_AT);
  const inverse = field(record, Field.INVERSE_AT);
  const x = field(record, Field.X_AT);
  for (let s = field(record, Field.COUNT); s > 0; s--) {
    const begin = numberAt(begins, s - 1);
    const columns = numberAt(begins, s) - begin;
    const width = THREE * columns;
    const pairBytes = width * COLUMN;
    const own = rows + (numberAt(rowStart, s - 1) << 2);
    const size = numberAt(rowStart, s) - numberAt(rowStart, s - 1);
    const base = x + begin * HALF;
    const panel = numberAt(panels, s - 1);
    for (let first = columns & ~1; first < size; first += 2) {
      const left = panel + (first >> 1) * pairBytes;
      const one = x + numberAt(own, first) * HALF;
      const two = first + 1 < size ? x + numberAt(own, first + 1) * HALF : 0;
      if (first < columns) {
        if (two != 0) subtractHalf(left + HALF, width, base, two);
      } else if (two == 0) subtractHalf(left, width, base, one);
      else subtractPair(left, width, base, one, two);
    }
    for (let j = width; j > 0; j--) {
      const row = j - 1;
      const at = base + (row << 3);
      const value = load<f64>(at) * load<f64>(inverse + begin * HALF + (row << 3));
      store<f64>(at, value);
      const pair = row / 6;
      let entry = panel + pair * pairBytes + ((row - 6 * pair) << 3);
      for (let k = base; k < at; k += 8, entry += COLUMN) store<f64>(k, load<f64>(k) - load<f64>(entry) * value);
    }
  }
}
