import { Layers } from 'lucide-react';
import { Vector3 } from 'three';
import { newMaterialRegion } from '../../src/scene/kinds/materialRegion.ts';
import { isKind } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import type { AddContext } from '../entities/AddMenu.ts';
import type { AppKind, EntityOf } from '../entities/AppKind.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';
import { paintedSelection, UNPAINTED } from './parts/paintedSelection.ts';
import { RegionSection } from './materialRegion/RegionSection.tsx';
import {
  applySelection,
  placeSelection,
  selectionCentre,
  selectionLines,
  selectionModes,
  shapeOf,
} from './parts/selectionShapes.ts';

const NO_SOLID = 'Select the solid that the region is a part of first.';

/** What is drawn of a region beside its streams. */
const viewport: ViewportKind<'materialRegion'> = {
  gizmo: {
    modes: ({ selection }) => selectionModes(shapeOf(selection)),
    place: ({ selection }, _frame, object) => placeSelection(shapeOf(selection), object),
    apply: ({ selection }, mode, _frame, object) => applySelection(shapeOf(selection), mode, object),
  },
  marker({ selection }) {
    const centre = selectionCentre(shapeOf(selection)) ?? new Vector3();
    return { lines: selectionLines(shapeOf(selection)), colour: 'ghost', opacity: 0.5, centre };
  },
};

const materialRegion: AppKind<'materialRegion'> = {
  kind: 'materialRegion',
  order: 65,
  icon: () => Layers,
  detail: ({ selection }) => selection.kind,
  parent: ({ target }) => target,
  add: {
    keywords: 'material part stiff soft inlay bone painted',
    entries: [
      {
        id: 'materialRegion',
        label: 'Material region',
        only: 'palette',
        title: (context) => {
          const solid = selectedSolid(context);
          return solid === undefined ? 'Add material region' : `Add material region of ${entityName(solid)}`;
        },
        refused: (context) => (selectedSolid(context) === undefined ? NO_SOLID : undefined),
        step: (added) => `Add material region '${entityName(added)}'`,
        make: (context) => [newMaterialRegion(context.entities, selectedSolid(context)!)],
      },
      {
        id: 'materialRegion.painted',
        label: 'Painted material region',
        only: 'palette',
        refused: (context) => (selectedSolid(context) === undefined ? NO_SOLID : undefined),
        step: (added) => `Add painted material region '${entityName(added)}'`,
        make: (context) => [
          {
            ...newMaterialRegion(context.entities, selectedSolid(context)!),
            selection: { kind: 'painted', field: UNPAINTED },
          },
        ],
        paints: 'material',
      },
    ],
  },
  // Without its solid there is nothing to it.
  release: ({ target }, removed) => !removed.has(target),
  paints: [paintedSelection('material', (name) => `material region '${name}'`, 'covers nothing')],
  inspector: {
    sections: [
      'own',
      {
        shows: ['target'],
        single: true,
        render: ({ target, entities: [first] }) => <RegionSection target={target} region={first} />,
      },
    ],
  },
  viewport,
};

/** The solid that the last chosen entity is, or that it is a region of. */
function selectedSolid({ entities, selected }: AddContext): EntityOf<'solid'> | undefined {
  const active = entities.find(({ id }) => id === selected.at(-1));
  const id = active?.kind === 'materialRegion' ? active.target : active?.id;
  return entities.filter(isKind('solid')).find((solid) => solid.id === id);
}

export default materialRegion;
