import type { CoupledSolid } from '../coupling/CoupledSolid.ts';
import type { LiquidCells } from '../frames/LiquidCells.ts';
import type { Stream } from '../frames/Stream.ts';
import type { Interaction } from './Interaction.ts';
import type { System } from './System.ts';

/** A solid of a stored frame that moves with a liquid. */
export interface StoredSolid extends CoupledSolid {
  /** Entity id. */
  readonly id: string;
}

/** A liquid as a stored frame holds it. */
export interface StoredLiquid {
  /** Its own streams. */
  readonly streams: readonly Stream[];
  /** m3 that it should have. */
  readonly volume: number;
  /** The solids that move with it. */
  readonly bodies: readonly StoredSolid[];
}

/** A liquid of a shot, whatever it is simulated as. */
export interface LiquidBody extends System {
  /** Ids of the solids that move with it. */
  readonly immersed: readonly string[];
  /** What the liquid and these solids do to each other; undefined where there are none. */
  readonly immersion: Interaction | undefined;
  /** Returns what its cells hold at a stored frame at `time`, s, whose interval lasts `interval`, s. The liquid becomes that of the frame. */
  cellsAt(stored: StoredLiquid, time: number, interval: number): LiquidCells;
}

declare module './System.ts' {
  interface System {
    /** The liquid that it is. */
    readonly liquid?: LiquidBody;
  }
}
