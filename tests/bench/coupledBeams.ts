import type { BeamSettings } from '../support/beamInPool.ts';

export const USUAL_BEAM = { mu: 1e5, lambda: 1e5, density: 500, dt: 0.01 } as const;
/** Table in which the times of forms are printed. */
export const FORMS_TABLE = 'Zarifi 2017, table 6.2';
/** Seconds that the thesis needs for its positive definite form and for the indefinite one, and log10 of their condition (table 6.2). */
export interface PrintedForms {
  readonly definite: number;
  readonly indefinite: number;
  readonly definiteCondition: number;
  readonly indefiniteCondition: number;
}
export const BEAMS: readonly (readonly [
  cells: number,
  beam: BeamSettings['beam'],
  printed: PrintedForms | undefined,
])[] = [
  [40, 'coarse', { definite: 1.813, indefinite: 1.635, definiteCondition: 10.5, indefiniteCondition: 8.35 }],
  [60, 'medium', { definite: 8.292, indefinite: 16.121, definiteCondition: 11.3, indefiniteCondition: 8.58 }],
  [80, 'fine', { definite: 28.02, indefinite: 100.875, definiteCondition: 11.5, indefiniteCondition: 8.82 }],
  [100, 'fine', undefined],
];
