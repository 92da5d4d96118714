import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { rigidBodyColours } from '../kinds/rigidBody.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { RigidBodyInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { tank } from './parts/tank.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the tank. Twice as many take about sixteen times as long.',
    min: 20,
    max: 200,
    default: 48,
  }),
  height: quantity({
    unit: 'm',
    label: 'height',
    help: 'Initial height of the load over the water.',
    min: 0.1,
    max: 5,
    default: 0.35,
  }),
  density: quantity({
    unit: 'kg/m3',
    label: 'density of heavy crates',
    help: 'Density of the two grey crates: above 1000 they sink.',
    min: 50,
    max: 8000,
    default: 1800,
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** Length, height and depth of the tank, and the height of the water, m. */
const TANK = [2.4, 1.5, 1.2] as const;
const LEVEL = 0.6;
/** Edge of a crate, m, and the gap between two. */
const EDGE = 0.3;
const GAP = 0.01;
/** Length, height and depth of the pallet, m. */
const PALLET = [0.9, 0.12, 0.7] as const;
type Vector = [x: number, y: number, z: number];

/** Angle of the load about the depth of the tank, rad, and its velocity, m/s. */
const TILT = 0.6;
const FALLING: Vector = [1.4, -1.5, 0];
/** Densities, kg/m3: of cardboard, planks and the barrel. */
const [CARDBOARD, WOOD, BARREL] = [200, 550, 300] as const;
const [PLANK, BOX, STONE, RUST] = rigidBodyColours;

/** A pallet with crates and what follows it crash into a tank: the light ones float, the heavy ones sink. */
const cratesIntoWater: TemplateDefinition<z.output<typeof params>> = {
  type: 'crates-into-water',
  label: 'Crates into water',
  reference: 'Robinson-Mosher et al. 2008',
  params,
  needsMesh: false,
  create({ cells, height, density, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the load breaks up as it hits the water; light crates, the wooden one and the barrel come up again, grey ones stay below, and one of them holds the pallet down. ' +
        'Must hold: what floats displaces its weight, nothing leaves the tank, and the water keeps its volume.',
      entities: [
        ...tank({ size: TANK, level: LEVEL, cellSize: TANK[0] / cells }),
        ...load(LEVEL + height, density),
        ...followers(LEVEL + height, density),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.4, 1.6, 3.4], target: [0, 0.55, 0] },
      ],
    };
  },
};

function crate(id: string, name: string, density: number, colour: string): RigidBodyInput {
  return {
    kind: 'rigidBody',
    id,
    name,
    display: { colour },
    shape: { kind: 'registered', type: 'box', params: { sizeX: EDGE, sizeY: EDGE, sizeZ: EDGE } },
    density,
  };
}

/** A pallet with four crates, tilted; its lowest corner begins at `bottom`, m. */
function load(bottom: number, heavy: number): RigidBodyInput[] {
  const [length, thickness, depth] = PALLET;
  const pallet: RigidBodyInput = {
    kind: 'rigidBody',
    id: 'pallet',
    name: 'Pallet',
    display: { colour: PLANK },
    shape: { kind: 'registered', type: 'box', params: { sizeX: length, sizeY: thickness, sizeZ: depth } },
    density: WOOD,
  };
  const beside = (EDGE + GAP) / 2;
  const [first, second] = [0, 1].map((row) => thickness / 2 + GAP + EDGE / 2 + row * (EDGE + GAP));
  const placed: [RigidBodyInput, Vector][] = [
    [pallet, [0, 0, 0]],
    [crate('heavy', 'Heavy crate', heavy, STONE), [-beside, first, -0.04]],
    [crate('wooden', 'Wooden crate', WOOD, PLANK), [beside, first, 0.06]],
    [crate('light-1', 'Light crate 1', CARDBOARD, BOX), [-beside, second, 0.05]],
    [crate('light-2', 'Light crate 2', CARDBOARD, BOX), [beside, second, -0.08]],
  ];
  const middle: Vector = [-0.45, bottom + (length / 2) * Math.sin(TILT) + (thickness / 2) * Math.cos(TILT), 0];
  return placed.map(([body, [x, y, z]]) => ({
    ...body,
    transform: {
      position: [
        middle[0] + x * Math.cos(TILT) - y * Math.sin(TILT),
        middle[1] + x * Math.sin(TILT) + y * Math.cos(TILT),
        z,
      ],
      rotation: [0, 0, TILT],
    },
    velocity: FALLING,
  }));
}

/** What falls beside the load and after it. */
function followers(bottom: number, heavy: number): RigidBodyInput[] {
  const thrown = (body: RigidBodyInput, position: Vector, rotation: Vector, velocity: Vector): RigidBodyInput => ({
    ...body,
    transform: { position, rotation },
    velocity,
    angularVelocity: [1, -0.5, 2],
  });
  const barrel: RigidBodyInput = {
    kind: 'rigidBody',
    id: 'barrel',
    name: 'Barrel',
    display: { colour: RUST },
    shape: { kind: 'registered', type: 'cylinder', params: { radius: 0.16, height: 0.44 } },
    density: BARREL,
  };
  return [
    thrown(barrel, [0.75, bottom + 0.4, 0.2], [0.4, 0, 1.2], [-0.8, -1, -0.3]),
    thrown(
      crate('light-3', 'Light crate 3', CARDBOARD, BOX),
      [0.7, bottom + 0.9, -0.25],
      [0.3, 0.7, 0.2],
      [-0.5, -1, 0],
    ),
    thrown(
      crate('heavy-2', 'Heavy crate 2', heavy, STONE),
      [0.25, bottom + 1.7, 0.1],
      [0.6, 0.2, 0.4],
      [-0.6, -1, -0.2],
    ),
  ];
}

export default cratesIntoWater;
