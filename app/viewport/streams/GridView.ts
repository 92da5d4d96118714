import { Group, type Box3 } from 'three';
import { streamAt, type DisplayFrame } from '../../client/frames/DisplayFrame.ts';
import type { GridStatics } from '../../state/DisplayStatics.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import type { StreamStyle, StreamView } from './StreamView.ts';
import { SurfaceView } from './SurfaceView.ts';

/** Cells of a grid: the surface of their level set. What the cells hold is shown in the cut-away (see `LiquidSlices`). */
export class GridView implements StreamView {
  readonly type = 'grid';
  readonly object = new Group();
  readonly statics: GridStatics;
  readonly surface: SurfaceView;
  readonly showsBehind = false;
  readonly unbounded = false;
  version = 0;
  private style: StreamStyle | undefined;

  constructor(statics: GridStatics, shared: SharedLook) {
    this.statics = statics;
    this.surface = new SurfaceView(shared);
    this.object.add(this.surface.object);
  }

  get isSeen(): boolean {
    return this.object.visible;
  }

  show(frame: Pick<DisplayFrame, 'streams'> | undefined): void {
    this.surface.show(streamAt(frame, this.statics)?.surface);
    this.version++;
    if (this.style !== undefined) this.setStyle(this.style);
  }

  setLook(look: StreamLook): void {
    this.surface.setLook(look);
  }

  setStyle(style: StreamStyle): void {
    this.style = style;
    this.object.visible = style.visible;
    this.surface.setStyle(style.mode !== 'points', style);
  }

  setFieldAmount(amount: number): void {
    this.surface.setFieldAmount(amount);
  }

  box(): Box3 {
    return this.surface.box();
  }

  dispose(): void {
    this.surface.dispose();
  }
}
