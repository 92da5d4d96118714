import { boxLines } from '../../viewport/annotations/markerShapes.ts';
import { TankView } from '../../viewport/liquids/TankView.ts';
import { rounded, type Triple } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../../entities/ViewportKind.ts';

/** What is drawn of a liquid beside its streams. */
export const viewport: ViewportKind<'liquid'> = {
  look({ cellSize, display, domain }) {
    const size = Math.cbrt(domain.size[0] * domain.size[1] * domain.size[2]);
    return { colour: display.colour, water: { size, cellSize, turbidity: display.turbidity ?? 1 } };
  },
  createDecoration: () => new TankView(),
  gizmo: {
    modes: () => ['move', 'scale'],
    place({ domain }, _frame, object) {
      object.position.set(...domain.centre);
      object.scale.set(...domain.size);
    },
    apply({ domain }, mode, _frame, object) {
      domain.centre = rounded(object.position);
      if (mode === 'scale') domain.size = rounded(object.scale).map((size) => Math.max(size, 1e-4)) as Triple;
    },
  },
  marker({ domain }) {
    const { centre, size } = domain;
    const [min, max] = [-0.5, 0.5].map((share) => centre.map((middle, axis) => middle + share * size[axis]));
    return { lines: boxLines(min, max), colour: 'ghost', opacity: 0.35 };
  },
};
