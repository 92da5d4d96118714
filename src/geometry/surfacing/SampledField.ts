import { BLOCK_EDGE, BLOCK_SAMPLES, NEIGHBOURHOOD, type SampleBlocks } from './SampleBlocks.ts';

/** Samples of a block and the nearest of its neighbours at high x, y, z. */
const WIDE = BLOCK_EDGE + 1;
export const WIDE_SAMPLES = WIDE ** 3;
/** Index steps from a sample to the next in x, y, z among them. */
export const WIDE_STRIDES = [1, WIDE, WIDE * WIDE] as const;

/**
 * A sampled function on blocks, negative inside, with a vector per sample. Blocks that are entirely inside store no samples. Where there is no
 * block, and where the function is `beyond` or more, the point is outside at an unknown distance.
 */
export class SampledField {
  readonly blocks: SampleBlocks;
  readonly beyond: number;
  /** 1 for blocks that are entirely inside. */
  readonly full: Uint8Array;
  /** Index of the samples of each block, in blocks; -1 for full ones. */
  readonly rows: Int32Array;
  readonly values: Float32Array;
  /** xyz per sample. */
  readonly vectors: Float32Array;

  constructor(blocks: SampleBlocks, full: Uint8Array, beyond: number) {
    this.blocks = blocks;
    this.full = full;
    this.beyond = beyond;
    this.rows = new Int32Array(blocks.count);
    let rows = 0;
    for (let block = 0; block < blocks.count; block++) this.rows[block] = full[block] === 1 ? -1 : rows++;
    this.values = new Float32Array(rows * BLOCK_SAMPLES).fill(beyond);
    this.vectors = new Float32Array(3 * rows * BLOCK_SAMPLES);
  }

  /** Clamps samples beside full blocks to at most `value`, which is inside: the surface then stays within blocks with samples. */
  sealFullBlocks(value: number): void {
    const { blocks, full, rows, values } = this;
    const last = BLOCK_EDGE - 1;
    for (let block = 0; block < blocks.count; block++) {
      if (full[block] === 0) continue;
      for (let n = 0; n < NEIGHBOURHOOD; n++) {
        const other = blocks.neighbours[NEIGHBOURHOOD * block + n];
        if (other < 0 || full[other] === 1) continue;
        const way = [n % 3, Math.floor(n / 3) % 3, Math.floor(n / 9)].map((step) => step - 1);
        const [x, y, z] = way.map((step) => (step < 0 ? [last, last] : [0, step > 0 ? 0 : last]));
        for (let k = z[0]; k <= z[1]; k++) {
          for (let j = y[0]; j <= y[1]; j++) {
            for (let i = x[0]; i <= x[1]; i++) {
              const at = rows[other] * BLOCK_SAMPLES + i + BLOCK_EDGE * (j + BLOCK_EDGE * k);
              values[at] = Math.min(values[at], value);
            }
          }
        }
      }
    }
  }

  /** Writes the indices of the 9 x 9 x 9 samples from the first of `block` on; -1 in full blocks, -2 where there is no block. */
  locate(block: number, out: Int32Array): void {
    const { blocks, rows } = this;
    for (let corner = 0; corner < 8; corner++) {
      const [dx, dy, dz] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const other = blocks.neighbours[NEIGHBOURHOOD * block + 13 + dx + 3 * dy + 9 * dz];
      const row = other < 0 ? -2 : rows[other];
      for (let k = dz * BLOCK_EDGE; k < BLOCK_EDGE + dz; k++) {
        for (let j = dy * BLOCK_EDGE; j < BLOCK_EDGE + dy; j++) {
          const from = BLOCK_EDGE * ((j & 7) + BLOCK_EDGE * (k & 7)) + row * BLOCK_SAMPLES;
          const to = WIDE * (j + WIDE * k);
          for (let i = dx * BLOCK_EDGE; i < BLOCK_EDGE + dx; i++) out[to + i] = row < 0 ? row : from + (i & 7);
        }
      }
    }
  }
}
