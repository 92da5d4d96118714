// Draws the program's icons from the mark's geometry: assets/icons/*.svg, PNG of every size, .ico for Windows and .icns for macOS.
// Nothing but arithmetic and a pinned deflate: the same bytes on every machine. `--check` compares with what is there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { zlibSync } from 'fflate';
import { readOptions } from './options.mjs';

const AMBER = '#f0a63c';
const INK = '#1b1408';
const PAPER = '#e8eaed';
const FOLD = '#a3a9b3';
/** The mark is drawn on a square of this side. */
const SIDE = 64;
/** Radius of the square's corners, and width of the ring's line. */
const CORNER = 14;
const LINE = 6;
/** The ring: a D whose back leans in, as a body that is pressed against a wall. Start, then cubics (a straight line repeats its ends). */
const START = [18, 16];
const CURVES = [
  [18, 16, 32, 16, 32, 16],
  [43, 16, 49, 23, 49, 32],
  [49, 41, 43, 48, 32, 48],
  [32, 48, 18, 48, 18, 48],
  [23, 42, 23, 22, 18, 16],
];
/** Straight pieces per curve: a twentieth of a pixel from it at the largest size. */
const PIECES = 24;
/** The sheet of a document icon, its corner folded. */
const SHEET = { left: 10, top: 3, right: 54, bottom: 61, fold: 14, radius: 4 };

export const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Types of an icon family and the size in pixels of each, doubled resolutions included. */
const ICNS_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];
/** Icons of macOS keep a margin: 824 of 1024 pixels. */
const MAC_SCALE = 824 / 1024;

const ring = flatten();

/** Signed distance to a rectangle with round corners, negative inside; lengths in units of the mark. */
function roundedBox(x, y, left, top, right, bottom, radius) {
  const qx = Math.abs(x - (left + right) / 2) - (right - left) / 2 + radius;
  const qy = Math.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius;
  const outside = Math.sqrt(Math.max(qx, 0) ** 2 + Math.max(qy, 0) ** 2);
  return outside + Math.min(Math.max(qx, qy), 0) - radius;
}

function flatten() {
  const points = [START];
  let [x0, y0] = START;
  for (const [x1, y1, x2, y2, x3, y3] of CURVES) {
    for (let piece = 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const s = 1 - t;
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      points.push([a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3]);
    }
    [x0, y0] = [x3, y3];
  }
  return points;
}

/** Distance to the ring's middle line. */
function ringDistance(x, y) {
  let best = Infinity;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1];
    const [dx, dy] = [ring[i][0] - ax, ring[i][1] - ay];
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
    const [ex, ey] = [x - ax - t * dx, y - ay - t * dy];
    best = Math.min(best, ex * ex + ey * ey);
  }
  return Math.sqrt(best);
}

/** The mark, painted in order. At the smallest sizes the line is a little wider, so that it keeps its weight. */
function markLayers(pixels) {
  const line = pixels <= 24 ? LINE * 1.2 : LINE;
  return [
    { colour: AMBER, distance: (x, y) => roundedBox(x, y, 0, 0, SIDE, SIDE, CORNER) },
    { colour: INK, distance: (x, y) => ringDistance(x, y) - line / 2 },
  ];
}

/** A sheet with the mark on it. */
function documentLayers(pixels) {
  const { left, top, right, bottom, fold, radius } = SHEET;
  const sheet = (x, y) => roundedBox(x, y, left, top, right, bottom, radius);
  /** Positive beyond the fold's slanted edge. */
  const slant = (x, y) => (x - y - (right - fold - top)) / Math.SQRT2;
  const [size, cx, cy] = [0.5, 32, 36];
  const small = (distance) => (x, y) => size * distance((x - cx) / size + SIDE / 2, (y - cy) / size + SIDE / 2);
  return [
    { colour: PAPER, distance: (x, y) => Math.max(sheet(x, y), slant(x, y)) },
    { colour: FOLD, distance: foldedCorner },
    ...markLayers(pixels).map(({ colour, distance }) => ({ colour, distance: small(distance) })),
  ];
}

/** The turned-over corner: the triangle under the slanted edge. */
function foldedCorner(x, y) {
  const { top, right, fold } = SHEET;
  const slant = (x - y - (right - fold - top)) / Math.SQRT2;
  return Math.max(slant, right - fold - x, y - top - fold);
}

/** Side of the squares that are looked at as a whole first. Pixels. */
const BLOCK = 16;

/** Straight-alpha RGBA. A pixel is covered by as much as its centre is inside, within half a pixel of the edge. */
function paint(layers, pixels, scale) {
  const unit = SIDE / (pixels * scale);
  const margin = (pixels * (1 - scale)) / 2;
  const rgba = new Uint8Array(pixels * pixels * 4);
  for (const { colour, distance } of layers) {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    const inside = (column, row) => distance((column - margin) * unit, (row - margin) * unit) / unit;
    for (let row = 0; row < pixels; row += BLOCK) {
      for (let column = 0; column < pixels; column += BLOCK) {
        // A distance changes by no more than the way that one goes.
        const middle = inside(column + BLOCK / 2, row + BLOCK / 2);
        if (middle > BLOCK) continue;
        paintBlock(rgba, pixels, column, row, rgb, middle < -BLOCK ? () => -1 : inside);
      }
    }
  }
  return rgba;
}

function paintBlock(rgba, pixels, firstColumn, firstRow, rgb, inside) {
  for (let row = firstRow; row < Math.min(firstRow + BLOCK, pixels); row++) {
    for (let column = firstColumn; column < Math.min(firstColumn + BLOCK, pixels); column++) {
      const cover = Math.min(1, Math.max(0, 0.5 - inside(column + 0.5, row + 0.5)));
      const at = (row * pixels + column) * 4;
      // Where nothing was painted yet there is no colour to mix with.
      const mix = rgba[at + 3] === 0 && cover > 0 ? 1 : cover;
      for (let i = 0; i < 3; i++) rgba[at + i] = Math.round(rgba[at + i] + (rgb[i] - rgba[at + i]) * mix);
      rgba[at + 3] = Math.round(rgba[at + 3] + (255 - rgba[at + 3]) * cover);
    }
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** PNG, 8-bit RGBA; rows are told by their difference to the one above, which flat areas like. */
function png(rgba, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const stride = pixels * 4;
  const rows = new Uint8Array((stride + 1) * pixels);
  for (let row = 0; row < pixels; row++) {
    rows[row * (stride + 1)] = 2;
    for (let i = 0; i < stride; i++) {
      const above = row === 0 ? 0 : rgba[(row - 1) * stride + i];
      rows[row * (stride + 1) + 1 + i] = rgba[row * stride + i] - above;
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = zlibSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** A Windows icon of PNG images: directory of 16 bytes each, then the images. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { pixels, bytes }] of images.entries()) {
    const entry = 6 + 16 * index;
    head.set([pixels % 256, pixels % 256], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...images.map(({ bytes }) => bytes)]);
}

/** A macOS icon family of PNG images: type and length, then the image. */
function icns(images) {
  const parts = images.map(({ type, bytes }) => {
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(bytes.length + 8, 4);
    return Buffer.concat([head, bytes]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

function svg() {
  const path = `M${START.join(' ')}${CURVES.map((curve) => `C${curve.join(' ')}`).join('')}z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" rx="${CORNER}" fill="${AMBER}"/><path d="${path}" fill="none" stroke="${INK}" stroke-width="${LINE}" stroke-linejoin="round"/></svg>\n`;
}

/** Every icon file by its name. */
export function drawIcons() {
  const drawn = new Map();
  const image = (layers, pixels, scale) => {
    const name = `${layers.name} ${pixels} ${scale}`;
    if (!drawn.has(name)) drawn.set(name, png(paint(layers(pixels), pixels, scale), pixels));
    return drawn.get(name);
  };
  const icons = (layers) => ICO_SIZES.map((pixels) => ({ pixels, bytes: image(layers, pixels, 1) }));
  const family = (layers, scale) => ICNS_TYPES.map(([type, pixels]) => ({ type, bytes: image(layers, pixels, scale) }));
  return new Map([
    ['icon.svg', Buffer.from(svg())],
    ['icon.ico', ico(icons(markLayers))],
    ['icon.icns', icns(family(markLayers, MAC_SCALE))],
    ['shot.ico', ico(icons(documentLayers))],
    ['shot.icns', icns(family(documentLayers, 1))],
    ...SIZES.map((pixels) => [`${pixels}x${pixels}.png`, image(markLayers, pixels, 1)]),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = readOptions(import.meta.url, { check: { type: 'boolean' } });
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'assets', 'icons');
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of drawIcons()) {
    const path = join(folder, name);
    if (!values.check) writeFileSync(path, bytes);
    else if (!readFileSync(path).equals(bytes)) throw new Error(`${path} is not what tools/icons.mjs draws`);
  }
}
