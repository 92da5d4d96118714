import { z } from 'zod';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { latheSurface } from '../displaySurfaces.ts';
import { expandedBox } from '../ExtrudedShape.ts';
import { length, NO_DIRECTION } from '../lengths.ts';

/**
 * Ring about the y axis: with q = (|(x, z)| - majorRadius, y), d = |q| - minorRadius. On the axis the radial direction is taken
 * as +x, on the tube's centre line the normal is outward in the ring's plane.
 */
const params = z
  .strictObject({
    majorRadius: length('Major radius', 'From the centre of the ring to the middle of its tube.', 0.5),
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
    return {
      signedDistance(x, y, z) {
        const radial = Math.sqrt(x * x + z * z) - majorRadius;
        return Math.sqrt(radial * radial + y * y) - minorRadius;
      },
      signedDistanceAndNormal(x, y, z, out) {
        const fromAxis = Math.sqrt(x * x + z * z);
        const radial = fromAxis - majorRadius;
        const distance = Math.sqrt(radial * radial + y * y);
        const across = distance > NO_DIRECTION ? radial / distance : 1;
        out[0] = across * (fromAxis > NO_DIRECTION ? x / fromAxis : 1);
        out[1] = distance > NO_DIRECTION ? y / distance : 0;
        out[2] = across * (fromAxis > NO_DIRECTION ? z / fromAxis : 0);
        return distance - minorRadius;
      },
      bounds(margin, out) {
        const outer = majorRadius + minorRadius;
        expandedBox([-outer, -minorRadius, -outer, outer, minorRadius, outer], margin, out);
      },
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
