import type { TetMesh } from '../TetMesh.ts';

/** The six tetrahedra of Kuhn's division of a cube: paths from corner 0 to corner 7, corner = i + 2j + 4k. */
export const KUHN = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

/** Corners of a regular grid over a box about the origin, numbered i + (nx + 1) (j + (ny + 1) k). */
export function gridPositions(
  size: readonly [number, number, number],
  cells: readonly [number, number, number],
): Float64Array {
  const [nx, ny, nz] = cells;
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  let next = 0;
  for (let k = 0; k <= nz; k++)
    for (let j = 0; j <= ny; j++)
      for (let i = 0; i <= nx; i++) {
        positions[next++] = size[0] * (i / nx - 0.5);
        positions[next++] = size[1] * (j / ny - 0.5);
        positions[next++] = size[2] * (k / nz - 0.5);
      }
  return positions;
}

/**
 * Box about the origin, `size` metres, filled with `cells` cubes of six tetrahedra each (Kuhn / Freudenthal). Vertices are
 * numbered i + (nx + 1) (j + (ny + 1) k).
 */
export function boxTets(size: readonly [number, number, number], cells: readonly [number, number, number]): TetMesh {
  const [nx, ny, nz] = cells;
  const positions = gridPositions(size, cells);
  const vertexAt = (i: number, j: number, k: number) => i + (nx + 1) * (j + (ny + 1) * k);
  const tets = new Uint32Array(24 * nx * ny * nz);
  let next = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++)
        for (const path of KUHN)
          for (const corner of path)
            tets[next++] = vertexAt(i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2));
  return { positions, tets };
}

/** One regular tetrahedron with edge length `edge` (m), centred on the origin with one face level below, positively oriented. */
export function regularTet(edge: number): TetMesh {
  const inradius = edge / (2 * Math.sqrt(3));
  const circumradius = edge / Math.sqrt(3);
  const top = edge * Math.sqrt(3 / 8);
  const base = -top / 3;
  const corners = [
    [-edge / 2, base, inradius],
    [edge / 2, base, inradius],
    [0, base, -circumradius],
    [0, top, 0],
  ];
  return { positions: Float64Array.from(corners.flat()), tets: Uint32Array.of(0, 1, 2, 3) };
}
