import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  turn: quantity({
    unit: 'rad',
    label: 'turn',
    help: 'Angle of the right end in the middle of the shot.',
    min: 0,
    max: 6,
    default: 3,
  }),
  frames: frameCount(48, { min: 3, max: 10_000 }),
});

/** m. */
const LENGTH = 0.9;
const WIDTH = 0.2;
const GRIP = 0.06;
const HEIGHT = 0.4;
const CELLS = [27, 6, 6] as const;

/** Grips one end; `turn` keys its angle about the axis of the bar, rad. */
function grip(id: string, name: string, side: -1 | 1, turn: ReturnType<typeof keyedCurve> | number): EntityInput {
  const inner = side * (LENGTH / 2 - GRIP);
  const outer = side * LENGTH;
  return {
    kind: 'pin',
    id,
    name,
    target: 'bar',
    selection: {
      kind: 'box',
      min: [Math.min(inner, outer), HEIGHT - WIDTH, -WIDTH],
      max: [Math.max(inner, outer), HEIGHT + WIDTH, WIDTH],
    },
    motion: { rotation: [turn, 0, 0] },
    pivot: [0, HEIGHT, 0],
  };
}

/** A bar is turned at one end and back again, at rest in every frame. */
const twistedBar: TemplateDefinition<z.output<typeof params>> = {
  type: 'twisted-bar',
  label: 'Quasistatic twisted bar',
  reference: 'Teran, Sifakis, Irving and Fedkiw 2005',
  params,
  needsMesh: false,
  create({ turn, frames }, request) {
    const middle = 1 + Math.floor((frames - 1) / 2);
    const turned = keyedCurve([1, 0, 'linear'], [middle, turn, 'linear'], [2 * middle - 1, 0, 'step']);
    return {
      ...newShot(request, frames),
      physics: { gravity: [0, 0, 0] },
      notes:
        'Look at: the bar winds up and thins in the middle, and nothing sways however fast it is turned. ' +
        'Must hold: the middle turns half as far as the end; the same angle gives the same shape on the way there and back.',
      entities: [
        {
          kind: 'solid',
          id: 'bar',
          name: 'Bar',
          source: {
            kind: 'procedural',
            form: { shape: 'block', size: [LENGTH, WIDTH, WIDTH], cells: [...CELLS], elements: 'hexes' },
          },
          material: { model: 'neo-hookean', density: 1000, youngsModulus: 1e5, poissonRatio: 0.4, dampingTime: 0.01 },
          integration: 'quasistatic',
          transform: { position: [0, HEIGHT, 0] },
          display: { colour: '#7fa889' },
        },
        grip('left', 'Left grip', -1, 0),
        grip('right', 'Right grip', 1, turned),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.45, 0.75, 1.1], target: [0, HEIGHT - 0.02, 0] },
      ],
    };
  },
};

export default twistedBar;
