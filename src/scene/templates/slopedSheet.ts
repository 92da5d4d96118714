import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { fallingWater } from './parts/fallingWater.ts';
import { newShot } from './parts/newShot.ts';
import { thinWallQuality } from './parts/thinWallQuality.ts';
import { plateSolid } from './parts/plateSolid.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: cellsAlong(48, 100),
  slope: quantity({
    unit: 'rad',
    label: 'slope',
    help: 'Angle of the sheet against the horizontal.',
    min: 0,
    max: 1.2,
    default: 0.4,
  }),
  stiffness: quantity({
    unit: 'Pa',
    label: 'stiffness of the sheet',
    help: "Young's modulus of the sheet. A softer sheet sags more under the water and throws it up as it rebounds.",
    min: 1e4,
    max: 1e8,
    default: 1.5e5,
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** Edges of the sheet, m, of 20 x 20 cells: 882 nodes and 2400 tetrahedra. */
const EDGE = 0.6;
const CELLS = 20;
/** Height of its middle over the floor, m. */
const HEIGHT = 0.45;
/** Shift of the water up the slope, m. */
const UP = 0.12;

/** Holds the edge of the sheet that runs down the slope on one side. */
function side(name: 'near' | 'far', sign: -1 | 1): EntityInput {
  const z = [(sign * EDGE) / 2 - 0.005, (sign * EDGE) / 2 + 0.005];
  return {
    kind: 'pin',
    id: name,
    name: `${name === 'near' ? 'Near' : 'Far'} edge`,
    target: 'sheet',
    selection: { kind: 'box', min: [-1, 0, z[0]], max: [1, 2, z[1]] },
  };
}

/** Water falls onto a sloped sheet that is held along two sides and flows down it. */
const slopedSheet: TemplateDefinition<z.output<typeof params>> = {
  type: 'sloped-sheet',
  label: 'Water on a sloped sheet',
  reference: 'Zarifi 2017, 6.1.4, figure 6.4',
  params,
  needsMesh: false,
  create({ cells, slope, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      quality: thinWallQuality,
      notes:
        'Look at: the water dents the sheet, runs down it without sticking and off its edge; the sheet springs back. ' +
        'Must hold: next to no water is left on the sheet, and it comes back to its shape.',
      entities: [
        ...fallingWater({ cellSize: 1 / cells, size: [0.22, 0.22, 0.3], at: [-UP, 0.78] }),
        plateSolid('sheet', 'Sheet', EDGE, CELLS, {
          material: { density: 1000, youngsModulus: stiffness, poissonRatio: 0.3, dampingTime: 0.004 },
          transform: { position: [0, HEIGHT, 0], rotation: [0, 0, -slope] },
        }),
        side('near', 1),
        side('far', -1),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.95, 1.15, 1.6], target: [0, 0.38, 0] },
      ],
    };
  },
};

export default slopedSheet;
