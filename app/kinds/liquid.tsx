import { Waves } from 'lucide-react';
import { newLiquid } from '../../src/scene/kinds/liquid.ts';
import { newRegion } from '../../src/scene/kinds/region.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { LiquidSections } from './liquid/LiquidSections.tsx';
import { viewport } from './liquid/viewport.ts';

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
  contents: () => ['liquids'],
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
