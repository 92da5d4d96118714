import type { SystemState } from '../base/state/SystemState.ts';
import type { Energies } from './energies.ts';
import type { VolumeConservation } from './incompressibility/VolumeConservation.ts';
import type { FrameReport } from './SubstepLog.ts';

/** What moves a solid from frame to frame, whichever way. */
export interface SolidMotion {
  /** m and m/s, xyz per vertex: the live state. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Not 0 for vertices whose motion is prescribed. */
  readonly held: Uint8Array;
  /** Undefined where volumes are not kept. */
  readonly volume: VolumeConservation | undefined;
  /** Moves the body, which touches no other, from `start` to `end`, s. Throws `simulation-failed` and `cancelled`. */
  advanceFrame(start: number, end: number, cancelled?: () => boolean): FrameReport;
  /** Of the present state at `time`, s. */
  energies(time: number): Energies;
  /** Everything that the future depends on. */
  readonly state: SystemState;
}
