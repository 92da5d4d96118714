import { Waves } from 'lucide-react';
import { newLiquid } from '../../src/scene/kinds/liquid.ts';
import { newRegion } from '../../src/scene/kinds/region.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { LiquidSections } from './liquid/LiquidSections.tsx';
import { boxLines } from '../viewport/annotations/markerShapes.ts';
import { TankView } from '../viewport/liquids/TankView.ts';
import { rounded, type Triple } from '../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';

/** What is drawn of a liquid beside its streams. */
const viewport: ViewportKind<'liquid'> = {
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

const liquid: AppKind<'liquid'> = {
  kind: 'liquid',
  order: 30,
  icon: () => Waves,
  add: {
    menu: 'Liquid',
    keywords: 'liquid water fluid pool',
    entries: [
      {
        id: 'liquid.tank',
        label: 'Tank of water',
        make: ({ entities }) => {
          const tank = newLiquid(entities);
          return [tank, newRegion([...entities, tank], 'fill', tank)];
        },
      },
      { id: 'liquid.empty', label: 'Empty tank', only: 'menu', make: ({ entities }) => [newLiquid(entities)] },
    ],
  },
  contents: ({ method }) => [method === undefined ? 'liquids' : 'shallow water'],
  inspector: {
    sections: [
      {
        render: ({ target, entities: [first], fields, single }) => (
          <LiquidSections target={target} liquid={first} fields={fields} single={single} />
        ),
      },
    ],
  },
  viewport,
};

export default liquid;
