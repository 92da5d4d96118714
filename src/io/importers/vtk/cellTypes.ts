import type { CellKind } from '../../reading/CellCollector.ts';

export interface VtkCellType {
  readonly kind: CellKind | 'strip';
  /** Number of vertices that are read, which come first; undefined: all vertices of the cell. */
  readonly corners: number | undefined;
  readonly curved?: boolean;
  /** Order of the corners in the file, where it is not the usual one. */
  readonly order?: readonly number[];
}

const pixelOrder = [0, 1, 3, 2];
/** The base of VTK's wedge has its normal away from the top. */
const wedgeOrder = [0, 2, 1, 3, 5, 4];
const voxelOrder = [0, 1, 3, 2, 4, 5, 7, 6];

/** The supported cell types of legacy VTK. */
export const vtkCellTypes: Readonly<Record<number, VtkCellType>> = {
  0: { kind: 'ignored', corners: undefined },
  1: { kind: 'ignored', corners: undefined },
  2: { kind: 'ignored', corners: undefined },
  3: { kind: 'ignored', corners: undefined },
  4: { kind: 'ignored', corners: undefined },
  5: { kind: 'triangle', corners: 3 },
  6: { kind: 'strip', corners: undefined },
  7: { kind: 'polygon', corners: undefined },
  8: { kind: 'quad', corners: 4, order: pixelOrder },
  9: { kind: 'quad', corners: 4 },
  10: { kind: 'tet', corners: 4 },
  11: { kind: 'hex', corners: 8, order: voxelOrder },
  12: { kind: 'hex', corners: 8 },
  13: { kind: 'prism', corners: 6, order: wedgeOrder },
  14: { kind: 'pyramid', corners: 5 },
  21: { kind: 'ignored', corners: undefined },
  22: { kind: 'triangle', corners: 3, curved: true },
  23: { kind: 'quad', corners: 4, curved: true },
  24: { kind: 'tet10', corners: 10 },
  25: { kind: 'hex', corners: 8, curved: true },
  26: { kind: 'prism', corners: 6, curved: true, order: wedgeOrder },
  27: { kind: 'pyramid', corners: 5, curved: true },
  29: { kind: 'hex', corners: 8, curved: true },
  71: { kind: 'tet', corners: 4, curved: true },
};
