/** Cells of a grid, each at most once, in the order in which they were added. Allocates nothing but room for more. */
export class CellList {
  count = 0;
  cells = new Uint32Array(256);
  /** 1 for cells in the list. */
  private readonly listed: Uint8Array;

  /** `size`: numbers of an array over the grid. */
  constructor(size: number) {
    this.listed = new Uint8Array(size);
  }

  clear(): void {
    for (let n = 0; n < this.count; n++) this.listed[this.cells[n]] = 0;
    this.count = 0;
  }

  add(cell: number): void {
    if (this.listed[cell] === 1) return;
    this.listed[cell] = 1;
    if (this.count === this.cells.length) {
      const before = this.cells;
      this.cells = new Uint32Array(2 * before.length);
      this.cells.set(before);
    }
    this.cells[this.count++] = cell;
  }
}
