import { CoreError } from '../base/errors.ts';
import { CellGrid } from './CellGrid.ts';
import type { ClosedSides } from './walls/LiquidObstacles.ts';
import type { Liquid } from '../scene/kinds/liquid.ts';
import { liquidCells, MOST_CELLS } from '../scene/liquidCells.ts';

/** The cells of a liquid, from the low corner of its box. Throws `document-invalid` for more than `MOST_CELLS`. */
export function liquidGrid(liquid: Liquid, edgeScale: number): CellGrid {
  const { id, domain, cellSize } = liquid;
  const [x, y, z] = liquidCells(liquid, edgeScale);
  const count = x * y * z;
  if (count > MOST_CELLS) {
    const wanted = cellSize * Math.cbrt(count / MOST_CELLS);
    throw new CoreError(
      'document-invalid',
      `the box of liquid '${id}' has ${x} x ${y} x ${z} cells, more than ${MOST_CELLS / 1e6} million`,
      { place: `liquid '${id}'`, remedy: `Use cells of ${wanted.toPrecision(2)} m or more, or a smaller box.` },
    );
  }
  const [ox, oy, oz] = domain.centre.map((centre, axis) => centre - domain.size[axis] / 2);
  return new CellGrid([x, y, z], cellSize * edgeScale, [ox, oy, oz]);
}

/** Low and high sides along x, y, z that are walls. */
export function closedSides({ domain }: Liquid): ClosedSides {
  const { left, right, bottom, top, back, front } = domain.walls;
  return [
    [left, right],
    [bottom, top],
    [back, front],
  ];
}
