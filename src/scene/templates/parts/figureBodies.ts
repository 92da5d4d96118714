import type { Keyable } from '../../keyable.ts';
import type { JointInput, RigidBodyInput } from './EntityInput.ts';

type Point = readonly [number, number, number];

/** A body of the figure: a capsule from one point to another, or a box about the middle between them. Lengths in m, mass in kg. */
export interface FigureBody {
  readonly id: string;
  readonly name: string;
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
  /** Sides of the box. */
  readonly box?: Point;
  readonly mass: number;
  /** How it hangs, if it is not the root: on what, where, and its stiffness as a share of that of hips and knees; a hinge about x with a range, rad, or a ball joint without one. */
  readonly joint?: {
    readonly on: string;
    readonly at: Point;
    readonly share: number;
    readonly range?: readonly [number, number];
  };
}

/** Height of the soles under the ankles, m. */
export const ANKLE = 0.09;
/** Lengths of thigh and shin, m. */
export const THIGH = 0.42;
export const SHIN = 0.41;
const HIP = ANKLE + SHIN + THIGH;
/** Distance of the legs from the middle, m. */
const BESIDE = 0.11;

function leg(side: 1 | -1, which: 'left' | 'right'): FigureBody[] {
  const x = BESIDE * side;
  const name = which === 'left' ? 'Left' : 'Right';
  const knee: Point = [x, ANKLE + SHIN, 0];
  const ankle: Point = [x, ANKLE, 0];
  return [
    {
      id: `${which}-thigh`,
      name: `${name} thigh`,
      from: [x, HIP - 0.05, 0],
      to: knee,
      radius: 0.075,
      mass: 8,
      joint: { on: 'hips', at: [x, HIP, 0], share: 1, range: [-1.6, 0.8] },
    },
    {
      id: `${which}-shin`,
      name: `${name} shin`,
      from: knee,
      to: ankle,
      radius: 0.055,
      mass: 4,
      joint: { on: `${which}-thigh`, at: knee, share: 1, range: [0, 2.2] },
    },
    {
      id: `${which}-foot`,
      name: `${name} foot`,
      from: [x, 0.035, 0.05],
      to: [x, 0.035, 0.05],
      radius: 0.035,
      box: [0.11, 0.07, 0.27],
      mass: 1.2,
      joint: { on: `${which}-shin`, at: ankle, share: 0.6, range: [-0.9, 0.9] },
    },
  ];
}

function arm(side: 1 | -1, which: 'left' | 'right'): FigureBody[] {
  const name = which === 'left' ? 'Left' : 'Right';
  const shoulder: Point = [0.2 * side, 1.4, 0];
  const elbow: Point = [0.29 * side, 1.14, 0];
  return [
    {
      id: `${which}-arm`,
      name: `${name} arm`,
      from: shoulder,
      to: elbow,
      radius: 0.05,
      mass: 2.5,
      joint: { on: 'chest', at: shoulder, share: 0.15, range: [-2.8, 1] },
    },
    {
      id: `${which}-forearm`,
      name: `${name} forearm`,
      from: elbow,
      to: [0.33 * side, 0.9, 0],
      radius: 0.042,
      mass: 1.8,
      joint: { on: `${which}-arm`, at: elbow, share: 0.08, range: [-2.4, 0] },
    },
  ];
}

/** The bodies of a figure of 75 kg that stands at the origin and looks along z, each after what it hangs on; the first is the root. */
export const figureBodies: readonly FigureBody[] = [
  { id: 'hips', name: 'Hips', from: [-0.06, 0.98, 0], to: [0.06, 0.98, 0], radius: 0.11, mass: 12 },
  {
    id: 'chest',
    name: 'Chest',
    from: [0, 1.18, 0],
    to: [0, 1.34, 0],
    radius: 0.14,
    mass: 24,
    joint: { on: 'hips', at: [0, 1.06, 0], share: 0.4 },
  },
  {
    id: 'head',
    name: 'Head',
    from: [0, 1.61, 0.01],
    to: [0, 1.66, 0.01],
    radius: 0.1,
    mass: 4.5,
    joint: { on: 'chest', at: [0, 1.48, 0], share: 0.15 },
  },
  ...arm(1, 'left'),
  ...arm(-1, 'right'),
  ...leg(1, 'left'),
  ...leg(-1, 'right'),
];

/** A body as an entity: it stands where the figure begins. */
export function figureBody({ id, name, from, to, radius, box, mass }: FigureBody, colour: string): RigidBodyInput {
  const along = to.map((x, k) => x - from[k]);
  const length = Math.hypot(...along);
  // The direction with its y component upwards: a capsule is the same both ways.
  const up = length === 0 ? [0, 1, 0] : along.map((x) => (along[1] < 0 ? -x : x) / length);
  return {
    kind: 'rigidBody',
    id,
    name,
    display: { colour },
    shape:
      box === undefined
        ? { kind: 'registered', type: 'capsule', params: { radius, length } }
        : { kind: 'registered', type: 'box', params: { sizeX: box[0], sizeY: box[1], sizeZ: box[2] } },
    transform: {
      position: [0, 1, 2].map((k) => (from[k] + to[k]) / 2) as [number, number, number],
      rotation: [Math.asin(up[2]), 0, Math.atan2(-up[0], up[1])],
    },
    mass,
  };
}

/** How strongly motors hold the figure: stiffness of hips and knees, N m/rad; damping of all over their stiffness, s; largest torque of hips and knees, N m. */
export interface FigureHold {
  readonly stiffness: number;
  readonly damping: number;
  readonly most: number;
}

/** The pose that a joint is pulled to: its angle about x, and that of a ball joint about y, rad. */
export interface FigureTarget {
  readonly bend: Keyable;
  readonly twist: Keyable;
}

/** The joint of a body: the motor of a hinge or the spring of a ball joint pulls it to its target. */
export function figureJoint(
  { id, name, joint }: FigureBody,
  { bend, twist }: FigureTarget,
  hold: FigureHold,
): JointInput[] {
  if (joint === undefined) return [];
  const { on, at, share, range } = joint;
  const stiffness = share * hold.stiffness;
  const pulls = { enabled: true, stiffness, damping: hold.damping * stiffness };
  return [
    {
      kind: 'joint',
      id: `${id}-joint`,
      name: `${name} joint`,
      body: id,
      to: on,
      type:
        range === undefined
          ? { kind: 'ball', spring: { ...pulls, rest: [bend, twist, 0] } }
          : {
              kind: 'hinge',
              limits: { enabled: true, from: range[0], to: range[1] },
              motor: { ...pulls, drive: 'position', target: bend, most: share * hold.most },
            },
      position: [...at],
      axis: range === undefined ? [0, 1, 0] : [1, 0, 0],
    },
  ];
}
