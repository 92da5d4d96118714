import { describe, expect, it } from 'vitest';
import { hashHex, murmur128, spooky128 } from '../../../src/io/alembic/contentHash.ts';

/** Hash of the bytes 0, 1, ... n-1, computed by the Alembic 1.8.12 library. */
const MURMUR: readonly (readonly [number, string])[] = [
  [0, '00000000000000000000000000000000'],
  [1, 'b55cff6ee5ab10468335f878aa2d6251'],
  [5, '3640f9a6d48cee41f6230c635e15d0f8'],
  [8, 'c82f8ed6bde1a747c7dc31ec02eee660'],
  [9, '322d816e0fcbb4fbb9ff00021d75de78'],
  [15, 'e92549fd98152347e97dc688ee6d84cd'],
  [16, '303f9091b524494445e82f76566490ab'],
  [17, '0ec2e79f0ff4765c24a8da9e6b025fc1'],
  [36, '303656299a05332052bfd5bd6a3ec2d9'],
  [100, 'ca5140c199996fb0990734c8936dbd0f'],
];

const SPOOKY: readonly (readonly [number, string])[] = [
  [0, '1909f56bfc062723c751e8b465ee728b'],
  [1, '8012290418f4e28a291d2d4e715d311f'],
  [7, '9d4663111a9646df391d353db963a652'],
  [8, '5c844a374662817c579634c8ccbc132c'],
  [15, '8b27dc65de86aad9104a2a55640524da'],
  [16, '51261f33d62502343d589a93237c6e88'],
  [31, '09fe1f766c2a96a37a19c34adac78f67'],
  [32, 'd23f62e2680bf5578b1994f9ef243989'],
  [48, '86f9afe1f63d8199c2982a55f6b68e31'],
  [100, '4c8c9a0f41737a223a080df7264b4b4c'],
  [191, '2f46bbb5033a047138b693a8d00a7dfe'],
  [192, '541aa3b2943fd102d3858d75db93a30e'],
  [200, '725f837076a837fef24b6280c60ea0a2'],
  [300, 'fa61cc33373b867ccfe7295f8a750acc'],
];

const MASK = (1n << 64n) - 1n;
const rotate = (value: bigint, bits: bigint) => ((value << bits) | (value >> (64n - bits))) & MASK;

function fmix(value: bigint): bigint {
  let k = value;
  k = ((k ^ (k >> 33n)) * 0xff51afd7ed558ccdn) & MASK;
  k = ((k ^ (k >> 33n)) * 0xc4ceb9fe1a85ec53n) & MASK;
  return k ^ (k >> 33n);
}

/** MurmurHash3 x64 128 written from its description with big integers. */
function murmurReference(bytes: Uint8Array): string {
  const c1 = 0x87c37b91114253d5n;
  const c2 = 0x4cf5ad432745937fn;
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / 16) * 16);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const length = BigInt(bytes.length);
  let h1 = 0n;
  let h2 = 0n;
  for (let at = 0; at < padded.length; at += 16) {
    const k1 = (rotate((view.getBigUint64(at, true) * c1) & MASK, 31n) * c2) & MASK;
    const k2 = (rotate((view.getBigUint64(at + 8, true) * c2) & MASK, 33n) * c1) & MASK;
    if (at + 16 > bytes.length) {
      h1 ^= k1;
      h2 ^= k2;
      break;
    }
    h1 = ((rotate(h1 ^ k1, 27n) + h2) * 5n + 0x52dce729n) & MASK;
    h2 = ((rotate(h2 ^ k2, 31n) + h1) * 5n + 0x38495ab5n) & MASK;
  }
  h1 ^= length;
  h2 ^= length;
  h1 = (h1 + h2) & MASK;
  h2 = (h2 + h1) & MASK;
  h1 = fmix(h1);
  h2 = fmix(h2);
  h1 = (h1 + h2) & MASK;
  h2 = (h2 + h1) & MASK;
  const out = new DataView(new ArrayBuffer(16));
  out.setBigUint64(0, h1, true);
  out.setBigUint64(8, h2, true);
  return hashHex(new Uint8Array(out.buffer));
}

const counting = (length: number) => Uint8Array.from({ length }, (_, i) => i & 255);

describe('content hashes', () => {
  it.each(MURMUR)('MurmurHash3 of %i bytes', (length, expected) => {
    expect(hashHex(murmur128(counting(length)))).toBe(expected);
  });

  it.each(SPOOKY)('SpookyHash V2 of %i bytes', (length, expected) => {
    expect(hashHex(spooky128(counting(length)))).toBe(expected);
  });

  it.each([15, 16, 4095, 262143, 262144, 262145, 524299])('agrees with the big-integer form on %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 2654435761) >>> 13);
    expect(hashHex(murmur128(bytes))).toBe(murmurReference(bytes));
  });
});
