import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';

/**
 * Cells around the liquid that a substep writes to: particles and markers give faces and centres something up to two cells away, and velocities go on around
 * the liquid for four more and a face. Beyond them arrays hold what they hold far from any liquid.
 */
const MARGIN = 7;

/**
 * The part of a grid that a substep works on: where the liquid is, and where it was in the substep before, so that what it left there goes away. Whatever
 * works within `box` in every substep has, in its arrays, the numbers that working on the whole grid gives.
 */
export class ActiveRegion {
  /** What is worked on. */
  readonly box: CellBox;
  /** Box of the liquid since `settle`, with its margin. */
  private readonly present: CellBox;
  private readonly extent: CellBox;

  constructor(grid: CellGrid) {
    this.box = new CellBox(grid);
    this.present = new CellBox(grid);
    this.extent = new CellBox(grid);
    this.present.clear();
  }

  /** Takes in what `write` adds to an empty box: cells with liquid, or whose distance to it is not that of air far away. */
  find(write: (extent: CellBox) => void): void {
    const { extent, present, box } = this;
    extent.clear();
    write(extent);
    extent.grow(MARGIN);
    present.include(extent);
    box.include(present);
  }

  /** A substep is over: the next one works where the liquid is by then and where it was in this one. */
  settle(): void {
    this.box.set(this.present);
    this.present.clear();
  }

  /** The next substep works on the whole grid: arrays may hold anything. */
  forget(): void {
    this.box.cover();
    this.present.clear();
  }
}
