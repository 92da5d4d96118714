import { CellBox } from '../liquids/CellBox.ts';
import type { CellGrid, FaceArrays } from '../liquids/CellGrid.ts';

/** What a cell that solids and walls fill has no pressure of: none was found for it, or air is nearest. */
const UNFOUND = -1;
const AIR = -2;

/**
 * Cells without an open face, such as those between a body and the floor that it lies flat on. The film of liquid there is thinner than what cells resolve, but passes pressure on: each such cell takes that of the cell with
 * liquid that is nearest through cells of its kind, and what surfaces displace in it flows there. None where air is nearer.
 */
export class FilmCells {
  /** The cell whose pressure acts in each cell without an open face within the box of `find`; negative where there is none. */
  readonly cells: Int32Array;
  private readonly grid: CellGrid;
  private readonly queue: Uint32Array;
  /** The box of the last `find`. */
  private readonly box: CellBox;
  private count = 0;
  private open: FaceArrays | undefined;
  private active: Uint8Array | undefined;

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.cells = new Int32Array(grid.size);
    this.queue = new Uint32Array(grid.size);
    this.box = new CellBox(grid);
  }

  /** `active`: 1 for cells whose pressure is to be found. `open`: share of each face outside of solids. `box`: of the cells that surfaces pass. */
  find(active: Uint8Array, open: FaceArrays, box: CellBox): void {
    this.open = open;
    this.active = active;
    this.count = 0;
    this.box.fill(this.cells, AIR);
    this.box.set(box);
    box.forEachCells(this.begin);
    for (let head = 0; head < this.count; head++) this.passOn(this.queue[head]);
  }

  /** One row of `find`; made once. */
  private readonly begin = (first: number, end: number): void => {
    const { cells, queue } = this;
    for (let c = first; c < end; c++) {
      if (this.active![c] === 1 || !this.isClosed(c)) continue;
      cells[c] = this.besideOf(c);
      if (cells[c] !== UNFOUND) queue[this.count++] = c;
    }
  };

  /** The cell with liquid beside one without an open face, or what else is there. */
  private besideOf(cell: number): number {
    const { strides } = this.grid;
    let found = UNFOUND;
    for (const stride of strides) {
      for (let side = -stride; side <= stride; side += 2 * stride) {
        if (this.active![cell + side] === 1) return cell + side;
        if (!this.isClosed(cell + side)) found = AIR;
      }
    }
    return found;
  }

  private passOn(cell: number): void {
    const { cells, queue } = this;
    for (const stride of this.grid.strides) {
      for (let side = -stride; side <= stride; side += 2 * stride) {
        if (cells[cell + side] !== UNFOUND) continue;
        cells[cell + side] = cells[cell];
        queue[this.count++] = cell + side;
      }
    }
  }

  private isClosed(cell: number): boolean {
    const [ox, oy, oz] = this.open!;
    const [, sy, sz] = this.grid.strides;
    return (
      ox[cell] === 0 &&
      ox[cell + 1] === 0 &&
      oy[cell] === 0 &&
      oy[cell + sy] === 0 &&
      oz[cell] === 0 &&
      !(oz[cell + sz] > 0)
    );
  }
}
