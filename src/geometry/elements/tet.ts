import type { ElementType } from './ElementType.ts';

/** dN_a/dxi, the same everywhere. */
const SLOPES = [-1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Linear tetrahedron: constant strain, one quadrature point. */
export const tet: ElementType = {
  kind: 'tet',
  name: 'tet',
  label: 'tetrahedra',
  size: 4,
  points: [{ shapes: [0.25, 0.25, 0.25, 0.25], derivatives: SLOPES, weight: 1 / 6 }],
  centre: SLOPES,
  cells: [0, 1, 2, 3],
  neighbours: [1, 2, 3],
};
