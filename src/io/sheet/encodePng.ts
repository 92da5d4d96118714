import { zlibSync } from 'fflate';
import { assert } from '../../base/errors.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BYTES_PER_PIXEL = 3;
const RGB = 2;
/** Filter types: none, left, up, average (not used), Paeth. */
const FILTERS = [0, 1, 2, 4];

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** A picture as PNG (ISO 15948), 8 bits per channel, opaque: alpha is left out. `rgba`: row by row from the top. */
export function encodePng(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): Uint8Array {
  assert(rgba.length === 4 * width * height, 'four bytes per pixel', { length: rgba.length, width, height });
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, RGB, 0, 0, 0], 8);
  const chunks = [
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(filteredRows(rgba, width, height), { level: 6 })),
    chunk('IEND', new Uint8Array(0)),
  ];
  const out = new Uint8Array(chunks.reduce((sum, part) => sum + part.length, 0));
  let next = 0;
  for (const part of chunks) {
    out.set(part, next);
    next += part.length;
  }
  return out;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  let crc = 0xffffffff;
  for (let i = 4; i < 8 + data.length; i++) crc = CRC_TABLE[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  view.setUint32(8 + data.length, (crc ^ 0xffffffff) >>> 0);
  return bytes;
}

/** Each row with the filter that leaves the smallest sum of absolute differences. */
function filteredRows(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): Uint8Array {
  const rowBytes = BYTES_PER_PIXEL * width;
  const out = new Uint8Array((rowBytes + 1) * height);
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  const candidate = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let k = 0; k < 3; k++) row[3 * x + k] = rgba[4 * (y * width + x) + k];
    }
    let best = Infinity;
    const start = y * (rowBytes + 1);
    for (const filter of FILTERS) {
      const cost = applyFilter(filter, row, above, candidate);
      if (cost >= best) continue;
      best = cost;
      out[start] = filter;
      out.set(candidate, start + 1);
    }
    [above, row] = [row, above];
  }
  return out;
}

function applyFilter(filter: number, row: Uint8Array, above: Uint8Array, out: Uint8Array): number {
  let cost = 0;
  for (let i = 0; i < row.length; i++) {
    const left = i >= BYTES_PER_PIXEL ? row[i - BYTES_PER_PIXEL] : 0;
    const up = above[i];
    const corner = i >= BYTES_PER_PIXEL ? above[i - BYTES_PER_PIXEL] : 0;
    const predicted = filter === 0 ? 0 : filter === 1 ? left : filter === 2 ? up : paeth(left, up, corner);
    const value = (row[i] - predicted) & 255;
    out[i] = value;
    cost += value < 128 ? value : 256 - value;
  }
  return cost;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
