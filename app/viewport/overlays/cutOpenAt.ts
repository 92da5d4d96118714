import { Vector3 } from 'three';
import type { Session } from '../../session/Session.ts';
import { viewportOf } from '../viewportHandle.ts';
import { viewportStore } from '../viewportState.ts';

/** How far the cut stays in front of the element's middle, as a share of the bodies' box: the element itself is kept. */
const CLEAR = 1e-3;

/** Cuts the bodies open along the side that faces the viewer, down to an element of one of them, and puts the probe on it. */
export function cutOpenAt(session: Session, entity: string, element: number, corners: Uint32Array): void {
  const engine = viewportOf(session)?.engine;
  const solid = engine?.objects.views.find(entity, 'mesh');
  if (engine === undefined || solid === undefined) return;
  const place = middleOf(corners, solid.volumePositions).applyMatrix4(solid.object.matrixWorld);
  const towards = engine.rig.camera.position.clone().sub(place);
  const axis = (['x', 'y', 'z'] as const).reduce((best, next) =>
    Math.abs(towards[next]) > Math.abs(towards[best]) ? next : best,
  );
  const flipped = towards[axis] < 0;
  const { min, max } = engine.objects.cutBox();
  const share = (place[axis] - min[axis]) / Math.max(max[axis] - min[axis], Number.MIN_VALUE);
  const offset = share + (flipped ? -CLEAR : CLEAR);
  session.view.setState({
    mode: 'cut',
    cut: { axis, offset: Math.min(1, Math.max(0, offset)), flipped },
    isolated: undefined,
  });
  viewportStore(session).setState({ probe: { entity, element, point: place.toArray(), triangle: undefined } });
}

function middleOf(corners: Uint32Array, positions: Float32Array): Vector3 {
  const sum = new Vector3();
  const corner = new Vector3();
  for (const vertex of corners) sum.add(corner.fromArray(positions, 3 * vertex));
  return sum.divideScalar(corners.length);
}
