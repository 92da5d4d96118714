/**
 * Returns the bytes of a text file as UTF-8 without a byte order mark. UTF-16 (with a mark, or recognised by its zero bytes) is
 * converted; anything else is returned unchanged.
 */
export function textBytes(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  const encoding = utf16Encoding(bytes);
  if (encoding === undefined) return bytes;
  return new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}

/** Returns the UTF-16 encoding of the bytes; undefined for everything else. */
function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = Math.min(bytes.length & ~1, 64);
  if (sample < 8) return undefined;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < sample; at += 2) {
    if (bytes[at] === 0) evenZeros++;
    if (bytes[at + 1] === 0) oddZeros++;
  }
  if (oddZeros === sample / 2 && evenZeros === 0) return 'utf-16le';
  if (evenZeros === sample / 2 && oddZeros === 0) return 'utf-16be';
  return undefined;
}
