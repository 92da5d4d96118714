import { z } from 'zod';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { DISTANCE } from '../distances.ts';
import { latheSurface } from '../displaySurfaces.ts';
import {
  AXIAL,
  AXIAL_WEIGHT,
  extrude,
  EXTRUSION_LENGTH,
  HALF_LENGTH,
  PLANAR,
  PLANAR_WEIGHT,
  SWEPT,
} from '../extrusion.ts';
import { length, NO_DIRECTION, rounding } from '../lengths.ts';

/** Solid cylinder about the y axis, |y| <= height/2, with rims rounded by `rounding`. On the axis the normal is +x or +-y. */
const params = z
  .strictObject({
    radius: length('Radius', 'Radius, from the axis (y) to the wall.', 0.5),
    height: length('Height', 'Full height along y, about the origin.', 1),
    rounding: rounding(),
  })
  .refine((value) => value.rounding <= Math.min(value.radius, value.height / 2), {
    message: 'The rounding must not exceed the radius or half the height.',
    path: ['rounding'],
  });

const SHOWN_SEGMENTS = 96;
const SHOWN_RIM_SEGMENTS = 8;

const cylinder: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'cylinder',
  label: 'Cylinder',
  reference: 'Exact distance',
  params,
  create({ radius, height, rounding: rim }) {
    const half = height / 2;
    const swept = new Float64Array(EXTRUSION_LENGTH);
    swept[HALF_LENGTH] = half - rim;
    const signedDistance = (point: Float64Array, out: Float64Array): void => {
      const x = point[0];
      const z = point[2];
      swept[PLANAR] = Math.sqrt(x * x + z * z) - radius + rim;
      swept[AXIAL] = point[1];
      extrude(swept);
      out[DISTANCE] = swept[SWEPT] - rim;
    };
    return {
      signedDistance,
      signedDistanceAndNormal(point, out) {
        const x = point[0];
        const z = point[2];
        const fromAxis = Math.sqrt(x * x + z * z);
        signedDistance(point, out);
        out[0] = swept[PLANAR_WEIGHT] * (fromAxis > NO_DIRECTION ? x / fromAxis : 1);
        out[1] = swept[AXIAL_WEIGHT];
        out[2] = swept[PLANAR_WEIGHT] * (fromAxis > NO_DIRECTION ? z / fromAxis : 0);
      },
      bounds: Float64Array.of(-radius, -half, -radius, radius, half, radius),
      display: () => latheSurface(cylinderProfile(radius, half, rim), false, SHOWN_SEGMENTS),
    };
  },
};

function cylinderProfile(radius: number, half: number, rim: number): [number, number][] {
  if (rim === 0)
    return [
      [0, -half],
      [radius, -half],
      [radius, half],
      [0, half],
    ];
  const arc = (sign: number): [number, number][] =>
    Array.from({ length: SHOWN_RIM_SEGMENTS + 1 }, (_, k) => {
      const angle = ((Math.PI / 2) * (sign < 0 ? k - SHOWN_RIM_SEGMENTS : k)) / SHOWN_RIM_SEGMENTS;
      return [radius - rim + rim * Math.cos(angle), sign * (half - rim) + rim * Math.sin(angle)];
    });
  // A rim as wide as the cylinder ends on the axis, one as high as half of it has its arcs meet: drop the repeated points.
  const points: [number, number][] = [[0, -half], ...arc(-1), ...arc(1), [0, half]];
  const tiny = 1e-12 * (radius + half);
  return points.filter(([r, y], k) => {
    if (k === 0 || k === points.length - 1) return true;
    return r > tiny && Math.hypot(r - points[k - 1][0], y - points[k - 1][1]) > tiny;
  });
}

export default cylinder;
