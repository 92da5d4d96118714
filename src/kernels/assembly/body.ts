import { FIELD_COUNT } from '../bodyFields';

/** Field `index` of the body record. */
export function field(body: usize, index: i32): usize {
  return <usize>load<u32>(body + ((<usize>index) << 2));
}

export function setField(body: usize, index: i32, value: u32): void {
  store<u32>(body + ((<usize>index) << 2), value);
}

/** Scalar `index` of the body record. */
export function scalar(body: usize, index: i32): f64 {
  return load<f64>(body + <usize>(FIELD_COUNT * 4) + ((<usize>index) << 3));
}

export function setScalar(body: usize, index: i32, value: f64): void {
  store<f64>(body + <usize>(FIELD_COUNT * 4) + ((<usize>index) << 3), value);
}

/** Returns the first item of thread `thread`, of `count` shared evenly. The end is the next thread's first. */
export function share(count: u32, thread: u32, threads: u32): u32 {
  return <u32>((<u64>count * <u64>thread) / <u64>threads);
}
