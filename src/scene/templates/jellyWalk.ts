import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition, TemplateMesh } from '../templates.ts';
import type { SolidInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { UNREAD_FIGURE } from './parts/unreadFigure.ts';
import { UNREAD_SKIN } from './parts/unreadSkin.ts';

const params = z.strictObject({
  element: quantity({
    unit: 'm',
    label: 'edge length',
    help: 'Long edge of the elements of the figure: 0.05 gives 9 800 elements, 0.035 three times as many.',
    min: 0.015,
    max: 0.08,
    default: 0.06,
  }),
  firmness: quantity({
    unit: 'Pa',
    label: "Young's modulus",
    help: 'Firmness of the figure. A softer one wobbles more and lies flatter.',
    symbol: 'E',
    min: 1e3,
    max: 1e6,
    default: 1.5e4,
  }),
  frequency: quantity({
    unit: 'Hz',
    label: 'target frequency',
    help: 'How firmly the figure is pulled to its animation. Smaller values let it lag and wobble more.',
    min: 0.5,
    max: 50,
    default: 4,
  }),
  released: wholeNumber({
    unit: '',
    label: 'release frame',
    help: 'Frame from which on nothing pulls the figure any more.',
    min: 2,
    max: 10_000,
    default: 60,
  }),
  frames: frameCount(96, { min: 2, max: 10_000 }),
});

type Shot = z.output<typeof params>;

/** A figure of jelly follows an animation, wobbling, until it is let go and collapses. */
const jellyWalk: TemplateDefinition<Shot> = {
  type: 'jelly-walk',
  label: 'Jelly on a walk',
  reference: 'Irving 2007',
  params,
  needsMesh: false,
  sampleMesh: 'figure-skin',
  sampleAnimation: 'walking-figure',
  create(shot, request) {
    const { frames } = shot;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the motion of the figure comes from a file; the jelly is pulled to it by springs, lags and wobbles, and collapses once the strength of the pull is 0. ' +
        'Must hold: while it is pulled its centre stays within 10 cm of that of the animation; no element inverts at the end; the volume stays within 2 %.',
      entities: [
        {
          kind: 'importedAnimation',
          id: 'figure',
          name: 'Figure',
          source: { kind: 'file', ...(request.animation ?? UNREAD_FIGURE) },
          display: { visible: false },
          collision: { enabled: false },
        },
        jelly(shot, request.mesh ?? UNREAD_SKIN),
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [3.4, 1.5, 3.2], target: [0, 0.7, 0.9] },
      ],
    };
  },
};

function jelly({ element, firmness, frequency, released }: Shot, { bounds: _, ...skin }: TemplateMesh): SolidInput {
  return {
    kind: 'solid',
    id: 'jelly',
    name: 'Jelly',
    display: { colour: '#5fae8a', surface: 'jelly' },
    source: { kind: 'file', ...skin },
    meshing: { method: 'graded-stuffing', edge: { metres: element } },
    material: { model: 'neo-hookean', density: 1000, youngsModulus: firmness, poissonRatio: 0.4, dampingTime: 0.01 },
    volumeConservation: { enabled: true },
    contact: { others: false, self: true },
    animatedTarget: {
      animation: 'figure',
      matching: 'vertices',
      frequency,
      dampingRatio: 0.3,
      strength: keyedCurve([released - 1, 1, 'step'], [released, 0, 'step']),
    },
  };
}

export default jellyWalk;
