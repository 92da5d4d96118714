import type { TetMesh } from '../TetMesh.ts';
import { gridPositions, KUHN } from './boxTets.ts';

/** A T-shaped handle: a crossbar along y, and a stem along x from its middle, of square section. */
export interface Handle {
  /** Side of the section, m. */
  readonly thickness: number;
  /** Length of each arm of the crossbar beyond the stem, and of the stem, in thicknesses. */
  readonly arm: number;
  readonly stem: number;
  /** Cells across the section. */
  readonly cells: number;
}

/** Size of the handle's box about the origin, m. */
export function handleSize({ thickness, arm, stem }: Omit<Handle, 'cells'>): readonly [number, number, number] {
  return [thickness * (1 + stem), thickness * (1 + 2 * arm), thickness];
}

/** The handle, its box about the origin, in cubes of six tetrahedra each (Kuhn / Freudenthal). */
export function handleTets(handle: Handle): TetMesh {
  const { arm, stem, cells } = handle;
  const [nx, ny, nz] = [cells * (1 + stem), cells * (1 + 2 * arm), cells];
  const grid = gridPositions(handleSize(handle), [nx, ny, nz]);
  const numbers = new Int32Array(grid.length / 3).fill(-1);
  const positions: number[] = [];
  const vertexAt = (i: number, j: number, k: number): number => {
    const at = i + (nx + 1) * (j + (ny + 1) * k);
    if (numbers[at] < 0) {
      numbers[at] = positions.length / 3;
      positions.push(grid[3 * at], grid[3 * at + 1], grid[3 * at + 2]);
    }
    return numbers[at];
  };
  const tets: number[] = [];
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const inStem = j >= cells * arm && j < cells * (arm + 1);
        if (i >= cells && !inStem) continue;
        for (const path of KUHN)
          for (const corner of path) tets.push(vertexAt(i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2)));
      }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}
