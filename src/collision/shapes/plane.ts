import { z } from 'zod';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { DISTANCE } from '../distances.ts';
import { extrudedSurface } from '../displaySurfaces.ts';
import { length } from '../lengths.ts';

/** The half space y <= 0; the normal is +y. It is unbounded: `displaySize` only affects the display. */
const params = z.strictObject({
  displaySize: length('Display size', 'Side of the square that is displayed and exported; contact is unbounded.', 10),
});

/** Thickness of the displayed slab, over its side. */
const SHOWN_THICKNESS = 0.005;

const plane: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'plane',
  label: 'Plane',
  reference: 'Half space, d = y',
  params,
  create({ displaySize }) {
    return {
      signedDistance(point, out) {
        out[DISTANCE] = point[1];
      },
      signedDistanceAndNormal(point, out) {
        out[0] = 0;
        out[1] = 1;
        out[2] = 0;
        out[DISTANCE] = point[1];
      },
      bounds: Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity),
      display() {
        const half = displaySize / 2;
        const depth = -SHOWN_THICKNESS * displaySize;
        return extrudedSurface([-half, depth, half, depth, half, 0, -half, 0], half);
      },
    };
  },
};

export default plane;
