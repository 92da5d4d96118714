import { ID, POSITION, SPRAY, VELOCITY, attributeOf, valuesOf, type Stream } from './Stream.ts';

/** Some of the points of a stream. */
export interface SomePoints {
  /** xyz, m. */
  readonly positions: Float32Array;
  /** xyz, m/s. */
  readonly velocities: Float32Array;
  readonly ids: Uint32Array;
}

/** The points that are spray, or those that are not: where a stream tells nothing apart, no point is spray. Copies only where some are left out. */
export function splitSpray(points: Stream, spray: boolean): SomePoints {
  const positions = valuesOf(points, POSITION, Float32Array);
  const velocities = valuesOf(points, VELOCITY, Float32Array);
  const ids = valuesOf(points, ID, Uint32Array);
  if (attributeOf(points, SPRAY) === undefined && !spray) return { positions, velocities, ids };
  const isWanted = sprayFilter(points, spray);
  const vectors = (values: Float32Array) => values.filter((_, at) => isWanted(Math.floor(at / 3)));
  return { positions: vectors(positions), velocities: vectors(velocities), ids: ids.filter((_, at) => isWanted(at)) };
}

/** Tells the points that are spray, or those that are not, by their place. */
export function sprayFilter(points: Stream, spray: boolean): (point: number) => boolean {
  const flags = attributeOf(points, SPRAY)?.values;
  const wanted = spray ? 1 : 0;
  return (point) => (flags?.[point] ?? 0) === wanted;
}
