/** Corners of an octahedron of radius 1, and its faces, counter-clockwise seen from outside. */
const CORNERS = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1] as const;
const FACES = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5] as const;

/** Drops as octahedra of a radius, m, around points (xyz, m). */
export function dropShapes(
  points: Float32Array,
  radius: number,
): { readonly positions: Float32Array; readonly triangles: Uint32Array } {
  const count = points.length / 3;
  const positions = Float32Array.from(
    { length: CORNERS.length * count },
    (_, n) => points[3 * Math.floor(n / CORNERS.length) + (n % 3)] + radius * CORNERS[n % CORNERS.length],
  );
  const corners = CORNERS.length / 3;
  const triangles = Uint32Array.from(
    { length: FACES.length * count },
    (_, n) => corners * Math.floor(n / FACES.length) + FACES[n % FACES.length],
  );
  return { positions, triangles };
}
