import { type CellFields, cellKinds, createCellFields } from '../../frames/LiquidCells.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';

const [AIR, LIQUID, SOLID, CUT] = cellKinds.keys();

export interface ProjectedLiquid extends LiquidState {
  /** Fluid volume fraction of each cell, 0 to 1. */
  readonly fluidFraction: Float64Array;
  /** dt p / (rho h), m/s. */
  readonly scaledPressure: Float64Array;
  /** Net flow out of each cell beyond what there shall be, over the area of a face, m/s. */
  readonly outflow: Float64Array;
  /** rho h / dt, kg/(m2 s): times scaled pressures it gives pressures. */
  readonly pressureScale: number;
}

/** What the cells of a liquid hold after a projection; the layer around them is left out. */
export function cellFields(grid: CellGrid, liquid: ProjectedLiquid): CellFields {
  const fields = createCellFields(grid.counts, grid.h, grid.origin);
  const { kinds, distance, pressure, velocity, divergence } = fields;
  const { phi, scaledPressure, outflow, pressureScale } = liquid;
  let at = 0;
  grid.forEach((c) => {
    kinds[at] = kindOf(liquid, c);
    distance[at] = phi[c];
    if (kinds[at] === LIQUID || kinds[at] === CUT) {
      pressure[at] = pressureScale * scaledPressure[c];
      divergence[at] = outflow[c] / grid.h;
      for (let axis = 0; axis < 3; axis++) velocity[3 * at + axis] = middleVelocity(grid, liquid, c, axis);
    }
    at++;
  });
  return fields;
}

function kindOf({ phi, fluidFraction }: ProjectedLiquid, c: number): number {
  if (fluidFraction[c] === 0) return SOLID;
  if (phi[c] >= 0) return AIR;
  return fluidFraction[c] < 1 ? CUT : LIQUID;
}

/** The mean of a cell's two faces across an axis, m/s; a closed one moves as its solid does. */
function middleVelocity(
  grid: CellGrid,
  { velocity, open, solidVelocity }: ProjectedLiquid,
  c: number,
  axis: number,
): number {
  const next = c + grid.strides[axis];
  const across = (face: number) => (open[axis][face] > 0 ? velocity[axis][face] : solidVelocity[axis][face]);
  return (across(c) + across(next)) / 2;
}
