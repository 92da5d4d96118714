import type { Cloth } from './kinds/cloth.ts';

/** Starting values of a cloth, SI. */
export interface FabricPreset {
  readonly type: string;
  readonly label: string;
  readonly fabric: Cloth['fabric'];
  /** Friction coefficient between two layers of the fabric. */
  readonly friction: number;
  readonly note: string;
}

const woven = { poissonRatio: 0.3, warp: 1, weft: 1, dampingTime: 0.002 } as const;

/**
 * Presets from the lightest to the heaviest. Weights are those of the trade. Bending stiffness is 4 rho g c^3 with the bending length c of the cloth (Peirce 1930), about 1 cm for silk, 2 for shirting
 * and suiting, 3 for denim, 4 for canvas. Stretch stiffness is far below that of yarn, so that steps stay cheap: a metre of it hangs less than 1 % longer by its own weight, which is not seen.
 */
export const fabricPresets: readonly FabricPreset[] = [
  {
    type: 'silk',
    label: 'Silk',
    fabric: { ...woven, areaDensity: 0.06, membraneStiffness: 300, bendingStiffness: 2e-6, thickness: 0.002 },
    friction: 0.2,
    note: 'Flows: many small, quick folds. Give it a fine edge.',
  },
  {
    type: 'satin',
    label: 'Satin ribbon',
    fabric: { ...woven, areaDensity: 0.13, membraneStiffness: 600, bendingStiffness: 3e-5, thickness: 0.002 },
    friction: 0.2,
    note: 'Smooth and springy: loops rather than creases.',
  },
  {
    type: 'jersey',
    label: 'Jersey',
    fabric: {
      ...woven,
      areaDensity: 0.18,
      membraneStiffness: 150,
      warp: 2,
      bendingStiffness: 1e-5,
      dampingTime: 0.004,
      thickness: 0.003,
    },
    friction: 0.4,
    note: 'A knit: stretches easily across its grain, hangs heavily.',
  },
  {
    type: 'cotton',
    label: 'Cotton',
    fabric: { ...woven, areaDensity: 0.2, membraneStiffness: 500, bendingStiffness: 5e-5, thickness: 0.003 },
    friction: 0.3,
    note: 'Shirts, sheets, tablecloths. What new cloth is made of.',
  },
  {
    type: 'linen',
    label: 'Linen',
    fabric: { ...woven, areaDensity: 0.22, membraneStiffness: 1000, bendingStiffness: 1.2e-4, thickness: 0.003 },
    friction: 0.3,
    note: 'Crisp: fewer, sharper folds than cotton.',
  },
  {
    type: 'wool',
    label: 'Wool',
    fabric: {
      ...woven,
      areaDensity: 0.3,
      membraneStiffness: 800,
      bendingStiffness: 8e-5,
      dampingTime: 0.004,
      thickness: 0.004,
    },
    friction: 0.45,
    note: 'Suits, capes and coats: calm, round folds.',
  },
  {
    type: 'denim',
    label: 'Denim',
    fabric: { ...woven, areaDensity: 0.4, membraneStiffness: 3000, bendingStiffness: 3e-4, thickness: 0.004 },
    friction: 0.4,
    note: 'Stiff and heavy: few, wide folds.',
  },
  {
    type: 'canvas',
    label: 'Canvas',
    fabric: { ...woven, areaDensity: 0.5, membraneStiffness: 4000, bendingStiffness: 1.2e-3, thickness: 0.004 },
    friction: 0.4,
    note: 'Sails, tents and bags: stands by itself over a hand’s width.',
  },
  {
    type: 'leather',
    label: 'Leather',
    fabric: {
      ...woven,
      areaDensity: 0.9,
      membraneStiffness: 5000,
      poissonRatio: 0.4,
      bendingStiffness: 1.5e-3,
      dampingTime: 0.01,
      thickness: 0.005,
    },
    friction: 0.5,
    note: 'Garment leather of 1 mm: heavy, slow, smooth bends.',
  },
  {
    type: 'rubber-sheet',
    label: 'Rubber sheet',
    fabric: {
      ...woven,
      areaDensity: 1.1,
      membraneStiffness: 1000,
      poissonRatio: 0.45,
      bendingStiffness: 4e-4,
      dampingTime: 0.003,
      thickness: 0.004,
    },
    friction: 0.9,
    note: '1 mm of rubber of 1 MPa: stretches, snaps back, clings.',
  },
];

/** The fabric of a preset; throws for a name that is none. */
export function presetFabric(type: string): Cloth['fabric'] {
  const found = fabricPresets.find((preset) => preset.type === type);
  if (found === undefined) throw new Error(`there is no fabric '${type}'`);
  return found.fabric;
}
