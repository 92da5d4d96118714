import { clipEars } from '../geometry/clipEars.ts';

/** Triangles of a collider for display and export: closed, counter-clockwise seen from outside, metres. */
export interface DisplaySurface {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/**
 * Returns the surface of revolution about y of a profile of (radius, y) pairs, counter-clockwise in the (radius, y) half plane, with the
 * solid on its left. An open profile starts and ends on the axis (radius 0, single vertices there); a closed one
 * (`closed`) connects its last point to the first.
 */
export function latheSurface(
  profile: readonly (readonly [number, number])[],
  closed: boolean,
  segments: number,
): DisplaySurface {
  const positions: number[] = [];
  const rings = profile.map(([radius, y]) => {
    const first = positions.length / 3;
    const count = radius === 0 ? 1 : segments;
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / segments;
      positions.push(radius * Math.cos(angle), y, -radius * Math.sin(angle));
    }
    return { first, count };
  });
  const triangles: number[] = [];
  const last = closed ? rings.length : rings.length - 1;
  for (let r = 0; r < last; r++) {
    const lower = rings[r];
    const upper = rings[(r + 1) % rings.length];
    const vertex = (ring: typeof lower, k: number): number => ring.first + (k % ring.count);
    for (let k = 0; k < segments; k++) {
      if (lower.count > 1) triangles.push(vertex(lower, k), vertex(lower, k + 1), vertex(upper, k));
      if (upper.count > 1) triangles.push(vertex(lower, k + 1), vertex(upper, k + 1), vertex(upper, k));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Returns a simple outline (x, y per corner, counter-clockwise) extruded over |z| <= halfLength, with flat ends. */
export function extrudedSurface(outline: ArrayLike<number>, halfLength: number): DisplaySurface {
  const count = outline.length / 2;
  const positions = new Float64Array(6 * count);
  for (let corner = 0; corner < count; corner++) {
    const point = [outline[2 * corner], outline[2 * corner + 1]];
    positions.set([...point, -halfLength], 3 * corner);
    positions.set([...point, halfLength], 3 * (corner + count));
  }
  const triangles: number[] = [];
  const ends = clipEars(Float64Array.from(outline));
  for (let k = 0; k < ends.length; k += 3) {
    const [a, b, c] = ends.subarray(k, k + 3);
    triangles.push(a + count, b + count, c + count, a, c, b);
  }
  for (let corner = 0; corner < count; corner++) {
    const next = (corner + 1) % count;
    triangles.push(corner, next, next + count, corner, next + count, corner + count);
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

/**
 * Returns a counter-clockwise outline with monotonic polar angle about the origin and a round hole of radius `bore` (0 for none), extruded
 * over |z| <= halfLength. The ends are strips between each corner and the hole (or the axis) at its angle.
 */
export function extrudedRingSurface(outline: ArrayLike<number>, bore: number, halfLength: number): DisplaySurface {
  const count = outline.length / 2;
  const innerCount = bore > 0 ? count : 1;
  const layer = count + innerCount;
  const positions = new Float64Array(6 * layer);
  for (const side of [0, 1]) {
    const z = side === 0 ? -halfLength : halfLength;
    for (let k = 0; k < count; k++) positions.set([outline[2 * k], outline[2 * k + 1], z], 3 * (side * layer + k));
    for (let k = 0; k < innerCount; k++) {
      const scale = bore > 0 ? bore / Math.hypot(outline[2 * k], outline[2 * k + 1]) : 0;
      positions.set([scale * outline[2 * k], scale * outline[2 * k + 1], z], 3 * (side * layer + count + k));
    }
  }
  const triangles: number[] = [];
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    const inner = count + (k % innerCount);
    const innerNext = count + (next % innerCount);
    triangles.push(k, next, next + layer, k, next + layer, k + layer);
    triangles.push(next, k, inner, k + layer, next + layer, inner + layer);
    if (bore === 0) continue;
    triangles.push(next, inner, innerNext, next + layer, innerNext + layer, inner + layer);
    triangles.push(innerNext, inner, inner + layer, innerNext, inner + layer, innerNext + layer);
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}
