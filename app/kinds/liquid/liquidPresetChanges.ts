import { liquidColours, type Liquid } from '../../../src/scene/kinds/liquid.ts';
import { isThick, liquidPresets, type LiquidPreset } from '../../../src/scene/liquidPresets.ts';

type Changed = 'density' | 'viscosity' | 'elasticity' | 'display' | 'opticalDepth';

/** The preset that a liquid has all numbers of, whatever its colour. */
export function presentLiquid({ density, viscosity, elasticity }: Liquid): LiquidPreset | undefined {
  return liquidPresets.find(
    (preset) =>
      preset.density === density && preset.viscosity === viscosity && flowsAlike(preset.elasticity, elasticity),
  );
}

/** What a preset makes of a liquid. Its looks change where they are those of a new liquid or of another preset, and stay where the artist chose them. */
export function presetChanges(liquid: Liquid, preset: LiquidPreset): Pick<Liquid, Changed> {
  const { density, viscosity, elasticity } = preset;
  return {
    density,
    viscosity,
    elasticity: { ...elasticity },
    display: hasOwnLooks(liquid) ? liquid.display : { ...liquid.display, ...looks(preset) },
    // Tall cells are for water.
    opticalDepth: isThick(preset) ? 'full' : liquid.opticalDepth,
  };
}

function looks({ display: { colour, turbidity } }: LiquidPreset): Pick<Liquid['display'], 'colour' | 'turbidity'> {
  return { colour, turbidity };
}

function hasOwnLooks({ display: { colour, turbidity } }: Liquid): boolean {
  const isNew = liquidColours.some((known) => known === colour) && turbidity === undefined;
  return !isNew && !liquidPresets.some(({ display }) => display.colour === colour && display.turbidity === turbidity);
}

/** Whether two elasticities are the same to the simulation: without a modulus nothing flows, without a flow rate nothing yields. */
function flowsAlike(one: Liquid['elasticity'], other: Liquid['elasticity']): boolean {
  if (one.shearModulus !== other.shearModulus) return false;
  if (one.shearModulus === 0) return true;
  if (one.flowRate !== other.flowRate) return false;
  return one.flowRate === 0 || one.yieldStrain === other.yieldStrain;
}
