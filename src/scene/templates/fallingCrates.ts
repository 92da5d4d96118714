import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { rigidBodyColours } from '../kinds/rigidBody.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { RigidBodyInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  rows: wholeNumber({
    unit: '',
    label: 'rows',
    help: 'Rows of the wall of crates; the lowest has as many crates as there are rows.',
    min: 1,
    max: 20,
    default: 4,
  }),
  falling: wholeNumber({
    unit: '',
    label: 'falling crates',
    help: 'Number of crates that fall onto the wall.',
    min: 0,
    max: 200,
    default: 4,
  }),
  friction: quantity({
    unit: '',
    label: 'friction',
    help: 'Friction coefficient of the crates and of the floor.',
    symbol: 'mu',
    min: 0,
    max: 10,
    default: 0.5,
  }),
  frames: frameCount(96, { min: 1, max: 10_000 }, ': the barrel is released at frame 25'),
});

/** Edge of a crate, m, and the gap between two beside each other. */
const EDGE = 0.5;
const GAP = 0.01;
/** Height of the first falling crate above the wall, and of each above the one before, m. */
const FALL = 0.7;
const STOREY = 0.9;
/** Turn from one falling crate to the next, rad: no two land alike. */
const GOLDEN = 2.399963;
/** Radius of the iron ball, m, and the speed at which it is thrown, m/s. */
const BALL = 0.22;
const THROWN = 6;
/** Frames in which the barrel is swung, and how far, m. */
const SWING = [12, 25] as const;
const SWUNG = 0.8;

/** A wall of crates stands until crates, an iron ball and a barrel hit it. */
const fallingCrates: TemplateDefinition<z.output<typeof params>> = {
  type: 'falling-crates',
  label: 'Falling crates',
  reference: 'Guendelman et al. 2003',
  params,
  needsMesh: false,
  create({ rows, falling, friction, frames }, request) {
    const side = rows * EDGE;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the wall stands still until the first crate lands; the barrel follows its keys, then flies on with their velocity. ' +
        'Must hold: nothing that moves by itself sinks into anything by more than 5 mm; crates lie still in the end, with less energy than they began with.',
      entities: [
        ...wall(rows, friction),
        ...Array.from({ length: falling }, (_, index) => fallingCrate(index, rows, friction)),
        {
          kind: 'rigidBody',
          id: 'ball',
          name: 'Iron ball',
          display: { colour: '#5b6068', surface: 'metal' },
          shape: { kind: 'registered', type: 'sphere', params: { radius: BALL } },
          transform: { position: [-side - 1.5, BALL + 0.3, 0.05] },
          density: 7800,
          friction: 0.3,
          restitution: 0.3,
          velocity: [THROWN, 1, 0],
        },
        barrel(side, friction),
        floor(friction),
        {
          kind: 'camera',
          id: 'camera',
          name: 'Camera',
          position: [1.2, 2, 2.6 + 1.6 * side],
          target: [0, 0.4 * side, 0],
        },
      ],
    };
  },
};

function crate(id: string, name: string, at: number, friction: number): RigidBodyInput {
  return {
    kind: 'rigidBody',
    id,
    name,
    display: { colour: rigidBodyColours[at % rigidBodyColours.length] },
    shape: { kind: 'registered', type: 'box', params: { sizeX: EDGE, sizeY: EDGE, sizeZ: EDGE } },
    density: 300,
    friction,
  };
}

function wall(rows: number, friction: number): RigidBodyInput[] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: rows - row }, (_, column): RigidBodyInput => {
      const name = `Crate ${row + 1}.${column + 1}`;
      const x = (column - (rows - row - 1) / 2) * (EDGE + GAP);
      return {
        ...crate(`crate-${row + 1}-${column + 1}`, name, row + 2 * column, friction),
        transform: { position: [x, (row + 0.5) * EDGE, 0] },
      };
    }),
  ).flat();
}

function fallingCrate(index: number, rows: number, friction: number): RigidBodyInput {
  const turn = GOLDEN * index;
  return {
    ...crate(`falling-${index + 1}`, `Falling crate ${index + 1}`, index + 1, friction),
    transform: {
      position: [0.3 * Math.cos(turn), rows * EDGE + FALL + STOREY * index, 0.15 * Math.sin(turn)],
      rotation: [0.5 + turn, turn, 0.3],
    },
    angularVelocity: [1, 0.5, -1],
  };
}

/** A barrel that is drawn back by keys, swung, and let go. */
function barrel(side: number, friction: number): RigidBodyInput {
  const [drawn, released] = SWING;
  const from = side / 2 + 2.4;
  return {
    kind: 'rigidBody',
    id: 'barrel',
    name: 'Barrel',
    display: { colour: '#8a5a3a' },
    shape: { kind: 'registered', type: 'cylinder', params: { radius: 0.25, height: 0.7 } },
    transform: {
      position: [
        {
          keys: [
            { frame: 1, value: from - SWUNG / 2, interpolation: 'bezier' },
            { frame: drawn, value: from, interpolation: 'linear' },
            { frame: released, value: from - SWUNG * 2 },
          ],
        },
        1.2,
        0,
      ],
      rotation: [Math.PI / 2, 0, 0],
    },
    releaseFrame: released,
    density: 400,
    friction,
  };
}

export default fallingCrates;
