import {
  ALPHA,
  BETA,
  COARSEST_SWEEPS,
  DIRECTION_AT,
  IMAGE_AT,
  LEVEL_COUNT,
  PARTIALS_AT,
  RESIDUAL_AT,
  SOLUTION_AT,
  SWEEPS,
} from '../liquidPressureFields';
import { barrier } from './barrier';
import { field, scalar } from './body';
import {
  addCoarse,
  between,
  diagonal,
  endRow,
  firstLayer,
  firstRow,
  half,
  highOf,
  inverse,
  isSmall,
  layerBytes,
  linksX,
  linksY,
  linksZ,
  lowOf,
  readLevel,
  restrictResidual,
  rhsAt,
  rowBytes,
  unknownsAt,
} from './liquidPressureLevels';

// Conjugate gradients for the pressure of a liquid with one multigrid cycle as preconditioner, with the operations of `PressureSolver`, `PressureMatrix` and `Multigrid` in
// the same order, hence the same bytes. Rows without unknowns are skipped; sums are stored per layer.

/** Computes z = B r by one V-cycle, and the sum of r z in each layer. */
export function pressureCyclePass(thread: u32, threads: u32, body: usize): void {
  cycle(thread, threads, body, 0);
  readLevel(body, 0);
  sumProducts(thread, threads, body, field(body, RESIDUAL_AT), unknownsAt);
}

function cycle(thread: u32, threads: u32, body: usize, n: u32): void {
  const isCoarsest = n + 1 == <u32>field(body, LEVEL_COUNT);
  const sweeps = <i32>field(body, isCoarsest ? COARSEST_SWEEPS : SWEEPS);
  readLevel(body, n);
  startRelaxing(thread, threads);
  barrier(threads, body);
  relax(thread, threads, 1);
  barrier(threads, body);
  for (let sweep = 1; sweep < sweeps; sweep++) {
    relax(thread, threads, 0);
    barrier(threads, body);
    relax(thread, threads, 1);
    barrier(threads, body);
  }
  if (!isCoarsest) {
    restrictResidual(thread, threads, body, n);
    barrier(threads, body);
    if (threads > 1 && isSmall(body, n + 1)) {
      if (thread == 0) cycle(0, 1, body, n + 1);
      barrier(threads, body);
    } else cycle(thread, threads, body, n + 1);
    readLevel(body, n);
    addCoarse(thread, threads, body, n);
    barrier(threads, body);
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    relax(thread, threads, 1);
    barrier(threads, body);
    relax(thread, threads, 0);
    barrier(threads, body);
  }
}

/** Gauss-Seidel over the unknowns of the even colour where all others are 0. */
function startRelaxing(thread: u32, threads: u32): void {
  const x = unknownsAt;
  const b = rhsAt;
  const zero = f64x2.splat(0.0);
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      const row = (j + 1) * rowBytes + (k + 1) * layerBytes;
      const end = row + highOf(j, k);
      for (let at = row + lowOf(j, k); at < end; at += 16) {
        const sum = f64x2.add(v128.load(b + at), zero);
        v128.store(x + at, f64x2.mul(v128.load(inverse + at), sum));
      }
    }
  }
}

/** Runs Gauss-Seidel over the unknowns of one colour, which are independent of each other. */
function relax(thread: u32, threads: u32, colour: u32): void {
  const own = colour == 0 ? 0 : half;
  const other = colour == 0 ? half : 0;
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      const low = lowOf(j, k);
      const high = highOf(j, k);
      if (low == high) continue;
      // Of the pair, the cell of this colour is the first or the second.
      const side = (<usize>((j + k + colour) & 1)) << 3;
      relaxRow((j + 1) * rowBytes + (k + 1) * layerBytes, low, high, own, other, side);
    }
  }
}

function relaxRow(row: usize, low: usize, high: usize, own: usize, other: usize, side: usize): void {
  const x = unknownsAt + own + row;
  const b = rhsAt + own + row;
  const scale = inverse + own + row;
  const lx = linksX + own + row;
  const ly = linksY + own + row;
  const lz = linksZ + own + row;
  const nextX = linksX + other + row + side;
  const nextY = linksY + other + row + rowBytes;
  const nextZ = linksZ + other + row + layerBytes;
  const along = unknownsAt + other + row + side;
  const across = unknownsAt + other + row;
  const before = across - rowBytes;
  const behind = across + rowBytes;
  const below = across - layerBytes;
  const above = across + layerBytes;
  for (let at = low; at < high; at += 16) {
    const sumX = between(lx + at, along + at - 8, nextX + at, along + at);
    const sumY = between(ly + at, before + at, nextY + at, behind + at);
    const sumZ = between(lz + at, below + at, nextZ + at, above + at);
    const sum = f64x2.add(f64x2.add(f64x2.add(v128.load(b + at), sumX), sumY), sumZ);
    v128.store(x + at, f64x2.mul(v128.load(scale + at), sum));
  }
}

/** Computes the next direction, its product with the matrix, and their scalar product in each layer. */
export function pressureDirectionPass(thread: u32, threads: u32, body: usize): void {
  readLevel(body, 0);
  const direction = field(body, DIRECTION_AT);
  const image = field(body, IMAGE_AT);
  turnDirection(thread, threads, direction, scalar(body, BETA));
  barrier(threads, body);
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      const low = lowOf(j, k);
      const high = highOf(j, k);
      if (low == high) continue;
      const row = (j + 1) * rowBytes + (k + 1) * layerBytes;
      const side = (<usize>((j + k) & 1)) << 3;
      multiplyRow(direction, image, row, low, high, 0, half, side);
      multiplyRow(direction, image, row, low, high, half, 0, 8 - side);
    }
  }
  sumProducts(thread, threads, body, direction, image);
}

function turnDirection(thread: u32, threads: u32, direction: usize, beta: f64): void {
  const z = unknownsAt;
  const share = f64x2.splat(beta);
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    for (let j = firstRow; j < endRow; j++) {
      for (let colour: usize = 0; colour <= half; colour += half) {
        const row = colour + (j + 1) * rowBytes + (k + 1) * layerBytes;
        const end = row + highOf(j, k);
        for (let at = row + lowOf(j, k); at < end; at += 16) {
          v128.store(direction + at, f64x2.add(v128.load(z + at), f64x2.mul(share, v128.load(direction + at))));
        }
      }
    }
  }
}

/** out = A x for the cells of one colour in a row. */
function multiplyRow(
  vector: usize,
  out: usize,
  row: usize,
  low: usize,
  high: usize,
  own: usize,
  other: usize,
  side: usize,
): void {
  const x = vector + own + row;
  const result = out + own + row;
  const centre = diagonal + own + row;
  const lx = linksX + own + row;
  const ly = linksY + own + row;
  const lz = linksZ + own + row;
  const nextX = linksX + other + row + side;
  const nextY = linksY + other + row + rowBytes;
  const nextZ = linksZ + other + row + layerBytes;
  const along = vector + other + row + side;
  const across = vector + other + row;
  const before = across - rowBytes;
  const behind = across + rowBytes;
  const below = across - layerBytes;
  const above = across + layerBytes;
  for (let at = low; at < high; at += 16) {
    const sumX = between(lx + at, along + at - 8, nextX + at, along + at);
    const sumY = between(ly + at, before + at, nextY + at, behind + at);
    const sumZ = between(lz + at, below + at, nextZ + at, above + at);
    const own = f64x2.mul(v128.load(centre + at), v128.load(x + at));
    v128.store(result + at, f64x2.sub(f64x2.sub(f64x2.sub(own, sumX), sumY), sumZ));
  }
}

/** Recomputes the scalar products of direction and image, after something was added to the image. */
export function pressureImageSumPass(thread: u32, threads: u32, body: usize): void {
  readLevel(body, 0);
  sumProducts(thread, threads, body, field(body, DIRECTION_AT), field(body, IMAGE_AT));
}

/** Sums products per layer: even and odd pairs of both colours in separate sums, added in pairs. */
function sumProducts(thread: u32, threads: u32, body: usize, a: usize, b: usize): void {
  const partials = field(body, PARTIALS_AT);
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    let even = f64x2.splat(0.0);
    let odd = f64x2.splat(0.0);
    for (let j = firstRow; j < endRow; j++) {
      const row = (j + 1) * rowBytes + (k + 1) * layerBytes;
      const end = row + highOf(j, k);
      for (let at = row + lowOf(j, k); at < end; at += 16) {
        even = f64x2.add(even, f64x2.mul(v128.load(a + at), v128.load(b + at)));
        odd = f64x2.add(odd, f64x2.mul(v128.load(a + half + at), v128.load(b + half + at)));
      }
    }
    store<f64>(
      partials + (<usize>k << 3),
      f64x2.extract_lane(even, 0) +
        f64x2.extract_lane(even, 1) +
        (f64x2.extract_lane(odd, 0) + f64x2.extract_lane(odd, 1)),
    );
  }
}

/** Moves the solution along the direction; computes the largest residual of each layer. */
export function pressureStepPass(thread: u32, threads: u32, body: usize): void {
  readLevel(body, 0);
  const partials = field(body, PARTIALS_AT);
  const solution = field(body, SOLUTION_AT);
  const direction = field(body, DIRECTION_AT);
  const residual = field(body, RESIDUAL_AT);
  const image = field(body, IMAGE_AT);
  const alpha = f64x2.splat(scalar(body, ALPHA));
  for (let k = firstLayer(thread, threads), last = firstLayer(thread + 1, threads); k < last; k++) {
    let most = f64x2.splat(0.0);
    for (let j = firstRow; j < endRow; j++) {
      for (let colour: usize = 0; colour <= half; colour += half) {
        const row = colour + (j + 1) * rowBytes + (k + 1) * layerBytes;
        const end = row + highOf(j, k);
        for (let at = row + lowOf(j, k); at < end; at += 16) {
          const moved = f64x2.add(v128.load(solution + at), f64x2.mul(alpha, v128.load(direction + at)));
          v128.store(solution + at, moved);
          const left = f64x2.sub(v128.load(residual + at), f64x2.mul(alpha, v128.load(image + at)));
          v128.store(residual + at, left);
          most = f64x2.max(most, f64x2.abs(left));
        }
      }
    }
    store<f64>(partials + (<usize>k << 3), max<f64>(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1)));
  }
}
