import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { materialForSize } from '../materialForSize.ts';
import type { TemplateDefinition } from '../templates.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const RADIUS = 0.2;
const HEIGHT = 0.8;
/** Height of the foot above the floor, m. */
const LIFT = 0.5;
const DIAGONAL = Math.sqrt(2 * (2 * RADIUS) ** 2 + HEIGHT ** 2);
/** Young's modulus over density x gravity x diagonal: stands by itself where nothing is painted. */
const FIRMNESS = 60;

const params = z.strictObject({
  softness: quantity({
    unit: '',
    label: 'head strength',
    help: 'Painted strength of the head: 0 is limp, 1 is as firm as the body.',
    min: 0,
    max: 1,
    default: 0.015,
  }),
  release: wholeNumber({
    unit: '',
    label: 'release frame',
    help: 'Frame at which the painted pin releases the foot.',
    min: 2,
    max: 100_000,
    default: 30,
  }),
  percent: edgePercent(7, '; the painted head has half of it', { min: 0.5, max: 50 }),
  frames: frameCount(84, { min: 1, max: 100_000 }),
});

/** A brush that paints the end of the body around (0, y, 0) in full up to two thirds of `radius`, and fades beyond, m. */
function dab(value: number, y: number, radius: number) {
  return { value, radius, hardness: 0.67, points: [0, y, 0] };
}

/** A cylinder whose head is painted soft and fine, held by a pin painted on its foot, and then dropped. */
const paintedDrop: TemplateDefinition<z.output<typeof params>> = {
  type: 'painted-drop',
  label: 'Painted drop',
  reference:
    'Irving, Teran & Fedkiw 2004 (invertible elements of varying stiffness); Molino et al. 2003 (graded lattice)',
  params,
  needsMesh: false,
  create({ softness, release, percent, frames }, request) {
    const head = HEIGHT / 2;
    return {
      ...newShot(request, frames),
      entities: [
        {
          kind: 'solid',
          id: 'body',
          name: 'Body',
          source: { kind: 'procedural', form: { shape: 'cylinder', radius: RADIUS, height: HEIGHT } },
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: materialForSize(FIRMNESS, DIAGONAL),
          painted: {
            strength: { strokes: [dab(softness, head, 0.45)] },
            detail: { strokes: [dab(0.5, head, 0.45)] },
          },
          transform: { position: [0, LIFT + head, 0] },
        },
        {
          kind: 'pin',
          id: 'grip',
          name: 'Grip',
          target: 'body',
          selection: { kind: 'painted', field: { strokes: [dab(1, -head, 0.32)] } },
          releaseFrame: release,
        },
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.4, 1.1, 2], target: [0, 0.6, 0] },
      ],
    };
  },
};

export default paintedDrop;
