import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { BEAM, clampedBeam } from './parts/clampedBeam.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  stiffness: quantity({
    unit: 'Pa',
    label: "Young's modulus",
    help: 'Stiffness of the bars: the softer they are, the further they sag.',
    min: 1e6,
    max: 1e9,
    softMax: 1e8,
    default: 1.2e7,
  }),
  frames: frameCount(96, { min: 3, max: 10_000 }),
});

/** How many times as stiff as the rest the inner half of the stiffened bar is. */
export const STIFFENED = 4;
/** Distance between the axes of the bars, m. */
const APART = 0.3;
/** What all bars have: two cells of six tetrahedra across. */
const BARS = { elements: 'tets', cells: [20, 2, 2], model: 'rotated-linear', poissonRatio: 0.3 } as const;

/** Three bars of as many elements sag: linear ones half as far as a beam does, quadratic ones as far, and quadratic ones whose inner half is of a stiffer material. */
const bendingBars: TemplateDefinition<z.output<typeof params>> = {
  type: 'bending-bars',
  label: 'Linear and quadratic bars',
  reference: 'Timoshenko 1955, chapter 5',
  params,
  needsMesh: false,
  create({ stiffness: youngsModulus, frames }, request) {
    const quadratic = { ...BARS, elementOrder: 'quadratic', youngsModulus } as const;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: three bars of as many elements hang from a wall. The ochre one of linear elements hardly sags; the blue one of quadratic elements bends as a beam does; half of the green one is of a stiffer material. ' +
        'Must hold: quadratic bars sag as beams do within 3 %, with and without the stiffer half; the linear one by less than 0.6 of that.',
      entities: [
        ...clampedBeam({ ...BARS, id: 'linear', name: 'Linear', colour: '#d3ab5b', z: 0, youngsModulus }),
        ...clampedBeam({ ...quadratic, id: 'quadratic', name: 'Quadratic', colour: '#7f9fc4', z: APART }),
        ...clampedBeam({ ...quadratic, id: 'stiffened', name: 'Stiffened', colour: '#8fae8b', z: -APART }),
        {
          kind: 'materialRegion',
          id: 'inner-half',
          name: 'Inner half',
          target: 'stiffened',
          selection: { kind: 'box', min: [-BEAM.length, 0, -1], max: [0, 2, 0] },
          youngsModulus: STIFFENED * youngsModulus,
          poissonRatio: BARS.poissonRatio,
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 1.3, 2.6], target: [0, 0.9, 0] },
      ],
    };
  },
};

export default bendingBars;
