import { cellShapeOf, hexCornersOfFile, type CellShape } from '../../../geometry/elements/collapsedHex.ts';
import type { FrameContent } from '../shared/collectFrame.ts';
import type { MergedVolume } from './mergedVolume.ts';

/** Cells of one object and one shape that follow each other. */
export interface CellRun {
  readonly object: number;
  readonly shape: CellShape;
  /** Corners of a cell, by their places among its `cellSize`, in the order of Gmsh: around the base, then around the top or the apex. */
  readonly corners: readonly number[];
  /** Number of the first cell, and after the last, among those of all objects. */
  readonly first: number;
  readonly end: number;
}

const TET_CORNERS = [0, 1, 2, 3] as const;

/** The cells of a frame, in their order, as runs of one shape. Hexahedra with coincident corners (`collapsedHex`) are what they look like. */
export function cellRuns({ volumes }: FrameContent, { cells, cellSize }: MergedVolume): CellRun[] {
  const runs: { object: number; shape: CellShape; corners: readonly number[]; first: number; end: number }[] = [];
  let cell = 0;
  volumes.forEach((volume, object) => {
    const end = cell + volume.cells.length / volume.cellSize;
    for (; cell < end; cell++) {
      const shape = cellSize === 4 ? 'tet' : (cellShapeOf(cells, 8 * cell) ?? 'hex');
      const last = runs.at(-1);
      if (last?.object === object && last.shape === shape) last.end++;
      else {
        const corners = cellSize === 4 ? TET_CORNERS : hexCornersOfFile(shape);
        runs.push({ object, shape, corners, first: cell, end: cell + 1 });
      }
    }
  });
  return runs;
}
