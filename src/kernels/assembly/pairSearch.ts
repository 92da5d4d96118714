import {
  CAPACITY,
  CLOSEST_NUMBERS,
  CORNERS_AT,
  COUNT_AT,
  EDGES_AT,
  FIRST_AT,
  FLAT_AT,
  FOUND_AT,
  FOUND_NUMBERS,
  LEFT_NUMBERS,
  LIST_NUMBERS,
  MEASURES,
  MISSED,
  NEXT_TASK,
  NODES_AT,
  REPRESENTS_AT,
  RESULTS_AT,
  RIGHT_AT,
  SCRATCH_AT,
  SLOTS_AT,
  SLOT_EDGES_AT,
  STACK_NUMBERS,
  TASKS_AT,
  TASK_COUNT,
  TASK_NUMBERS,
  TRIANGLES,
  VERTEX_BOXES_AT,
  WELDED_AT,
} from '../pairFields';
import { field, setField } from './body';
import { boxOf, findPairs, numberOf, overlap } from './boxPairs';
import { measurePairs } from './pairDistances';
import { pathsPart } from './pairPaths';

// Pairs of primitives that may collide, of the pairs of triangles with overlapping boxes: those that `CandidatePairs.collect` finds, in its order within each task.

const SCRATCH_NUMBERS: i32 = STACK_NUMBERS + LEFT_NUMBERS + LIST_NUMBERS + CLOSEST_NUMBERS;
/** Primitive pairs of two triangles: six of point and triangle, nine of edges. */
const PER_TRIANGLES: u32 = 15;
const FOUND_BYTES: usize = FOUND_NUMBERS << 2;
const EDGE_MARK: i32 = <i32>0x80000000;
/** Bits of a slot from which on it represents an edge. */
const EDGE_BITS: u32 = 7;

/** Does tasks until none is left; each is done by one thread. */
export function pairsPass(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, TASK_COUNT);
  let found: u32 = 0;
  for (let task = nextTask(body); task < count; task = nextTask(body)) {
    const result = field(body, RESULTS_AT) + (<usize>task) * (TASK_NUMBERS << 2);
    store<u32>(result, thread);
    store<u32>(result, found, 4);
    const end = search(thread, body, task, found);
    store<u32>(result, end - found, 8);
    found = end;
  }
}

function nextTask(body: usize): u32 {
  const at = body + (NEXT_TASK << 2);
  if (ASC_FEATURE_THREADS) return atomic.add<u32>(at, 1);
  const task = load<u32>(at);
  store<u32>(at, task + 1);
  return task;
}

/** Writes the pairs of a task behind the first `found` of the thread; returns how many it then has. */
function search(thread: u32, body: usize, task: u32, found: u32): u32 {
  const capacity = <u32>field(body, CAPACITY);
  const out = field(body, FOUND_AT) + (<usize>thread) * <usize>capacity * FOUND_BYTES;
  const stack = field(body, SCRATCH_AT) + (<usize>thread) * (SCRATCH_NUMBERS << 2);
  const left = stack + (STACK_NUMBERS << 2);
  const list = left + (LEFT_NUMBERS << 2);
  const closest = list + (LIST_NUMBERS << 2);
  const triangles = field(body, MEASURES) == TRIANGLES;
  const nodes = field(body, TASKS_AT) + (<usize>task) * (TASK_NUMBERS << 2);
  store<i32>(stack, load<i32>(nodes));
  store<i32>(stack, load<i32>(nodes, 4), 4);
  store<i32>(left, 2);
  let count = found;
  while (load<i32>(left) > 0) {
    const numbers = findPairs(
      load<i32>(left),
      load<i32>(nodes, 8),
      LIST_NUMBERS,
      field(body, NODES_AT),
      field(body, SLOTS_AT),
      field(body, RIGHT_AT),
      field(body, FIRST_AT),
      field(body, COUNT_AT),
      field(body, CORNERS_AT),
      field(body, FLAT_AT),
      stack,
      left,
      list,
    );
    for (let k: i32 = 0; k < numbers; k += 2) {
      if (count + PER_TRIANGLES > capacity) {
        setField(body, MISSED, 1);
        return found;
      }
      const s = numberOf(list, k);
      const t = numberOf(list, k + 1);
      if (triangles) {
        if (!slotsPart(body, s, t)) count = add(out, count, s, t, 0, 0);
        continue;
      }
      count = measurePairs(body, out, count, collectPair(body, s, t, out, count), closest);
    }
  }
  return count;
}

/** Returns whether a plane separates the paths of two slots. */
function slotsPart(body: usize, s: i32, t: i32): bool {
  const corners = field(body, CORNERS_AT);
  const i = 3 * s;
  const j = 3 * t;
  return pathsPart(
    body,
    numberOf(corners, i),
    numberOf(corners, i + 1),
    numberOf(corners, i + 2),
    numberOf(corners, j),
    numberOf(corners, j + 1),
    numberOf(corners, j + 2),
  );
}

/** Writes the primitive pairs that two slots represent and whose paths may meet; returns the new number of pairs. */
function collectPair(body: usize, s: i32, t: i32, out: usize, found: u32): u32 {
  if (slotsPart(body, s, t)) return found;
  const represents = field(body, REPRESENTS_AT);
  const ofS = <u32>load<u8>(represents + <usize>s);
  const ofT = <u32>load<u8>(represents + <usize>t);
  let count = found;
  if ((ofS & EDGE_BITS) != 0) count = addPoints(body, s, t, ofS, out, count);
  if ((ofT & EDGE_BITS) != 0) count = addPoints(body, t, s, ofT, out, count);
  if (ofS > EDGE_BITS && ofT > EDGE_BITS) count = addEdges(body, s, t, ofS, ofT, out, count);
  return count;
}

function addPoints(body: usize, s: i32, t: i32, ofS: u32, out: usize, found: u32): u32 {
  const corners = field(body, CORNERS_AT);
  const welded = field(body, WELDED_AT);
  const a = numberOf(corners, 3 * t);
  const b = numberOf(corners, 3 * t + 1);
  const c = numberOf(corners, 3 * t + 2);
  let count = found;
  for (let k: i32 = 0; k < 3; k++) {
    if ((ofS & (1 << k)) == 0) continue;
    const v = numberOf(corners, 3 * s + k);
    if (!overlap(boxOf(field(body, VERTEX_BOXES_AT), v), boxOf(field(body, SLOTS_AT), t))) continue;
    const place = numberOf(welded, v);
    if (numberOf(welded, a) == place || numberOf(welded, b) == place || numberOf(welded, c) == place) continue;
    if (!pathsPart(body, v, v, v, a, b, c)) count = add(out, count, v, a, b, c);
  }
  return count;
}

function addEdges(body: usize, s: i32, t: i32, ofS: u32, ofT: u32, out: usize, found: u32): u32 {
  const slotEdges = field(body, SLOT_EDGES_AT);
  const edges = field(body, EDGES_AT);
  const welded = field(body, WELDED_AT);
  let count = found;
  for (let j: i32 = 0; j < 3; j++) {
    if ((ofS & (8 << j)) == 0) continue;
    const e = numberOf(slotEdges, 3 * s + j);
    const a = numberOf(edges, 2 * e);
    const b = numberOf(edges, 2 * e + 1);
    const placeA = numberOf(welded, a);
    const placeB = numberOf(welded, b);
    for (let k: i32 = 0; k < 3; k++) {
      if ((ofT & (8 << k)) == 0) continue;
      const f = numberOf(slotEdges, 3 * t + k);
      const c = numberOf(edges, 2 * f);
      const d = numberOf(edges, 2 * f + 1);
      const placeC = numberOf(welded, c);
      const placeD = numberOf(welded, d);
      if (placeC == placeA || placeC == placeB || placeD == placeA || placeD == placeB) continue;
      if (!pathsPart(body, a, b, b, c, d, d)) count = add(out, count, a | EDGE_MARK, b, c, d);
    }
  }
  return count;
}

@inline
function add(out: usize, found: u32, a: i32, b: i32, c: i32, d: i32): u32 {
  const at = out + (<usize>found) * FOUND_BYTES;
  store<i32>(at, a);
  store<i32>(at, b, 4);
  store<i32>(at, c, 8);
  store<i32>(at, d, 12);
  return found + 1;
}
