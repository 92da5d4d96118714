import type { ProjectionReport } from './PressureProjection.ts';

/** Divergence that the pressure solves of some substeps left, beyond what makes up for volume. */
export class DivergenceRecord {
  /** 1/s, of a cell. */
  largest = 0;
  /** Largest net flow that was left in a cell over what the tolerance of its solve allows: up to 1 where all came to their ends. */
  overTolerance = 0;
  private squares = 0;
  private count = 0;

  /** Root of the mean square over cells and substeps, 1/s. */
  get rms(): number {
    return this.count === 0 ? 0 : Math.sqrt(this.squares / this.count);
  }

  clear(): void {
    this.largest = 0;
    this.overTolerance = 0;
    this.squares = 0;
    this.count = 0;
  }

  /** Becomes a copy of another one. */
  set(other: DivergenceRecord): void {
    this.largest = other.largest;
    this.overTolerance = other.overTolerance;
    this.squares = other.squares;
    this.count = other.count;
  }

  /** Takes a projection to `tolerance` of what there was into account, in cells of `h`, m. */
  add({ size, unknowns, largestOutflow, outflowSquares }: ProjectionReport, h: number, tolerance: number): void {
    this.largest = Math.max(this.largest, largestOutflow / h);
    this.squares += outflowSquares / (h * h);
    this.count += unknowns;
    if (size > 0) this.overTolerance = Math.max(this.overTolerance, largestOutflow / (tolerance * size));
  }
}
