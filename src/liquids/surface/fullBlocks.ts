import { BLOCK_EDGE, NEIGHBOURHOOD, type SampleBlocks } from '../../geometry/surfacing/SampleBlocks.ts';
import type { SurfaceBounds } from './SurfaceBounds.ts';
import { SOURCE_SIZE, type SurfaceLengths, type SurfaceSources } from './SurfaceSources.ts';

/** Edge of the bins that have to hold particles, as a share of their reach. */
const BIN_SHARE = 2 / 3;

/** 1 for blocks deep in the liquid: every bin within reach of their samples holds particles. They need no distances. */
export function fullBlocks(
  blocks: SampleBlocks,
  ranges: Uint32Array,
  sources: SurfaceSources,
  { reach }: SurfaceLengths,
  bounds: SurfaceBounds,
): Uint8Array {
  const bin = [4, 2, 1].find((edge) => edge <= BIN_SHARE * reach) ?? 1;
  const along = BLOCK_EDGE / bin;
  const held = heldBins(blocks, ranges, sources, bin);
  const margin = Math.ceil(reach / bin);
  const full = new Uint8Array(blocks.count);
  /** Whether a bin counted from the first of `block` holds particles. */
  const holds = (block: number, i: number, j: number, k: number): boolean => {
    const [dx, dy, dz] = [i, j, k].map((n) => Math.floor(n / along));
    const other = blocks.neighbours[NEIGHBOURHOOD * block + 13 + dx + 3 * dy + 9 * dz];
    if (other < 0) return false;
    const [x, y, z] = [i - dx * along, j - dy * along, k - dz * along];
    return held[other * along ** 3 + x + along * (y + along * z)] === 1;
  };
  const isDeep = (block: number): boolean => {
    for (let k = -margin; k < along + margin; k++) {
      for (let j = -margin; j < along + margin; j++) {
        for (let i = -margin; i < along + margin; i++) if (!holds(block, i, j, k)) return false;
      }
    }
    return true;
  };
  for (let block = 0; block < blocks.count; block++) {
    const [x, y, z] = [0, 1, 2].map((axis) => BLOCK_EDGE * blocks.places[3 * block + axis]);
    // Where walls end the liquid there has to be a distance.
    if (bounds.isFree(x, y, z, BLOCK_EDGE, 2) && isDeep(block)) full[block] = 1;
  }
  return full;
}

/** 1 for the bins of each block that hold particles. */
function heldBins(blocks: SampleBlocks, ranges: Uint32Array, { sorted }: SurfaceSources, bin: number): Uint8Array {
  const along = BLOCK_EDGE / bin;
  const held = new Uint8Array(blocks.count * along ** 3);
  for (let block = 0; block < blocks.count; block++) {
    for (let source = ranges[2 * block]; source < ranges[2 * block + 1]; source++) {
      let at = 0;
      for (let axis = 2; axis >= 0; axis--) {
        const within = sorted[SOURCE_SIZE * source + axis] - BLOCK_EDGE * blocks.places[3 * block + axis];
        at = at * along + Math.min(along - 1, Math.floor(within / bin));
      }
      held[block * along ** 3 + at] = 1;
    }
  }
  return held;
}
