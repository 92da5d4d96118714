import { z } from 'zod';
import { wholeNumber } from '../../base/quantities.ts';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { extrudedSurface } from '../displaySurfaces.ts';
import { ExtrudedShape } from '../ExtrudedShape.ts';
import { length } from '../lengths.ts';
import { Profile } from '../profile.ts';

/**
 * A solid flight of steps that climbs along +x from the origin: step k covers x in [k tread, (k + 1) tread] up to
 * y = (k + 1) rise, |z| <= width/2; the underside is y = 0. Exact distance to its outline, extruded along z.
 */
const params = z.strictObject({
  steps: wholeNumber({
    unit: '',
    label: 'Steps',
    help: 'Number of steps.',
    min: 1,
    max: 200,
    softMax: 20,
    default: 8,
  }),
  rise: length('Rise', 'Height of one step.', 0.2),
  tread: length('Tread', 'Depth of one step, along x.', 0.3),
  width: length('Width', 'Full width along z.', 2),
});

const stairs: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'stairs',
  label: 'Stairs',
  reference: 'Exact distance to the extruded outline',
  params,
  create({ steps, rise, tread, width }) {
    const outline = stairOutline(steps, rise, tread);
    const half = width / 2;
    const box = [0, 0, -half, steps * tread, steps * rise, half];
    return new ExtrudedShape(new Profile(outline), half, box, () => extrudedSurface(outline, half));
  },
};

/** Returns the outline counter-clockwise from the origin: along the ground, up the back, down the steps. */
function stairOutline(steps: number, rise: number, tread: number): number[] {
  const outline = [0, 0, steps * tread, 0];
  for (let k = steps; k > 0; k--) outline.push(k * tread, k * rise, (k - 1) * tread, k * rise);
  return outline;
}

export default stairs;
