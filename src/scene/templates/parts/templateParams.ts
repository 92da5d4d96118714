import { quantity, wholeNumber } from '../../../base/quantities.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** How fine a body is filled; `hint` says what the share gives. */
export function edgePercent(value: number, hint = '', { min, max }: Range = { min: 0.5, max: 20 }) {
  const help = `Long edge of the lattice as a share of the diagonal${hint}.`;
  return quantity({ unit: '%', label: 'edge', help, min, max, default: value });
}

/** How long the shot is, in frames after the first; `hint` says what happens in them. */
export function frameCount(value: number, { min, max }: Range, hint = '') {
  const help = `Frames to simulate after the first${hint}.`;
  return wholeNumber({ unit: '', label: 'frames', help, min, max, default: value });
}
