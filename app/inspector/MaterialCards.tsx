import { useState } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import type { MaterialPreset } from '../../src/protocol/requests/program.ts';
import type { Material } from '../../src/scene/entities/solid.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatQuantity } from '../units/formatNumber.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Popover } from '../ui/Popover.tsx';
import { CardCurveDrawing, useCardCurves } from './CardCurve.tsx';
import type { FormTarget } from './FormTarget.ts';
import { StressPlot } from './StressPlot.tsx';

/** From a field past the labels before it, px: what is compared with the cards stays in sight. */
const PAST_LABELS = 116;

interface MaterialCardsProps {
  readonly target: FormTarget;
  readonly material: Material;
  readonly presets: readonly MaterialPreset[];
}

/** The preset that the material came from; opens cards to choose another, each with what it would do. */
export function MaterialCards({ target, material, presets }: MaterialCardsProps) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<MaterialPreset>();
  const curves = useCardCurves(presets, open);
  const present = presets.find(({ type }) => type === material.preset);
  const custom = present === undefined || !matches(material, present);
  const choose = (preset: MaterialPreset): void => {
    const { type, label: _label, note: _note, plasticity, ...numbers } = preset;
    const text = `Use ${preset.label} for ${target.name}`;
    const material = (before: unknown) => ({ ...(before as Material), ...numbers, params: {}, preset: type });
    target.write(['material'], text, material, text);
    target.write(['plasticity'], text, () => plasticity, text);
    target.endGesture();
    setOpen(false);
  };
  const label = present === undefined ? 'Custom' : custom ? `Custom from ${present.label}` : present.label;
  return (
    <FieldRow
      label="Preset"
      tooltip={{ text: 'Starting values of a real material; every number can be changed afterwards.' }}
    >
      <Popover
        label="Material presets"
        open={open}
        onOpenChange={setOpen}
        side="left"
        sideOffset={PAST_LABELS}
        className="material-popover"
        trigger={
          <button
            type="button"
            className="ui-field ui-select"
            data-size="small"
            aria-label={`Material preset: ${label}`}
          >
            <span className="ui-select-value">{label}</span>
            <ChevronDown aria-hidden />
          </button>
        }
      >
        <div className="material-cards" role="listbox" aria-label="Material presets">
          {presets.map((preset) => (
            <button
              key={preset.type}
              type="button"
              role="option"
              aria-selected={preset === present}
              className="material-card"
              onClick={() => choose(preset)}
              onFocus={() => setShown(preset)}
              onPointerEnter={() => setShown(preset)}
            >
              <span className="material-card-title">
                {preset.label}
                {preset === present && <Check aria-hidden />}
              </span>
              <CardCurveDrawing curve={curves.get(preset.type)} />
              <span className="mono">
                {formatQuantity(preset.youngsModulus, bestUnit('Pa', preset.youngsModulus), 3)} · ν{' '}
                {preset.poissonRatio}
              </span>
              <span className="mono">{preset.density} kg/m³</span>
            </button>
          ))}
        </div>
        <Details preset={shown ?? present} />
      </Popover>
    </FieldRow>
  );
}

function Details({ preset }: { readonly preset: MaterialPreset | undefined }) {
  if (preset === undefined)
    return <p className="material-details">Point at a material to see how it answers to stretch.</p>;
  return (
    <div className="material-details">
      <strong>{preset.label}</strong>
      <p>{preset.note}</p>
      <StressPlot material={{ ...preset, params: {} }} />
    </div>
  );
}

function matches(material: Material, preset: MaterialPreset): boolean {
  return (
    material.model === preset.model &&
    material.density === preset.density &&
    material.youngsModulus === preset.youngsModulus &&
    material.poissonRatio === preset.poissonRatio &&
    material.dampingTime === preset.dampingTime
  );
}
