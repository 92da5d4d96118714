import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { rigidBodyColours } from '../kinds/rigidBody.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput, RigidBodyInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, firmness, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(5),
  firmness: firmness(
    1.5e4,
    'At 10 kPa the iron ball stays in the pit that it makes, at 300 kPa it hardly dents the jelly.',
  ),
  crates: wholeNumber({
    unit: '',
    label: 'crates',
    help: 'Number of crates that fall onto the jelly, one after the other.',
    min: 0,
    max: 20,
    default: 4,
  }),
  ball: quantity({
    unit: 'kg/m3',
    label: 'density of the ball',
    help: 'A beach ball has 10, a wooden one 500, an iron one 7800.',
    min: 1,
    max: 20_000,
    default: 7800,
  }),
  frames: frameCount(72, { min: 12, max: 10_000 }),
});

type Shot = z.output<typeof params>;

/** Length, height and width of the jelly, m. */
const SIZE = [1.8, 0.36, 1.1] as const;
/** Edge of a crate, its height above the jelly, and that of each above the one before, m. */
const EDGE = 0.26;
const FALL = 0.12;
const STOREY = 0.42;
/** Places of the crates along the jelly, m, and the turn from one to the next, rad. */
const PLACES = [-0.5, -0.1, -0.3, -0.25];
const TURN = 0.4;
/** Radius of the ball and the height from which it falls, m. */
const RADIUS = 0.13;
const HEIGHT = 1;

/** Crates and an iron ball fall on a slab of jelly: it carries them, is dented, and throws the ball back. */
const cratesOnJelly: TemplateDefinition<Shot> = {
  type: 'crates-on-jelly',
  label: 'Crates on jelly',
  reference: 'Shinar et al. 2008',
  params,
  needsMesh: false,
  create(shot, request) {
    return {
      ...newShot(request, shot.frames),
      notes:
        'Look at: the iron ball sinks in deep and is thrown back; the tower of crates sways on the jelly until it falls. ' +
        'Must hold: nothing passes through the jelly, and the energy of all falls.',
      entities: [
        jelly(shot),
        ...Array.from({ length: shot.crates }, (_, index) => crate(index)),
        {
          kind: 'rigidBody',
          id: 'ball',
          name: 'Iron ball',
          display: { colour: '#5b6068', surface: 'metal' },
          shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS } },
          transform: { position: [0.5, SIZE[1] + RADIUS + HEIGHT, 0.05] },
          density: shot.ball,
          friction: 0.5,
        },
        floor(0.8),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.1, 1.3, 2.5], target: [0, 0.3, 0] },
      ],
    };
  },
};

function jelly({ percent, firmness: youngsModulus }: Shot): EntityInput {
  return {
    kind: 'solid',
    id: 'jelly',
    name: 'Jelly',
    display: { colour: '#c9596b' },
    source: { kind: 'procedural', form: { shape: 'box', size: [...SIZE] } },
    meshing: { method: 'graded-stuffing', edge: { percent } },
    material: { model: 'neo-hookean', density: 500, youngsModulus, poissonRatio: 0.4, dampingTime: 0.01 },
    transform: { position: [0, SIZE[1] / 2, 0] },
  };
}

function crate(index: number): RigidBodyInput {
  return {
    kind: 'rigidBody',
    id: `crate-${index + 1}`,
    name: `Crate ${index + 1}`,
    display: { colour: rigidBodyColours[index % rigidBodyColours.length] },
    shape: { kind: 'registered', type: 'box', params: { sizeX: EDGE, sizeY: EDGE, sizeZ: EDGE } },
    transform: {
      position: [
        PLACES[index % PLACES.length],
        SIZE[1] + EDGE / 2 + FALL + STOREY * Math.max(0, index - 1),
        0.1 * Math.sin(index),
      ],
      rotation: [0.1 * index, TURN * index, 0.12],
    },
    density: 800,
    friction: 0.5,
  };
}

export default cratesOnJelly;
