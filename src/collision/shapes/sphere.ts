import { z } from 'zod';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { DISTANCE } from '../distances.ts';
import { latheSurface } from '../displaySurfaces.ts';
import { length, NO_DIRECTION } from '../lengths.ts';

/** Ball about the origin: d = |x| - radius; at the centre the normal is +y. */
const params = z.strictObject({ radius: length('Radius', 'Distance from the centre to the surface.', 0.5) });

const SHOWN_SEGMENTS = 64;

const sphere: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'sphere',
  label: 'Sphere',
  reference: 'Exact distance',
  params,
  create({ radius }) {
    return {
      signedDistance(point, out) {
        const x = point[0];
        const y = point[1];
        const z = point[2];
        out[DISTANCE] = Math.sqrt(x * x + y * y + z * z) - radius;
      },
      signedDistanceAndNormal(point, out) {
        const x = point[0];
        const y = point[1];
        const z = point[2];
        const distance = Math.sqrt(x * x + y * y + z * z);
        const inverse = distance > NO_DIRECTION ? 1 / distance : 0;
        out[0] = x * inverse;
        out[1] = inverse > 0 ? y * inverse : 1;
        out[2] = z * inverse;
        out[DISTANCE] = distance - radius;
      },
      core: { radius, halfLength: 0 },
      bounds: Float64Array.of(-radius, -radius, -radius, radius, radius, radius),
      display() {
        const half = SHOWN_SEGMENTS / 2;
        const profile = Array.from({ length: half + 1 }, (_, k): [number, number] => {
          const angle = Math.PI * (k / half - 0.5);
          return [k === 0 || k === half ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)];
        });
        return latheSurface(profile, false, SHOWN_SEGMENTS);
      },
    };
  },
};

export default sphere;
