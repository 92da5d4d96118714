import {
  BOUNDS_AT,
  B_AT,
  DIAGONAL_AT,
  DIRECTION_AT,
  END_LAYER,
  END_ROW,
  FIRST_LAYER,
  FIRST_ROW,
  HALF_BYTES,
  HIGH_AT,
  INVERSE_AT,
  IS_SMALL,
  LAYER_BYTES,
  LEVELS_AT,
  LEVEL_COUNT,
  LEVEL_FIELDS,
  LINKS_AT,
  LOW_AT,
  ROWS,
  ROW_BYTES,
  SURFACE_AT,
  X_AT,
} from '../liquidPressureFields';
import { barrier } from './barrier';
import { field } from './body';

// The grids of a liquid's multigrid, and the transfers between them, as in `Multigrid`.

// The grid of the last `readLevel`: each thread has its own instance.
export let rows: u32 = 0;
/** Rows with unknowns: the first and the end. */
export let firstRow: u32 = 0;
export let endRow: u32 = 0;
let lowLayer: u32 = 0;
let endLayer: u32 = 0;
export let rowBytes: usize = 0;
export let layerBytes: usize = 0;
/** Bytes from the cells of one colour to those of the other. */
export let half: usize = 0;
export let linksX: usize = 0;
export let linksY: usize = 0;
export let linksZ: usize = 0;
export let diagonal: usize = 0;
export let inverse: usize = 0;
export let rhsAt: usize = 0;
export let unknownsAt: usize = 0;
let lows: usize = 0;
let highs: usize = 0;
let bounds: usize = 0;

@inline
function levelAt(body: usize, n: u32): usize {
  return field(body, LEVELS_AT) + <usize>(4 * LEVEL_FIELDS * n);
}

export function readLevel(body: usize, n: u32): void {
  const level = levelAt(body, n);
  rows = <u32>field(level, ROWS);
  lowLayer = <u32>field(level, FIRST_LAYER);
  endLayer = <u32>field(level, END_LAYER);
  firstRow = <u32>field(level, FIRST_ROW);
  endRow = <u32>field(level, END_ROW);
  rowBytes = field(level, ROW_BYTES);
  layerBytes = field(level, LAYER_BYTES);
  half = field(level, HALF_BYTES);
  linksX = field(level, LINKS_AT);
  linksY = field(level, LINKS_AT + 1);
  linksZ = field(level, LINKS_AT + 2);
  diagonal = field(level, DIAGONAL_AT);
  inverse = field(level, INVERSE_AT);
  rhsAt = field(level, B_AT);
  unknownsAt = field(level, X_AT);
  lows = field(level, LOW_AT);
  highs = field(level, HIGH_AT);
  bounds = field(level, BOUNDS_AT);
}

export function isSmall(body: usize, n: u32): bool {
  return field(levelAt(body, n), IS_SMALL) != 0;
}

/** Returns the first layer of a thread; after the last thread the end. A single thread has all layers. */
@inline
export function firstLayer(thread: u32, threads: u32): u32 {
  if (threads == 1) return thread == 0 ? lowLayer : endLayer;
  return load<u32>(bounds + (<usize>thread << 2));
}

/** Returns begin and end of the unknowns in a row, in bytes from its begin. */
@inline
export function lowOf(j: u32, k: u32): usize {
  return load<u32>(lows + (<usize>(j + k * rows) << 2));
}

@inline
export function highOf(j: u32, k: u32): usize {
  return load<u32>(highs + (<usize>(j + k * rows) << 2));
}

/** Zeroes the entries of the last matrix in the rows of all grids, before their ranges change. */
export function pressureClearPass(thread: u32, threads: u32, body: usize): void {
  const levels = <u32>field(body, LEVEL_COUNT);
  for (let n: u32 = 0; n < levels; n++) {
    readLevel(body, n);
    clearRows(thread, threads, field(levelAt(body, n), SURFACE_AT));
    clearRows(thread, threads, linksX);
    clearRows(thread, threads, linksY);
    clearRows(thread, threads, linksZ);
    clearRows(thread, threads, diagonal);
    clearRows(thread, threads, unknownsAt);
    clearRows(thread, threads, rhsAt);
    if (n == 0) clearRows(thread, threads, field(body, DIRECTION_AT));
  }
}

function clearRows(thread: u32, threads: u32, cells: usize): void {
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      const low = lowOf(j, k);
      const size = highOf(j, k) - low;
      if (size == 0) continue;
      const row = cells + (j + 1) * rowBytes + (k + 1) * layerBytes + low;
      memory.fill(row, 0, size);
      memory.fill(row + half, 0, size);
    }
  }
}

/** Computes the matrices of the coarse grids from that of the finest, and their inverse diagonals. */
export function pressureUpdatePass(thread: u32, threads: u32, body: usize): void {
  const levels = <u32>field(body, LEVEL_COUNT);
  for (let n: u32 = 0; n < levels; n++) {
    if (n > 0) {
      coarsen(thread, threads, body, n);
      barrier(threads, body);
      readLevel(body, n);
      addDiagonals(thread, threads, field(levelAt(body, n), SURFACE_AT));
    } else readLevel(body, n);
    invertDiagonals(thread, threads);
  }
}

function invertDiagonals(thread: u32, threads: u32): void {
  const zero = f64x2.splat(0.0);
  const one = f64x2.splat(1.0);
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      for (let colour: usize = 0; colour <= half; colour += half) {
        const row = colour + (j + 1) * rowBytes + (k + 1) * layerBytes;
        const end = row + highOf(j, k);
        for (let at = row + lowOf(j, k); at < end; at += 16) {
          const d = v128.load(diagonal + at);
          v128.store(inverse + at, v128.and(f64x2.div(one, d), f64x2.ne(d, zero)));
        }
      }
    }
  }
}

/** Computes the diagonals of a coarse grid: surface terms, and the entries to all sides. */
function addDiagonals(thread: u32, threads: u32, surface: usize): void {
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      for (let colour: u32 = 0; colour < 2; colour++) {
        const row = (j + 1) * rowBytes + (k + 1) * layerBytes;
        const own = row + (colour == 0 ? 0 : half);
        const other = row + (colour == 0 ? half : 0);
        const nextX = linksX + other + ((<usize>((j + k + colour) & 1)) << 3);
        const nextY = linksY + other + rowBytes;
        const nextZ = linksZ + other + layerBytes;
        const high = highOf(j, k);
        for (let at = lowOf(j, k); at < high; at += 16) {
          let d = v128.load(surface + own + at);
          d = f64x2.add(f64x2.add(d, v128.load(linksX + own + at)), v128.load(nextX + at));
          d = f64x2.add(f64x2.add(d, v128.load(linksY + own + at)), v128.load(nextY + at));
          d = f64x2.add(f64x2.add(d, v128.load(linksZ + own + at)), v128.load(nextZ + at));
          v128.store(diagonal + own + at, d);
        }
      }
    }
  }
}

/** Computes the coarse entries: half the sums of the entries between, and in, the cells of each coarse one. */
function coarsen(thread: u32, threads: u32, body: usize, n: u32): void {
  const fine = levelAt(body, n - 1);
  const coarse = levelAt(body, n);
  const fineSurface = field(fine, SURFACE_AT);
  const surface = field(coarse, SURFACE_AT);
  readLevel(body, n);
  const x = linksX;
  const y = linksY;
  const z = linksZ;
  const coarseRow = rowBytes;
  const coarseLayer = layerBytes;
  const coarseHalf = half;
  readLevel(body, n - 1);
  const fineX = linksX;
  const fineY = linksY;
  const fineZ = linksZ;
  const fineRow = rowBytes;
  const fineLayer = layerBytes;
  const fineHalf = half;
  readLevel(body, n);
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      const high = highOf(j, k);
      // The cell of even i in a pair has the colour of its row.
      const target = (j + 1) * coarseRow + (k + 1) * coarseLayer;
      const even = target + (((j + k) & 1) == 0 ? 0 : coarseHalf);
      const odd = target + (((j + k) & 1) == 0 ? coarseHalf : 0);
      for (let at = lowOf(j, k); at < high; at += 8) {
        let sumX = f64x2.splat(0.0);
        let sumY = f64x2.splat(0.0);
        let sumZ = f64x2.splat(0.0);
        let sum = f64x2.splat(0.0);
        for (let part: usize = 0; part < 4; part++) {
          const up = part & 1;
          const above = part >> 1;
          const source = (2 * j + up + 1) * fineRow + (2 * k + above + 1) * fineLayer + 2 * at - 16;
          const first = source + (up == above ? 0 : fineHalf);
          const second = source + (up == above ? fineHalf : 0);
          sumX = addHalf(sumX, v128.load(fineX + first));
          if (up == 0) sumY = addHalf(addHalf(sumY, v128.load(fineY + first)), v128.load(fineY + second));
          if (above == 0) sumZ = addHalf(addHalf(sumZ, v128.load(fineZ + first)), v128.load(fineZ + second));
          sum = addHalf(addHalf(sum, v128.load(fineSurface + first)), v128.load(fineSurface + second));
        }
        storeParts(x + even + at, x + odd + at, sumX);
        storeParts(y + even + at, y + odd + at, sumY);
        storeParts(z + even + at, z + odd + at, sumZ);
        storeParts(surface + even + at, surface + odd + at, sum);
      }
    }
  }
}

@inline
function addHalf(sum: v128, value: v128): v128 {
  return f64x2.add(sum, f64x2.mul(f64x2.splat(0.5), value));
}

@inline
function storeParts(even: usize, odd: usize, pair: v128): void {
  v128.store_lane<f64>(even, pair, 0);
  v128.store_lane<f64>(odd, pair, 1);
}

/** Restricts the residual to b of each coarse cell: from its cells of the even colour, since the others have none right after their sweep. */
export function restrictResidual(thread: u32, threads: u32, body: usize, n: u32): void {
  readLevel(body, n + 1);
  const low = firstLayer(thread, threads);
  const last = firstLayer(thread + 1, threads);
  const coarseRows = rows;
  const coarseFirst = firstRow;
  const coarseEnd = endRow;
  const b = rhsAt;
  const coarseRow = rowBytes;
  const coarseLayer = layerBytes;
  const coarseHalf = half;
  const coarseLows = lows;
  const coarseHighs = highs;
  readLevel(body, n);
  for (let k = low; k < last; k++) {
    for (let j = coarseFirst; j < coarseEnd; j++) {
      const number = <usize>(j + k * coarseRows) << 2;
      const first = load<u32>(coarseLows + number);
      const end = load<u32>(coarseHighs + number);
      if (first == end) continue;
      const target = b + (j + 1) * coarseRow + (k + 1) * coarseLayer;
      const even = target + (((j + k) & 1) == 0 ? 0 : coarseHalf);
      const odd = target + (((j + k) & 1) == 0 ? coarseHalf : 0);
      for (let part: u32 = 0; part < 4; part++) {
        const up = part & 1;
        const above = part >> 1;
        const row = <usize>(2 * j + up + 1) * rowBytes + <usize>(2 * k + above + 1) * layerBytes;
        addResidual(row, first, end, (<usize>(up ^ above)) << 3, even, odd, part == 0);
      }
    }
  }
}

/** Adds the residuals of the even colour in a row to b of the coarse cells first to end, bytes of coarse pairs. */
function addResidual(
  row: usize,
  first: usize,
  end: usize,
  side: usize,
  even: usize,
  odd: usize,
  isFirst: bool,
): void {
  const x = unknownsAt + row;
  const b = rhsAt + row;
  const centre = diagonal + row;
  const lx = linksX + row;
  const ly = linksY + row;
  const lz = linksZ + row;
  const other = half + row;
  const nextX = linksX + other + side;
  const nextY = linksY + other + rowBytes;
  const nextZ = linksZ + other + layerBytes;
  const along = unknownsAt + other + side;
  const across = unknownsAt + other;
  const before = across - rowBytes;
  const behind = across + rowBytes;
  const below = across - layerBytes;
  const above = across + layerBytes;
  for (let target = first; target < end; target += 8) {
    const at = 2 * target - 16;
    const sumX = between(lx + at, along + at - 8, nextX + at, along + at);
    const sumY = between(ly + at, before + at, nextY + at, behind + at);
    const sumZ = between(lz + at, below + at, nextZ + at, above + at);
    const own = f64x2.sub(v128.load(b + at), f64x2.mul(v128.load(centre + at), v128.load(x + at)));
    const residual = f64x2.add(f64x2.add(f64x2.add(own, sumX), sumY), sumZ);
    let sum = f64x2.splat(0.0);
    if (!isFirst) {
      sum = v128.load_lane<f64>(even + target, sum, 0);
      sum = v128.load_lane<f64>(odd + target, sum, 1);
    }
    storeParts(even + target, odd + target, f64x2.add(sum, residual));
  }
}

/** Returns the inflow from both sides along an axis: entries times the unknowns there, by address. */
@inline
export function between(link: usize, x: usize, nextLink: usize, nextX: usize): v128 {
  return f64x2.add(f64x2.mul(v128.load(link), v128.load(x)), f64x2.mul(v128.load(nextLink), v128.load(nextX)));
}

/** Adds each coarse value to its unknowns of the even colour: the sweep that follows does not read the others. */
export function addCoarse(thread: u32, threads: u32, body: usize, n: u32): void {
  readLevel(body, n + 1);
  const x = unknownsAt;
  const coarseRow = rowBytes;
  const coarseLayer = layerBytes;
  const coarseHalf = half;
  readLevel(body, n);
  const zero = f64x2.splat(0.0);
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      const high = highOf(j, k);
      const row = (j + 1) * rowBytes + (k + 1) * layerBytes;
      const coarse = x + ((j >> 1) + 1) * coarseRow + ((k >> 1) + 1) * coarseLayer + 8;
      const isEven = (((j >> 1) + (k >> 1)) & 1) == 0;
      const even = coarse + (isEven ? 0 : coarseHalf);
      const odd = coarse + (isEven ? coarseHalf : 0);
      for (let at = lowOf(j, k); at < high; at += 16) {
        const value = v128.load_lane<f64>(odd + (at >> 1), v128.load64_zero(even + (at >> 1)), 1);
        const isUnknown = f64x2.ne(v128.load(inverse + row + at), zero);
        const added = f64x2.add(v128.load(unknownsAt + row + at), value);
        v128.store(unknownsAt + row + at, v128.and(added, isUnknown));
      }
    }
  }
}
