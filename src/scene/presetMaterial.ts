import { constitutiveModels } from '../materials/ConstitutiveModel.ts';
import { solidPresets } from '../materials/presets.ts';
import type { Plasticity } from './properties/plasticity.ts';
import type { Material } from './properties/material.ts';

/** The material of a registered preset as a document holds it, whole; undefined where there is no such preset. */
export function presetMaterial(type: string | undefined): Material | undefined {
  const found = solidPresets.find((preset) => preset.type === type);
  if (found === undefined) return undefined;
  const { model, density, youngsModulus, poissonRatio, dampingTime } = found;
  const params = constitutiveModels.get(model).params.parse({}) as Material['params'];
  return { preset: found.type, model, params, density, youngsModulus, poissonRatio, dampingTime, massDamping: 0 };
}

/** The plasticity of a registered preset with a stretch limit that suits most; undefined where it springs back, or there is no such preset. */
export function presetPlasticity(type: string | undefined): Plasticity | undefined {
  const found = solidPresets.find((preset) => preset.type === type)?.plasticity;
  return found && { law: found.law, params: { ...found.params }, stretchLimit: PRESET_STRETCH_LIMIT };
}

const PRESET_STRETCH_LIMIT = 4;
