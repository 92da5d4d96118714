import { CoreError, type ErrorCode } from '../../../base/errors.ts';
import { CellCollector, type CellKind } from '../../reading/CellCollector.ts';
import { MOST_GROUPS, requireBudget } from '../../reading/meshBudget.ts';
import { float64List } from '../../reading/NumberList.ts';
import { VertexNumbers } from '../../reading/VertexNumbers.ts';

/** One of Gmsh's element types. */
interface ElementType {
  readonly kind: CellKind;
  /** Nodes in the file. */
  readonly nodes: number;
  /** Nodes that are read, which come first. */
  readonly corners: number;
  readonly dimension: 0 | 1 | 2 | 3;
}

const kinds: readonly (readonly [CellKind, number, 0 | 1 | 2 | 3, Readonly<Record<number, number>>])[] = [
  // kind, corners, dimension, element type: nodes
  ['ignored', 1, 0, { 15: 1 }],
  ['ignored', 2, 1, { 1: 2, 8: 3, 26: 4, 27: 5, 28: 6 }],
  ['triangle', 3, 2, { 2: 3, 9: 6, 20: 9, 21: 10, 22: 12, 23: 15, 24: 15, 25: 21 }],
  ['quad', 4, 2, { 3: 4, 10: 9, 16: 8 }],
  ['tet', 4, 3, { 4: 4, 29: 20, 30: 35, 31: 56 }],
  ['tet10', 10, 3, { 11: 10 }],
  ['hex', 8, 3, { 5: 8, 12: 27, 17: 20, 92: 64, 93: 125 }],
  ['prism', 6, 3, { 6: 6, 13: 18, 18: 15 }],
  ['pyramid', 5, 3, { 7: 5, 14: 14, 19: 13 }],
];

const types = new Map<number, ElementType>(
  kinds.flatMap(([kind, corners, dimension, nodes]) =>
    Object.entries(nodes).map(([type, count]) => [Number(type), { kind, nodes: count, corners, dimension }] as const),
  ),
);

/** Returns Gmsh's element type of a number; undefined for unknown ones. */
function elementType(type: number): ElementType | undefined {
  return types.get(type);
}

/** Contents of the sections of an MSH file that were read so far. */
export class GmshMesh {
  readonly positions = float64List();
  readonly nodes = new VertexNumbers();
  readonly cells = new CellCollector();
  /** Physical group of a geometric entity, by `dimension tag` (version 4). */
  readonly physicalOfEntity = new Map<string, number>();
  /** Names of physical groups, by `dimension tag`. */
  readonly physicalNames = new Map<string, string>();
  /** Main version: 1, 2 or 4. Version 1 has no header. */
  version = 1;
  private readonly file: string;
  private readonly place: (position: number) => string;

  constructor(file: string, placeAt: (position: number) => string) {
    this.file = file;
    this.place = placeAt;
  }

  error(code: ErrorCode, message: string, position: number, remedy = 'Export the file again.'): CoreError {
    return new CoreError(code, message, { file: this.file, place: this.place(position), remedy });
  }

  elementType(type: number, position: number): ElementType {
    const found = elementType(type);
    if (found !== undefined) return found;
    throw this.error('format-unsupported', `unknown element type ${type}`, position, 'Export tetrahedra only.');
  }

  /** Stores a value for a geometric entity or a physical group. */
  note<T>(notes: Map<string, T>, name: string, value: T): void {
    notes.set(name, value);
    requireBudget(notes.size, MOST_GROUPS, 'entities', this.file);
  }

  /** Returns the region of a physical group; 0 is none. */
  region(dimension: number, physical: number): number {
    if (physical === 0) return 0;
    return this.cells.region(this.physicalNames.get(`${dimension} ${physical}`) ?? `physical ${physical}`);
  }
}
