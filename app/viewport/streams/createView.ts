import type { StreamStatics } from '../../state/DisplayStatics.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { LiquidMeshView } from '../meshes/LiquidMeshView.ts';
import { MeshView } from '../meshes/MeshView.ts';
import { GridView } from './GridView.ts';
import { PointsView } from './PointsView.ts';
import type { StreamView } from './StreamView.ts';
import { TransformView } from './TransformView.ts';

/** The view of a stream, by its type. */
export type AnyStreamView = MeshView | PointsView | GridView | TransformView;

export function createView(statics: StreamStatics, shared: SharedLook): AnyStreamView & StreamView {
  switch (statics.type) {
    case 'mesh':
      return statics.isLiquid === true ? new LiquidMeshView(statics, shared) : new MeshView(statics, shared);
    case 'points':
      return new PointsView(statics, shared);
    case 'grid':
      return new GridView(statics, shared);
    case 'transform':
      return new TransformView(statics, shared);
  }
}
