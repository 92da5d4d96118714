import { colliderShapes } from '../../../src/collision/CollisionBody.ts';

/** Size of the scan's own coordinates, as a scanner gives them: millimetres, off the origin. */
const OFFSET = [12, 30, -7];
/** Unevenness of the scanned surface, mm. */
const UNEVEN = 0.35;

/** A closed OBJ of a cup 98 mm wide and 100 mm high as a scanner sees it: uneven, in millimetres, somewhere in space. */
export function scannedCupObj(): { readonly text: string; readonly bounds: number[] } {
  const shape = colliderShapes.get('cup');
  const params = shape.params.parse({ radius: 49, baseRadius: 38, height: 100, thickness: 10 });
  const { positions, triangles } = shape.create(params).display();
  const lines = ['o scanned_cup'];
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = positions.subarray(k, k + 3);
    const bump = 1 + (UNEVEN / 49) * Math.sin(5 * Math.atan2(z, x) + y / 9) * Math.cos(y / 13);
    const point = [x * bump, y, z * bump].map((value, axis) => value + OFFSET[axis]);
    point.forEach((value, axis) => {
      bounds[axis] = Math.min(bounds[axis], value / 1000);
      bounds[axis + 3] = Math.max(bounds[axis + 3], value / 1000);
    });
    lines.push(`v ${point.map((value) => value.toFixed(4)).join(' ')}`);
  }
  for (let k = 0; k < triangles.length; k += 3)
    lines.push(`f ${[...triangles.subarray(k, k + 3)].map((v) => v + 1).join(' ')}`);
  return { text: `${lines.join('\n')}\n`, bounds };
}
