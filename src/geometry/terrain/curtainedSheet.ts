/**
 * A sheet over a rectangle in x and z, with a curtain along its rim: `columns` by `rows` vertices, x fastest, and below those of the rim, in the order of `rimOf`, the lower ends of
 * the curtain.
 */
export interface SheetCounts {
  readonly columns: number;
  readonly rows: number;
}

/** Returns how many vertices of a curtained sheet are in the sheet, and how many along its rim. */
export function curtainedSheetSize({ columns, rows }: SheetCounts): { readonly sheet: number; readonly rim: number } {
  return { sheet: columns * rows, rim: 2 * (columns + rows - 2) };
}

/** Returns the vertices of a sheet along its rim: along +x in front, -z on the right, -x behind, +z on the left. */
export function rimOf({ columns, rows }: SheetCounts): Uint32Array {
  const rim = new Uint32Array(curtainedSheetSize({ columns, rows }).rim);
  let n = 0;
  for (let i = 0; i < columns - 1; i++) rim[n++] = i + columns * (rows - 1);
  for (let k = rows - 1; k > 0; k--) rim[n++] = columns - 1 + columns * k;
  for (let i = columns - 1; i > 0; i--) rim[n++] = i;
  for (let k = 0; k < rows - 1; k++) rim[n++] = columns * k;
  return rim;
}

/** Returns the corners of the faces of a curtained sheet, four each, counter-clockwise from above and from outside. */
export function curtainedSheetFaces(counts: SheetCounts): Uint32Array {
  const { columns, rows } = counts;
  const rim = rimOf(counts);
  const { sheet } = curtainedSheetSize(counts);
  const corners = new Uint32Array(4 * ((columns - 1) * (rows - 1) + rim.length));
  let at = 0;
  for (let k = 0; k < rows - 1; k++) {
    for (let i = 0; i < columns - 1; i++) {
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

/** Splits faces of four corners into triangles along their first diagonal. */
export function splitFaces(corners: Uint32Array): Uint32Array {
  const split = new Uint32Array((6 * corners.length) / 4);
  for (let c = 0, at = 0; c < corners.length; c += 4) {
    for (const corner of FIRST_DIAGONAL) split[at++] = corners[c + corner];
  }
  return split;
}

/** Corners of the triangles of a face. */
const FIRST_DIAGONAL = [0, 1, 2, 0, 2, 3] as const;
