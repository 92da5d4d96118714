import { floor, shot } from './SweepShot.ts';

/** Rigid bodies of a ball and of a box, one of them keyed at first. */
export const rigid = shot(
  'rigid bodies',
  [
    {
      kind: 'rigidBody',
      id: 'crate',
      display: { surface: 'metal', roughness: 0.4 },
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.4, sizeY: 0.4, sizeZ: 0.4 } },
      transform: { position: [0, 0.22, 0], rotation: [0.05, 0.1, 0.02] },
      density: 400,
      friction: 0.4,
      restitution: 0.3,
      velocity: [0.5, -0.3, 0.1],
      angularVelocity: [0.4, 0.2, 0.1],
    },
    {
      kind: 'rigidBody',
      id: 'lid',
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.4, sizeY: 0.1, sizeZ: 0.4 } },
      transform: {
        position: [
          {
            keys: [
              { frame: 1, value: 0.05 },
              { frame: 4, value: 0.08 },
            ],
          },
          0.48,
          0.02,
        ],
      },
      releaseFrame: 2,
      mass: 3,
      friction: 0.6,
    },
    floor,
  ],
  4,
);

/** A crate that stands long enough to sleep where it may. */
export const resting = shot(
  'a rigid body at rest',
  [
    {
      kind: 'rigidBody',
      id: 'crate',
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.4, sizeY: 0.4, sizeZ: 0.4 } },
      transform: { position: [0, 0.2, 0] },
    },
    { kind: 'collider', id: 'ground', shape: { kind: 'registered', type: 'plane' } },
  ],
  14,
  { physics: { rigidSleep: 'large' } },
);
