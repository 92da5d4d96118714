import type { TriMesh } from '../geometry/TriMesh.ts';

/** Points of a group, about: a group is skipped as a whole where its ball is farther from a surface than contact reaches. */
const GROUP = 16;

/** Points spread over a surface, in groups with a ball around each. */
export interface SurfacePoints {
  /** xyz per point, m. */
  readonly positions: Float64Array;
  /** The points of group g are starts[g] .. starts[g + 1]. */
  readonly starts: Uint32Array;
  /** Centre xyz and radius of the ball around each group, m. */
  readonly balls: Float64Array;
}

/** Returns the vertices of a surface, and points on its edges and faces so that none of it is farther than about `spacing` (m) from one; of several within `spacing` / 4, one. */
export function surfacePoints({ positions, triangles }: TriMesh, spacing: number): SurfacePoints {
  const found: number[] = [];
  const taken = new Set<string>();
  const add = (x: number, y: number, z: number): void => {
    const key = [x, y, z].map((value) => Math.round((4 * value) / spacing)).join();
    if (taken.has(key)) return;
    taken.add(key);
    found.push(x, y, z);
  };
  // Corners first: they are what touches flat things.
  for (const vertex of triangles) add(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => positions[3 * triangles[at + k] + axis]));
    const [a, b, c] = corners;
    const longest = Math.max(
      ...corners.map((p, k) => Math.hypot(...p.map((x, axis) => x - corners[(k + 1) % 3][axis]))),
    );
    const parts = Math.ceil(longest / spacing);
    for (let i = 0; i <= parts; i++) {
      for (let j = 0; j <= parts - i; j++) {
        const [u, v] = [i / parts, j / parts];
        const along = (axis: number) => a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis]);
        add(along(0), along(1), along(2));
      }
    }
  }
  return grouped(found);
}

/** Splits points in halves along the longest side of their box until each group is small. */
function grouped(points: readonly number[]): SurfacePoints {
  const groups: number[][] = [];
  const split = (members: number[]): void => {
    if (members.length <= GROUP) {
      groups.push(members);
      return;
    }
    const sides = [0, 1, 2].map((axis) => {
      const values = members.map((point) => points[3 * point + axis]);
      return (
        values.reduce((most, value) => Math.max(most, value), -Infinity) -
        values.reduce((least, value) => Math.min(least, value), Infinity)
      );
    });
    const axis = sides.indexOf(Math.max(...sides));
    const sorted = [...members].sort((p, q) => points[3 * p + axis] - points[3 * q + axis] || p - q);
    const half = sorted.length >> 1;
    split(sorted.slice(0, half));
    split(sorted.slice(half));
  };
  split(Array.from({ length: points.length / 3 }, (_, point) => point));
  const starts = new Uint32Array(groups.length + 1);
  groups.forEach((group, g) => (starts[g + 1] = starts[g] + group.length));
  return {
    positions: Float64Array.from(groups.flat().flatMap((point) => points.slice(3 * point, 3 * point + 3))),
    starts,
    balls: Float64Array.from(groups.flatMap((group) => ballAround(group, points))),
  };
}

function ballAround(group: readonly number[], points: readonly number[]): number[] {
  const centre = [0, 1, 2].map(
    (axis) => group.reduce((sum, point) => sum + points[3 * point + axis], 0) / group.length,
  );
  const radius = Math.max(
    ...group.map((point) => Math.hypot(...centre.map((c, axis) => points[3 * point + axis] - c))),
  );
  return [...centre, radius];
}
