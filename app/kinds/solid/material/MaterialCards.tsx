import { useState } from 'react';
import type { MaterialPreset } from '../../../../src/protocol/requests/program.ts';
import type { Material } from '../../../../src/scene/properties/material.ts';
import { bestUnit } from '../../../units/displayUnits.ts';
import { formatQuantity } from '../../../units/formatNumber.ts';
import { CardCurveDrawing, useCardCurves } from './CardCurve.tsx';
import { applyPreset } from './applyPreset.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';
import { PresetCards } from '../../../inspector/PresetCards.tsx';
import { StressPlot } from './StressPlot.tsx';

interface MaterialCardsProps {
  readonly target: FormTarget;
  readonly material: Material;
  readonly presets: readonly MaterialPreset[];
}

/** The preset that the material came from; opens cards to choose another, each with what it would do. */
export function MaterialCards({ target, material, presets }: MaterialCardsProps) {
  const [open, setOpen] = useState(false);
  const curves = useCardCurves(presets, open);
  const present = presets.find(({ type }) => type === material.preset);
  const choose = (preset: MaterialPreset): void => {
    applyPreset(target, preset, `Use ${preset.label} for ${target.name}`);
    target.endGesture();
  };
  return (
    <PresetCards
      presets={presets}
      present={present}
      value={presetLabel(material, present)}
      name="Material preset"
      title="Material presets"
      tooltip="Measured values of a material. Each of them can be changed afterwards."
      face={({ type, youngsModulus, poissonRatio, density }) => ({
        drawing: <CardCurveDrawing curve={curves.get(type)} />,
        numbers: [
          `${formatQuantity(youngsModulus, bestUnit('Pa', youngsModulus), 3)} · ν ${poissonRatio}`,
          `${density} kg/m³`,
        ],
      })}
      details={(preset) => <Details preset={preset} />}
      onChoose={choose}
      onOpenChange={setOpen}
    />
  );
}

function Details({ preset }: { readonly preset: MaterialPreset | undefined }) {
  if (preset === undefined)
    return <p className="material-details">Point at a material to see its stress under stretch.</p>;
  return (
    <div className="material-details">
      <strong>{preset.label}</strong>
      <p>{preset.note}</p>
      <StressPlot material={{ ...preset, params: {} }} />
    </div>
  );
}

function presetLabel(material: Material, present: MaterialPreset | undefined): string {
  if (present === undefined) return 'Custom';
  return matches(material, present) ? present.label : `Custom from ${present.label}`;
}

function matches(material: Material, preset: MaterialPreset): boolean {
  return (
    material.model === preset.model &&
    material.density === preset.density &&
    material.youngsModulus === preset.youngsModulus &&
    material.poissonRatio === preset.poissonRatio &&
    material.dampingTime === preset.dampingTime &&
    material.massDamping === 0
  );
}
