import { streamOf, streamsOf } from '../../../src/frames/Stream.ts';
import type { FrameSourceState } from '../FrameSource.ts';
import { streamAt, type DisplayFrame } from './DisplayFrame.ts';
import type { DisplayStatics, MeshStatics, TransformStatics } from '../../state/DisplayStatics.ts';

type Shown = Pick<FrameSourceState, 'statics' | 'shown'>;

const NOTHING: DisplayStatics = { streams: [], colourings: [] };

/** The meshes of a shot at rest. */
export function restMeshes(statics: DisplayStatics | undefined): readonly MeshStatics[] {
  return streamsOf(statics ?? NOTHING, 'mesh');
}

/** The mesh of an entity at rest. */
export function restMesh(statics: DisplayStatics | undefined, entity: string | undefined): MeshStatics | undefined {
  return entity === undefined ? undefined : streamOf(statics ?? NOTHING, entity, 'mesh');
}

/** The triangles of a shot that stand in a pose. */
export function shapesIn(statics: DisplayStatics | undefined): readonly TransformStatics[] {
  return streamsOf(statics ?? NOTHING, 'transform');
}

/** The meshes of a shot as its shown frame has them: those that are torn with the elements and the surface that they have there. */
export function shownMeshes({ statics, shown }: Shown): readonly MeshStatics[] {
  return restMeshes(statics).map((mesh) => asShown(mesh, shown));
}

/** The mesh of an entity as the shown frame has it. */
export function shownMesh({ statics, shown }: Shown, entity: string | undefined): MeshStatics | undefined {
  const mesh = restMesh(statics, entity);
  return mesh && asShown(mesh, shown);
}

/** A mesh as a frame has it. */
export function asShown(mesh: MeshStatics, shown: Pick<DisplayFrame, 'streams'> | undefined): MeshStatics {
  return streamAt(shown, mesh)?.torn?.statics ?? mesh;
}
