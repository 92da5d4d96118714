import type { ColumnGrid } from '../ColumnGrid.ts';

type Counts = ColumnGrid['counts'];

/**
 * The mesh of a surface of shallow water: a sheet of (nx + 2) (nz + 2) vertices, x fastest, at the centres of columns and along the sides of the rectangle, and below those along the sides, in the order of `rim`, the lower
 * ends of a curtain that reaches down to the ground.
 */
export function sheetSize([nx, nz]: Counts): { readonly sheet: number; readonly rim: number } {
  return { sheet: (nx + 2) * (nz + 2), rim: 2 * (nx + nz + 2) };
}

/** Returns the vertices of the sheet along its sides: along +x in front, -z on the right, -x behind, +z on the left. */
export function rimVertices([nx, nz]: Counts): Uint32Array {
  const [columns, rows] = [nx + 2, nz + 2];
  const rim = new Uint32Array(sheetSize([nx, nz]).rim);
  let n = 0;
  for (let i = 0; i < columns - 1; i++) rim[n++] = i + columns * (rows - 1);
  for (let k = rows - 1; k > 0; k--) rim[n++] = columns - 1 + columns * k;
  for (let i = columns - 1; i > 0; i--) rim[n++] = i;
  for (let k = 0; k < rows - 1; k++) rim[n++] = columns * k;
  return rim;
}

/** Returns the corners of the faces, four each, counter-clockwise from above and from outside. */
export function sheetFaces([nx, nz]: Counts): Uint32Array {
  const columns = nx + 2;
  const rim = rimVertices([nx, nz]);
  const { sheet } = sheetSize([nx, nz]);
  const corners = new Uint32Array(4 * ((nx + 1) * (nz + 1) + rim.length));
  let at = 0;
  for (let k = 0; k <= nz; k++) {
    for (let i = 0; i <= nx; i++) {
      const v = i + columns * k;
      corners[at++] = v;
      corners[at++] = v + columns;
      corners[at++] = v + columns + 1;
      corners[at++] = v + 1;
    }
  }
  for (let n = 0; n < rim.length; n++) {
    const next = (n + 1) % rim.length;
    corners[at++] = sheet + n;
    corners[at++] = sheet + next;
    corners[at++] = rim[next];
    corners[at++] = rim[n];
  }
  return corners;
}

/** Returns the column that a vertex of the sheet shows along an axis. */
export function columnOf(i: number, count: number): number {
  return Math.min(Math.max(i, 0), count - 1);
}

/** Returns the place of a vertex along an axis, in cells: centres, and both ends. */
export function placeOf(i: number, count: number): number {
  return Math.min(Math.max(i + 0.5, 0), count);
}
