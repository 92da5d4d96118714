import { hashWasm } from '#kernels/hashWasm';

/** A 128-bit hash: 16 bytes, two little-endian words. */
export type Hash128 = Uint8Array;

interface HashKernel {
  inputOffset(): number;
  resultOffset(): number;
  murmurBegin(): void;
  murmurBlocks(pointer: number, blocks: number): void;
  murmurEnd(pointer: number, length: number): void;
  spooky(pointer: number, length: number): void;
  spookyCombine(pointer: number): void;
}

const PAGE_BYTES = 65536;
/** Bytes hashed per call into the kernel: a multiple of 16 that stays in the second-level cache. */
const CHUNK_BYTES = 1 << 18;
/** Zero bytes that the kernel may read and write after the input. */
const TAIL_BYTES = 128;

function createKernel(): { kernel: HashKernel; input: Uint8Array; result: Uint8Array } {
  const pages = Math.ceil((4096 + CHUNK_BYTES + TAIL_BYTES) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages });
  const binary = Uint8Array.from(atob(hashWasm), (character) => character.charCodeAt(0));
  const module = new WebAssembly.Module(binary);
  const environment = {
    memory,
    abort: () => {
      throw new Error('the hash kernel aborted');
    },
  };
  const kernel = new WebAssembly.Instance(module, { env: environment }).exports as unknown as HashKernel;
  const bytes = new Uint8Array(memory.buffer);
  return {
    kernel,
    input: bytes.subarray(kernel.inputOffset()),
    result: bytes.subarray(kernel.resultOffset(), kernel.resultOffset() + 16),
  };
}

const { kernel, input, result } = createKernel();
const INPUT = kernel.inputOffset();

/**
 * MurmurHash3, x64 128-bit variant, seed 0 (Appleby 2011): the key that Alembic stores before the values of each sample.
 */
export function murmur128(bytes: Uint8Array): Hash128 {
  kernel.murmurBegin();
  const whole = bytes.length - (bytes.length % 16);
  for (let start = 0; start < whole; start += CHUNK_BYTES) {
    const end = Math.min(whole, start + CHUNK_BYTES);
    input.set(bytes.subarray(start, end));
    kernel.murmurBlocks(INPUT, (end - start) / 16);
  }
  input.fill(0, 0, 16);
  input.set(bytes.subarray(whole));
  kernel.murmurEnd(INPUT, bytes.length);
  return result.slice();
}

/**
 * SpookyHash V2, 128 bit, seeds 0 (Jenkins 2012): the hash of Alembic's properties and objects. For short messages only:
 * at most 256 KiB.
 */
export function spooky128(bytes: Uint8Array): Hash128 {
  if (bytes.length > CHUNK_BYTES) return spooky128(murmur128(bytes));
  input.set(bytes);
  input.fill(0, bytes.length, bytes.length + TAIL_BYTES);
  kernel.spooky(INPUT, bytes.length);
  return result.slice();
}

/** Applies SpookyHash's short final mixing to (`accumulated`, `next`), by which Alembic combines the samples of a property into one hash. */
export function combineHashes(accumulated: Hash128, next: Hash128): Hash128 {
  input.set(accumulated);
  input.set(next, 16);
  kernel.spookyCombine(INPUT);
  return result.slice();
}

export function hashHex(hash: Hash128): string {
  let text = '';
  for (const byte of hash) text += byte.toString(16).padStart(2, '0');
  return text;
}
