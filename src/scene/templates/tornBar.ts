import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { breakingStrain, edgePercent, pullingFrames } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(3),
  pull: quantity({
    unit: 'm',
    label: 'pull',
    help: 'Distance by which each end is pulled.',
    min: 0.05,
    max: 2,
    default: 0.5,
  }),
  strain: breakingStrain(0.5),
  frames: pullingFrames(),
});

/** m. */
const LENGTH = 1.2;
const WIDTH = 0.3;
/** Length of each end that is pinned, m. */
const GRIP = 0.1;
const HEIGHT = 0.5;

/** Holds one end and draws it out. */
function grip(side: -1 | 1, pull: number, end: number): EntityInput {
  const inner = side * (LENGTH / 2 - GRIP);
  const outer = side * LENGTH;
  return {
    kind: 'pin',
    id: side < 0 ? 'left' : 'right',
    name: side < 0 ? 'Left grip' : 'Right grip',
    target: 'bar',
    selection: {
      kind: 'box',
      min: [Math.min(inner, outer), HEIGHT - WIDTH, -WIDTH],
      max: [Math.max(inner, outer), HEIGHT + WIDTH, WIDTH],
    },
    motion: { position: [keyedCurve([1, 0, 'bezier'], [end, side * pull, 'step']), 0, 0] },
  };
}

/** A bar of ductile stuff is drawn out between two grips, necks, and tears in two. */
const tornBar: TemplateDefinition<z.output<typeof params>> = {
  type: 'torn-bar',
  label: 'Torn bar',
  reference: 'Molino, Bao and Fedkiw 2004; Irving, Teran and Fedkiw 2006, 4 and figure 11',
  params,
  needsMesh: false,
  create({ percent, pull, strain, frames }, request) {
    const end = 1 + Math.round((2 * (frames - 1)) / 3);
    return {
      ...newShot(request, frames),
      physics: { gravity: [0, 0, 0] },
      notes:
        'Look at: the bar thins where it is weakest, a crack opens there and runs through. ' +
        'Must hold: two clean pieces, none below one percent, with closed surfaces.',
      entities: [
        {
          kind: 'solid',
          id: 'bar',
          name: 'Bar',
          source: { kind: 'procedural', form: { shape: 'box', size: [LENGTH, WIDTH, WIDTH] } },
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: { density: 1700, youngsModulus: 3e5, poissonRatio: 0.4, dampingTime: 0.01 },
          plasticity: { law: 'log-strain', params: { yieldStrain: 0.06 }, stretchLimit: 4 },
          fracture: {
            enabled: true,
            measure: 'stretch',
            strain,
            paintedToughness: {
              base: 1,
              strokes: [
                {
                  value: 0.7,
                  radius: 0.3,
                  hardness: 0.2,
                  points: [0.05, 0.1, 0.1, 0.05, -0.1, -0.1, 0.05, 0.1, -0.1, 0.05, -0.1, 0.1],
                },
              ],
            },
          },
          transform: { position: [0, HEIGHT, 0] },
        },
        grip(-1, pull, end),
        grip(1, pull, end),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.0, 1.15, 2.0], target: [0, HEIGHT - 0.03, 0] },
      ],
    };
  },
};

export default tornBar;
