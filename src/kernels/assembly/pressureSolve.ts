import { CHUNK } from '../bodyFields';
import {
  ABSOLUTE,
  CHANGES_AT,
  COLUMNS_AT,
  DIRECTION_AT,
  DIRECTION_BEFORE_AT,
  IMAGE_AT,
  INVERSE_MASSES_AT,
  ITERATIONS,
  LANCZOS_AT,
  LANCZOS_BEFORE_AT,
  MAX_ITERATIONS,
  PARTIALS_AT,
  PRESSURES_AT,
  PUSHES_AT,
  RATES_AT,
  RELATIVE,
  REST_VOLUMES_AT,
  RHS_AT,
  ROW_START_AT,
  SCALED_AT,
  SCALE_AT,
  SOLUTION_AT,
  VERTEX_COUNT,
} from '../pressureFields';
import { barrier } from './barrier';
import { chunkCount, chunkEnd, sumOfChunks } from './chunks';
import { field, scalar, setField, share } from './body';
import { add, mul } from './lanes';
import { projectChange, PUSH_BYTES, RATE_BYTES } from './pressureMatrix';

/** Fraction of |A| |r| below which |A r| is rounding: the rest of the right-hand side is outside the range. */
const STATIONARY: f64 = 1e-6;

// Sums: two f64 slots per chunk of vertices.
const SUM_BYTES: usize = 16;
const FIRST: usize = 0;
const SECOND: usize = 8;

function vertexCount(body: usize): u32 {
  return <u32>field(body, VERTEX_COUNT);
}

function storeSum(body: usize, chunk: u32, slot: usize, value: f64): void {
  store<f64>(field(body, PARTIALS_AT) + <usize>chunk * SUM_BYTES + slot, value);
}

function total(body: usize, slot: usize): f64 {
  return sumOfChunks(field(body, PARTIALS_AT) + slot, SUM_BYTES, vertexCount(body));
}

/**
 * Solves (B P M^-1 B^T + S) p = rhs for the pressures, S their smoothing, by MINRES (Paige and Saunders 1975) on the system scaled to a
 * unit diagonal, from p = 0, in f32 with sums in f64. Ends at the residual max(RELATIVE |D^-1/2 rhs|, ABSOLUTE |D^-1/2 volumes|).
 */
export function solvePressures(thread: u32, threads: u32, body: usize): void {
  const first = share(chunkCount(vertexCount(body)), thread, threads);
  const last = share(chunkCount(vertexCount(body)), thread + 1, threads);
  measure(body, first, last);
  barrier(threads, body);
  const size = Math.sqrt(total(body, FIRST));
  const goal = max<f64>(scalar(body, RELATIVE) * size, scalar(body, ABSOLUTE) * Math.sqrt(total(body, SECOND)));
  barrier(threads, body);
  start(body, first, last, size > 0.0 ? 1.0 / size : 0.0);
  barrier(threads, body);
  const limit = <u32>field(body, MAX_ITERATIONS);
  let lanczos = field(body, LANCZOS_AT);
  let lanczosBefore = field(body, LANCZOS_BEFORE_AT);
  let direction = field(body, DIRECTION_AT);
  let directionBefore = field(body, DIRECTION_BEFORE_AT);
  let iterations: u32 = 0;
  let beta: f64 = 1.0;
  let betaBefore: f64 = 1.0;
  let coupling: f64 = 0.0;
  let eta: f64 = size > 0.0 ? 1.0 : 0.0;
  let c: f64 = 1.0;
  let s: f64 = 0.0;
  let cBefore: f64 = 1.0;
  let sBefore: f64 = 0.0;
  let norm: f64 = 0.0;
  while (Math.abs(eta) * size > goal && iterations < limit) {
    iterations++;
    pushChanges(body, first, last, 1.0 / beta);
    barrier(threads, body);
    multiplyRates(body, first, last, lanczos, 1.0 / beta);
    barrier(threads, body);
    const alpha = total(body, FIRST);
    orthogonalise(body, first, last, lanczos, lanczosBefore, alpha / beta, coupling / betaBefore);
    barrier(threads, body);
    const next = Math.sqrt(total(body, SECOND));
    const diagonal = c * alpha - cBefore * s * coupling;
    const before = s * alpha + cBefore * c * coupling;
    const second = sBefore * coupling;
    const pivot = Math.sqrt(diagonal * diagonal + next * next);
    norm = max<f64>(norm, max<f64>(Math.abs(alpha), next));
    // The negated comparison also catches numbers that are not finite.
    if (!(Math.sqrt(diagonal * diagonal + c * c * next * next) > STATIONARY * norm)) break;
    cBefore = c;
    sBefore = s;
    c = diagonal / pivot;
    s = next / pivot;
    advance(body, first, last, lanczos, direction, directionBefore, 1.0 / beta, before, second, 1.0 / pivot, c * eta);
    eta = -s * eta;
    let swap = lanczos;
    lanczos = lanczosBefore;
    lanczosBefore = swap;
    swap = direction;
    direction = directionBefore;
    directionBefore = swap;
    betaBefore = beta;
    beta = next;
    coupling = next;
    if (next == 0.0) break;
  }
  finish(body, first, last, size);
  if (thread == 0) setField(body, ITERATIONS, iterations);
}

/** Squares of the scaled right-hand side and of the scaled volumes. */
function measure(body: usize, first: u32, last: u32): void {
  for (let chunk = first; chunk < last; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let square: f64 = 0.0;
    let volumes: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const scale = <f64>load<f32>(field(body, SCALE_AT) + ((<usize>v) << 2));
      const value = scale * load<f64>(field(body, RHS_AT) + ((<usize>v) << 3));
      const volume = scale * load<f64>(field(body, REST_VOLUMES_AT) + ((<usize>v) << 3));
      square += value * value;
      volumes += volume * volume;
    }
    storeSum(body, chunk, FIRST, square);
    storeSum(body, chunk, SECOND, volumes);
  }
}

function start(body: usize, first: u32, last: u32, factor: f64): void {
  for (let chunk = first; chunk < last; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const at = (<usize>v) << 2;
      const scale = load<f32>(field(body, SCALE_AT) + at);
      const value = <f32>(factor * <f64>scale * load<f64>(field(body, RHS_AT) + ((<usize>v) << 3)));
      store<f32>(field(body, LANCZOS_AT) + at, value);
      store<f32>(field(body, SCALED_AT) + at, scale * value);
      store<f32>(field(body, LANCZOS_BEFORE_AT) + at, 0.0);
      store<f32>(field(body, DIRECTION_AT) + at, 0.0);
      store<f32>(field(body, DIRECTION_BEFORE_AT) + at, 0.0);
      store<f32>(field(body, SOLUTION_AT) + at, 0.0);
    }
  }
}

/** changes = P M^-1 B^T p and p itself, of p = factor SCALED. */
function pushChanges(body: usize, first: u32, last: u32, factor: f64): void {
  const pushes = field(body, PUSHES_AT);
  const columns = field(body, COLUMNS_AT);
  const rowStart = field(body, ROW_START_AT);
  const scaled = field(body, SCALED_AT);
  const inverseMasses = field(body, INVERSE_MASSES_AT);
  const changes = field(body, CHANGES_AT);
  for (let chunk = first; chunk < last; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const row = rowStart + ((<usize>v) << 2);
      const begin = <usize>load<u32>(row);
      const stop = columns + ((<usize>load<u32>(row, 4)) << 2);
      let push = pushes + begin * PUSH_BYTES;
      let at = columns + (begin << 2);
      let even = f32x4.splat(0.0);
      let odd = even;
      for (; at + 4 < stop; at += 8) {
        even = add(even, mul(v128.load(push), v128.load32_splat(scaled + ((<usize>load<u32>(at)) << 2))));
        odd = add(odd, mul(v128.load(push, 12), v128.load32_splat(scaled + ((<usize>load<u32>(at, 4)) << 2))));
        push += 24;
      }
      if (at < stop) even = add(even, mul(v128.load(push), v128.load32_splat(scaled + ((<usize>load<u32>(at)) << 2))));
      const weight = <f32>factor * load<f32>(inverseMasses + ((<usize>v) << 2));
      const change = projectChange(body, v, mul(f32x4.splat(weight), add(even, odd)));
      const own = <f32>factor * load<f32>(scaled + ((<usize>v) << 2));
      v128.store(changes + ((<usize>v) << 4), f32x4.replace_lane(change, 3, own));
    }
  }
}

/** image = D^-1/2 (B u + S p), and its product with v = factor lanczos. */
function multiplyRates(body: usize, first: u32, last: u32, lanczos: usize, factor: f64): void {
  const rates = field(body, RATES_AT);
  const columns = field(body, COLUMNS_AT);
  const rowStart = field(body, ROW_START_AT);
  const changes = field(body, CHANGES_AT);
  const scales = field(body, SCALE_AT);
  const image = field(body, IMAGE_AT);
  for (let chunk = first; chunk < last; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let dot: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const row = rowStart + ((<usize>v) << 2);
      const begin = <usize>load<u32>(row);
      const stop = columns + ((<usize>load<u32>(row, 4)) << 2);
      let rate = rates + begin * RATE_BYTES;
      let at = columns + (begin << 2);
      let even = f32x4.splat(0.0);
      let odd = even;
      for (; at + 4 < stop; at += 8) {
        even = add(even, mul(v128.load(rate), v128.load(changes + ((<usize>load<u32>(at)) << 4))));
        odd = add(odd, mul(v128.load(rate, 16), v128.load(changes + ((<usize>load<u32>(at, 4)) << 4))));
        rate += 32;
      }
      if (at < stop) even = add(even, mul(v128.load(rate), v128.load(changes + ((<usize>load<u32>(at)) << 4))));
      let sum = add(even, odd);
      sum = add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
      const value =
        load<f32>(scales + ((<usize>v) << 2)) * (f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1));
      store<f32>(image + ((<usize>v) << 2), value);
      dot += factor * <f64>load<f32>(lanczos + ((<usize>v) << 2)) * <f64>value;
    }
    storeSum(body, chunk, FIRST, dot);
  }
}

/** The next Lanczos vector, not yet of unit length, takes the place of the one before; its square. */
function orthogonalise(
  body: usize,
  first: u32,
  last: u32,
  lanczos: usize,
  lanczosBefore: usize,
  own: f64,
  before: f64,
): void {
  const image = field(body, IMAGE_AT);
  const scales = field(body, SCALE_AT);
  const scaled = field(body, SCALED_AT);
  for (let chunk = first; chunk < last; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let square: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const at = (<usize>v) << 2;
      const next = <f32>(
        (<f64>load<f32>(image + at) -
          own * <f64>load<f32>(lanczos + at) -
          before * <f64>load<f32>(lanczosBefore + at))
      );
      store<f32>(lanczosBefore + at, next);
      store<f32>(scaled + at, load<f32>(scales + at) * next);
      square += <f64>next * <f64>next;
    }
    storeSum(body, chunk, SECOND, square);
  }
}

/** The next direction from v = factor lanczos takes the place of the one before; the solution along it. */
function advance(
  body: usize,
  first: u32,
  last: u32,
  lanczos: usize,
  direction: usize,
  directionBefore: usize,
  factor: f64,
  before: f64,
  second: f64,
  scale: f64,
  step: f64,
): void {
  if (first >= last) return;
  const solution = field(body, SOLUTION_AT);
  const f = f32x4.splat(<f32>(factor * scale));
  const b = f32x4.splat(<f32>(-before * scale));
  const d = f32x4.splat(<f32>(-second * scale));
  const t = f32x4.splat(<f32>step);
  const end = (<usize>chunkEnd(vertexCount(body), last - 1)) << 2;
  // The arrays are padded to whole lanes.
  for (let at = (<usize>(first * CHUNK)) << 2; at < end; at += 16) {
    const next = add(
      add(mul(f, v128.load(lanczos + at)), mul(b, v128.load(direction + at))),
      mul(d, v128.load(directionBefore + at)),
    );
    v128.store(directionBefore + at, next);
    v128.store(solution + at, add(v128.load(solution + at), mul(t, next)));
  }
}

/** pressures = size D^-1/2 solution. */
function finish(body: usize, first: u32, last: u32, size: f64): void {
  for (let chunk = first; chunk < last; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const at = (<usize>v) << 2;
      const p = size * <f64>load<f32>(field(body, SCALE_AT) + at) * <f64>load<f32>(field(body, SOLUTION_AT) + at);
      store<f64>(field(body, PRESSURES_AT) + ((<usize>v) << 3), p);
    }
  }
}
