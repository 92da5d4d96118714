import { dampingRatio, type RayleighDamping } from '../../../../src/scene/rayleighDamping.ts';

/** Frequencies of a slow sway, a wobble and a shiver, Hz. */
const FREQUENCIES = [1, 5, 25];

/** The damping ratio, which the two coefficients mean together, of modes at a few frequencies; 100 % is critical. */
export function DampingRatios({ material }: { readonly material: RayleighDamping }) {
  return (
    <p className="linked-constants mono" aria-label="Damping ratios">
      {FREQUENCIES.map((frequency) => (
        <span key={frequency}>
          <i>ζ</i> {percent(dampingRatio(material, frequency))} at {frequency} Hz
        </span>
      ))}
    </p>
  );
}

/** Two significant digits, in percent. */
function percent(ratio: number): string {
  return `${Number((100 * ratio).toPrecision(2))} %`;
}
