import { CoreError, type ErrorCode } from '../../../base/errors.ts';
import { CellCollector } from '../../reading/CellCollector.ts';
import { MOST_GROUPS, requireBudget } from '../../reading/meshBudget.ts';
import { float64List } from '../../reading/NumberList.ts';
import { VertexNumbers } from '../../reading/VertexNumbers.ts';
import { elementType, type ElementType } from './elementTypes.ts';

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
