import { useMemo } from 'react';
import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import { liquidPresets, type LiquidPreset } from '../../../src/scene/liquidPresets.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PresetCards } from '../../inspector/PresetCards.tsx';
import { formatNumber } from '../../units/formatNumber.ts';
import { presentLiquid, presetChanges } from './liquidPresetChanges.ts';
import { pouredHeap } from './pouredHeap.ts';

/** What the cards show: a litre, a second after it was poured; half the width that is drawn, m. */
const [VOLUME, SECONDS, HALF_WIDTH] = [0.001, 1, 0.24];
/** Units of the drawing per metre, and its size. */
const [SCALE, WIDTH, HEIGHT, GROUND] = [200, 96, 28, 24];

interface LiquidPresetCardsProps {
  readonly target: FormTarget;
  readonly liquid: Liquid;
}

/** What the liquid is made of; opens cards to choose something else, each with how far it spreads. */
export function LiquidPresetCards({ target, liquid }: LiquidPresetCardsProps) {
  const present = presentLiquid(liquid);
  const choose = (preset: LiquidPreset): void => {
    const text = `Use ${preset.label} for ${target.name}`;
    for (const [name, value] of Object.entries(presetChanges(liquid, preset))) {
      target.write([name], text, () => value, text);
    }
    target.endGesture();
  };
  return (
    <PresetCards
      presets={liquidPresets}
      present={present}
      value={present?.label ?? 'Custom'}
      name="Substance"
      title="Substances"
      tooltip="Density, viscosity, elasticity and colour of a substance. Each can be changed afterwards."
      face={(preset) => ({ drawing: <HeapDrawing preset={preset} />, numbers: numbersOf(preset) })}
      details={(preset) => <Details preset={preset} />}
      onChoose={choose}
    />
  );
}

function numbersOf({ viscosity, elasticity }: LiquidPreset): string[] {
  const { shearModulus } = elasticity;
  return [
    viscosity === 0 ? 'no viscosity' : `${formatNumber(viscosity, 3)} Pa s`,
    shearModulus === 0 ? 'not elastic' : `G ${formatNumber(shearModulus, 3)} Pa`,
  ];
}

function Details({ preset }: { readonly preset: LiquidPreset | undefined }) {
  if (preset === undefined) {
    return <p className="preset-details">Each drawing shows a litre of it, a second after it was poured.</p>;
  }
  const { label, note, density, elasticity } = preset;
  const { shearModulus, flowRate, yieldStrain } = elasticity;
  return (
    <div className="preset-details">
      <strong>{label}</strong>
      <p>{note}</p>
      <p className="mono">
        {formatNumber(density, 4)} kg/m³
        {shearModulus > 0 && ` · ${flowRate > 0 ? `forgets ${flowRate} 1/s` : 'forgets nothing'}`}
        {flowRate > 0 && yieldStrain > 0 && ` · yields at ${formatNumber(shearModulus * yieldStrain, 3)} Pa`}
      </p>
    </div>
  );
}

/** A heap on the ground, to scale; what is wider than the card goes on beyond it. */
function HeapDrawing({ preset }: { readonly preset: LiquidPreset }) {
  const points = useMemo(() => {
    const heap = pouredHeap(preset, VOLUME, SECONDS);
    const right: string[] = [];
    const left: string[] = [];
    for (let k = 0; k < heap.length; k += 2) {
      const x = Math.min(heap[k], HALF_WIDTH) * SCALE;
      const y = (GROUND - heap[k + 1] * SCALE).toFixed(2);
      right.push(`${(WIDTH / 2 + x).toFixed(2)},${y}`);
      left.unshift(`${(WIDTH / 2 - x).toFixed(2)},${y}`);
    }
    return [...left, ...right].join(' ');
  }, [preset]);
  return (
    <svg className="preset-card-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polygon points={points} style={{ fill: preset.display.colour, stroke: 'none' }} />
      <path d={`M0 ${GROUND}H${WIDTH}`} />
    </svg>
  );
}
