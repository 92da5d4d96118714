import { z } from 'zod';
import { quantity, wholeNumber } from '../../../base/quantities.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** How fine a body is filled; `hint` says what the share gives. */
export function edgePercent(value: number, hint = '', { min, max }: Range = { min: 0.5, max: 20 }) {
  const help = `Long edge of the elements as a share of the bounding-box diagonal${hint}.`;
  return quantity({ unit: '%', label: 'edge length', help, min, max, default: value });
}

/** How fine a liquid in a box of 1 m is; `figure`: as many as that of the paper has. */
export function cellsAlong(value: number, figure: number) {
  const help = `Number of cells along the box of 1 m. ${figure} is that of the figure; half as many take about a sixteenth of the time.`;
  return quantity({ unit: '', label: 'cells', help, min: 16, max: 200, default: value });
}

/** How fine liquids in tanks of equal size are. */
export function cellsOfTanks(value: number) {
  const help = 'Number of cells along each tank. Twice as many take about sixteen times as long.';
  return quantity({ unit: '', label: 'cells', help, min: 12, max: 200, default: value });
}

/** How long the shot is, in frames; `hint` says what happens in them. */
export function frameCount(value: number, { min, max }: Range, hint = '') {
  const help = `Frames of the shot: frame 1 is the start pose, ${value} are frames 1 to ${value}${hint}.`;
  return wholeNumber({ unit: '', label: 'frames', help, min, max, default: value });
}

/** Young's modulus of a soft body; `help` says what softer and firmer ones do. */
export function firmness(value: number, help: string) {
  return quantity({ unit: 'Pa', label: "Young's modulus", help, symbol: 'E', min: 1e3, max: 1e8, default: value });
}

/** Whether bodies keep their volume; `help` says where that is seen. */
export function keepVolume(
  value: boolean,
  help = 'Conserves the volume of every part of the scan as it is compressed.',
) {
  return z.boolean().default(value).meta({ label: 'volume conservation', help });
}

/** Parameter for the strain at which a body that is drawn out tears. */
export function breakingStrain(value: number) {
  const help = 'Largest logarithmic strain before an element tears.';
  return quantity({ unit: '', label: 'breaking strain', help, symbol: 'eps_b', min: 0.05, max: 2, default: value });
}

/** How long the shot is whose body is drawn out. */
export function pullingFrames() {
  return frameCount(72, { min: 12, max: 10_000 }, ': the ends are drawn apart over two thirds of them');
}

/** How a splashing liquid is carried along. */
export function liquidTransport(value: 'affine' | 'flip') {
  const help =
    'Advection of the water: FLIP splashes most, APIC less, marker particles least; the particle level set has the smoothest surface, and drops leave it as spray.';
  return z.enum(['affine', 'flip', 'level-set', 'markers']).default(value).meta({ label: 'advection', help });
}
