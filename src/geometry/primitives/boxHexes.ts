import type { HexMesh } from '../TetMesh.ts';
import { gridPositions } from './boxTets.ts';

/** Box about the origin, `size` metres, of `cells` hexahedra; vertices are numbered as those of `boxTets`. */
export function boxHexes(size: readonly [number, number, number], cells: readonly [number, number, number]): HexMesh {
  const [nx, ny, nz] = cells;
  const hexes = new Uint32Array(8 * nx * ny * nz);
  let next = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++)
        for (let corner = 0; corner < 8; corner++)
          hexes[next++] = i + (corner & 1) + (nx + 1) * (j + ((corner >> 1) & 1) + (ny + 1) * (k + (corner >> 2)));
  return { positions: gridPositions(size, cells), hexes };
}
