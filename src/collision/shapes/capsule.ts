import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { DISTANCE } from '../distances.ts';
import { latheSurface } from '../displaySurfaces.ts';
import { length, NO_DIRECTION } from '../lengths.ts';

/** All points within `radius` of the segment of `length` along y about the origin; on the segment the normal is +x. */
const params = z.strictObject({
  radius: length('Radius', 'Radius of the tube and of its hemispherical ends.', 0.25),
  length: quantity({
    unit: 'm',
    label: 'Length',
    help: 'Distance between the centres of the two ends, along y; 0 gives a sphere.',
    min: 0,
    max: 1e6,
    softMax: 10,
    default: 1,
  }),
});

const SHOWN_SEGMENTS = 64;

const capsule: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'capsule',
  label: 'Capsule',
  reference: 'Exact distance',
  params,
  create({ radius, length: axis }) {
    const half = axis / 2;
    const beyond = (y: number): number => y - Math.min(half, Math.max(-half, y));
    return {
      signedDistance(point, out) {
        const x = point[0];
        const dy = beyond(point[1]);
        const z = point[2];
        out[DISTANCE] = Math.sqrt(x * x + dy * dy + z * z) - radius;
      },
      signedDistanceAndNormal(point, out) {
        const x = point[0];
        const dy = beyond(point[1]);
        const z = point[2];
        const distance = Math.sqrt(x * x + dy * dy + z * z);
        const inverse = distance > NO_DIRECTION ? 1 / distance : 0;
        out[0] = inverse > 0 ? x * inverse : 1;
        out[1] = dy * inverse;
        out[2] = z * inverse;
        out[DISTANCE] = distance - radius;
      },
      core: { radius, halfLength: half },
      bounds: Float64Array.of(-radius, -half - radius, -radius, radius, half + radius, radius),
      display: () => latheSurface(capsuleProfile(radius, half), false, SHOWN_SEGMENTS),
    };
  },
};

/** Returns the profile of the lower cap from the pole up, then of the upper one; of a sphere where the segment has no length. */
function capsuleProfile(radius: number, half: number): [number, number][] {
  const quarter = SHOWN_SEGMENTS / 4;
  const point = (angle: number, y: number): [number, number] => [
    radius * Math.cos(angle),
    y + radius * Math.sin(angle),
  ];
  const lower = Array.from({ length: quarter }, (_, k) => point((Math.PI / 2) * (k / quarter - 1), -half));
  const upper = Array.from({ length: quarter }, (_, k) => point((Math.PI / 2) * ((k + 1) / quarter), half));
  const equator: [number, number][] = half > 0 ? [point(0, -half), point(0, half)] : [point(0, 0)];
  lower[0] = [0, -half - radius];
  upper[quarter - 1] = [0, half + radius];
  return [...lower, ...equator, ...upper];
}

export default capsule;
