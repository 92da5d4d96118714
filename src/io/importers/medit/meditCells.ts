import type { CellCollector, CellKind } from '../../reading/CellCollector.ts';
import type { ValueReader } from '../../reading/ValueReader.ts';

export interface MeditCell {
  readonly keyword: string;
  /** Number of the keyword in binary files. */
  readonly code: number;
  readonly kind: CellKind;
  /** Vertex numbers in a row. */
  readonly corners: number;
}

/** The tables of cells; every row has the corners' vertex numbers from 1 and a reference number. */
export const meditCells: readonly MeditCell[] = [
  { keyword: 'Edges', code: 5, kind: 'ignored', corners: 2 },
  { keyword: 'Triangles', code: 6, kind: 'triangle', corners: 3 },
  { keyword: 'Quadrilaterals', code: 7, kind: 'quad', corners: 4 },
  { keyword: 'Tetrahedra', code: 8, kind: 'tet', corners: 4 },
  { keyword: 'Prisms', code: 9, kind: 'prism', corners: 6 },
  { keyword: 'Hexahedra', code: 10, kind: 'hex', corners: 8 },
  { keyword: 'Pyramids', code: 49, kind: 'pyramid', corners: 5 },
  { keyword: 'TetrahedraP2', code: 30, kind: 'tet10', corners: 10 },
];

/** Reads `count` rows of one table. */
export function readMeditCells(
  cell: MeditCell,
  count: number,
  cells: CellCollector,
  values: ValueReader,
  integer: 'int32' | 'int64',
): void {
  const vertices = new Uint32Array(cell.corners);
  for (let row = 0; row < count; row++) {
    const place = values.position;
    for (let corner = 0; corner < cell.corners; corner++) {
      const number = values.next(integer);
      vertices[corner] = number >= 1 && number < 0xffffffff ? number - 1 : 0xffffffff;
    }
    const reference = values.next(integer);
    const named = reference > 0 && cell.kind !== 'ignored';
    cells.add(cell.kind, vertices, cell.corners, named ? cells.region(`ref ${reference}`) : 0, place);
  }
}
