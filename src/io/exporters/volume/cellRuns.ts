import { cellShapeOf, hexCornersOfFile, type CellShape } from '../../../geometry/elements/collapsedHex.ts';
import type { FrameContent } from '../shared/collectFrame.ts';
import { NO_VERTEX, type MergedVolume } from './mergedVolume.ts';

/** What files tell apart: shapes, and tetrahedra with midpoints. */
export type FileShape = CellShape | 'tet10';

/** Cells of one object and one shape that follow each other. */
export interface CellRun {
  readonly object: number;
  readonly shape: FileShape;
  /** Vertices of a cell. */
  readonly size: number;
  /** Number of the first cell, and after the last, among those of all objects. */
  readonly first: number;
  readonly end: number;
}

const SIZES: Readonly<Record<FileShape, number>> = { tet: 4, tet10: 10, hex: 8, prism: 6, pyramid: 5 };
const TET_CORNERS = [0, 1, 2, 3] as const;
/** Midpoints (`TetMesh`) in the order of Gmsh: of the edges (0,1) (1,2) (2,0) (3,0) (2,3) (1,3). */
const MIDPOINTS = [0, 3, 1, 2, 5, 4] as const;

/** The cells of a frame, in their order, as runs of one shape. Hexahedra with coincident corners (`collapsedHex`) are what they look like. */
export function cellRuns({ volumes }: FrameContent, merged: MergedVolume): CellRun[] {
  const runs: { object: number; shape: FileShape; size: number; first: number; end: number }[] = [];
  let cell = 0;
  volumes.forEach((volume, object) => {
    const end = cell + volume.cells.length / volume.cellSize;
    for (; cell < end; cell++) {
      const shape = fileShapeOf(merged, cell);
      const last = runs.at(-1);
      if (last?.object === object && last.shape === shape) last.end++;
      else runs.push({ object, shape, size: SIZES[shape], first: cell, end: cell + 1 });
    }
  });
  return runs;
}

function fileShapeOf({ cells, cellSize, midpoints }: MergedVolume, cell: number): FileShape {
  if (midpoints !== undefined && midpoints[6 * cell] !== NO_VERTEX) return 'tet10';
  return cellSize === 4 ? 'tet' : (cellShapeOf(cells, 8 * cell) ?? 'hex');
}

/** Returns the vertices of a cell in the order of Gmsh: around the base, then around the top or the apex, then midpoints. */
export function cellVertices({ cells, cellSize, midpoints }: MergedVolume, shape: FileShape, cell: number): number[] {
  const corners = cellSize === 4 ? TET_CORNERS : hexCornersOfFile(shape === 'tet10' ? 'tet' : shape);
  const vertices = corners.map((corner) => cells[cellSize * cell + corner]);
  if (shape === 'tet10') for (const edge of MIDPOINTS) vertices.push(midpoints![6 * cell + edge]);
  return vertices;
}
