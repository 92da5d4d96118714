import { CoreError } from '../../base/errors.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { liquidCells, MOST_COLUMNS } from '../../scene/liquidCells.ts';
import { ColumnGrid } from './ColumnGrid.ts';
import type { ClosedEdges } from './ShallowSteps.ts';

/** The columns of a liquid of shallow water, from the low corner of its box. Throws `document-invalid` for more than `MOST_COLUMNS`. */
export function shallowGrid(liquid: Liquid, edgeScale: number): ColumnGrid {
  const { id, domain, cellSize } = liquid;
  const [nx, , nz] = liquidCells(liquid, edgeScale);
  if (nx * nz > MOST_COLUMNS) {
    const wanted = cellSize * Math.sqrt((nx * nz) / MOST_COLUMNS);
    throw new CoreError(
      'document-invalid',
      `the box of liquid '${id}' has ${nx} x ${nz} columns of water, more than ${MOST_COLUMNS / 1e6} million`,
      { place: `liquid '${id}'`, remedy: `Use cells of ${wanted.toPrecision(2)} m or more, or a smaller box.` },
    );
  }
  const corner = (axis: 0 | 2) => domain.centre[axis] - domain.size[axis] / 2;
  return new ColumnGrid([nx, nz], cellSize * edgeScale, [corner(0), corner(2)]);
}

/** Sides of the box that are walls; its bottom always is ground, and nothing closes it above. */
export function closedEdges({ domain }: Liquid): ClosedEdges {
  const { left, right, back, front } = domain.walls;
  return [
    [left, right],
    [back, front],
  ];
}
