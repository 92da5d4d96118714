import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { ARM_BONES, armMuscle, biceps, BONE_COLOUR, brachialis } from './parts/arm.ts';
import type { ColliderInput, EntityInput, JointInput, RigidBodyInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import type { Spindle } from './parts/spindle.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(5, ': 3.5 gives 4000 elements per muscle'),
  load: quantity({
    unit: 'kg',
    label: 'load',
    help: 'Mass of the ball in the hand. The muscles lift what their tension can hold.',
    symbol: 'm',
    min: 0.01,
    max: 100,
    softMax: 5,
    default: 1,
  }),
  peakStress: quantity({
    unit: 'Pa',
    label: 'peak stress',
    help: 'Largest tension of the fibres. Larger values lift heavier loads, and faster.',
    min: 0,
    max: 1e6,
    softMax: 3e5,
    default: 1.2e5,
  }),
  activation: quantity({
    unit: '',
    label: 'activation',
    help: 'Activation of both muscles while they lift.',
    min: 0,
    max: 1,
    default: 0.6,
  }),
  frames: frameCount(96, { min: 24, max: 10_000 }),
});

type Elbow = z.output<typeof params>;

/** Height of the elbow over the ground, m. */
const ELBOW = 0.36;
/** Mass of the forearm, kg. */
const FOREARM_MASS = 1;
/** Radius of the ball in the hand, m. */
const BALL = 0.04;
/** How far the hinge turns to the front and back, rad: it bends by negative angles about x. */
const RANGE = { from: -2.4, to: 0.02 } as const;
/** Damping of the hinge, N m s/rad, and its stiffness, which is next to nothing, N m/rad. */
const HINGE = { damping: 0.15, stiffness: 1e-3 } as const;

const MUSCLES = [biceps, brachialis] as const;

/** Frames at which muscles begin to tense, are tense, begin to relax and are relaxed, as shares of the shot. */
const BEAT = [0.06, 0.3, 0.6, 0.85] as const;

/** Two muscles lift a forearm on a hinge, and a ball in its hand: rigid bodies in one solve with the muscles that are attached to them. */
const muscleElbow: TemplateDefinition<Elbow> = {
  type: 'muscle-elbow',
  label: 'Elbow lifted by muscles',
  reference: 'Shinar et al. 2008',
  params,
  needsMesh: false,
  create(elbow, request) {
    return {
      ...newShot(request, elbow.frames),
      notes:
        'Look at: nothing but the activation of the muscles is keyed; they lift the forearm and the ball in its hand, hold it and let it down. ' +
        'Must hold: the ends of the muscles stay on the bones; the joints open by less than .01 mm; every muscle keeps its volume within 2 %.',
      entities: [
        humerus(),
        forearm(),
        ball(elbow),
        ...joints(),
        ...MUSCLES.flatMap((muscle) => muscleEntities(muscle, elbow)),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.95, 0.5, 0.55], target: [0, 0.34, 0.06] },
      ],
    };
  },
};

function capsule(length: number) {
  return { kind: 'registered' as const, type: 'capsule', params: { radius: ARM_BONES.radius, length } };
}

function humerus(): ColliderInput {
  return {
    kind: 'collider',
    id: 'humerus',
    name: 'Upper arm',
    display: { colour: BONE_COLOUR },
    shape: capsule(ARM_BONES.upper),
    transform: { position: [0, ELBOW + ARM_BONES.upper / 2, 0] },
    friction: 0,
  };
}

function forearm(): RigidBodyInput {
  return {
    kind: 'rigidBody',
    id: 'forearm',
    name: 'Forearm',
    display: { colour: BONE_COLOUR },
    shape: capsule(ARM_BONES.fore),
    transform: { position: [0, ELBOW - ARM_BONES.fore / 2, 0] },
    mass: FOREARM_MASS,
    friction: 0,
  };
}

function ball({ load }: Elbow): RigidBodyInput {
  return {
    kind: 'rigidBody',
    id: 'ball',
    name: 'Ball in the hand',
    display: { colour: '#5a6068', surface: 'metal' },
    shape: { kind: 'registered', type: 'sphere', params: { radius: BALL } },
    transform: { position: [0, ELBOW - ARM_BONES.fore - BALL, 0] },
    mass: load,
  };
}

function joints(): JointInput[] {
  const { damping, stiffness } = HINGE;
  return [
    {
      kind: 'joint',
      id: 'elbow',
      name: 'Elbow',
      body: 'forearm',
      to: 'humerus',
      type: {
        kind: 'hinge',
        limits: { enabled: true, ...RANGE },
        spring: { enabled: true, stiffness, damping },
      },
      position: [0, ELBOW, 0],
      axis: [1, 0, 0],
    },
    {
      kind: 'joint',
      id: 'grip',
      name: 'Grip',
      body: 'ball',
      to: 'forearm',
      type: { kind: 'weld' },
      position: [0, ELBOW - ARM_BONES.fore, 0],
    },
  ];
}

function muscleEntities(muscle: Spindle, { percent, peakStress, activation, frames }: Elbow): EntityInput[] {
  const key = (share: number) => Math.round(1 + share * (frames - 1));
  const curve = keyedCurve(
    [key(BEAT[0]), 0, 'linear'],
    [key(BEAT[1]), activation, 'linear'],
    [key(BEAT[2]), activation, 'linear'],
    [key(BEAT[3]), 0, 'linear'],
  );
  return armMuscle(muscle, ELBOW, { percent, peakStress, activation: curve });
}

export default muscleElbow;
