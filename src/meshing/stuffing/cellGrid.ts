/** Grid of cubic cells around a box, with two empty cells on every side. */
export interface CellGrid {
  /** Lowest corner, m. */
  readonly origin: readonly [number, number, number];
  /** Side of a cell, m. */
  readonly spacing: number;
  readonly cells: readonly [number, number, number];
}

/** The grid with the same centre as the box `bounds` (min xyz, max xyz, m) whose cells are `spacing` (m) wide. */
export function gridAround(bounds: ArrayLike<number>, spacing: number): CellGrid {
  const cells: [number, number, number] = [0, 0, 0];
  const origin: [number, number, number] = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const extent = bounds[3 + axis] - bounds[axis];
    cells[axis] = Math.ceil(extent / spacing) + 4;
    origin[axis] = (bounds[axis] + bounds[3 + axis] - cells[axis] * spacing) / 2;
  }
  return { origin, spacing, cells };
}
