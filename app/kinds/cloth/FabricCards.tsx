import { useMemo } from 'react';
import type { Cloth } from '../../../src/scene/kinds/cloth.ts';
import { fabricPresets, type FabricPreset } from '../../../src/scene/fabricPresets.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { bendingLength, hangingStrip } from './hangingStrip.ts';
import { PresetCards } from '../../inspector/PresetCards.tsx';

/** The strip that the cards show, m, and units of their drawing per metre. */
const STRIP = 0.05;
const SCALE = 820;
/** Sizes of the drawing; the table is as long as TABLE. */
const [WIDTH, HEIGHT, TABLE, TOP] = [100, 52, 40, 6];

interface FabricCardsProps {
  readonly target: FormTarget;
  readonly cloth: Cloth;
}

/** The fabric that the cloth is; opens cards to choose another, each with how a strip of it hangs over an edge. */
export function FabricCards({ target, cloth }: FabricCardsProps) {
  const present = presentFabric(cloth);
  const choose = ({ label, fabric, friction }: FabricPreset): void => {
    const text = `Use ${label} for ${target.name}`;
    target.write(['fabric'], text, () => ({ ...fabric }), text);
    target.write(['contact', 'friction'], text, () => friction, text);
    target.endGesture();
  };
  return (
    <PresetCards
      presets={fabricPresets}
      present={present}
      value={present?.label ?? 'Custom'}
      name="Fabric"
      title="Fabrics"
      tooltip="Measured values of a fabric. Each of them can be changed afterwards."
      face={({ fabric }) => ({
        drawing: <StripDrawing fabric={fabric} />,
        numbers: [
          `${formatNumber(1000 * fabric.areaDensity, 4)} g/m²`,
          `${formatNumber(fabric.membraneStiffness, 4)} N/m`,
        ],
      })}
      details={(preset) => <Details preset={preset} />}
      onChoose={choose}
    />
  );
}

function Details({ preset }: { readonly preset: FabricPreset | undefined }) {
  if (preset === undefined) {
    return <p className="preset-details">Each drawing shows 5 cm of the fabric over the edge of a table.</p>;
  }
  const { label, note, fabric, friction } = preset;
  return (
    <div className="preset-details">
      <strong>{label}</strong>
      <p>{note}</p>
      <p className="mono">
        bends over {formatNumber(100 * bendingLength(fabric), 2)} cm · {formatNumber(1000 * fabric.thickness, 2)} mm
        between layers · friction {friction}
      </p>
    </div>
  );
}

/** 5 cm of the fabric over the edge of a table, to scale. */
function StripDrawing({ fabric }: { readonly fabric: FabricPreset['fabric'] }) {
  const points = useMemo(() => {
    const strip = hangingStrip(fabric, STRIP);
    const places = [`0,${TOP}`];
    for (let k = 0; k < strip.length; k += 2) {
      places.push(`${(TABLE + SCALE * strip[k]).toFixed(2)},${(TOP - SCALE * strip[k + 1]).toFixed(2)}`);
    }
    return places.join(' ');
  }, [fabric]);
  return (
    <svg className="preset-card-drawing fabric-card-strip" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <path d={`M0 ${TOP + 2}H${TABLE - 1}V${HEIGHT}`} />
      <polyline points={points} />
    </svg>
  );
}

/** The preset that a cloth has all numbers of, whatever its friction. */
export function presentFabric({ fabric }: Cloth): FabricPreset | undefined {
  return fabricPresets.find((preset) =>
    Object.entries(preset.fabric).every(([name, value]) => fabric[name as keyof typeof fabric] === value),
  );
}
