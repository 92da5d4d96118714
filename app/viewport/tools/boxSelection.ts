import type { Box2 } from 'three';
import { Matrix4, Vector2, Vector3, type Camera } from 'three';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import type { AnyStreamView } from '../streams/createView.ts';

/** Ids of entities, the locked ones left out, of which some vertex lies in a rectangle of the picture (-1..1, up positive). */
export function entitiesIn(
  rectangle: Box2,
  objects: ShotObjects,
  camera: Camera,
  locked: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  const clip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const test = (id: string, positions: Float32Array, matrix: Matrix4): void => {
    if (locked.has(id)) return;
    const full = new Matrix4().multiplyMatrices(clip, matrix);
    const point = new Vector3();
    const place = new Vector2();
    for (let k = 0; k < positions.length; k += 3) {
      point.fromArray(positions, k).applyMatrix4(full);
      if (Math.abs(point.z) <= 1 && rectangle.containsPoint(place.set(point.x, point.y))) {
        found.push(id);
        return;
      }
    }
  };
  for (const view of objects.views.all) {
    const positions = placesOf(view);
    const { entity } = view.statics;
    if (view.isSeen && positions !== undefined && !found.includes(entity)) {
      test(entity, positions, view.object.matrixWorld);
    }
  }
  return found;
}

/** Vertices of what is drawn, xyz each; points are too many and too loose to be chosen by one of them. */
function placesOf(view: AnyStreamView): Float32Array | undefined {
  if (view.type === 'mesh') return view.positions;
  return view.type === 'transform' ? view.statics.positions : undefined;
}
