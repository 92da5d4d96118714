import { z } from 'zod';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { DISTANCE } from '../distances.ts';
import { latheSurface } from '../displaySurfaces.ts';
import { length, NO_DIRECTION } from '../lengths.ts';

/**
 * Ring about the y axis: with q = (|(x, z)| - majorRadius, y), d = |q| - minorRadius. On the axis the radial direction is
 * +x; on the tube's centre line the normal is outward in the ring's plane.
 */
const params = z
  .strictObject({
    majorRadius: length('Major radius', 'Distance from the centre of the ring to the middle of its tube.', 0.5),
    minorRadius: length('Minor radius', 'Radius of the tube; less than the major radius.', 0.2),
  })
  .refine(({ majorRadius, minorRadius }) => minorRadius < majorRadius, {
    message: 'The minor radius must be less than the major radius.',
    path: ['minorRadius'],
  });

const SHOWN_SEGMENTS = 96;
const SHOWN_TUBE_SEGMENTS = 48;

const torus: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'torus',
  label: 'Torus',
  reference: 'Exact distance',
  params,
  create({ majorRadius, minorRadius }) {
    const outer = majorRadius + minorRadius;
    return {
      signedDistance(point, out) {
        const x = point[0];
        const y = point[1];
        const z = point[2];
        const radial = Math.sqrt(x * x + z * z) - majorRadius;
        out[DISTANCE] = Math.sqrt(radial * radial + y * y) - minorRadius;
      },
      signedDistanceAndNormal(point, out) {
        const x = point[0];
        const y = point[1];
        const z = point[2];
        const fromAxis = Math.sqrt(x * x + z * z);
        const radial = fromAxis - majorRadius;
        const distance = Math.sqrt(radial * radial + y * y);
        const across = distance > NO_DIRECTION ? radial / distance : 1;
        out[0] = across * (fromAxis > NO_DIRECTION ? x / fromAxis : 1);
        out[1] = distance > NO_DIRECTION ? y / distance : 0;
        out[2] = across * (fromAxis > NO_DIRECTION ? z / fromAxis : 0);
        out[DISTANCE] = distance - minorRadius;
      },
      bounds: Float64Array.of(-outer, -minorRadius, -outer, outer, minorRadius, outer),
      display() {
        const profile = Array.from({ length: SHOWN_TUBE_SEGMENTS }, (_, k): [number, number] => {
          const angle = (2 * Math.PI * k) / SHOWN_TUBE_SEGMENTS;
          return [majorRadius + minorRadius * Math.cos(angle), minorRadius * Math.sin(angle)];
        });
        return latheSurface(profile, true, SHOWN_SEGMENTS);
      },
    };
  },
};

export default torus;
