import type { AttachmentSurface } from './AttachedPoints.ts';

/** A surface whose place follows from the time alone: what is attached to it needs no substeps in common with it. */
export interface PrescribedSurface extends AttachmentSurface {
  /** Whether it has an inside. */
  readonly isClosed: boolean;
  /** Returns the positions of its vertices at `time` (s since the first frame of the range), m; valid until it is asked for more than two other times. */
  positionsAt(time: number): Float64Array;
}

declare module '../System.ts' {
  interface System {
    /** The surface that it is, for pins that follow it. */
    readonly prescribedSurface?: PrescribedSurface;
  }
}
