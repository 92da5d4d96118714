import type { Ray } from 'three';
import { DoubleSide, FrontSide, Matrix4, Raycaster, Vector2, Vector3, type BufferGeometry, type Camera } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import { hitElement } from './hitElement.ts';

/** What lies under a point of the picture. */
export interface Hit {
  readonly entity: string;
  /** World, m. */
  readonly point: Vector3;
  readonly distance: number;
  /** Display vertices of the triangle, and the point's weights in it; on solids only. */
  readonly triangle:
    { readonly corners: [number, number, number]; readonly weights: [number, number, number] } | undefined;
  /** On solids only. */
  readonly element: number | undefined;
}

interface Tree {
  readonly bvh: MeshBVH;
  version: number;
}

const NONE: ReadonlySet<string> = new Set();

/** Finds what is under the pointer. Trees over triangles are built when first needed and fitted to the frame that is shown. */
export class Picker {
  private readonly trees = new WeakMap<BufferGeometry, Tree>();
  private readonly caster = new Raycaster();

  /** `x`, `y`: -1..1, up positive. What is `left` out is looked through. */
  pick(objects: ShotObjects, x: number, y: number, camera: Camera, left: ReadonlySet<string> = NONE): Hit | undefined {
    const ray = this.rayAt(new Vector2(x, y), camera);
    let nearest: Hit | undefined;
    for (const hit of [
      ...this.hitSolids(objects, ray),
      ...this.hitLiquids(objects),
      ...this.hitColliders(objects, ray),
    ]) {
      if (!left.has(hit.entity) && (nearest === undefined || hit.distance < nearest.distance)) nearest = hit;
    }
    return nearest;
  }

  /** Through a point of the picture, -1..1, up positive; the next call changes it. */
  rayAt(place: Vector2, camera: Camera): Ray {
    this.caster.setFromCamera(place, camera);
    return this.caster.ray;
  }

  private *hitSolids(objects: ShotObjects, ray: Ray): Generator<Hit> {
    for (const [entity, view] of objects.solids) {
      if (!view.object.visible) continue;
      const local = ray.clone().applyMatrix4(new Matrix4().copy(view.object.matrixWorld).invert());
      if (view.showsElements) {
        const hit = hitElement(view.statics, view.volumePositions, local, view.cutPlane);
        if (hit === undefined) continue;
        const point = hit.point.applyMatrix4(view.object.matrixWorld);
        yield { entity, point, distance: point.distanceTo(ray.origin), triangle: undefined, element: hit.element };
        continue;
      }
      // Cloth is seen from both sides.
      const side = view.statics.elementSize === 3 ? DoubleSide : FrontSide;
      const found = this.tree(view.surface.geometry, view.version).raycastFirst(local, side);
      if (found?.face === undefined || found.face === null) continue;
      const corners: [number, number, number] = [found.face.a, found.face.b, found.face.c];
      const weights = weightsIn(view.positions, corners, found.point);
      const heaviest = corners[weights.indexOf(Math.max(...weights))];
      const point = found.point.clone().applyMatrix4(view.object.matrixWorld);
      const element = view.statics.surface.element[heaviest];
      yield { entity, point, distance: point.distanceTo(ray.origin), triangle: { corners, weights }, element };
    }
  }

  /** Their triangles change in every frame: a tree would be made for each. */
  private *hitLiquids(objects: ShotObjects): Generator<Hit> {
    for (const [entity, view] of objects.liquids) {
      if (!view.object.visible || !view.skin.visible) continue;
      this.caster.layers.mask = view.skin.layers.mask;
      const [found] = this.caster.intersectObject(view.skin, false);
      if (found === undefined) continue;
      yield { entity, point: found.point, distance: found.distance, triangle: undefined, element: undefined };
    }
  }

  private *hitColliders(objects: ShotObjects, ray: Ray): Generator<Hit> {
    for (const [entity, view] of objects.colliders) {
      if (!view.object.visible || !view.surface.visible) continue;
      const local = ray.clone().applyMatrix4(new Matrix4().copy(view.object.matrixWorld).invert());
      const found = this.tree(view.surface.geometry, 0).raycastFirst(local, FrontSide);
      if (found === null || found === undefined) continue;
      const point = found.point.clone().applyMatrix4(view.object.matrixWorld);
      yield { entity, point, distance: point.distanceTo(ray.origin), triangle: undefined, element: undefined };
    }
  }

  private tree(geometry: BufferGeometry, version: number): MeshBVH {
    let tree = this.trees.get(geometry);
    if (tree === undefined) {
      // The order of triangles stays that of the artist's faces.
      tree = { bvh: new MeshBVH(geometry, { indirect: true }), version };
      this.trees.set(geometry, tree);
    } else if (tree.version !== version) {
      tree.bvh.refit();
      tree.version = version;
    }
    return tree.bvh;
  }
}

/** Barycentric weights of a point in a triangle. */
function weightsIn(
  positions: Float32Array,
  [a, b, c]: readonly [number, number, number],
  point: Vector3,
): [number, number, number] {
  const at = (vertex: number): Vector3 => new Vector3().fromArray(positions, 3 * vertex);
  const origin = at(a);
  const u = at(b).sub(origin);
  const v = at(c).sub(origin);
  const w = point.clone().sub(origin);
  const uu = u.dot(u);
  const uv = u.dot(v);
  const vv = v.dot(v);
  const det = uu * vv - uv * uv;
  if (det <= 0) return [1, 0, 0];
  const s = (w.dot(u) * vv - w.dot(v) * uv) / det;
  const t = (w.dot(v) * uu - w.dot(u) * uv) / det;
  return [1 - s - t, s, t];
}
