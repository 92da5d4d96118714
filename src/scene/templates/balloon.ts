import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  keeps: z.enum(['enclosed', 'area', 'nothing']).default('enclosed').meta({
    label: 'conserved quantity',
    help: 'Quantity that the balloon conserves: the volume inside, the area of its surface, or none. Without any it creases like a bag.',
  }),
  edge: clothEdge(0.018),
  press: quantity({
    unit: '',
    label: 'press',
    help: 'Height that the plate leaves to the balloon, as a share of its diameter.',
    min: 0.2,
    max: 1,
    default: 0.45,
  }),
  frames: frameCount(60, { min: 30, max: 10_000 }),
});

type Shot = z.output<typeof params>;

const RADIUS = 0.15;
const THICKNESS = 0.004;
/** Height of the plate, m, and frames in which it comes down, stays and goes up again. */
const PLATE = 0.08;
const DOWN = 24;
const UP = [32, 48] as const;

/** A balloon is pressed flat between a plate and the floor, and springs up again: what it holds stays inside. */
const balloon: TemplateDefinition<Shot> = {
  type: 'balloon',
  label: 'Pressed balloon',
  reference: 'Irving 2007, 4 and 2.8',
  params,
  needsMesh: false,
  create(shot, request) {
    return {
      ...newShot(request, shot.frames),
      notes:
        'Look at: pressed flat it bulges at its sides, and springs up when the plate lifts. ' +
        'Must hold: the volume inside, or the area of its surface, within 0.5 % in every frame; no intersecting triangles.',
      entities: [
        {
          kind: 'cloth',
          id: 'balloon',
          name: 'Balloon',
          display: { colour: '#c8556b', surface: 'rubber' },
          source: { kind: 'procedural', form: { shape: 'ball', radius: RADIUS, edge: shot.edge } },
          fabric: {
            areaDensity: 0.8,
            membraneStiffness: 150,
            poissonRatio: 0.4,
            bendingStiffness: 1e-3,
            dampingTime: 0.01,
            thickness: THICKNESS,
          },
          ...(shot.keeps !== 'nothing' && { volumeConservation: { enabled: true, keeps: shot.keeps } }),
          substeps: 8,
          transform: { position: [0, RADIUS + THICKNESS, 0] },
        },
        {
          kind: 'collider',
          id: 'plate',
          name: 'Plate',
          shape: { kind: 'registered', type: 'box', params: { sizeX: 0.6, sizeY: PLATE, sizeZ: 0.6, rounding: 0.01 } },
          transform: { position: [0, plateHeight(shot), 0] },
          friction: 0.4,
          display: { colour: '#b8bcc4' },
        },
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.55, 0.3, 0.75], target: [0, 0.13, 0] },
      ],
    };
  },
};

function plateHeight({ press }: Shot) {
  const over = (height: number) => height + THICKNESS + PLATE / 2;
  const [open, closed] = [over(2 * RADIUS + 2 * THICKNESS), over(2 * RADIUS * press)];
  return keyedCurve(
    [1, open, 'linear'],
    [1 + DOWN, closed, 'linear'],
    [1 + UP[0], closed, 'linear'],
    [1 + UP[1], open + 0.1, 'linear'],
  );
}

export default balloon;
