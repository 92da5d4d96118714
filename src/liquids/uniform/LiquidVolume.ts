import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';

/** Share of the volume by which it may be off before anything is done: a pool at rest stays at rest, a drop that falls between cells falls freely. */
const DEAD_BAND = 0.004;
/** Share of the volume error that a substep compensates. */
const GAIN = 0.7;
/** Share of an error within that band that a substep compensates where thin surfaces hold the liquid. */
const HELD_GAIN = 0.2;
/** Most that a substep may change the volume by, as a share of it, and most in a second, 1/s. */
const MOST_IN_SUBSTEP = 0.2;
const MOST_IN_SECOND = 3;
/** Particles that fill a cell. */
const PARTICLES_OF_CELL = 8;

/**
 * How much liquid there should be, and how much there is. Particles that a velocity without divergence moves still spread or crowd, so that the surface
 * around them gains or loses volume; `targetDivergence` brings it back, everywhere alike. The next substep contracts the liquid by all that drains have taken; of what else is wrong a substep compensates a share. With that share alone the
 * volume would always lag behind a drain.
 */
export class LiquidVolume {
  /** Volume that drains have taken out of the target since the last substep, m3: the surface still encloses it. */
  drained = 0;
  private readonly grid: CellGrid;
  private wanted = 0;
  private settled = false;
  /** m3 that the last substep found, over what there should have been then, less 1. */
  private lastDrift = 0;
  /** Particles that `target` counts. */
  private counted = 0;

  constructor(grid: CellGrid) {
    this.grid = grid;
  }

  /** Whether `target` was ever set. */
  get isSettled(): boolean {
    return this.settled;
  }

  /** m3 that there should be. */
  get target(): number {
    return this.wanted;
  }

  set target(volume: number) {
    this.wanted = volume;
    this.settled = true;
  }

  /** Volume inside the surface that the last substep began with, over what it should have been, less 1. */
  get drift(): number {
    return this.lastDrift;
  }

  /** Takes as given that the target counts all particles that were ever added, and that no substep has measured it. */
  restart({ added }: LiquidParticles): void {
    this.counted = added;
    this.lastDrift = 0;
  }

  /** Adds an eighth of a cell to the target for each particle that was added since; before the target is set, `measure` gives the volume of all of them. */
  count({ added }: LiquidParticles, measure: () => number): void {
    if (this.settled) this.target += ((added - this.counted) * this.grid.h ** 3) / PARTICLES_OF_CELL;
    else this.target = measure();
    this.counted = added;
  }

  /** Takes a volume out of the target, m3. */
  lose(volume: number): void {
    this.target = Math.max(0, this.wanted - volume);
  }

  /** Returns the m3 of liquid: of cells that the surface cuts the share as if it were flat, times their share outside of solids; there is none outside of `box`. */
  measure(phi: Float64Array, fluidFraction: Float64Array, box = new CellBox(this.grid)): number {
    const { grid } = this;
    // In an array: a number that a closure changes is made anew each time.
    const sum = new Float64Array(1);
    box.forEachRow((begin, end) => {
      let upToHere = sum[0];
      for (let c = begin; c < end; c++) {
        if (fluidFraction[c] > 0) upToHere += fluidFraction[c] * Math.min(1, Math.max(0, 0.5 - phi[c] / grid.h));
      }
      sum[0] = upToHere;
    });
    return sum[0] * grid.h ** 3;
  }

  /** Returns the divergence, 1/s, that a substep of `dt`, s, should have where it begins with the volume `found`, m3. `isHeld`: thin surfaces hold the liquid, whose volume then follows theirs exactly, so that little errors count, too. */
  targetDivergence(found: number, dt: number, isHeld = false): number {
    const expected = this.wanted + this.drained;
    this.lastDrift = expected > 0 ? found / expected - 1 : 0;
    if (!(this.wanted > 0)) return 0;
    const off = (expected - found) / this.wanted;
    const isSmall = Math.abs(off) < DEAD_BAND;
    const correction = isSmall ? (isHeld ? off * HELD_GAIN : 0) : off * GAIN;
    if (correction === 0 && this.drained === 0) return 0;
    const most = Math.min(MOST_IN_SUBSTEP / dt, MOST_IN_SECOND);
    return Math.min(most, Math.max(-most, (correction - this.drained / this.wanted) / dt));
  }
}
