import type { Colour } from './SheetScene.ts';
import { textStrokes, textUnits } from './strokeFont.ts';

/** Height of capitals in font units. */
const CAPITAL_UNITS = 7;

export interface TextStyle {
  /** Height of capitals, pixels. */
  readonly size: number;
  /** sRGB. */
  readonly colour: Colour;
  /** Stroke width as a share of the size. */
  readonly weight?: number;
  readonly align?: 'left' | 'right' | 'centre';
}

/** An opaque RGBA picture that can be filled and lettered. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    this.rgba = new Uint8Array(4 * width * height);
    this.rectangle(0, 0, width, height, background);
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y++) {
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x++) this.set(x, y, colour);
    }
  }

  set(x: number, y: number, colour: Colour): void {
    const at = 4 * (y * this.width + x);
    for (let k = 0; k < 3; k++) this.rgba[at + k] = Math.round(255 * colour[k]);
    this.rgba[at + 3] = 255;
  }

  /** Letters a line with its baseline at `y`; returns its width in pixels. */
  text(text: string, x: number, y: number, style: TextStyle): number {
    const unit = style.size / CAPITAL_UNITS;
    const width = textUnits(text) * unit;
    const start = style.align === 'right' ? x - width : style.align === 'centre' ? x - width / 2 : x;
    const strokes = textStrokes(text);
    const half = (style.weight ?? 0.13) * style.size * 0.5;
    const left = Math.floor(start - half - 2);
    const top = Math.floor(y - style.size * 1.3 - half);
    const columns = Math.ceil(width + 2 * half + 5);
    const rows = Math.ceil(style.size * 1.8 + 2 * half);
    const coverage = new Float32Array(columns * rows);
    for (let i = 0; i < strokes.length; i += 4) {
      const ax = start + strokes[i] * unit - left;
      const ay = y - strokes[i + 1] * unit - top;
      const bx = start + strokes[i + 2] * unit - left;
      const by = y - strokes[i + 3] * unit - top;
      coverStroke(coverage, columns, rows, ax, ay, bx, by, half);
    }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const cover = coverage[row * columns + column];
        if (cover > 0) this.blend(left + column, top + row, style.colour, cover);
      }
    }
    return width;
  }

  /** The longest start of `text` that fits into `width` pixels. */
  fitted(text: string, width: number, size: number): string {
    const fits = (part: string) => (textUnits(part) * size) / CAPITAL_UNITS <= width;
    if (fits(text)) return text;
    let length = text.length;
    while (length > 0 && !fits(`${text.slice(0, length)}...`)) length--;
    return length === 0 ? '' : `${text.slice(0, length)}...`;
  }

  private blend(x: number, y: number, colour: Colour, cover: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = 4 * (y * this.width + x);
    for (let k = 0; k < 3; k++) {
      this.rgba[at + k] = Math.round(this.rgba[at + k] + cover * (255 * colour[k] - this.rgba[at + k]));
    }
  }
}

/** Raises the coverage of the pixels near a round-ended stroke of half width `half`. */
function coverStroke(
  coverage: Float32Array,
  columns: number,
  rows: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  half: number,
): void {
  const reach = half + 1;
  const x0 = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
  const x1 = Math.min(columns - 1, Math.ceil(Math.max(ax, bx) + reach));
  const y0 = Math.max(0, Math.floor(Math.min(ay, by) - reach));
  const y1 = Math.min(rows - 1, Math.ceil(Math.max(ay, by) + reach));
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const px = x + 0.5 - ax;
      const py = y + 0.5 - ay;
      const t = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const distance = Math.hypot(px - t * dx, py - t * dy);
      const cover = Math.min(1, Math.max(0, half + 0.5 - distance));
      if (cover > coverage[y * columns + x]) coverage[y * columns + x] = cover;
    }
  }
}
