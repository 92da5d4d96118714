import { Vector3, type Ray, type Vector4 } from 'three';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { facesOf } from '../meshes/elementFaces.ts';

/** The first element that a ray meets among those whose centre is not cut away (n.x <= d); all of them are tried. */
export function hitElement(
  { elementSize: size, elements }: MeshStatics,
  positions: Float32Array,
  ray: Ray,
  cutPlane: Vector4 | undefined,
): { readonly element: number; readonly point: Vector3 } | undefined {
  const faces = facesOf(size);
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  const point = new Vector3();
  let nearest = Infinity;
  let found: { element: number; point: Vector3 } | undefined;
  for (let element = 0; element < elements.length / size; element++) {
    if (cutPlane !== undefined && centreIsCut(elements, size, element, positions, cutPlane)) continue;
    const corner = (k: number): number => 3 * elements[size * element + k];
    for (const face of faces) {
      a.fromArray(positions, corner(face[0]));
      for (let k = 1; k + 1 < face.length; k++) {
        b.fromArray(positions, corner(face[k]));
        c.fromArray(positions, corner(face[k + 1]));
        if (ray.intersectTriangle(a, b, c, true, point) === null) continue;
        const distance = point.distanceToSquared(ray.origin);
        if (distance >= nearest) continue;
        nearest = distance;
        found = { element, point: point.clone() };
      }
    }
  }
  return found;
}

function centreIsCut(
  elements: Uint32Array,
  size: number,
  element: number,
  positions: Float32Array,
  { x, y, z, w }: Vector4,
): boolean {
  let sum = 0;
  for (let k = size * element; k < size * element + size; k++) {
    const at = 3 * elements[k];
    sum += x * positions[at] + y * positions[at + 1] + z * positions[at + 2];
  }
  return sum / size > w;
}
