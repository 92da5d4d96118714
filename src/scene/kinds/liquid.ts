import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { keyable, vector } from '../keyable.ts';
import { derives, marked } from '../marks.ts';
import { displayOfLiquid, entityCommon, registeredChoice } from '../properties/common.ts';
import { liquidElasticity } from '../properties/liquidElasticity.ts';
import { liquidSpray } from '../properties/liquidSpray.ts';
import { liquidWhitewater } from '../properties/liquidWhitewater.ts';
import { liquidVortices } from '../properties/liquidVortices.ts';
import type { KindDefinition } from '../Kinds.ts';
import { newEntity, nextColour } from '../newEntity.ts';
import type { Named } from '../uniqueNames.ts';
import { liquidEstimate } from '../liquidCells.ts';
import { liquidSections } from '../statistics/liquidSections.ts';

const wall = (side: string, closed: boolean) =>
  z
    .boolean()
    .default(closed)
    .meta({
      label: side,
      help: `Closes the ${side} side of the box with a wall. Liquid that crosses an open side is removed.`,
    });

/** The box of cells that liquid can be in, in world axes. */
const domain = z.strictObject({
  centre: vector({ unit: 'm', label: 'centre', help: 'Centre of the box that contains the liquid.' }, [0, 0.5, 0]),
  size: vector(
    {
      unit: 'm',
      label: 'size',
      help: 'Size of the box, rounded up to whole cells on its right, upper and front sides. What a region fills up to such a side is filled up to the last cell.',
      min: 1e-4,
      max: 1e4,
    },
    [1, 1, 1],
  ),
  walls: z
    .strictObject({
      left: wall('left', true),
      right: wall('right', true),
      bottom: wall('bottom', true),
      top: wall('top', false),
      back: wall('back', true),
      front: wall('front', true),
    })
    .prefault({}),
});

/** Simulates the liquid by the depth of its columns. */
const shallowWater = z.strictObject({
  kind: z.literal('shallow-water'),
  manning: quantity({
    unit: 's/m^(1/3)',
    label: 'bed roughness',
    help: "Manning's coefficient of the ground, which slows shallow water: smooth concrete 0.012, earth 0.025, a mountain stream 0.05, dense brush 0.1. 0 lets the water slide.",
    symbol: 'n',
    min: 0,
    max: 1,
    softMax: 0.1,
    default: 0.025,
  }),
});

/** Shares of the depth that may be simulated in full detail. */
export const opticalDepths = ['full', '1/2', '1/4', '1/8', '1/16'] as const;

/** How the surface of the liquid is made from its particles. Redone without simulating anything. */
const surface = z.strictObject({
  detail: quantity({
    unit: 'per cell',
    label: 'surface resolution',
    help: 'Number of voxels of the surface mesh along a cell of the liquid. Larger values show finer splashes; twice the value gives four times the triangles.',
    min: 1.4,
    max: 5,
    softMax: 3,
    default: 2,
  }),
  dropletSize: quantity({
    unit: 'cells',
    label: 'droplet radius',
    help: 'Radius of a single particle in the surface mesh. 0.4 puts a level surface where the liquid ends; smaller values make the liquid look thinner.',
    symbol: 'r',
    min: 0.1,
    max: 0.75,
    softMin: 0.25,
    default: 0.4,
  }),
  smoothing: wholeNumber({
    unit: 'passes',
    label: 'smoothing',
    help: 'Number of smoothing passes, which remove the bumps of single particles from the surface mesh and keep its volume.',
    min: 0,
    max: 50,
    softMax: 10,
    default: 3,
  }),
});

/** Water, foam, clay: bodies of liquid tell apart from solids. */
export const liquidColours = ['#4a9fd4', '#58b8a8', '#8f86d8'] as const;

/** A liquid: the box that it stays in, its cells, and what it is made of. Regions fill it, pour into it and drain it. */
export const liquid = z.strictObject({
  kind: z.literal('liquid'),
  ...entityCommon,
  display: displayOfLiquid(liquidColours[0]),
  domain: marked(domain.prefault({}), { geometry: 'place' }),
  cellSize: quantity({
    unit: 'm',
    label: 'cell size',
    help: 'Edge length of the cells. Half the size resolves finer splashes and takes about sixteen times as long.',
    symbol: 'h',
    min: 1e-4,
    max: 100,
    softMin: 0.005,
    softMax: 0.2,
    default: 0.04,
  }),
  density: quantity({
    unit: 'kg/m3',
    label: 'density',
    help: 'Mass per volume: water 1000, oil 900, honey 1400 kg/m³.',
    symbol: 'rho',
    min: 1,
    max: 1e5,
    softMax: 3000,
    default: 1000,
  }),
  viscosity: keyable({
    unit: 'Pa s',
    label: 'viscosity',
    help: 'Resistance to shear: water 0.001, oil 0.1, syrup 2, honey 10, putty 1000. 0 is faster and looks like water; any other value makes the liquid stick to walls and colliders. Keys melt and set it.',
    symbol: 'mu',
    min: 0,
    max: 1e6,
    softMax: 20,
    default: 0,
  }),
  surfaceTension: marked(
    keyable({
      unit: 'N/m',
      label: 'surface tension',
      help: 'Force per length with which the surface contracts, so that drops round off and thin jets break into beads: water 0.072, milk 0.046, mercury 0.48 N/m. It shows in drops and ripples of a few millimetres and needs cells smaller than them; smaller cells take more substeps. 0 leaves it out.',
      symbol: 'sigma',
      min: 0,
      max: 1e4,
      softMax: 0.5,
      default: 0,
    }),
    { counts: (value) => (value === 0 ? undefined : value) },
  ),
  elasticity: liquidElasticity.prefault({}),
  /** How it is simulated; left out, in all three dimensions. */
  method: shallowWater.optional(),
  /** Share of the depth below the surface that cells and particles resolve; below, tall cells do. */
  opticalDepth: z.enum(opticalDepths).default('full').meta({
    label: 'optical depth',
    help: 'Share of the water depth that is simulated in full detail, for deep pools in a closed box. Below it, tall cells carry the bulk motion without particles: 1/4 has about a quarter of the particles and takes about half of the time, and waves are up to 1 % too fast. Splashes that reach deeper than this share look flatter.',
  }),
  /** How it is carried along; left out, by affine particles. */
  transport: marked(z.strictObject(registeredChoice), {
    definition: { of: 'liquidTransports', by: 'type' },
  }).optional(),
  spray: liquidSpray.prefault({}),
  vortices: liquidVortices.prefault({}),
  surface: derives(surface.prefault({})),
  whitewater: derives(liquidWhitewater.prefault({})),
  /** What frames in the cache hold; what the simulation goes on from is always exact. */
  frames: z.enum(['compact', 'exact']).default('compact').meta({
    label: 'frame precision',
    help: 'Compact stores positions with an accuracy of a hundredth of a cell and velocities with that per frame, in less than half the space. Exact stores seven digits; the simulation itself is always exact.',
  }),
});
export type Liquid = z.output<typeof liquid>;

declare module '../Kinds.ts' {
  interface KindMap {
    liquid: typeof liquid;
  }
}

/** A liquid without regions: a tank a metre wide that is open above, standing on the ground. */
export function newLiquid(entities: Named): Liquid {
  return newEntity(liquid, entities, 'Liquid', { display: { colour: nextColour(liquidColours, 'liquid', entities) } });
}

const definition: KindDefinition<'liquid'> = {
  type: 'liquid',
  label: 'liquid',
  plural: 'liquids',
  schema: liquid,
  create: newLiquid,
  liquid: (entity) => entity,
  subjects: () => ['liquid'],
  statistics: liquidSections,
  estimate: liquidEstimate,
};

export default definition;
