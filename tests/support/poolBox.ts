import { CellGrid, type FaceArrays, faceArrays } from '../../src/liquids/CellGrid.ts';
import { openFaces } from '../../src/liquids/walls/openFaces.ts';

export interface PoolBox {
  readonly grid: CellGrid;
  /** Area fraction of all faces; the sides are walls, the top one where it says so. */
  readonly open: FaceArrays;
  /** m/s: all falls alike. */
  readonly velocity: FaceArrays;
  /** m, at the centres. */
  readonly phi: Float64Array;
}

/** A box of 1 m in `cells` cells along each side with liquid up to `level`, m, that has fallen to the speed `fall`, m/s, up positive. */
export function poolBox(cells: number, level: number, top: boolean, fall: number): PoolBox {
  const grid = new CellGrid([cells, cells, cells], 1 / cells);
  const open = faceArrays(grid);
  const walls = [
    [true, true],
    [true, top],
    [true, true],
  ] as const;
  openFaces(grid, new Float64Array(grid.size).fill(1), open, walls);
  const velocity = faceArrays(grid);
  velocity[1].fill(fall);
  const phi = new Float64Array(grid.size).fill(1);
  grid.forEach((c, _i, j) => {
    phi[c] = (j + 0.5) * grid.h - level;
  });
  return { grid, open, velocity, phi };
}
