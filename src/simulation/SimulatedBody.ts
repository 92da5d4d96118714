import type { SystemState } from '../base/state/SystemState.ts';
import type { BodyStats, FrameBody } from '../frames/Frame.ts';
import type { BodyMesh } from '../geometry/TetMesh.ts';
import type { ContactSettings } from '../scene/properties/bodyContact.ts';
import type { SteppedBody } from '../solids/SteppedBody.ts';
import type { LoggedSystem } from '../solids/SteppedSystem.ts';
import type { ContactBody } from './bodyContactSurface.ts';
import type { StartingSolid } from './judging/startOverlaps.ts';

/** A body that may touch others and itself. */
export interface TouchingBody {
  readonly contact: ContactSettings;
  readonly stepped: SteppedBody;
  /** The skin that touches. */
  surface(): ContactBody;
}

/** A deformable body of a shot, whatever it is simulated as. */
export interface SimulatedBody {
  /** Entity id, and the kind that messages name it by. */
  readonly id: string;
  readonly kind: 'solid' | 'cloth';
  /** Rest shape in world axes as placed at the first frame. */
  readonly volume: BodyMesh;
  /** The live state, xyz per vertex, m and m/s; may be written between frames. */
  readonly motion: { readonly positions: Float64Array; readonly velocities: Float64Array };
  /** What contact with other bodies and with itself needs; undefined for those that touch colliders alone, whatever their settings say. */
  readonly touching?: TouchingBody | undefined;
  /** What is drawn of a solid where it begins; undefined for others. */
  readonly starting?: StartingSolid | undefined;
  /** Unit directions of its fibres at rest in world axes, xyz per element, where it has any. */
  readonly fibreDirections?: Float64Array | undefined;
  /** Share of its elements whose painted strength leaves them limp; left out where none is painted. */
  readonly limpShare?: number | undefined;
  /** How it moves in substeps; another object where a change of topology has made it another body. */
  readonly stepped: LoggedSystem;
  /** Begins a frame. */
  beginFrame?(frame: number): void;
  /** Parts of a frame of `duration`, s, after each of which its topology may change; one where left out. */
  partsOf?(duration: number): number;
  /** Ends such a part at `time`, s. True where its topology has changed. */
  endPart?(time: number): boolean;
  /** Does what belongs to the interval from `start` to `end`, s; failures name the body and the frame, and say what may help. */
  within<T>(frame: number, start: number, end: number, work: () => T): T;
  /** Throws where the state at `time`, after a substep of `dt` (s), cannot be stored. */
  checkStorable(time: number, dt: number): void;
  /** The present state at `time`, s. */
  frameBody(time: number): FrameBody;
  stats(time: number): BodyStats;
  /** What the user should know of its plastic flow. */
  warnings(isFirstFrame: boolean): readonly string[];
  /** Everything that its future depends on. */
  readonly state: SystemState;
  dispose(): void;
}
