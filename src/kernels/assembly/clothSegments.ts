import { GROUP_COUNT, SEGMENT_START_AT, SUMS_AT } from '../clothFields';
import { field, share } from './body';

// Rows of the matrix of a cloth in segments: groups that no block connects, and separators after them. Each segment has its own sums.

// Sums of a segment, f64.
const SUM_BYTES: usize = 64;
export const PQ: usize = 0;
export const RZ: usize = 8;
export const MASS: usize = 16;
export const BOUND: usize = 24;
export const NORM: usize = 32;
export const IMPULSE: usize = 40;

export function storeSum(body: usize, segment: u32, slot: usize, value: f64): void {
  store<f64>(field(body, SUMS_AT) + <usize>segment * SUM_BYTES + slot, value);
}

/** Returns the sum over the segments in their order, which every thread computes alike. */
export function total(body: usize, slot: usize): f64 {
  const first = field(body, SUMS_AT) + slot;
  const end = first + (2 * field(body, GROUP_COUNT) - 1) * SUM_BYTES;
  let sum: f64 = 0.0;
  for (let at = first; at < end; at += SUM_BYTES) sum += load<f64>(at);
  return sum;
}

export function startOf(body: usize, segment: u32): u32 {
  return load<u32>(field(body, SEGMENT_START_AT) + ((<usize>segment) << 2));
}

/** Segments are the groups, then the separators; a thread processes those from `first` to `last` of both. */
export function firstGroup(thread: u32, threads: u32, body: usize): u32 {
  return share(<u32>field(body, GROUP_COUNT), thread, threads);
}

/** Returns the end of the separators after these groups, exclusive. */
export function lastSeparator(body: usize, last: u32): u32 {
  const groups = <u32>field(body, GROUP_COUNT);
  return groups + min<u32>(last, groups - 1);
}
