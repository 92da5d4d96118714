import { cpus, totalmem } from 'node:os';
import { METRES } from '../../io/axes.ts';
import { EXPORT_PRESETS } from '../../io/exportPresets.ts';
import { solidPresets } from '../../materials/presets.ts';
import type { RequestResult } from '../../protocol/requests.ts';
import { presetPlasticity } from '../../scene/presetMaterial.ts';
import { definitionInfos } from './definitionInfo.ts';

/** The catalogue of the program and what it runs on. */
export function programInfo(machine: {
  readonly threads: number;
  readonly backend: string;
}): RequestResult<'catalogue'> {
  return {
    definitions: definitionInfos(),
    materialPresets: solidPresets.map(
      ({ type, label, model, density, youngsModulus, poissonRatio, dampingTime, note }) => ({
        type,
        label,
        model,
        density,
        youngsModulus,
        poissonRatio,
        dampingTime,
        note,
        plasticity: presetPlasticity(type),
      }),
    ),
    exportPresets: EXPORT_PRESETS.map(({ type, label, help, unit, up }) => ({
      type,
      label,
      help,
      metresPerUnit: METRES[unit],
      upAxis: up,
    })),
    machine: { cores: Math.max(1, cpus().length), memoryBytes: totalmem(), ...machine },
  };
}
