import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { Curve } from '../keyable.ts';
import { rigidBodyColours } from '../kinds/rigidBody.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { RigidBodyInput } from './parts/EntityInput.ts';
import { figureBodies, figureBody, figureJoint } from './parts/figureBodies.ts';
import { floor } from './parts/floor.ts';

import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { walkKeys, type WalkKeys } from './parts/walkKeys.ts';

const params = z.strictObject({
  root: z.enum(['keyed', 'free']).default('keyed').meta({
    label: 'root',
    help: 'Keyed: the hips follow the path of the walk. Free: nothing holds the hips, and the figure stands on its feet by its motors alone.',
  }),
  stiffness: quantity({
    unit: 'N m/rad',
    label: 'stiffness of motors',
    help: 'Torque of the motors of hips and knees per angle that they stay away from their keys; those of other joints are weaker in proportion. Weak motors sag and are pushed aside.',
    symbol: 'k_p',
    min: 10,
    max: 1e5,
    default: 2000,
  }),
  frames: frameCount(109, { min: 37, max: 10_000 }),
});

type Figure = z.output<typeof params>;

/** Damping of motors over their stiffness, s, and largest torque of hips and knees, N m. */
const DAMPING = 0.04;
const MOST = 800;
const FRICTION = 0.6;
/** Edge of a crate, m. */
const CRATE = 0.32;
/** The ball: radius, m; masses, kg, and the way of the figure until it arrives, m; frame in which it is thrown; from how high and far, m; how fast, m/s. */
const BALL = {
  radius: 0.12,
  walking: { mass: 4, way: 1.2 },
  standing: { mass: 1.2 },
  frame: 48,
  height: 1.3,
  distance: 3.3,
  velocity: [0, 2.4, -6.5] as [number, number, number],
};

/** A figure of rigid bodies whose joints have motors that pull to keyed angles: proportional-derivative control of an articulated body. */
const keyedFigure: TemplateDefinition<Figure> = {
  type: 'keyed-figure',
  label: 'Figure walks its keys',
  reference: 'Shinar et al. 2008',
  params,
  needsMesh: false,
  create(figure, request) {
    const { frames, root, stiffness } = figure;
    const walks = root === 'keyed';
    const walk = walkKeys(frames);
    return {
      ...newShot(request, frames),
      notes:
        (walks
          ? 'Look at: the hips follow their keys, motors and springs pull twelve joints to a keyed pose: the figure walks, kicks crates aside, gives way to a ball and recovers. '
          : 'Look at: motors alone keep the figure on its feet; a ball hits it, it sways and stands again. ') +
        'Must hold: joints open by less than .01 mm; but for what the ball hits, each joint is within 4 degrees of its keys.',
      entities: [
        ...figureBodies.map((body) => {
          const entity = { ...figureBody(body, body.joint === undefined ? '#5d7fa8' : '#c9b08a'), friction: FRICTION };
          return walks && body.joint === undefined ? { ...entity, ...onKeys(entity, walk, frames) } : entity;
        }),
        ...figureBodies.flatMap((body) =>
          figureJoint(
            body,
            { bend: (walks && walk.angles.get(body.id)) || 0, twist: (walks && walk.twists.get(body.id)) || 0 },
            { stiffness, damping: DAMPING, most: MOST },
          ),
        ),
        ...(walks ? crates() : []),
        ball(walks),
        floor(FRICTION),
        {
          kind: 'camera',
          id: 'camera',
          name: 'Camera',
          position: walks ? [3.2, 1.5, 3.3] : [2.6, 1.3, 1.6],
          target: [0, 0.8, walks ? 1.2 : 0.4],
        },
      ],
    };
  },
};

/** The root follows keys for the whole shot. */
function onKeys({ transform }: RigidBodyInput, { height, way }: WalkKeys, frames: number): Partial<RigidBodyInput> {
  const [x, y, z] = transform!.position as [number, number, number];
  const raised = ({ keys }: Curve, by: number) => ({ keys: keys.map((key) => ({ ...key, value: by + key.value })) });
  return { transform: { ...transform, position: [x, raised(height, y), raised(way, z)] }, releaseFrame: frames };
}

/** A ball that is thrown at the chest of the figure. */
function ball(walks: boolean): RigidBodyInput {
  const { radius, walking, standing, frame, height, distance, velocity } = BALL;
  return {
    kind: 'rigidBody',
    id: 'ball',
    name: 'Ball',
    display: { colour: '#b5483f', surface: 'rubber' },
    shape: { kind: 'registered', type: 'sphere', params: { radius } },
    transform: { position: [0, height, distance + (walks ? walking.way : 0)] },
    releaseFrame: frame,
    mass: walks ? walking.mass : standing.mass,
    restitution: 0.4,
    velocity,
  };
}

function crates(): RigidBodyInput[] {
  const places = [
    [0.16, 0, 1.05],
    [-0.2, 0, 1.09],
    [0, 1, 1.07],
  ];
  return places.map(([x, row, z], k) => ({
    kind: 'rigidBody',
    id: `crate-${k + 1}`,
    name: `Crate ${k + 1}`,
    display: { colour: rigidBodyColours[k] },
    shape: { kind: 'registered', type: 'box', params: { sizeX: CRATE, sizeY: CRATE, sizeZ: CRATE } },
    transform: { position: [x, CRATE * (row + 0.5), z], rotation: [0, 0.1 * k, 0] },
    mass: 2,
    friction: 0.4,
  }));
}

export default keyedFigure;
