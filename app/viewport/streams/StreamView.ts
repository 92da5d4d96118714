import type { Box3, Group, Vector4 } from 'three';
import type { StreamType } from '../../../src/frames/Stream.ts';
import type { StreamPurpose } from '../../../src/frames/StaticStream.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import type { DisplayFrame } from '../../client/frames/DisplayFrame.ts';
import type { ViewMode } from '../../state/viewStore.ts';

/** How the viewport shows a stream now. */
export interface StreamStyle {
  readonly mode: ViewMode;
  readonly cutStyle: 'elements' | 'planar';
  /** n.x = d; in the mode `cut`, what lies on the positive side is left out. */
  readonly cutPlane: Vector4;
  readonly visible: boolean;
  readonly outline: 'none' | 'hovered' | 'selected';
  /** An element of some mesh is isolated: nothing may hide it. */
  readonly isolating: boolean;
  /** It lies in the ground, which is drawn in its place. */
  readonly isGround: boolean;
}

/** What is drawn of one stream of a shot, whatever its type. */
export interface StreamView {
  readonly type: StreamType;
  readonly statics: { readonly entity: string; readonly name: string; readonly purpose: StreamPurpose };
  readonly object: Group;
  /** Counts what was written, for those who keep something made from it. */
  readonly version: number;
  /** Drawn after what is opaque: it shows what is behind it. */
  readonly showsBehind: boolean;
  /** It has no end: what is drawn of it says nothing about where the shot is. */
  readonly unbounded: boolean;
  /** Something of it is in the picture. */
  readonly isSeen: boolean;
  /** Writes what a frame has of the stream into buffers that stay; undefined: what is there before anything is simulated. */
  show(frame: Pick<DisplayFrame, 'streams'> | undefined): void;
  setLook(look: StreamLook): void;
  setStyle(style: StreamStyle): void;
  /** Share of the colour map, where the stream has numbers for it: 0 or 1. Left out where streams of the type have none. */
  setFieldAmount?(amount: number): void;
  /** World box of what is drawn; empty where nothing is. */
  box(): Box3;
  dispose(): void;
}
