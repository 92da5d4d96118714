/** Samples along an edge of a block, and in a block. */
export const BLOCK_EDGE = 8;
export const BLOCK_SAMPLES = BLOCK_EDGE ** 3;
/** Neighbours of a block, itself among them: x fastest. */
export const NEIGHBOURHOOD = 27;
/** Largest coordinate of a block along every axis. */
export const MOST_BLOCKS_ALONG = 2 ** 16;

/** Returns a unique number for each block position, which orders by z, then y, then x. */
export function blockKey(x: number, y: number, z: number): number {
  const width = 2 * MOST_BLOCKS_ALONG;
  return ((z + MOST_BLOCKS_ALONG) * width + (y + MOST_BLOCKS_ALONG)) * width + (x + MOST_BLOCKS_ALONG);
}

/**
 * Sparse blocks of 8 x 8 x 8 samples of a lattice: sample s of a block is at 8 place + (s & 7, s >> 3 & 7, s >> 6). Blocks are
 * numbered by z, then y, then x, for any order of the given keys.
 */
export class SampleBlocks {
  readonly count: number;
  /** x, y, z of each block, in blocks. */
  readonly places: Int32Array;
  /** Numbers of the blocks around each and of itself, 27 apiece; -1 where there is none. */
  readonly neighbours: Int32Array;
  private readonly numbers: Map<number, number>;

  /** `keys`: those of the blocks, each once. */
  constructor(keys: Iterable<number>) {
    const sorted = Float64Array.from(keys).sort();
    this.count = sorted.length;
    this.numbers = new Map();
    this.places = new Int32Array(3 * this.count);
    sorted.forEach((key, block) => {
      const width = 2 * MOST_BLOCKS_ALONG;
      const row = Math.floor(key / width);
      this.numbers.set(key, block);
      this.places[3 * block] = (key % width) - MOST_BLOCKS_ALONG;
      this.places[3 * block + 1] = (row % width) - MOST_BLOCKS_ALONG;
      this.places[3 * block + 2] = Math.floor(row / width) - MOST_BLOCKS_ALONG;
    });
    this.neighbours = this.findNeighbours();
  }

  /** Returns the block with a key, undefined where there is none. */
  numberOf(key: number): number | undefined {
    return this.numbers.get(key);
  }

  private findNeighbours(): Int32Array {
    const { count, places, numbers } = this;
    const neighbours = new Int32Array(NEIGHBOURHOOD * count);
    for (let block = 0; block < count; block++) {
      for (let n = 0; n < NEIGHBOURHOOD; n++) {
        const x = places[3 * block] + (n % 3) - 1;
        const y = places[3 * block + 1] + (Math.floor(n / 3) % 3) - 1;
        const z = places[3 * block + 2] + Math.floor(n / 9) - 1;
        neighbours[NEIGHBOURHOOD * block + n] = numbers.get(blockKey(x, y, z)) ?? -1;
      }
    }
    return neighbours;
  }
}
