import { cellShapeOf, fileCornersOfHex, hexCornersOfFile } from '../../../geometry/elements/collapsedHex.ts';
import type { FrameContent } from '../shared/collectFrame.ts';

/** Six times a tet's volume below this share of its longest edge cubed: no reader can tell its orientation. */
const FLAT = 1e-13;

export interface MergedVolume {
  readonly positions: Float32Array;
  readonly cells: Uint32Array;
  /** 4 where all cells are tetrahedra; otherwise 8, tetrahedra being hexahedra with coincident corners (`collapsedHex`). */
  readonly cellSize: 4 | 8;
  /** Six per cell where any are quadratic tetrahedra (`TetMesh`); `NO_VERTEX` in others. */
  readonly midpoints: Uint32Array | undefined;
}

export const NO_VERTEX = 0xffffffff;

/** All volumes of a frame one after the other. */
export function mergedVolume({ volumes }: FrameContent): MergedVolume {
  const cellSize = volumes.every((volume) => volume.cellSize === 4) ? 4 : 8;
  const positions = new Float32Array(volumes.reduce((sum, volume) => sum + volume.positions.length, 0));
  const count = volumes.reduce((sum, volume) => sum + volume.cells.length / volume.cellSize, 0);
  const cells = new Uint32Array(cellSize * count);
  const quadratic = volumes.some((volume) => volume.midpoints !== undefined);
  const midpoints = quadratic ? new Uint32Array(6 * count).fill(NO_VERTEX) : undefined;
  let floats = 0;
  let corners = 0;
  for (const volume of volumes) {
    positions.set(volume.positions, floats);
    const shift = floats / 3;
    const own = volume.cellSize === cellSize ? volume.cells : asHexes(volume.cells);
    for (let i = 0; i < own.length; i++) cells[corners + i] = own[i] + shift;
    const first = (6 * corners) / cellSize;
    volume.midpoints?.forEach((vertex, i) => (midpoints![first + i] = vertex + shift));
    floats += volume.positions.length;
    corners += own.length;
  }
  return { positions, cells, cellSize, midpoints };
}

function asHexes(tets: Uint32Array): Uint32Array {
  const corners = fileCornersOfHex('tet');
  return Uint32Array.from({ length: 2 * tets.length }, (_, k) => tets[4 * (k >> 3) + corners[k & 7]]);
}

/** Whether a cell is a tetrahedron without volume, which readers leave out. */
export function isFlatTet({ positions: x, cells, cellSize }: MergedVolume, cell: number): boolean {
  const first = cellSize * cell;
  if (cellSize === 8 && cellShapeOf(cells, first) !== 'tet') return false;
  const corners = cellSize === 4 ? [0, 1, 2, 3] : hexCornersOfFile('tet');
  const [o, ...ends] = corners.map((corner) => 3 * cells[first + corner]);
  const [a, b, c] = ends.map((end) => [0, 1, 2].map((axis) => x[end + axis] - x[o + axis]));
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const longest = Math.max(...[a, b, c].map((e) => Math.hypot(e[0], e[1], e[2])));
  return Math.abs(volume) <= FLAT * longest ** 3;
}
