import { Droplet, Filter, PaintBucket } from 'lucide-react';
import { newRegion, regionRoles } from '../../src/scene/kinds/region.ts';
import { isKind } from '../../src/scene/Scene.ts';
import type { AddContext } from '../entities/AddMenu.ts';
import type { AppKind, EntityOf } from '../entities/AppKind.ts';
import { ShapeParams, ShapeRow, hidesShapeField } from './parts/ShapeRow.tsx';
import { keyedGizmo } from '../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';

/** What is drawn of a region beside its streams. */
const viewport: ViewportKind<'region'> = {
  // What fills would stand in the liquid later.
  look: ({ display, role }) => ({ ...display, atStart: role.kind === 'fill' }),
  gizmo: keyedGizmo,
};

const ICONS = { fill: PaintBucket, emit: Droplet, drain: Filter } as const;
const DETAILS = { fill: 'fills', emit: 'emits', drain: 'drains' } as const;

const region: AppKind<'region'> = {
  kind: 'region',
  order: 40,
  icon: ({ role }) => ICONS[role.kind],
  detail: ({ role }) => DETAILS[role.kind],
  add: {
    menu: 'Liquid',
    keywords: 'liquid water region source sink',
    entries: regionRoles.map(({ role, label }) => ({
      id: `region.${role}`,
      label,
      refused: (context) => (activeLiquid(context) === undefined ? 'Add a liquid first.' : undefined),
      make: (context) => [newRegion(context.entities, role, activeLiquid(context)!)],
    })),
  },
  inspector: {
    sections: ['own'],
    own: {
      before: ({ target, entities }) => <ShapeRow target={target} entities={entities} />,
      after: ({ target, entities }) => <ShapeParams target={target} entities={entities} />,
      hides: hidesShapeField,
    },
  },
  viewport,
};

/** Regions are added to the selected liquid, or to the first of the shot. */
function activeLiquid({ entities, selected }: AddContext): EntityOf<'liquid'> | undefined {
  const liquids = entities.filter(isKind('liquid'));
  return liquids.find(({ id }) => selected.includes(id)) ?? liquids.at(0);
}

export default region;
