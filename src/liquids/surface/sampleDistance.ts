import {
  BLOCK_EDGE,
  BLOCK_SAMPLES,
  blockKey,
  NEIGHBOURHOOD,
  SampleBlocks,
} from '../../geometry/surfacing/SampleBlocks.ts';
import { SampledField } from '../../geometry/surfacing/SampledField.ts';
import { CoreError } from '../../base/errors.ts';
import type { SurfaceBounds } from './SurfaceBounds.ts';
import { SOURCE_SIZE, type SurfaceLengths, type SurfaceSources } from './SurfaceSources.ts';
import { fullBlocks } from './fullBlocks.ts';

/** Blocks of a surface at the most: about 1.5 GB. */
export const MOST_BLOCKS = 100_000;

/**
 * Signed distance to the surface of particles (Zhu and Bridson 2005), in voxels, and the velocity of the particles around, m/s, on the blocks near them:
 *
 *     phi = max(|x - mean position| - radius, distance to the nearest particle - limit, distance beyond the closed sides)
 *
 * with weights (1 - d^2 / reach^2)^3. The second term parts drops that reach each other but do not touch: the mean position lies between them.
 */
export function sampleDistance(sources: SurfaceSources, lengths: SurfaceLengths, bounds: SurfaceBounds): SampledField {
  const blocks = new SampleBlocks(blocksAround(sources, lengths.limit + 1));
  const ranges = sourceRanges(sources, blocks);
  const full = fullBlocks(blocks, ranges, sources, lengths, bounds);
  const field = new SampledField(blocks, full, lengths.reach);
  if (field.values.length > MOST_BLOCKS * BLOCK_SAMPLES) throw tooMany();
  const sums = new BlockSums(sources, lengths);
  for (let block = 0; block < blocks.count; block++) {
    if (full[block] === 1) continue;
    sums.gather(blocks, ranges, block);
    sums.write(field, block, bounds);
  }
  field.sealFullBlocks(-lengths.radius);
  return field;
}

/** Keys of the blocks within `margin`, in voxels, of a box around the sources of each. */
function blocksAround({ sorted, starts, keys }: SurfaceSources, margin: number): Set<number> {
  const found = new Set<number>();
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  for (let home = 0; home < keys.length; home++) {
    for (let axis = 0; axis < 3; axis++) {
      let least = Infinity;
      let most = -Infinity;
      for (let source = starts[home]; source < starts[home + 1]; source++) {
        const x = sorted[SOURCE_SIZE * source + axis];
        least = Math.min(least, x);
        most = Math.max(most, x);
      }
      low[axis] = Math.floor((least - margin) / BLOCK_EDGE);
      high[axis] = Math.floor((most + margin) / BLOCK_EDGE);
    }
    for (let z = low[2]; z <= high[2]; z++) {
      for (let y = low[1]; y <= high[1]; y++) {
        for (let x = low[0]; x <= high[0]; x++) found.add(blockKey(x, y, z));
      }
    }
  }
  return found;
}

/** First source and end of each block. */
function sourceRanges({ keys, starts }: SurfaceSources, blocks: SampleBlocks): Uint32Array {
  const ranges = new Uint32Array(2 * blocks.count);
  keys.forEach((key, home) => {
    const block = blocks.numberOf(key)!;
    ranges[2 * block] = starts[home];
    ranges[2 * block + 1] = starts[home + 1];
  });
  return ranges;
}

function tooMany(): CoreError {
  return new CoreError('limit-exceeded', 'the surface of the liquid would need more than 1.5 GB', {
    remedy: 'Make the voxels of the surface larger.',
  });
}

/** Sums over the particles around the samples of one block. */
class BlockSums {
  private readonly sources: SurfaceSources;
  private readonly lengths: SurfaceLengths;
  /** Weight, weighted way and weighted velocity of each sample. */
  private readonly sums = new Float64Array(7 * BLOCK_SAMPLES);
  /** Square of the distance to the nearest particle. */
  private readonly nearest = new Float64Array(BLOCK_SAMPLES);

  constructor(sources: SurfaceSources, lengths: SurfaceLengths) {
    this.sources = sources;
    this.lengths = lengths;
  }

  gather({ neighbours, places }: SampleBlocks, ranges: Uint32Array, block: number): void {
    this.sums.fill(0);
    this.nearest.fill(this.lengths.reach ** 2);
    const x = BLOCK_EDGE * places[3 * block];
    const y = BLOCK_EDGE * places[3 * block + 1];
    const z = BLOCK_EDGE * places[3 * block + 2];
    for (let n = 0; n < NEIGHBOURHOOD; n++) {
      const other = neighbours[NEIGHBOURHOOD * block + n];
      if (other < 0) continue;
      for (let source = ranges[2 * other]; source < ranges[2 * other + 1]; source++) {
        this.add(SOURCE_SIZE * source, x, y, z);
      }
    }
  }

  write({ blocks, rows, values, vectors }: SampledField, block: number, bounds: SurfaceBounds): void {
    const { sums, nearest, lengths } = this;
    const [x, y, z] = [0, 1, 2].map((axis) => BLOCK_EDGE * blocks.places[3 * block + axis]);
    const first = rows[block] * BLOCK_SAMPLES;
    for (let s = 0; s < BLOCK_SAMPLES; s++) {
      const w = sums[7 * s];
      const away = bounds.distance(x + (s & 7), y + ((s >> 3) & 7), z + (s >> 6));
      let phi = lengths.reach;
      if (w > 0) {
        const mean = Math.hypot(sums[7 * s + 1], sums[7 * s + 2], sums[7 * s + 3]) / w;
        phi = Math.max(mean - lengths.radius, Math.sqrt(nearest[s]) - lengths.limit);
        for (let axis = 0; axis < 3; axis++) vectors[3 * (first + s) + axis] = sums[7 * s + 4 + axis] / w;
      }
      values[first + s] = Math.max(phi, away);
    }
  }

  /** Adds the source at `from` to the samples within its reach, of the block that begins at x, y, z. */
  private add(from: number, x: number, y: number, z: number): void {
    const { sums, nearest } = this;
    const { sorted } = this.sources;
    const { reach } = this.lengths;
    const px = sorted[from] - x;
    const py = sorted[from + 1] - y;
    const pz = sorted[from + 2] - z;
    const lastI = Math.min(BLOCK_EDGE - 1, Math.floor(px + reach));
    const lastJ = Math.min(BLOCK_EDGE - 1, Math.floor(py + reach));
    const lastK = Math.min(BLOCK_EDGE - 1, Math.floor(pz + reach));
    const firstI = Math.max(0, Math.ceil(px - reach));
    const firstJ = Math.max(0, Math.ceil(py - reach));
    const square = reach * reach;
    for (let k = Math.max(0, Math.ceil(pz - reach)); k <= lastK; k++) {
      const dz = pz - k;
      for (let j = firstJ; j <= lastJ; j++) {
        const dy = py - j;
        const across = dy * dy + dz * dz;
        for (let i = firstI; i <= lastI; i++) {
          const dx = px - i;
          const distance = dx * dx + across;
          if (distance >= square) continue;
          const left = 1 - distance / square;
          const w = left * left * left;
          const s = i + BLOCK_EDGE * (j + BLOCK_EDGE * k);
          const at = 7 * s;
          if (distance < nearest[s]) nearest[s] = distance;
          sums[at] += w;
          sums[at + 1] += w * dx;
          sums[at + 2] += w * dy;
          sums[at + 3] += w * dz;
          sums[at + 4] += w * sorted[from + 3];
          sums[at + 5] += w * sorted[from + 4];
          sums[at + 6] += w * sorted[from + 5];
        }
      }
    }
  }
}
