import { Shirt } from 'lucide-react';
import { clothForms } from '../../src/scene/properties/clothSource.ts';
import { newCloth } from '../../src/scene/kinds/cloth.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { flatFields } from '../forms/formFields.ts';
import { ClothSections } from './cloth/ClothSections.tsx';
import { PinsSection } from './parts/PinsSection.tsx';
import { touches } from './parts/contact.ts';
import { sourceDetail } from './parts/shapes.ts';
import { placementGizmo } from '../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';

/** What is drawn of a cloth beside its streams. */
const viewport: ViewportKind<'cloth'> = { gizmo: placementGizmo };

const cloth: AppKind<'cloth'> = {
  kind: 'cloth',
  order: 20,
  heading: 'Cloth',
  icon: () => Shirt,
  detail: ({ source }) => sourceDetail(source),
  // Forms hang at a height of their own; a mesh stays where it was made to be worn.
  heightOver: ({ source, transform: { position } }, top) =>
    source.kind === 'procedural' ? Math.max(position[1], top) : position[1],
  add: {
    menu: 'Cloth',
    keywords: 'cloth shell fabric sheet',
    entries: clothForms.map(({ shape, label }) => ({
      id: `cloth.${shape}`,
      label,
      make: ({ entities }) => [newCloth(entities, shape)],
    })),
  },
  release: (cloth, removed) => {
    if (cloth.liesOn !== undefined && removed.has(cloth.liesOn.body)) delete cloth.liesOn;
    return true;
  },
  contents: ({ contact }) => (touches(contact) ? ['touching bodies'] : []),
  fromMesh: {
    label: 'Cloth',
    help: 'The surface becomes cloth, which drapes and folds.',
    needsInside: false,
    suits: () => true,
    make: (entities, mesh) => newCloth(entities, mesh),
    next: () => 'Choose its fabric in the inspector, and pin the parts that should not fall.',
  },
  inspector: {
    sections: [
      {
        shows: [
          'fabric',
          'membrane',
          'contact',
          'liquids',
          'plasticity',
          'liesOn',
          'volumeConservation',
          'strength',
          'drag',
        ],
        render: ({ target, entities: [first], fields }) => (
          <ClothSections target={target} cloth={first} fields={flatFields(fields)} />
        ),
      },
      'own',
      { single: true, render: ({ entities: [first] }) => <PinsSection body={first} /> },
    ],
  },
  viewport,
};

export default cloth;
