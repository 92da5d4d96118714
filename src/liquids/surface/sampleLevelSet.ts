import { CoreError } from '../../base/errors.ts';
import { BLOCK_EDGE, BLOCK_SAMPLES, blockKey, SampleBlocks } from '../../geometry/surfacing/SampleBlocks.ts';
import { SampledField } from '../../geometry/surfacing/SampledField.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { CentreSamples } from '../levelset/centreSamples.ts';
import { MOST_BLOCKS } from './sampleDistance.ts';
import type { SurfaceBounds } from './SurfaceBounds.ts';

/** Cells of a level set around a block that say whether the surface passes it: as far as cubics reach. */
const MARGIN = 2;
/** Voxels that no surface is within. */
const BEYOND = 3;

/** A level set and the velocities of its liquid, at the centres of cells. */
export interface LevelSetSamples {
  readonly grid: CellGrid;
  /** m, negative inside. */
  readonly phi: Float64Array;
  /** m/s. */
  readonly velocities: FaceArrays;
}

/** phi, in voxels, between the centres by cubics, and the velocity, on the blocks that the surface passes. The liquid ends at the sides of `bounds`. */
export function sampleLevelSet(level: LevelSetSamples, bounds: SurfaceBounds, spacing: number): SampledField {
  const sampler = new BlockSampler(level, bounds, spacing);
  const keys: number[] = [];
  const inside = new Set<number>();
  sampler.forBlocks((x, y, z) => {
    const side = sampler.sideOf(x, y, z);
    if (side > 0) return;
    const key = blockKey(x, y, z);
    keys.push(key);
    if (side < 0) inside.add(key);
  });
  if (keys.length - inside.size > MOST_BLOCKS) {
    throw new CoreError('limit-exceeded', 'the surface of the liquid would need more than 1.5 GB', {
      remedy: 'Make the voxels of the surface larger.',
    });
  }
  const blocks = new SampleBlocks(keys);
  const full = Uint8Array.from({ length: blocks.count }, (_, block) => {
    const [x, y, z] = blocks.places.subarray(3 * block, 3 * block + 3);
    return inside.has(blockKey(x, y, z)) ? 1 : 0;
  });
  const field = new SampledField(blocks, full, BEYOND);
  for (let block = 0; block < blocks.count; block++) if (full[block] === 0) sampler.write(field, block);
  field.sealFullBlocks(-1);
  return field;
}

class BlockSampler {
  private readonly level: LevelSetSamples;
  private readonly bounds: SurfaceBounds;
  private readonly spacing: number;
  private readonly samples: CentreSamples;
  private readonly point = new Float64Array(3);

  constructor(level: LevelSetSamples, bounds: SurfaceBounds, spacing: number) {
    this.level = level;
    this.bounds = bounds;
    this.spacing = spacing;
    this.samples = new CentreSamples(level.grid);
  }

  /** Every block that the box of the grid has a part of, and those around it. */
  forBlocks(visit: (x: number, y: number, z: number) => void): void {
    const { grid } = this.level;
    const block = (axis: number, end: number) => {
      const place = grid.origin[axis] + end * grid.counts[axis] * grid.h;
      return Math.floor((this.bounds.toVoxels(place, axis) + (end === 0 ? -1 : 1)) / BLOCK_EDGE);
    };
    for (let z = block(2, 0); z <= block(2, 1); z++) {
      for (let y = block(1, 0); y <= block(1, 1); y++) {
        for (let x = block(0, 0); x <= block(0, 1); x++) visit(x, y, z);
      }
    }
  }

  /** 1 for a block outside of the liquid as a whole, -1 for one inside, 0 where the surface may pass it. */
  sideOf(x: number, y: number, z: number): number {
    const { grid, phi } = this.level;
    const { spacing, bounds } = this;
    const [low, high] = [new Int32Array(3), new Int32Array(3)];
    [x, y, z].forEach((place, axis) => {
      const start = bounds.toMetre(BLOCK_EDGE * place, axis) - grid.origin[axis];
      low[axis] = within(Math.floor(start / grid.h - 0.5) - MARGIN + 1, grid.counts[axis]);
      high[axis] = within(Math.floor((start + BLOCK_EDGE * spacing) / grid.h - 0.5) + MARGIN, grid.counts[axis]);
    });
    let anyIn = false;
    let anyOut = !bounds.isFree(BLOCK_EDGE * x, BLOCK_EDGE * y, BLOCK_EDGE * z, BLOCK_EDGE, 2);
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        const row = grid.index(0, j, k);
        for (let c = row + low[0]; c <= row + high[0]; c++) {
          if (phi[c] < 0) anyIn = true;
          else anyOut = true;
        }
      }
    }
    if (anyIn && anyOut) return 0;
    return anyIn ? -1 : 1;
  }

  write({ blocks, rows, values, vectors }: SampledField, block: number): void {
    const { point, bounds, samples, spacing } = this;
    const { phi, velocities } = this.level;
    const first = rows[block] * BLOCK_SAMPLES;
    const [x, y, z] = [0, 1, 2].map((axis) => BLOCK_EDGE * blocks.places[3 * block + axis]);
    for (let s = 0; s < BLOCK_SAMPLES; s++) {
      const [i, j, k] = [x + (s & 7), y + ((s >> 3) & 7), z + (s >> 6)];
      point[0] = bounds.toMetre(i, 0);
      point[1] = bounds.toMetre(j, 1);
      point[2] = bounds.toMetre(k, 2);
      const own = Math.max(samples.smoothAt(phi, point, 0) / spacing, bounds.distance(i, j, k));
      values[first + s] = Math.min(own, BEYOND);
      for (let axis = 0; axis < 3; axis++) {
        vectors[3 * (first + s) + axis] = samples.at(velocities[axis], point, 0);
      }
    }
  }
}

function within(cell: number, count: number): number {
  return Math.min(Math.max(cell, 0), count - 1);
}
