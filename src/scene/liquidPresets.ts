import { largestKey } from './curves.ts';
import type { Liquid } from './kinds/liquid.ts';

/** Starting values of a liquid, SI, and how it looks. */
export interface LiquidPreset {
  readonly type: string;
  readonly label: string;
  readonly density: number;
  readonly viscosity: number;
  readonly elasticity: Readonly<Record<keyof Liquid['elasticity'], number>>;
  readonly display: Pick<Liquid['display'], 'colour' | 'turbidity'>;
  readonly note: string;
}

const inelastic = { shearModulus: 0, flowRate: 0, yieldStrain: 0.1 } as const;
/** The largest turbidity: bright colours still let light through. */
const MURKIEST = 20;

/**
 * Presets from the thinnest to the stiffest. Densities and viscosities are those of tables at the temperature at which each is poured; the yield stress, shear modulus times yield strain, is about 10 Pa for
 * chocolate, 60 for mud, 150 for toothpaste and 500 for lava. Moduli are lower than measured ones where those would take many substeps: how far something springs back below its yield stress is hardly seen.
 */
export const liquidPresets: readonly LiquidPreset[] = [
  {
    type: 'water',
    label: 'Water',
    density: 1000,
    viscosity: 0,
    elasticity: inelastic,
    display: { colour: '#4a9fd4' },
    note: 'Splashes and never sticks. What new liquids are.',
  },
  {
    type: 'oil',
    label: 'Olive oil',
    density: 915,
    viscosity: 0.08,
    elasticity: inelastic,
    display: { colour: '#c9b13a', turbidity: 2 },
    note: 'Runs quickly, with smooth waves and few drops.',
  },
  {
    type: 'egg-white',
    label: 'Egg white',
    density: 1035,
    viscosity: 0.3,
    elasticity: { shearModulus: 40, flowRate: 5, yieldStrain: 0 },
    display: { colour: '#e8e0bd', turbidity: 1.5 },
    note: 'Runs, draws back a little, and hangs together.',
  },
  {
    type: 'chocolate',
    label: 'Chocolate',
    density: 1270,
    viscosity: 2.5,
    elasticity: { shearModulus: 100, flowRate: 60, yieldStrain: 0.1 },
    display: { colour: '#5b3422', turbidity: MURKIEST },
    note: 'Melted, at 40 °C: coats what it runs over, and its ribbons stay for a moment.',
  },
  {
    type: 'honey',
    label: 'Honey',
    density: 1420,
    viscosity: 10,
    elasticity: inelastic,
    display: { colour: '#d9962b', turbidity: 4 },
    note: 'Thick threads that coil and sink in slowly.',
  },
  {
    type: 'mud',
    label: 'Mud',
    density: 1600,
    viscosity: 5,
    elasticity: { shearModulus: 400, flowRate: 80, yieldStrain: 0.15 },
    display: { colour: '#6b533b', turbidity: MURKIEST },
    note: 'Runs down steep slopes and stops on flat ground, a hand high.',
  },
  {
    type: 'jelly',
    label: 'Jelly',
    density: 1030,
    viscosity: 1,
    elasticity: { shearModulus: 2500, flowRate: 0, yieldStrain: 0.1 },
    display: { colour: '#c8434f', turbidity: 4 },
    note: 'Wobbles and comes back to the shape that it was filled in with.',
  },
  {
    type: 'toothpaste',
    label: 'Toothpaste',
    density: 1300,
    viscosity: 10,
    elasticity: { shearModulus: 1000, flowRate: 100, yieldStrain: 0.15 },
    display: { colour: '#7fc4c9', turbidity: MURKIEST },
    note: 'Keeps each shape that it is pressed into. Also cream, icing and putty.',
  },
  {
    type: 'lava',
    label: 'Lava',
    density: 2700,
    viscosity: 300,
    elasticity: { shearModulus: 4000, flowRate: 50, yieldStrain: 0.125 },
    display: { colour: '#d8481c', turbidity: MURKIEST },
    note: 'Basalt at 1150 °C: creeps in lobes that pile up. For flows of metres and more.',
  },
];

/** Whether a liquid ever resists shear: it needs cells in three dimensions, in full detail. */
export function isThick({ viscosity, elasticity }: Pick<Liquid, 'viscosity' | 'elasticity'>): boolean {
  return largestKey(viscosity) > 0 || largestKey(elasticity.shearModulus) > 0;
}
