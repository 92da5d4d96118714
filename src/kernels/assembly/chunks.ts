import { CHUNK } from '../bodyFields';

/**
 * Vertices are processed in chunks. Sums over vertices are stored per chunk, and every thread adds them in the order of the chunks, so that the
 * number of threads changes no bit.
 */

/** Returns the number of chunks of `vertices` vertices. */
export function chunkCount(vertices: u32): u32 {
  return (vertices + CHUNK - 1) / CHUNK;
}

/** Returns the end of a chunk, exclusive. */
export function chunkEnd(vertices: u32, chunk: u32): u32 {
  return min<u32>((chunk + 1) * CHUNK, vertices);
}

/** Returns the sum of the f64 values of all chunks, at `first` and every `stride` bytes after it. */
export function sumOfChunks(first: usize, stride: usize, vertices: u32): f64 {
  const end = first + stride * <usize>chunkCount(vertices);
  let sum: f64 = 0.0;
  for (let at = first; at < end; at += stride) sum += load<f64>(at);
  return sum;
}
