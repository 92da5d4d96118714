// 128-bit content hashes over a buffer in linear memory: MurmurHash3 x64 128 (Appleby 2011) and SpookyHash V2 (Jenkins
// 2012), both with seed 0. The caller writes bytes at INPUT, calls, and reads 16 bytes at RESULT.

const RESULT: usize = 2048;
const STATE: usize = 2112; // 12 words of SpookyHash's long form

/** First byte of the buffer that the caller fills. */
export function inputOffset(): usize {
  return 4096;
}

export function resultOffset(): usize {
  return RESULT;
}

let h1: u64 = 0;
let h2: u64 = 0;

const C1: u64 = 0x87c37b91114253d5;
const C2: u64 = 0x4cf5ad432745937f;

export function murmurBegin(): void {
  h1 = 0;
  h2 = 0;
}

/** Mixes `blocks` whole blocks of 16 bytes. */
export function murmurBlocks(pointer: usize, blocks: u32): void {
  let a = h1;
  let b = h2;
  const end = pointer + ((<usize>blocks) << 4);
  while (pointer < end) {
    a ^= rotl<u64>(load<u64>(pointer) * C1, 31) * C2;
    a = (rotl<u64>(a, 27) + b) * 5 + 0x52dce729;
    b ^= rotl<u64>(load<u64>(pointer, 8) * C2, 33) * C1;
    b = (rotl<u64>(b, 31) + a) * 5 + 0x38495ab5;
    pointer += 16;
  }
  h1 = a;
  h2 = b;
}

function murmurFinal(k: u64): u64 {
  k = (k ^ (k >> 33)) * 0xff51afd7ed558ccd;
  k = (k ^ (k >> 33)) * 0xc4ceb9fe1a85ec53;
  return k ^ (k >> 33);
}

/** `pointer`: the last length % 16 bytes, followed by zeros up to 16. */
export function murmurEnd(pointer: usize, length: f64): void {
  let a = h1;
  let b = h2;
  b ^= rotl<u64>(load<u64>(pointer, 8) * C2, 33) * C1;
  a ^= rotl<u64>(load<u64>(pointer) * C1, 31) * C2;
  a ^= <u64>length;
  b ^= <u64>length;
  a += b;
  b += a;
  a = murmurFinal(a);
  b = murmurFinal(b);
  a += b;
  b += a;
  store<u64>(RESULT, a);
  store<u64>(RESULT, b, 8);
}

const SPOOKY: u64 = 0xdeadbeefdeadbeef;

let s0: u64 = 0;
let s1: u64 = 0;
let s2: u64 = 0;
let s3: u64 = 0;

function shortMix(): void {
  s2 = rotl<u64>(s2, 50) + s3; s0 ^= s2;
  s3 = rotl<u64>(s3, 52) + s0; s1 ^= s3;
  s0 = rotl<u64>(s0, 30) + s1; s2 ^= s0;
  s1 = rotl<u64>(s1, 41) + s2; s3 ^= s1;
  s2 = rotl<u64>(s2, 54) + s3; s0 ^= s2;
  s3 = rotl<u64>(s3, 48) + s0; s1 ^= s3;
  s0 = rotl<u64>(s0, 38) + s1; s2 ^= s0;
  s1 = rotl<u64>(s1, 37) + s2; s3 ^= s1;
  s2 = rotl<u64>(s2, 62) + s3; s0 ^= s2;
  s3 = rotl<u64>(s3, 34) + s0; s1 ^= s3;
  s0 = rotl<u64>(s0, 5) + s1; s2 ^= s0;
  s1 = rotl<u64>(s1, 36) + s2; s3 ^= s1;
}

function shortEnd(): void {
  s3 ^= s2; s2 = rotl<u64>(s2, 15); s3 += s2;
  s0 ^= s3; s3 = rotl<u64>(s3, 52); s0 += s3;
  s1 ^= s0; s0 = rotl<u64>(s0, 26); s1 += s0;
  s2 ^= s1; s1 = rotl<u64>(s1, 51); s2 += s1;
  s3 ^= s2; s2 = rotl<u64>(s2, 28); s3 += s2;
  s0 ^= s3; s3 = rotl<u64>(s3, 9); s0 += s3;
  s1 ^= s0; s0 = rotl<u64>(s0, 47); s1 += s0;
  s2 ^= s1; s1 = rotl<u64>(s1, 54); s2 += s1;
  s3 ^= s2; s2 = rotl<u64>(s2, 32); s3 += s2;
  s0 ^= s3; s3 = rotl<u64>(s3, 25); s0 += s3;
  s1 ^= s0; s0 = rotl<u64>(s0, 63); s1 += s0;
}

/** The final mixing of the short form over four words at `pointer`; the first two words are the result. */
export function spookyCombine(pointer: usize): void {
  s0 = load<u64>(pointer);
  s1 = load<u64>(pointer, 8);
  s2 = load<u64>(pointer, 16);
  s3 = load<u64>(pointer, 24);
  shortEnd();
  store<u64>(RESULT, s0);
  store<u64>(RESULT, s1, 8);
}

function spookyShort(pointer: usize, length: u32): void {
  s0 = 0;
  s1 = 0;
  s2 = SPOOKY;
  s3 = SPOOKY;
  let rest = length;
  while (rest >= 32) {
    s2 += load<u64>(pointer);
    s3 += load<u64>(pointer, 8);
    shortMix();
    s0 += load<u64>(pointer, 16);
    s1 += load<u64>(pointer, 24);
    pointer += 32;
    rest -= 32;
  }
  if (rest >= 16) {
    s2 += load<u64>(pointer);
    s3 += load<u64>(pointer, 8);
    shortMix();
    pointer += 16;
    rest -= 16;
  }
  s3 += (<u64>length) << 56;
  if (rest > 0) {
    s2 += load<u64>(pointer);
    s3 += load<u64>(pointer, 8);
  } else {
    s2 += SPOOKY;
    s3 += SPOOKY;
  }
  shortEnd();
}

const MIX_ROTATIONS: StaticArray<u8> = [11, 32, 43, 31, 17, 28, 39, 57, 55, 54, 22, 46];
const END_ROTATIONS: StaticArray<u8> = [44, 15, 34, 21, 38, 33, 10, 13, 38, 53, 42, 54];

@inline
function word(index: u32): usize {
  return STATE + ((<usize>(index % 12)) << 3);
}

function longMix(pointer: usize): void {
  for (let i: u32 = 0; i < 12; i++) {
    store<u64>(word(i), load<u64>(word(i)) + load<u64>(pointer + (i << 3)));
    store<u64>(word(i + 2), load<u64>(word(i + 2)) ^ load<u64>(word(i + 10)));
    store<u64>(word(i + 11), load<u64>(word(i + 11)) ^ load<u64>(word(i)));
    store<u64>(word(i), rotl<u64>(load<u64>(word(i)), <u64>MIX_ROTATIONS[i]));
    store<u64>(word(i + 11), load<u64>(word(i + 11)) + load<u64>(word(i + 1)));
  }
}

function longEnd(pointer: usize): void {
  for (let i: u32 = 0; i < 12; i++) store<u64>(word(i), load<u64>(word(i)) + load<u64>(pointer + (i << 3)));
  for (let round = 0; round < 3; round++) {
    for (let i: u32 = 0; i < 12; i++) {
      store<u64>(word(i + 11), load<u64>(word(i + 11)) + load<u64>(word(i + 1)));
      store<u64>(word(i + 2), load<u64>(word(i + 2)) ^ load<u64>(word(i + 11)));
      store<u64>(word(i + 1), rotl<u64>(load<u64>(word(i + 1)), <u64>END_ROTATIONS[i]));
    }
  }
}

/** `pointer`: `length` bytes followed by at least 96 zero bytes, which are written to. */
export function spooky(pointer: usize, length: u32): void {
  if (length < 192) {
    spookyShort(pointer, length);
    store<u64>(RESULT, s0);
    store<u64>(RESULT, s1, 8);
    return;
  }
  for (let i: u32 = 0; i < 12; i++) store<u64>(word(i), i % 3 == 2 ? SPOOKY : 0);
  let rest = length;
  while (rest >= 96) {
    longMix(pointer);
    pointer += 96;
    rest -= 96;
  }
  store<u8>(pointer, <u8>rest, 95);
  longEnd(pointer);
  store<u64>(RESULT, load<u64>(STATE));
  store<u64>(RESULT, load<u64>(STATE, 8), 8);
}
