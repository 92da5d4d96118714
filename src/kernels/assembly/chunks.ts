import { CHUNK } from '../bodyFields';

/**
 * Vertices go by chunks, and sums over vertices are stored by chunk and added in the order of the chunks by every thread alike: so the
 * number of threads changes no bit.
 */

/** Of `vertices` vertices. */
export function chunkCount(vertices: u32): u32 {
  return (vertices + CHUNK - 1) / CHUNK;
}

/** The vertex behind the last of a chunk. */
export function chunkEnd(vertices: u32, chunk: u32): u32 {
  return min<u32>((chunk + 1) * CHUNK, vertices);
}

/** Sum of the f64 at `first` and, every `stride` bytes, behind it, one for each chunk. */
export function sumOfChunks(first: usize, stride: usize, vertices: u32): f64 {
  const end = first + stride * <usize>chunkCount(vertices);
  let sum: f64 = 0.0;
  for (let at = first; at < end; at += stride) sum += load<f64>(at);
  return sum;
}
