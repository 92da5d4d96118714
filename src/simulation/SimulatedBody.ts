import type { SystemState } from '../base/state/SystemState.ts';
import type { DeclaredAttribute } from '../frames/AttributeDisplay.ts';
import type { EntityStats } from '../frames/EntityStats.ts';
import type { Stream } from '../frames/Stream.ts';
import type { BodyMesh } from '../geometry/TetMesh.ts';
import type { Solid } from '../scene/kinds/solid.ts';
import type { ContactSettings } from '../scene/properties/bodyContact.ts';
import type { SteppedBody } from '../solids/SteppedBody.ts';
import type { LoggedSystem } from '../solids/SteppedSystem.ts';
import type { ContactBody } from './contact/bodyContactSurface.ts';
import type { BoundaryTarget } from './boundaries/Meeting.ts';
import type { AttachmentParent } from './attachment/AttachedPoints.ts';
import type { StartingSolid } from './judging/startOverlaps.ts';
import type { ImmersedBody } from './immersion/ImmersedBody.ts';
import type { System } from './System.ts';

/** A body that may touch others and itself, or a surface that moves as prescribed. */
export interface TouchingBody {
  readonly contact: ContactSettings;
  readonly stepped: SteppedBody;
  /** The surface that touches. */
  surface(): ContactBody;
  /** It moves as prescribed. */
  readonly isCollider?: true;
  /** Its own solve keeps it away from what does. */
  readonly solvesColliders?: true;
}

/** A deformable body of a shot, whatever it is simulated as. */
export interface SimulatedBody extends System {
  /** The kind that messages name it by. */
  readonly kind: 'solid' | 'cloth';
  readonly state: SystemState;
  /** Rest shape in world axes as placed at the first frame. */
  readonly volume: BodyMesh;
  /** The live state, xyz per vertex, m and m/s; may be written between frames. */
  readonly motion: { readonly positions: Float64Array; readonly velocities: Float64Array };
  /** The solid as the document describes it; undefined for others. */
  readonly entity?: Solid;
  /** Vertices that pins constrain where it begins. */
  readonly pinned: ReadonlySet<number>;
  /** What is drawn of a solid where it begins; undefined for others. */
  readonly starting?: StartingSolid | undefined;
  /** The attachment parent of cloth on it. Throws `document-invalid` where it can be none; undefined for what never is one. */
  readonly attachmentParent?: AttachmentParent | undefined;
  /** The body as the liquid sees it in which it is immersed; undefined where it is in none. */
  readonly coupled?: ImmersedBody | undefined;
  /** Unit directions of its fibres at rest in world axes, xyz per element, where it has any. */
  readonly fibreDirections?: Float64Array | undefined;
  /** Share of its elements whose painted strength leaves them limp; left out where none is painted. */
  readonly limpShare?: number | undefined;
  stepped(): LoggedSystem;
  /** `changing` of what tears; fixed where left out. */
  readonly topology?: Stream['topology'];
  /** The fields of its stream, and what follows from them on request. */
  readonly attributes: readonly DeclaredAttribute[];
  /** The present state at `time`, s. */
  stream(time: number): Stream;
  statistics(time: number): EntityStats;
}

declare module './System.ts' {
  interface System {
    /** The deformable body that it is. */
    readonly deformable?: SimulatedBody;
    /** What contact with other bodies and with itself needs; undefined for those that touch colliders alone, whatever their settings say. */
    readonly touching?: TouchingBody | undefined;
    /** What rigid bodies meet of it; undefined for those that they pass through. */
    readonly met?: BoundaryTarget | undefined;
  }
}
