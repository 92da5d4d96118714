import type { SurfaceMesh } from '../TriMesh.ts';
import { extractSurface } from '../surfacing/extractSurface.ts';
import { BLOCK_EDGE, BLOCK_SAMPLES, blockKey, SampleBlocks } from '../surfacing/SampleBlocks.ts';
import { SampledField } from '../surfacing/SampledField.ts';
import { smoothSurface } from '../surfacing/smoothSurface.ts';
import { DINOSAUR_SIZE } from './dinosaurSize.ts';

/** A stretch of the body: from one ball to another. */
type Part = readonly [
  from: readonly [number, number, number],
  radius: number,
  to: readonly [number, number, number],
  toRadius: number,
];

/** The right half and the middle, about the length long, the feet at y = 0; the rest is its mirror image. */
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
/** Over this length parts flow into each other. */
const BLEND = 0.05;
/** Samples along the body, and passes that even out the triangles. */
const SAMPLES = 64;
const SMOOTHING = 4;
/** Of the room that is sampled around the box of the body. */
const MARGIN = 0.1;

/** A toy dinosaur of `length` m, its box about the origin, looking along x. */
export function dinosaurSurface(length: number): SurfaceMesh {
  const { positions, triangles } = extractSurface(sampledBody());
  smoothSurface(positions, triangles, SMOOTHING, new Uint8Array(positions.length / 3));
  fit(positions, length / DINOSAUR_SIZE[0]);
  return {
    name: 'dinosaur',
    positions,
    faceOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, face) => 3 * face),
    faceVertices: triangles,
    groups: [],
    vertexAttributes: [],
  };
}

/** Moves and stretches points into the box that the toy has. */
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

function sampledBody(): SampledField {
  const spacing = 1 / SAMPLES;
  const [length, height, width] = DINOSAUR_SIZE;
  const low = [-length / 2 - MARGIN, -MARGIN, -width / 2 - MARGIN].map((x) => Math.floor(x / spacing / BLOCK_EDGE));
  const high = [length / 2 + MARGIN, height + MARGIN, width / 2 + MARGIN].map((x) =>
    Math.ceil(x / spacing / BLOCK_EDGE),
  );
  const keys: number[] = [];
  for (let z = low[2]; z < high[2]; z++) {
    for (let y = low[1]; y < high[1]; y++) for (let x = low[0]; x < high[0]; x++) keys.push(blockKey(x, y, z));
  }
  const blocks = new SampleBlocks(keys);
  const field = new SampledField(blocks, new Uint8Array(blocks.count), Infinity);
  for (let block = 0; block < blocks.count; block++) {
    const [x0, y0, z0] = blocks.places.subarray(3 * block, 3 * block + 3);
    for (let s = 0; s < BLOCK_SAMPLES; s++) {
      const x = (BLOCK_EDGE * x0 + (s & 7)) * spacing;
      const y = (BLOCK_EDGE * y0 + ((s >> 3) & 7)) * spacing;
      const z = (BLOCK_EDGE * z0 + (s >> 6)) * spacing;
      field.values[field.rows[block] * BLOCK_SAMPLES + s] = distanceToBody(x, y, Math.abs(z));
    }
  }
  return field;
}

function distanceToBody(x: number, y: number, z: number): number {
  return PARTS.reduce((nearest, part) => blended(nearest, distanceToPart(part, x, y, z)), Infinity);
}

/** About the distance: exact for parts of one radius. */
function distanceToPart([[ax, ay, az], radius, [bx, by, bz], toRadius]: Part, x: number, y: number, z: number): number {
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const along = ((x - ax) * ux + (y - ay) * uy + (z - az) * uz) / (ux * ux + uy * uy + uz * uz);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * ux, y - ay - t * uy, z - az - t * uz) - (radius + t * (toRadius - radius));
}

/** The lesser of two distances, rounded where they are alike (quadratic smooth minimum). */
function blended(a: number, b: number): number {
  const near = Math.max(0, BLEND - Math.abs(a - b)) / BLEND;
  return Math.min(a, b) - (near * near * BLEND) / 4;
}
