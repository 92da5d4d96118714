import type { Colouring } from '../../state/viewStore.ts';

export interface ColouringInfo {
  readonly label: string;
  /** What the number is, for the legend. */
  readonly detail: string;
  /** What both are called in a shot of nothing but cloth, where that differs. */
  readonly ofCloth?: { readonly label: string; readonly detail: string };
  /** SI unit; `%` for ratios that are shown in percent. */
  readonly unit: string;
  /** How limits are chosen: around zero, from zero, or always the same. */
  readonly limits: 'symmetric' | 'from-zero' | readonly [number, number];
}

/** What can be shown by colour. */
export const colouringInfo: Readonly<Record<Colouring, ColouringInfo>> = {
  surface: { label: 'Surface', detail: '', unit: '', limits: [0, 1] },
  volumeChange: {
    label: 'Volume change',
    detail: 'J − 1, per element',
    ofCloth: { label: 'Area change', detail: 'against rest, per triangle' },
    unit: '%',
    limits: 'symmetric',
  },
  vonMises: { label: 'von Mises stress', detail: 'Cauchy, per element', unit: 'Pa', limits: 'from-zero' },
  plasticStrain: { label: 'Plastic strain', detail: 'deformed for good, |log Fp|', unit: '', limits: 'from-zero' },
  goalDistance: { label: 'Distance to goal', detail: 'of the plastic strain', unit: '', limits: 'from-zero' },
  fibreStretch: { label: 'Fibre stretch', detail: '1 at rest, below 1 shortened', unit: '', limits: [0.5, 1.5] },
  fibreTension: { label: 'Fibre tension', detail: 'per area at rest', unit: 'Pa', limits: 'from-zero' },
  speed: { label: 'Speed', detail: '|v|, per vertex', unit: 'm/s', limits: 'from-zero' },
  quality: { label: 'Element quality', detail: 'mean ratio, 1 is regular', unit: '', limits: [0, 1] },
  inverted: { label: 'Inverted elements', detail: 'turned inside out', unit: '', limits: [0, 1] },
};
