import type { ElementType, ReferencePoint } from './ElementType.ts';

/** Gauss abscissa of the two-point rule on [0, 1]. */
const GAUSS = 0.5 - 0.5 / Math.sqrt(3);

/** Trilinear hexahedron with 2 x 2 x 2 Gauss points; corner i + 2j + 4k at parametric (i, j, k) in {0,1}^3, points in the same order. */
export const hex: ElementType = {
  kind: 'hex',
  name: 'hex',
  label: 'hexahedra',
  size: 8,
  points: gaussPoints(),
  centre: Array.from({ length: 24 }, (_, k) => (((k / 3) >> (k % 3)) & 1 ? 0.25 : -0.25)),
  cells: [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7],
  neighbours: [1, 2, 4],
};

function gaussPoints(): ReferencePoint[] {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2]);
  return corners.map((point) => {
    const xi = point.map((bit) => (bit === 0 ? GAUSS : 1 - GAUSS));
    const shapes: number[] = [];
    const derivatives: number[] = [];
    for (const corner of corners) {
      const factor = corner.map((bit, axis) => (bit === 1 ? xi[axis] : 1 - xi[axis]));
      const slope = corner.map((bit) => (bit === 1 ? 1 : -1));
      shapes.push(factor[0] * factor[1] * factor[2]);
      derivatives.push(slope[0] * factor[1] * factor[2], factor[0] * slope[1] * factor[2]);
      derivatives.push(factor[0] * factor[1] * slope[2]);
    }
    return { shapes, derivatives, weight: 1 / 8 };
  });
}
