import { quantity } from '../../../base/quantities.ts';

/** How fine a cloth is, m; `hint` says what the length gives. */
export function clothEdge(value: number, hint = '') {
  const help = `Edge length of the triangles${hint}.`;
  return quantity({
    unit: 'm',
    label: 'edge length',
    help,
    min: 1e-4,
    max: 10,
    softMin: 0.005,
    softMax: 0.1,
    default: value,
  });
}
