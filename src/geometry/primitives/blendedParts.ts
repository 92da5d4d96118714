import type { SurfaceMesh } from '../TriMesh.ts';
import { extractSurface } from '../surfacing/extractSurface.ts';
import { BLOCK_EDGE, BLOCK_SAMPLES, blockKey, SampleBlocks } from '../surfacing/SampleBlocks.ts';
import { SampledField } from '../surfacing/SampledField.ts';
import { smoothSurface } from '../surfacing/smoothSurface.ts';

type Point = readonly [number, number, number];

/** A part of a body: a tapered capsule from one ball to another. */
export type Part = readonly [from: Point, radius: number, to: Point, toRadius: number];

/** Passes that even out the triangles. */
const SMOOTHING = 4;

/** Sampling region of a distance: a box, and samples per unit of length. */
export interface SampledRoom {
  readonly low: Point;
  readonly high: Point;
  readonly samples: number;
}

/** Returns the closed surface where `distance` is 0, smoothed, in units of `room`; negative distances are inside. */
export function sampledSurface(
  name: string,
  room: SampledRoom,
  distance: (x: number, y: number, z: number) => number,
): SurfaceMesh {
  const { positions, triangles } = extractSurface(sampledField(room, distance));
  smoothSurface(positions, triangles, SMOOTHING, new Uint8Array(positions.length / 3));
  for (let k = 0; k < positions.length; k++) positions[k] /= room.samples;
  return {
    name,
    positions,
    faceOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, face) => 3 * face),
    faceVertices: triangles,
    groups: [],
    vertexAttributes: [],
  };
}

function sampledField(
  { low, high, samples }: SampledRoom,
  distance: (x: number, y: number, z: number) => number,
): SampledField {
  const spacing = 1 / samples;
  const from = low.map((x) => Math.floor(x / spacing / BLOCK_EDGE));
  const to = high.map((x) => Math.ceil(x / spacing / BLOCK_EDGE));
  const keys: number[] = [];
  for (let z = from[2]; z < to[2]; z++) {
    for (let y = from[1]; y < to[1]; y++) for (let x = from[0]; x < to[0]; x++) keys.push(blockKey(x, y, z));
  }
  const blocks = new SampleBlocks(keys);
  const field = new SampledField(blocks, new Uint8Array(blocks.count), Infinity);
  for (let block = 0; block < blocks.count; block++) {
    const [x0, y0, z0] = blocks.places.subarray(3 * block, 3 * block + 3);
    for (let s = 0; s < BLOCK_SAMPLES; s++) {
      const x = (BLOCK_EDGE * x0 + (s & 7)) * spacing;
      const y = (BLOCK_EDGE * y0 + ((s >> 3) & 7)) * spacing;
      const z = (BLOCK_EDGE * z0 + (s >> 6)) * spacing;
      field.values[field.rows[block] * BLOCK_SAMPLES + s] = distance(x, y, z);
    }
  }
  return field;
}

/** Returns the approximate distance to `parts` that are blended over the length `blend`. */
export function distanceToParts(parts: readonly Part[], blend: number, x: number, y: number, z: number): number {
  let nearest = Infinity;
  for (const part of parts) nearest = blended(nearest, distanceToPart(part, x, y, z), blend);
  return nearest;
}

/** Returns the approximate distance to a part; exact for equal radii. */
export function distanceToPart(
  [[ax, ay, az], radius, [bx, by, bz], toRadius]: Part,
  x: number,
  y: number,
  z: number,
): number {
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const along = ((x - ax) * ux + (y - ay) * uy + (z - az) * uz) / (ux * ux + uy * uy + uz * uz);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * ux, y - ay - t * uy, z - az - t * uz) - (radius + t * (toRadius - radius));
}

/** Returns the minimum of two distances, smoothed where they are similar (quadratic smooth minimum). */
export function blended(a: number, b: number, blend: number): number {
  const near = Math.max(0, blend - Math.abs(a - b)) / blend;
  return Math.min(a, b) - (near * near * blend) / 4;
}
