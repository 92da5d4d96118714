import type { RigidBodyInput } from '../../../src/scene/templates/parts/EntityInput.ts';
import { shot } from './SweepShot.ts';

const body = (id: string, x: number): RigidBodyInput => ({
  kind: 'rigidBody',
  id,
  shape: { kind: 'registered', type: 'box', params: { sizeX: 0.3, sizeY: 0.1, sizeZ: 0.1 } },
  transform: { position: [x, 0.6, 0] },
  density: 300,
  angularVelocity: [3, 1, 2],
});

const limits = (from: number, to: number) => ({ enabled: true, from, to });
const motor = {
  enabled: true,
  speed: {
    keys: [
      { frame: 1, value: 2 },
      { frame: 2, value: 4 },
    ],
  },
  most: 0.4,
};

/** Rigid bodies on joints of every type: with springs, with motors to a speed and to a target, at their limits, and one that breaks. */
export const jointed = shot(
  'joints',
  [
    body('arm', 0),
    body('hand', 0.3),
    body('drawer', 0.6),
    body('sign', 0.9),
    body('door', 2),
    body('lift', 3),
    {
      kind: 'joint',
      id: 'shoulder',
      body: 'arm',
      type: {
        kind: 'ball',
        limits: { enabled: true, cone: 0.06, twist: 0.04 },
        spring: { enabled: true, stiffness: 20, damping: 0.2, rest: [0.1, 0.2, 0] },
      },
      position: [-0.15, 0.6, 0],
      axis: [1, 0.1, 0],
    },
    {
      kind: 'joint',
      id: 'wrist',
      body: 'hand',
      to: 'arm',
      type: { kind: 'hinge', limits: limits(-0.02, 0.03), motor, spring: { enabled: true, rest: 0.2 } },
      position: [0.15, 0.6, 0],
      axis: [0, 0, 1],
    },
    {
      kind: 'joint',
      id: 'rail',
      body: 'drawer',
      to: 'hand',
      type: {
        kind: 'slider',
        limits: limits(-0.01, 0.01),
        spring: { enabled: true, rest: 0.1 },
        motor: { enabled: true, drive: 'position', target: 0.05, stiffness: 60, damping: 10, most: 3 },
      },
      position: [0.6, 0.6, 0],
      axis: [0.2, 1, 0],
      collide: true,
    },
    {
      kind: 'joint',
      id: 'nail',
      body: 'sign',
      to: 'drawer',
      type: { kind: 'weld' },
      position: [0.75, 0.6, 0],
      breaking: { enabled: true, force: 12, torque: 0.7 },
    },
    {
      kind: 'joint',
      id: 'closer',
      body: 'door',
      type: {
        kind: 'hinge',
        motor: { enabled: true, drive: 'position', target: 0.3, stiffness: 2, damping: 0.1, most: 3 },
      },
      position: [1.85, 0.6, 0],
      axis: [0, 0, 1],
    },
    {
      kind: 'joint',
      id: 'hoist',
      body: 'lift',
      type: { kind: 'slider', motor: { enabled: true, speed: 0.5, most: 20 } },
      position: [3, 0.6, 0],
      axis: [0, 1, 0],
    },
  ],
  2,
);
