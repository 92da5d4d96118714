import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';

const params = z.strictObject({
  percent: quantity({
    unit: '%',
    label: 'edge',
    help: 'Long edge of the lattice as a share of the diagonal: 3.35 gives 24 000 elements.',
    min: 0.5,
    max: 20,
    default: 5,
  }),
  thickness: quantity({
    unit: '',
    label: 'last thickness',
    help: 'Gap between the plates at the end, as a share of the diameter.',
    min: 0.005,
    max: 1,
    default: 0.011,
  }),
  frames: wholeNumber({
    unit: '',
    label: 'frames',
    help: 'Frames to simulate after the first.',
    min: 6,
    max: 10_000,
    default: 48,
  }),
});

/** m. */
const RADIUS = 0.5;

/** A soft ball that keeps its volume is pressed between two plates until it is a thin disc. */
const pressedSphere: TemplateDefinition<z.output<typeof params>> = {
  type: 'pressed-sphere',
  label: 'Pressed sphere',
  reference: 'Irving 2007, figure 4.7',
  params,
  needsMesh: false,
  create({ percent, thickness, frames }, { project, name }) {
    const last = 1 + frames;
    const plate = (id: string, label: string, turn: number, from: number, to: number) => ({
      kind: 'collider' as const,
      id,
      name: label,
      shape: { kind: 'registered' as const, type: 'plane' },
      friction: 0,
      transform: {
        position: [
          0,
          {
            keys: [
              { frame: 1, value: from, interpolation: 'linear' as const },
              { frame: last, value: to, interpolation: 'linear' as const },
            ],
          },
          0,
        ] as [number, { keys: { frame: number; value: number; interpolation: 'linear' }[] }, number],
        rotation: [turn, 0, 0] as [number, number, number],
      },
    });
    return {
      format: 'ductile-shot',
      version: 3,
      project,
      name,
      notes:
        'Look at: the ball spreads evenly and leaves the plates nowhere. ' +
        'Must hold: the whole volume stays within 0.5 % down to a hundredth of the thickness.',
      range: { first: 1, last },
      physics: { gravity: [0, 0, 0] },
      entities: [
        {
          kind: 'solid',
          id: 'ball',
          name: 'Ball',
          source: { kind: 'procedural', form: { shape: 'sphere', radius: RADIUS } },
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: {
            model: 'rotated-linear',
            density: 1000,
            youngsModulus: 2e3,
            poissonRatio: 0.3,
            dampingTime: 0.01,
          },
          volumeConservation: { enabled: true },
          transform: { position: [0, RADIUS, 0] },
        },
        plate('bottom', 'Lower plate', 0, 0, RADIUS * (1 - thickness)),
        plate('top', 'Upper plate', Math.PI, 2 * RADIUS, RADIUS * (1 + thickness)),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.8, 1.1, 3.2], target: [0, RADIUS, 0] },
      ],
    };
  },
};

export default pressedSphere;
