import { unzlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { colourMapOf } from '../../../src/frames/colours/colourMaps.ts';
import { Canvas } from '../../../src/io/sheet/Canvas.ts';
import { encodePng } from '../../../src/io/sheet/encodePng.ts';
import { renderSheet, type SheetImage } from '../../../src/io/sheet/renderSheet.ts';
import type { SheetBody } from '../../../src/io/sheet/SheetScene.ts';

/** A box with outward triangles. */
function box(min: readonly number[], max: readonly number[]): SheetBody {
  const positions = Float32Array.from(
    { length: 24 },
    (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? max : min)[i % 3],
  );
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { positions, triangles: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])) };
}

const small = { tileWidth: 160, tileHeight: 120 };
/** Place at which the first picture starts without a title, px. */
const MARGIN = 28;

function pixel(image: SheetImage, x: number, y: number): number[] {
  const at = 4 * ((y + MARGIN) * image.width + x + MARGIN);
  return [...image.rgba.subarray(at, at + 3)];
}

/** Pixels of the first picture that are more red than blue: clay. */
function clayPixels(image: SheetImage): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = [];
  for (let y = 0; y < 120; y++) {
    for (let x = 0; x < 160; x++) {
      const [red, , blue] = pixel(image, x, y);
      if (red > blue + 20) found.push({ x, y });
    }
  }
  return found;
}

describe('contact sheet', () => {
  const cube = box([-1, 0, -1], [1, 2, 1]);

  it('frames what there is to see, in every picture', () => {
    for (const scale of [0.01, 1, 500]) {
      const body = { ...cube, positions: cube.positions.map((value) => value * scale + scale) };
      const clay = clayPixels(renderSheet({ ...small, frames: [{ label: 'a', bodies: [body] }] }));
      const xs = clay.map(({ x }) => x);
      const ys = clay.map(({ y }) => y);
      expect(Math.min(...xs)).toBeGreaterThan(2);
      expect(Math.max(...xs)).toBeLessThan(157);
      expect(Math.min(...ys)).toBeGreaterThan(2);
      expect(Math.max(...ys)).toBeLessThan(117);
      // The tighter direction is filled.
      expect(Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))).toBeGreaterThan(85);
    }
  });

  it('keeps one camera for all frames', () => {
    const moved = { ...cube, positions: cube.positions.map((value, i) => value + (i % 3 === 0 ? 3 : 0)) };
    const both = renderSheet({
      ...small,
      frames: [
        { label: 'a', bodies: [cube] },
        { label: 'b', bodies: [moved] },
      ],
    });
    const alone = renderSheet({ ...small, frames: [{ label: 'a', bodies: [cube] }] });
    expect(clayPixels(both).length).toBeLessThan(0.7 * clayPixels(alone).length);
  });

  it('puts what is near before what is far', () => {
    const near = { ...box([0.5, 0, 2], [1.5, 2, 3]), colour: [0, 0.6, 0] as const };
    const far = { ...box([-0.5, 0, -1], [0.5, 2, 0]), colour: [0.8, 0, 0] as const };
    const view = { viewDirection: [0, 0.2, 1] as const, supersampling: 1 };
    const count = (bodies: SheetBody[]) => {
      const image = renderSheet({ ...small, ...view, frames: [{ label: '', bodies }] });
      let reds = 0;
      for (let y = 0; y < 120; y++) for (let x = 0; x < 160; x++) if (pixel(image, x, y)[0] > 100) reds++;
      return reds;
    };
    const covering = { ...near, positions: near.positions.map((value, i) => (i % 3 === 0 ? value * 20 - 20 : value)) };
    expect(count([near, far])).toBeGreaterThan(20);
    expect(count([{ ...covering, role: 'collider' }, far])).toBe(0);
    expect(count([far, { ...covering, role: 'collider' }])).toBe(0);
  });

  it('throws a shadow on the ground, to the side away from the light', () => {
    const floating = box([-1, 2, -1], [1, 4, 1]);
    const marker = { ...box([-3, 0, -3], [-2.9, 0.1, -2.9]), role: 'collider' as const };
    const frames = [
      { label: '', bodies: [floating, marker] },
      { label: '', bodies: [marker] },
    ];
    const image = renderSheet({ ...small, ground: 0, columns: 2, frames });
    const clay = clayPixels(image).map(({ x }) => x);
    const darker: number[] = [];
    for (let y = 0; y < 120; y++) {
      for (let x = 0; x < 160; x++) {
        const [withBody, without] = [pixel(image, x, y), pixel(image, x + 160 + 16, y)];
        const isClay = withBody[0] > withBody[2] + 20;
        if (!isClay && withBody[1] < without[1] - 12) darker.push(x);
      }
    }
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(darker.length).toBeGreaterThan(100);
    expect(mean(darker)).toBeGreaterThan(mean(clay) + 8);
  });

  it('gives the same pixels every time', () => {
    const render = () =>
      sha256Hex(renderSheet({ ...small, frames: [{ label: 'frame 1', detail: '0 s', bodies: [cube] }] }).rgba);
    expect(render()).toBe(render());
  });

  it('bears empty frames, bodies without triangles and positions that are no numbers', () => {
    const broken = { ...cube, positions: cube.positions.map((value, i) => (i === 4 ? NaN : value)) };
    const nothing = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
    const flat = { ...cube, positions: new Float32Array(24) };
    for (const bodies of [[], [nothing], [broken], [flat]]) {
      const image = renderSheet({ ...small, frames: [{ label: 'a', bodies }] });
      expect(image.rgba.length).toBe(4 * image.width * image.height);
    }
    expect(renderSheet({ frames: [] }).width).toBeGreaterThan(0);
  });

  it.each([
    ['from-zero', undefined],
    ['symmetric', undefined],
    ['from-zero', 'alarm'],
  ] as const)('colours values %s (%s) as the legend says', (range, colours) => {
    const map = colourMapOf({ range, colours });
    const scalars = Float32Array.from({ length: 8 }, (_, i) => (i & 2 ? 5 : -1));
    const image = renderSheet({
      ...small,
      // The legend needs its room.
      tileWidth: 240,
      frames: [{ label: '', bodies: [{ ...cube, scalars }] }],
      legend: { label: 'stress, Pa', limits: [-1, 5], ends: ['-1', '5'], colours: map },
    });
    // The bar of the legend, 220 x 8 pixels, is the map; the body is lit and has the hues of its ends.
    const inMap = new Set(Array.from({ length: 256 }, (_, k) => String(map.subarray(3 * k, 3 * k + 3))));
    expect(countPixels(image, (rgb) => inMap.has(String(rgb)))).toBeGreaterThanOrEqual(220 * 8);
    for (const end of [map.subarray(0, 3), map.subarray(map.length - 3)]) {
      expect(countPixels(image, (rgb) => hueDistance(rgb, end) < 0.08)).toBeGreaterThan(100);
    }
  });

  it('leaves bodies in their own colour without a legend', () => {
    const scalars = new Float32Array(8).fill(1);
    const frame = (body: SheetBody) => renderSheet({ ...small, frames: [{ label: '', bodies: [body] }] });
    expect(frame({ ...cube, scalars }).rgba).toEqual(frame(cube).rgba);
  });
});

function countPixels({ rgba }: SheetImage, counts: (rgb: number[]) => boolean): number {
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) if (counts([...rgba.subarray(at, at + 3)])) count++;
  return count;
}

/** Distance of two colours without their lightness: of their deviations from grey, over the largest component. */
function hueDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const hue = (rgb: ArrayLike<number>) => {
    const mean = (rgb[0] + rgb[1] + rgb[2]) / 3;
    return Array.from(rgb, (value) => (value - mean) / Math.max(rgb[0], rgb[1], rgb[2], 1));
  };
  const [first, second] = [hue(a), hue(b)];
  return Math.hypot(...first.map((value, k) => value - second[k]));
}

describe('lettering', () => {
  it('draws every printable character differently', () => {
    const pictures = new Set<string>();
    for (let code = 33; code < 127; code++) {
      const canvas = new Canvas(40, 40, [0, 0, 0]);
      const width = canvas.text(String.fromCharCode(code), 8, 28, { size: 16, colour: [1, 1, 1] });
      expect(width).toBeGreaterThanOrEqual(0);
      pictures.add(sha256Hex(canvas.rgba));
    }
    // `@ $ & ^ backquote { }` share the box for what the lettering lacks.
    expect(pictures.size).toBeGreaterThanOrEqual(94 - 6 - 1);
  });

  it('shortens what does not fit', () => {
    const canvas = new Canvas(10, 10, [0, 0, 0]);
    const long = 'a very long caption indeed';
    const short = canvas.fitted(long, 60, 10);
    expect(short.endsWith('...')).toBe(true);
    expect(short.length).toBeLessThan(long.length);
    expect(canvas.fitted('ok', 60, 10)).toBe('ok');
  });
});

describe('PNG', () => {
  it('decodes to the same pixels, with sound checksums', () => {
    const width = 37;
    const height = 23;
    const rgba = Uint8Array.from({ length: 4 * width * height }, (_, i) => {
      if (i % 4 === 3) return 255;
      return i % 7 === 0 ? (i * 37) & 255 : (i >> 4) & 255;
    });
    const png = encodePng(rgba, width, height);
    expect(decode(png)).toEqual({ width, height, rgba });
  });
});

/** Decoder of 8-bit RGB PNG, from the specification. */
function decode(png: Uint8Array): { width: number; height: number; rgba: Uint8Array } {
  const view = new DataView(png.buffer, png.byteOffset);
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  let width = 0;
  let height = 0;
  let data = new Uint8Array(0);
  for (let at = 8; at < png.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    expect(view.getUint32(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    if (type === 'IHDR') [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (type === 'IDAT') data = unzlibSync(png.slice(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const row = 3 * width;
  const bytes = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < row; i++) {
      const left = i < 3 ? 0 : bytes[row * y + i - 3];
      const up = y === 0 ? 0 : bytes[row * (y - 1) + i];
      const corner = i < 3 || y === 0 ? 0 : bytes[row * (y - 1) + i - 3];
      const p = left + up - corner;
      const distances = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
      const paeth = [left, up, corner][distances.indexOf(Math.min(...distances))];
      const predicted = [0, left, up, (left + up) >> 1, paeth][data[(row + 1) * y]];
      bytes[row * y + i] = data[(row + 1) * y + 1 + i] + predicted;
    }
  }
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) rgba.set(bytes.subarray(3 * i, 3 * i + 3), 4 * i);
  return { width, height, rgba };
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
