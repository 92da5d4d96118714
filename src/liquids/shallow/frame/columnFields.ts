import { type CellFields, cellKinds, createCellFields } from '../../../frames/LiquidCells.ts';
import type { CellGrid } from '../../CellGrid.ts';
import type { ColumnGrid } from '../ColumnGrid.ts';
import type { ShallowSteps } from '../ShallowSteps.ts';

const [AIR, LIQUID, SOLID] = cellKinds.keys();

/** What the cells of the box hold of water in columns: the pressure of the depth, and velocities that are the same from the ground to the surface. `weight`: density times gravity, N/m3. */
export function columnFields(
  cells: CellGrid,
  columns: ColumnGrid,
  { water, ground }: ShallowSteps,
  weight: number,
): CellFields {
  const [nx, ny] = cells.counts;
  const bottom = cells.origin[1];
  const fields = createCellFields(cells.counts, cells.h, cells.origin);
  const { kinds, distance, pressure, velocity } = fields;
  columns.forEach((c, i, k) => {
    const level = ground[c] + water.depth[c];
    for (let j = 0; j < ny; j++) {
      const at = i + nx * (j + ny * k);
      const y = bottom + (j + 0.5) * cells.h;
      kinds[at] = y < ground[c] ? SOLID : y < level ? LIQUID : AIR;
      distance[at] = y - level;
      if (kinds[at] !== LIQUID) continue;
      pressure[at] = weight * (level - y);
      velocity[3 * at] = water.velocityX[c];
      velocity[3 * at + 2] = water.velocityZ[c];
    }
  });
  return fields;
}
