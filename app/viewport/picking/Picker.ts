import type { Ray } from 'three';
import { DoubleSide, FrontSide, Matrix4, Raycaster, Vector2, Vector3, type BufferGeometry, type Camera } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import type { MeshView } from '../meshes/MeshView.ts';
import type { AnyStreamView } from '../streams/createView.ts';
import type { GridView } from '../streams/GridView.ts';
import type { PointsView } from '../streams/PointsView.ts';
import type { TransformView } from '../streams/TransformView.ts';
import { hitElement } from './hitElement.ts';

/** What lies under a point of the picture. */
export interface Hit {
  readonly entity: string;
  /** World, m. */
  readonly point: Vector3;
  readonly distance: number;
  /** Display vertices of the triangle, and the point's weights in it; of meshes only. */
  readonly triangle:
    | { readonly corners: [number, number, number]; readonly weights: [number, number, number] }
    | undefined;
  /** Element that was hit; meshes only. */
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
    for (const view of objects.views.all) {
      if (left.has(view.statics.entity) || !view.isSeen) continue;
      const hit = this.hit(view, ray);
      if (hit !== undefined && (nearest === undefined || hit.distance < nearest.distance)) nearest = hit;
    }
    return nearest;
  }

  /** Returns the ray through a point of the picture, -1..1, up positive; the next call changes it. */
  rayAt(place: Vector2, camera: Camera): Ray {
    this.caster.setFromCamera(place, camera);
    return this.caster.ray;
  }

  private hit(view: AnyStreamView, ray: Ray): Hit | undefined {
    switch (view.type) {
      case 'mesh':
        return view.showsElements ? hitElements(view, ray) : this.hitMesh(view, ray);
      case 'transform':
        return this.hitTransform(view, ray);
      case 'points':
      case 'grid':
        return this.hitSurface(view);
    }
  }

  private hitMesh(view: MeshView, ray: Ray): Hit | undefined {
    const local = localRay(view, ray);
    // Cloth is seen from both sides.
    const side = view.statics.elementSize === 3 ? DoubleSide : FrontSide;
    const found = this.tree(view.surface.geometry, view.version).raycastFirst(local, side);
    if (found?.face === undefined || found.face === null) return undefined;
    const corners: [number, number, number] = [found.face.a, found.face.b, found.face.c];
    const weights = weightsIn(view.positions, corners, found.point);
    const heaviest = corners[weights.indexOf(Math.max(...weights))];
    const element = view.statics.surface.element[heaviest];
    return { ...hitAt(view, found.point, ray), triangle: { corners, weights }, element };
  }

  /** Its triangles change in every frame: a tree would be made for each. */
  private hitSurface({ statics, surface: { mesh } }: PointsView | GridView): Hit | undefined {
    if (!mesh.visible) return undefined;
    this.caster.layers.mask = mesh.layers.mask;
    const [found] = this.caster.intersectObject(mesh, false);
    if (found === undefined) return undefined;
    const { point, distance } = found;
    return { entity: statics.entity, point, distance, triangle: undefined, element: undefined };
  }

  private hitTransform(view: TransformView, ray: Ray): Hit | undefined {
    const found = this.tree(view.surface.geometry, view.version).raycastFirst(localRay(view, ray), FrontSide);
    return found === null || found === undefined ? undefined : hitAt(view, found.point, ray);
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

function hitElements(view: MeshView, ray: Ray): Hit | undefined {
  const hit = hitElement(view.statics, view.volumePositions, localRay(view, ray), view.cutPlane);
  return hit && { ...hitAt(view, hit.point, ray), element: hit.element };
}

/** A ray in the frame of a view. */
function localRay({ object }: AnyStreamView, ray: Ray): Ray {
  return ray.clone().applyMatrix4(new Matrix4().copy(object.matrixWorld).invert());
}

/** `local`: in the frame of the view. */
function hitAt({ statics, object }: AnyStreamView, local: Vector3, ray: Ray): Hit {
  const point = local.clone().applyMatrix4(object.matrixWorld);
  const distance = point.distanceTo(ray.origin);
  return { entity: statics.entity, point, distance, triangle: undefined, element: undefined };
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
