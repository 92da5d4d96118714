import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { ARM_BONES, armMuscle, biceps, BONE_COLOUR, brachialis } from './parts/arm.ts';
import type { ColliderInput, EntityInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import type { Spindle } from './parts/spindle.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(3.5, ': 2.5 gives 9000 elements per muscle'),
  flexion: quantity({
    unit: 'rad',
    label: 'flexion',
    help: 'Angle of the elbow in the middle of the shot.',
    min: 0,
    max: 2.2,
    default: 1.6,
  }),
  peakStress: quantity({
    unit: 'Pa',
    label: 'peak stress',
    help: 'Largest tension of the fibres. Larger values shorten and thicken the muscles that bend the arm.',
    min: 0,
    max: 1e6,
    softMax: 3e5,
    default: 1e5,
  }),
  frames: frameCount(96, { min: 24, max: 10_000 }),
});

type Arm = z.output<typeof params>;

/** Height of the elbow over the ground, m. */
const ELBOW = 0.28;
/** A muscle of the arm, heights over the elbow. */
interface ArmMuscle extends Spindle {
  /** Activation while the arm bends and while it stretches again. */
  readonly bending: number;
  readonly stretching: number;
}

const MUSCLES: readonly ArmMuscle[] = [
  { ...biceps, bending: 0.8, stretching: 0 },
  { ...brachialis, bending: 0.8, stretching: 0 },
  {
    id: 'triceps',
    name: 'Triceps',
    at: [0, -0.042],
    high: 0.27,
    low: 0.005,
    thickness: 0.046,
    bending: 0,
    stretching: 0.6,
    colour: '#c26a66',
  },
];

/** Frames at which the arm begins to bend, is bent, begins to stretch and is straight again, as shares of the shot. */
const BEAT = [0.08, 0.42, 0.58, 0.92] as const;

/** Two keyed bones and three muscles that are attached to them: those that shorten tense and bulge. */
const muscleArm: TemplateDefinition<Arm> = {
  type: 'muscle-arm',
  label: 'Muscles of an arm',
  reference: 'Irving 2007, figure 2.4',
  params,
  needsMesh: false,
  create(arm, request) {
    return {
      ...newShot(request, arm.frames),
      notes:
        'Look at: the muscles in front bulge as the arm flexes, and the one behind as it extends. ' +
        'Must hold: every muscle keeps its volume within 2 %; elements that invert recover.',
      physics: { gravity: [0, -9.81, 0] },
      entities: [
        bone('humerus', 'Upper arm', ARM_BONES.upper, { position: [0, ELBOW + ARM_BONES.upper / 2, 0] }),
        bone('forearm', 'Forearm', ARM_BONES.fore, forearmMotion(arm)),
        ...MUSCLES.flatMap((muscle) => muscleEntities(muscle, arm)),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.85, 0.5, 0.5], target: [0, 0.3, 0.06] },
      ],
    };
  },
};

function bone(id: string, name: string, length: number, transform: ColliderInput['transform']): ColliderInput {
  const shape = { kind: 'registered' as const, type: 'capsule', params: { radius: ARM_BONES.radius, length } };
  return { kind: 'collider', id, name, shape, transform, friction: 0, display: { colour: BONE_COLOUR } };
}

/** The forearm hangs from the elbow and swings to the front; its middle goes round the elbow, a key per frame. */
function forearmMotion({ flexion, frames }: Arm): ColliderInput['transform'] {
  const angles = Array.from({ length: frames }, (_, k) => flexion * bend(k / (frames - 1)));
  const curve = (value: (angle: number) => number) =>
    keyedCurve(...angles.map((angle, k) => [1 + k, value(angle), 'linear'] as const));
  const half = ARM_BONES.fore / 2;
  return {
    position: [0, curve((angle) => ELBOW - half * Math.cos(angle)), curve((angle) => half * Math.sin(angle))],
    rotation: [curve((angle) => -angle), 0, 0],
  };
}

/** How far the arm is bent, 0 to 1, at a share of the shot. */
function bend(t: number): number {
  const rise = smooth((t - BEAT[0]) / (BEAT[1] - BEAT[0]));
  return rise - smooth((t - BEAT[2]) / (BEAT[3] - BEAT[2]));
}

function smooth(t: number): number {
  const x = Math.min(Math.max(t, 0), 1);
  return x * x * (3 - 2 * x);
}

/** A muscle with the pins that attach it to the bones. */
function muscleEntities(muscle: ArmMuscle, { percent, peakStress, frames }: Arm): EntityInput[] {
  const { bending, stretching } = muscle;
  const key = (share: number) => Math.round(1 + share * (frames - 1));
  const activation = keyedCurve(
    [key(BEAT[0]), 0, 'linear'],
    [key(BEAT[1]), bending, 'linear'],
    [key(BEAT[2]), bending, 'linear'],
    [key((BEAT[2] + BEAT[3]) / 2), stretching, 'linear'],
    [key(BEAT[3]), 0, 'linear'],
  );
  return armMuscle(muscle, ELBOW, { percent, peakStress, activation });
}

export default muscleArm;
