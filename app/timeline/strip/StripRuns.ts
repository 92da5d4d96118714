import { LEFT_MARGIN, pixelsPerFrame, type TimeAxis } from '../axis/TimeAxis.ts';
import type { PackedCells } from './frameKinds.ts';

/** Width of a frame, pixels, below which frames are put together by pixel. */
export const LEAST_CELL = 1;

/**
 * Neighbouring frames of one kind as they are drawn: run k goes from `from[k]` to `to[k]` (CSS pixels) and has kind `kinds[k]`. Filled
 * again for every drawing without allocating once it has grown to what the width needs.
 */
export class StripRuns {
  count = 0;
  kinds = new Uint8Array(64);
  from = new Float64Array(64);
  to = new Float64Array(64);
  /** The first and last frame of each run. */
  firsts = new Int32Array(64);
  lasts = new Int32Array(64);

  /** The runs of what the axis shows. Where a pixel holds several frames, the gravest kind shows. */
  fill(cells: PackedCells, axis: TimeAxis): void {
    this.count = 0;
    const scale = pixelsPerFrame(axis);
    const begin = Math.max(0, Math.ceil(axis.viewFirst - LEFT_MARGIN / scale - 1) - cells.first);
    const end = Math.min(
      cells.kinds.length - 1,
      Math.floor(axis.viewFirst + (axis.width - LEFT_MARGIN) / scale) - cells.first,
    );
    const left = LEFT_MARGIN + (cells.first - axis.viewFirst) * scale;
    if (scale >= LEAST_CELL) this.fillByFrame(cells, begin, end, left, scale);
    else this.fillByPixel(cells, begin, end, left, scale);
  }

  private fillByFrame(cells: PackedCells, begin: number, end: number, left: number, scale: number): void {
    for (let k = begin; k <= end; k++) {
      this.add(cells.kinds[k], left + k * scale, left + (k + 1) * scale, cells.first + k, cells.first + k);
    }
  }

  private fillByPixel(cells: PackedCells, begin: number, end: number, left: number, scale: number): void {
    let k = begin;
    while (k <= end) {
      const pixel = Math.floor(left + k * scale);
      const start = k;
      let gravest = cells.kinds[k];
      while (k <= end && Math.floor(left + k * scale) === pixel) gravest = Math.min(gravest, cells.kinds[k++]);
      this.add(gravest, pixel, pixel + 1, cells.first + start, cells.first + k - 1);
    }
  }

  private add(kind: number, from: number, to: number, first: number, last: number): void {
    const previous = this.count - 1;
    if (previous >= 0 && this.kinds[previous] === kind) {
      this.to[previous] = to;
      this.lasts[previous] = last;
      return;
    }
    if (this.count === this.kinds.length) this.grow();
    this.kinds[this.count] = kind;
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.firsts[this.count] = first;
    this.lasts[this.count] = last;
    this.count++;
  }

  private grow(): void {
    const size = 2 * this.kinds.length;
    const grown = <T extends Uint8Array | Float64Array | Int32Array>(larger: T, old: T): T => {
      larger.set(old);
      return larger;
    };
    this.kinds = grown(new Uint8Array(size), this.kinds);
    this.from = grown(new Float64Array(size), this.from);
    this.to = grown(new Float64Array(size), this.to);
    this.firsts = grown(new Int32Array(size), this.firsts);
    this.lasts = grown(new Int32Array(size), this.lasts);
  }
}
