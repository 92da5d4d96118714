import { createStore } from 'zustand/vanilla';
import type { FrameStats } from '../../src/frames/Frame.ts';
import type { StaticBody, StaticCollider } from '../../src/frames/Statics.ts';
import type { DocumentStore } from '../document/documentStore.ts';
import type { FramesStore } from '../state/framesStore.ts';
import type { Log } from '../state/Log.ts';
import type { TimelineStore } from '../state/timelineStore.ts';
import type { ViewStore } from '../state/viewStore.ts';
import type { Connection } from './Connection.ts';

export interface FrameSourceParts {
  readonly connection: Connection;
  readonly document: DocumentStore;
  readonly timeline: TimelineStore;
  readonly frames: FramesStore;
  readonly view: ViewStore;
  readonly log: Log;
}

/** A frame ready to be drawn: positions go straight into existing buffers. */
export interface DisplayFrame {
  readonly frame: number;
  readonly key: string;
  /** Not of the shot as it is now: shown for reference. */
  readonly stale: boolean;
  readonly stats: FrameStats;
  readonly bodies: readonly DisplayBody[];
  readonly colliders: readonly {
    readonly id: string;
    readonly rotation: Float64Array;
    readonly translation: Float64Array;
  }[];
}

export interface DisplayBody {
  readonly id: string;
  /** xyz per vertex of the artist's surface, m. */
  readonly positions: Float32Array;
  /** Unit outward normals per vertex of the surface. */
  readonly normals: Float32Array;
  /** The chosen colouring, one number per surface vertex; undefined for the plain surface. */
  readonly scalars: Float32Array | undefined;
  /** Least and greatest of the scalars over all elements of the body. */
  readonly scalarRange: readonly [number, number] | undefined;
}

/** What of a shot does not change over its frames. */
export interface DisplayStatics {
  readonly bodies: readonly { readonly id: string; readonly surface: StaticBody['volume']['surface'] }[];
  readonly colliders: readonly StaticCollider[];
}

export interface FrameSourceState {
  readonly statics: DisplayStatics | undefined;
  /** The frame that is shown: that of the playhead, or the last one before it that is there. */
  readonly shown: DisplayFrame | undefined;
}

/** Keeps the frames around the playhead decoded and gives the one to show. */
export class FrameSource {
  readonly store = createStore<FrameSourceState>(() => ({ statics: undefined, shown: undefined }));
  protected readonly parts: FrameSourceParts;

  constructor(parts: FrameSourceParts) {
    this.parts = parts;
  }
}
