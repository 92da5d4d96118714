import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { type Valley, valleyHeight } from '../../geometry/terrain/valley.ts';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { HeightFieldShape, type HeightField } from '../HeightFieldShape.ts';
import { length } from '../lengths.ts';

/**
 * Hills on both sides of a bed that winds along x, of fractal value noise (Perlin 1985). The surface is one of triangles, and distances are exact to these; below it is solid down to an even
 * floor. Height 0 is the valley floor in the middle.
 */
const params = z.strictObject({
  sizeX: length('Length', 'Full length along x, the way that the valley runs.', 40),
  sizeZ: length('Width', 'Full width along z.', 30),
  height: length('Height', 'Height of the sides above the valley floor.', 4),
  hillSize: length('Hill size', 'Distance between hills.', 8),
  slope: quantity({
    unit: '',
    label: 'Slope',
    help: 'Fall of the valley per metre along x: 0.03 falls 3 m in 100 m.',
    min: -1,
    max: 1,
    softMin: 0,
    softMax: 0.2,
    default: 0.03,
  }),
  bedDepth: quantity({
    unit: 'm',
    label: 'Bed depth',
    help: 'Depth of the river bed below the valley floor; 0 leaves it out.',
    min: 0,
    max: 1e6,
    softMax: 5,
    default: 1,
  }),
  bedWidth: length('Bed width', 'Width of the river bed.', 5),
  meander: quantity({
    unit: 'm',
    label: 'Meander',
    help: 'Distance that the river bed swings to either side; 0 makes it straight.',
    min: 0,
    max: 1e6,
    softMax: 10,
    default: 3,
  }),
  seed: wholeNumber({
    unit: '',
    label: 'Seed',
    help: 'Another seed gives other hills.',
    min: 0,
    max: 1e6,
    softMax: 100,
    default: 0,
  }),
});

/** Cells along the longer side, and thickness of the ground below the lowest point, as a share of that side. */
const CELLS = 120;
const THICKNESS = 0.04;

const valley: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'valley',
  label: 'Valley',
  reference: 'Perlin 1985; exact distance to its triangles',
  params,
  create: (form) => new HeightFieldShape(heightField(form)),
};

function heightField(form: Valley): HeightField {
  const { sizeX, sizeZ } = form;
  const longest = Math.max(sizeX, sizeZ);
  const counts = [sizeX, sizeZ].map((side) => Math.max(1, Math.round((CELLS * side) / longest)));
  const [nx, nz] = counts;
  const heights = new Float64Array((nx + 1) * (nz + 1));
  for (let k = 0; k <= nz; k++) {
    for (let i = 0; i <= nx; i++) {
      heights[i + (nx + 1) * k] = valleyHeight(form, (i / nx - 0.5) * sizeX, (k / nz - 0.5) * sizeZ);
    }
  }
  const floor = heights.reduce((least, height) => Math.min(least, height), Infinity) - THICKNESS * longest;
  return { size: [sizeX, sizeZ], counts: [nx, nz], heights, floor };
}

export default valley;
