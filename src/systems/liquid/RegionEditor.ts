import type { LiquidRegion, RegionRoom } from './LiquidRegion.ts';

/** Volumes that regions have put into a liquid and taken out of it, m3. */
export interface EditedVolume {
  emitted: number;
  drained: number;
}

/** How the regions of one liquid change it. */
export interface RegionEditor {
  /** What a region finds at time 0; left out where `LiquidRegion.room` says it. */
  room?(region: LiquidRegion): RegionRoom;
  /** Fills the liquid at time 0. */
  fill(region: LiquidRegion): void;
  /** Pours in and drains what the rates give between `start` and `end`, s, and adds it to `done`. */
  work(regions: readonly LiquidRegion[], start: number, end: number, done: EditedVolume): void;
}
