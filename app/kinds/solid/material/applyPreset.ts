import type { MaterialPreset } from '../../../../src/protocol/requests/program.ts';
import type { Material } from '../../../../src/scene/properties/material.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';

/** Gives what is edited the numbers of a preset and the plasticity that belongs to them; edits of `gesture` that follow are of the same step of undo. */
export function applyPreset(target: FormTarget, preset: MaterialPreset, gesture: string): void {
  const { type, label: _label, note: _note, plasticity, ...numbers } = preset;
  const material = (before: unknown) => ({
    ...(before as Material),
    ...numbers,
    massDamping: 0,
    params: {},
    preset: type,
  });
  target.write(['material'], gesture, material, gesture);
  target.write(['plasticity'], gesture, () => plasticity, gesture);
}
