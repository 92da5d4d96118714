import type { SurfaceMesh } from '../TriMesh.ts';
import { distanceToParts, sampledSurface, type Part } from './blendedParts.ts';
import { DINOSAUR_SIZE } from './dinosaurSize.ts';

/** The right half and the middle, about one unit long, the feet at y = 0; the rest is its mirror image. */
const PARTS: readonly Part[] = [
  [[-0.47, 0.3, 0], 0.016, [-0.23, 0.28, 0], 0.06],
  [[-0.23, 0.28, 0], 0.06, [-0.1, 0.3, 0], 0.115],
  [[-0.1, 0.3, 0], 0.12, [0.1, 0.31, 0], 0.11],
  [[0.1, 0.32, 0], 0.1, [0.24, 0.42, 0], 0.062],
  [[0.24, 0.42, 0], 0.062, [0.34, 0.62, 0], 0.045],
  [[0.33, 0.64, 0], 0.064, [0.44, 0.605, 0], 0.042],
  [[-0.12, 0.24, 0.06], 0.075, [-0.13, 0.052, 0.082], 0.05],
  [[0.11, 0.25, 0.05], 0.068, [0.13, 0.048, 0.075], 0.046],
];
/** Length over which parts are blended. */
const BLEND = 0.05;
/** Samples along the body. */
const SAMPLES = 64;
/** Margin of the sampled region around the bounding box of the body. */
const MARGIN = 0.1;

/** A toy dinosaur of `length` m, its box about the origin, looking along x. */
export function dinosaurSurface(length: number): SurfaceMesh {
  const [size, height, width] = DINOSAUR_SIZE;
  const room = {
    low: [-size / 2 - MARGIN, -MARGIN, -width / 2 - MARGIN],
    high: [size / 2 + MARGIN, height + MARGIN, width / 2 + MARGIN],
    samples: SAMPLES,
  } as const;
  const surface = sampledSurface('dinosaur', room, (x, y, z) => distanceToParts(PARTS, BLEND, x, y, Math.abs(z)));
  fit(surface.positions, length / size);
  return surface;
}

/** Moves and scales points to the bounding box of the toy. */
function fit(positions: Float64Array, size: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let k = axis; k < positions.length; k += 3) {
      low = Math.min(low, positions[k]);
      high = Math.max(high, positions[k]);
    }
    const stretch = (size * DINOSAUR_SIZE[axis]) / (high - low);
    for (let k = axis; k < positions.length; k += 3) positions[k] = stretch * (positions[k] - (low + high) / 2);
  }
}
