import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { rigidBodyColours } from '../kinds/rigidBody.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { ColliderInput, JointInput, RigidBodyInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  links: wholeNumber({
    unit: '',
    label: 'links',
    help: 'Links of the chain. More of them do not lengthen it.',
    min: 1,
    max: 60,
    default: 10,
  }),
  mass: quantity({
    unit: 'kg',
    label: 'mass of the ball',
    help: 'Mass of the ball; a link has 2 kg.',
    symbol: 'm',
    min: 1,
    max: 1e5,
    default: 300,
  }),
  strength: quantity({
    unit: 'N',
    label: 'strength of welds',
    help: 'Force at which the welds between the crates of a pair break.',
    min: 0,
    max: 1e9,
    default: 2500,
  }),
  frames: frameCount(96, { min: 1, max: 10_000 }, ': the ball reaches the gate at frame 18'),
});

/** Height of the beam, length of the chain and radius of the ball, m; the angle by which it is drawn back, rad. */
const BEAM = 3.2;
const CHAIN = 2.1;
const BALL = 0.32;
const DRAWN = 1.15;
/** Radius and mass of a link. */
const LINK = 0.035;
const LINK_MASS = 2;
/** Place, width and height of the gate, m, and its limits, rad. */
const GATE = { x: -0.15, width: 1.2, height: 1.3, from: -1.5, to: 1.8 };
/** Edge of a crate, m, and where their stack begins. */
const EDGE = 0.45;
const STACK = 1.15;

/** A ball on a chain swings through a gate into a stack of crates, of which pairs are welded. */
const wreckingBall: TemplateDefinition<z.output<typeof params>> = {
  type: 'wrecking-ball',
  label: 'Wrecking ball',
  reference: 'Baraff 1996',
  params,
  needsMesh: false,
  create: ({ links, mass, strength, frames }, request) => ({
    ...newShot(request, frames),
    notes:
      'Look at: the ball pushes the gate open on its hinge and knocks the stack over; welds break where it hits; the fan turns at its speed. ' +
      'Must hold: joints open by less than .01 mm; the gate stays within its limits; the chain carries the ball.',
    entities: [
      ...gantry(),
      ...chain(links, mass),
      ...gate(),
      ...stack(strength),
      ...fan(),
      floor(0.6),
      { kind: 'camera', id: 'camera', name: 'Camera', position: [2.3, 2.1, 6.2], target: [0.15, 1.25, 0] },
    ],
  }),
};

function box(id: string, name: string, size: readonly number[], position: [number, number, number]): ColliderInput {
  const [sizeX, sizeY, sizeZ] = size;
  return {
    kind: 'collider',
    id,
    name,
    display: { colour: '#5a6068' },
    shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY, sizeZ } },
    transform: { position },
  };
}

function gantry(): ColliderInput[] {
  const width = 3.2;
  return [
    box('beam', 'Beam', [0.2, 0.2, width + 0.2], [0, BEAM + 0.1, 0]),
    box('left-leg', 'Left leg', [0.2, BEAM, 0.2], [0, BEAM / 2, -width / 2]),
    box('right-leg', 'Right leg', [0.2, BEAM, 0.2], [0, BEAM / 2, width / 2]),
    box('post', 'Post', [0.12, GATE.height + 0.2, 0.12], [GATE.x, GATE.height / 2 + 0.1, -GATE.width / 2 - 0.08]),
  ];
}

/** The chain from the beam to the ball, and the ball, drawn back along a straight line. */
function chain(links: number, mass: number): (RigidBodyInput | JointInput)[] {
  const at = (s: number): [number, number, number] => [-s * Math.sin(DRAWN), BEAM - s * Math.cos(DRAWN), 0];
  const length = CHAIN / links;
  const bodies = Array.from({ length: links }, (_, k): RigidBodyInput => ({
    kind: 'rigidBody',
    id: `link-${k + 1}`,
    name: `Link ${k + 1}`,
    display: { colour: '#8c97a3', surface: 'metal' },
    shape: { kind: 'registered', type: 'capsule', params: { radius: LINK, length: Math.max(0.01, length - 2 * LINK) } },
    transform: { position: at((k + 0.5) * length), rotation: [0, 0, -DRAWN] },
    mass: LINK_MASS,
  }));
  const ball: RigidBodyInput = {
    kind: 'rigidBody',
    id: 'ball',
    name: 'Ball',
    display: { colour: '#3f444b', surface: 'metal' },
    shape: { kind: 'registered', type: 'sphere', params: { radius: BALL } },
    transform: { position: at(CHAIN + BALL), rotation: [0, 0, -DRAWN] },
    mass,
    friction: 0.4,
  };
  const hanging = [...bodies, ball];
  return [
    ...hanging,
    ...hanging.map(({ id }, k): JointInput => ({
      kind: 'joint',
      id: `joint-${k + 1}`,
      name: `Chain joint ${k + 1}`,
      body: id,
      to: k === 0 ? 'beam' : hanging[k - 1].id,
      type: { kind: 'ball' },
      position: at(k * length),
      axis: [-Math.sin(DRAWN), -Math.cos(DRAWN), 0],
    })),
  ];
}

function gate(): (RigidBodyInput | JointInput)[] {
  const { x, width, height, from, to } = GATE;
  const middle = height / 2 + 0.12;
  return [
    {
      kind: 'rigidBody',
      id: 'gate',
      name: 'Gate',
      display: { colour: '#7d9a94' },
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.06, sizeY: height, sizeZ: width } },
      transform: { position: [x, middle, 0] },
      mass: 30,
    },
    {
      kind: 'joint',
      id: 'gate-hinge',
      name: 'Gate hinge',
      body: 'gate',
      to: 'post',
      type: {
        kind: 'hinge',
        limits: { enabled: true, from, to },
        spring: { enabled: true, stiffness: 20, damping: 6 },
      },
      position: [x, middle, -width / 2 - 0.01],
      axis: [0, 1, 0],
    },
  ];
}

/** Two columns of crates; those beside each other are welded. */
function stack(strength: number): (RigidBodyInput | JointInput)[] {
  return Array.from({ length: 4 }, (_, row) => {
    const place = (side: number): [number, number, number] => [
      STACK + 0.06 * (row % 2),
      (row + 0.5) * EDGE,
      side * (EDGE / 2 + 0.005),
    ];
    const crates = [-1, 1].map((side, column): RigidBodyInput => ({
      kind: 'rigidBody',
      id: `crate-${row + 1}-${column + 1}`,
      name: `Crate ${row + 1}.${column + 1}`,
      display: { colour: rigidBodyColours[(row + column) % 2] },
      shape: { kind: 'registered', type: 'box', params: { sizeX: EDGE, sizeY: EDGE, sizeZ: EDGE } },
      transform: { position: place(side) },
      density: 250,
    }));
    const weld: JointInput = {
      kind: 'joint',
      id: `weld-${row + 1}`,
      name: `Weld ${row + 1}`,
      body: crates[1].id,
      to: crates[0].id,
      type: { kind: 'weld' },
      position: [place(0)[0], place(0)[1], 0],
      breaking: { enabled: true, force: strength, torque: 0.3 * strength },
    };
    return [...crates, weld];
  }).flat();
}

/** A fan whose motor keeps its speed. */
function fan(): (ColliderInput | RigidBodyInput | JointInput)[] {
  const place: [number, number, number] = [2.3, 1.5, -1.2];
  return [
    box('mast', 'Mast', [0.1, 1.5, 0.1], [place[0], 0.75, place[2] - 0.12]),
    {
      kind: 'rigidBody',
      id: 'fan',
      name: 'Fan',
      display: { colour: '#a8705a' },
      shape: { kind: 'registered', type: 'box', params: { sizeX: 1, sizeY: 0.14, sizeZ: 0.05 } },
      transform: { position: place },
      mass: 6,
    },
    {
      kind: 'joint',
      id: 'fan-motor',
      name: 'Fan motor',
      body: 'fan',
      to: 'mast',
      type: { kind: 'hinge', motor: { enabled: true, speed: 4, most: 3 } },
      position: place,
      axis: [0, 0, 1],
    },
  ];
}

export default wreckingBall;
