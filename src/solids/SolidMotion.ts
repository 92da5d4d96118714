import type { SystemState } from '../base/state/SystemState.ts';
import type { Energies } from './energies.ts';
import type { VolumeConservation } from './incompressibility/VolumeConservation.ts';
import type { LoggedSystem } from './SteppedSystem.ts';

/** What moves a solid from frame to frame, whichever way. */
export interface SolidMotion extends LoggedSystem {
  /** m and m/s, xyz per vertex: the live state. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Flags that are not 0 for vertices whose motion is prescribed. */
  readonly constrained: Uint8Array;
  /** Undefined where volumes are not kept. */
  readonly volume: VolumeConservation | undefined;
  /** Returns the energies of the present state at `time`, s. */
  energies(time: number): Energies;
  /** Everything that the future depends on. */
  readonly state: SystemState;
}
