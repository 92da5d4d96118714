import { Vector3 } from 'three';
import type { Session } from '../../state/Session.ts';
import { viewportOf } from '../viewportHandle.ts';

/** Cuts the bodies open through a vertex of one of them, on the side that faces the viewer. */
export function cutThroughVertex(session: Session, entity: string, vertex: number): void {
  const engine = viewportOf(session)?.engine;
  const solid = engine?.objects.solids.get(entity);
  if (engine === undefined || solid === undefined) return;
  const place = new Vector3().fromArray(solid.volumePositions, 3 * vertex).applyMatrix4(solid.object.matrixWorld);
  const towards = engine.rig.camera.position.clone().sub(place);
  const axis = (['x', 'y', 'z'] as const).reduce((best, next) =>
    Math.abs(towards[next]) > Math.abs(towards[best]) ? next : best,
  );
  const { min, max } = engine.objects.box([...engine.objects.solids.keys()]);
  const offset = (place[axis] - min[axis]) / Math.max(max[axis] - min[axis], Number.MIN_VALUE);
  session.view.setState({
    mode: 'cut',
    cut: { axis, offset: Math.min(1, Math.max(0, offset)), flipped: towards[axis] < 0 },
    isolated: undefined,
  });
}
