import { z } from 'zod';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { extrudedSurface } from '../displaySurfaces.ts';
import { length } from '../lengths.ts';

/** The half space y <= 0; the normal is +y. Unbounded: `displaySize` is only what is shown. */
const params = z.strictObject({
  displaySize: length('Shown size', 'Side of the square that is shown and exported; contact has no edge.', 10),
});

/** Thickness of the slab shown, over its side. */
const SHOWN_THICKNESS = 0.005;

const plane: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'plane',
  label: 'Plane',
  reference: 'Half space, d = y',
  params,
  create({ displaySize }) {
    return {
      signedDistance: (_x, y) => y,
      signedDistanceAndNormal(_x, y, _z, out) {
        out[0] = 0;
        out[1] = 1;
        out[2] = 0;
        return y;
      },
      bounds(margin, out) {
        out.fill(-Infinity, 0, 3);
        out.fill(Infinity, 3, 6);
        out[4] = margin;
      },
      display() {
        const half = displaySize / 2;
        const depth = -SHOWN_THICKNESS * displaySize;
        return extrudedSurface([-half, depth, half, depth, half, 0, -half, 0], half);
      },
    };
  },
};

export default plane;
