import { assert } from '../../base/errors.ts';

/**
 * Heights of tall cells from a plane down to the floor, in uniform cells: the first as high as the uniform band above, each below twice as high, and the
 * last takes the rest. `cells`: uniform cells that they replace; `band`: height of the first.
 */
export function gradedHeights(cells: number, band: number): number[] {
  const heights: number[] = [];
  let left = cells;
  for (let next = band; left > 0; next *= 2) {
    // A rest that is lower than the cell above would be lost on a cell of its own.
    const height = left < next + next ? left : next;
    heights.push(height);
    left -= height;
  }
  return heights;
}

/**
 * The vertical structure of tall cells, which all columns share (Irving 2007, 5.3): each has a pressure sample at the centre of its lowest and of its highest uniform cell, and pressure is linear between them; one
 * that is a single uniform cell high has one. Samples are counted from the floor. Lengths are in uniform cells.
 */
export class TallLayers {
  /** Uniform cells that are replaced, from the floor up. */
  readonly cells: number;
  /** Number of samples. */
  readonly samples: number;
  /** The uniform cell at whose centre each sample lies. */
  readonly places: Int32Array;
  /** Height that each sample stands for: the sum of its interpolation weights over the uniform cells. */
  readonly heights: Float64Array;
  /** Distance of each sample from the one below, and of the first uniform cell above from the last sample; that of the first sample, from the floor, does not count and is 1. */
  readonly gaps: Float64Array;
  /** 1 for the lower of the two samples of a tall cell. */
  readonly isLower: Uint8Array;
  /** Sum over the uniform cells of the product of the weights of both samples, at the lower one. */
  readonly crossWeights: Float64Array;

  /** `heights` of the tall cells from the top one down. */
  constructor(heights: readonly number[]) {
    assert(
      heights.every((height) => Number.isInteger(height) && height > 0),
      'tall cells have heights',
      { heights },
    );
    this.cells = heights.reduce((sum, height) => sum + height, 0);
    this.samples = heights.reduce((sum, height) => sum + (height > 1 ? 2 : 1), 0);
    this.places = new Int32Array(this.samples);
    this.heights = new Float64Array(this.samples);
    this.gaps = new Float64Array(this.samples + 1).fill(1);
    this.isLower = new Uint8Array(this.samples);
    this.crossWeights = new Float64Array(this.samples);
    let s = 0;
    let place = 0;
    for (const height of [...heights].reverse()) {
      this.places[s] = place;
      this.heights[s] = height > 1 ? height / 2 : 1;
      if (height > 1) {
        this.isLower[s] = 1;
        this.crossWeights[s] = (height * (height - 2)) / (6 * (height - 1));
        this.gaps[s + 1] = height - 1;
        this.places[++s] = place + height - 1;
        this.heights[s] = height / 2;
      }
      s++;
      place += height;
    }
  }
}
