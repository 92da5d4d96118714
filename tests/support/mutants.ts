import type { SeededRandom } from './random.ts';

/** Numbers that readers trust too easily, as text and as 32-bit words. */
const HOSTILE_NUMBERS = ['9007199254740991', '4294967295', '2147483648', '-1', '1e308', '-0', 'nan', '0', '65536'];
const HOSTILE_WORDS = [0xffffffff, 0x7fffffff, 0x80000000, 0, 1, 0x10000, 0xfffffffe];

/** A damaged copy: cut, doubled in a part, bits turned over, bytes replaced, or a number in the place of another. */
export function mutant(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  switch (random.below(6)) {
    case 0:
      return bytes.slice(0, random.below(bytes.length));
    case 1:
      return repeated(bytes, random);
    case 2:
      return changed(bytes, random, (byte) => byte ^ (1 << random.below(8)));
    case 3:
      return changed(bytes, random, () => random.below(256));
    case 4:
      return withWord(bytes, random);
    default:
      return withNumber(bytes, random);
  }
}

function repeated(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const end = random.below(bytes.length + 1);
  return Uint8Array.from([...bytes.subarray(0, end), ...bytes.subarray(random.below(end + 1))]);
}

function changed(bytes: Uint8Array, random: SeededRandom, change: (byte: number) => number): Uint8Array {
  const copy = bytes.slice();
  for (let count = 1 + random.below(6); count > 0; count--) {
    const at = random.below(copy.length);
    copy[at] = change(copy[at]);
  }
  return copy;
}

function withWord(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const copy = bytes.slice();
  if (copy.length < 4) return copy;
  const at = random.below(copy.length - 3);
  const word = HOSTILE_WORDS[random.below(HOSTILE_WORDS.length)];
  new DataView(copy.buffer).setUint32(at, word, random.below(2) === 0);
  return copy;
}

/** Puts a hostile number in the place of a run of digits; where there is none, bytes are changed. */
function withNumber(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const isDigit = (at: number) => bytes[at] >= 48 && bytes[at] <= 57;
  let start = random.below(bytes.length);
  while (start < bytes.length && !isDigit(start)) start++;
  if (start === bytes.length) return changed(bytes, random, () => random.below(256));
  let end = start;
  while (end < bytes.length && isDigit(end)) end++;
  const number = new TextEncoder().encode(HOSTILE_NUMBERS[random.below(HOSTILE_NUMBERS.length)]);
  return Uint8Array.from([...bytes.subarray(0, start), ...number, ...bytes.subarray(end)]);
}
