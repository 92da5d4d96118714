import { Droplets, Torus } from 'lucide-react';
import { formShapes } from '../../src/scene/properties/sources.ts';
import { newSolid } from '../../src/scene/kinds/solid.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { flatFields } from '../forms/formFields.ts';
import { ContactSection } from '../inspector/ContactSection.tsx';
import { FibresSection } from '../inspector/FibresSection.tsx';
import { FractureSection } from '../inspector/FractureSection.tsx';
import { PinsSection } from '../inspector/HoldRows.tsx';
import { MaterialSection } from '../inspector/MaterialSection.tsx';
import { MeshSection } from '../inspector/MeshSection.tsx';
import { PaintedSection } from '../inspector/PaintedRows.tsx';
import { PlasticitySection } from '../inspector/PlasticitySection.tsx';
import { TimeStepSection } from '../inspector/TimeStepSection.tsx';
import { VolumeSection } from '../inspector/VolumeSection.tsx';
import { sourceDetail } from './parts/shapes.ts';

const solid: AppKind<'solid'> = {
  kind: 'solid',
  order: 10,
  icon: ({ source }) => (source.kind === 'procedural' && source.form.shape === 'torus' ? Torus : Droplets),
  detail: ({ source }) => sourceDetail(source),
  add: {
    menu: 'Solid',
    keywords: 'deformable solid body primitive',
    entries: formShapes.map(({ shape, label }) => ({
      id: `solid.${shape}`,
      label,
      make: ({ entities, definitions }) => {
        const mesher = definitions.find(({ kind, type }) => kind === 'mesher' && type === 'graded-stuffing');
        return [newSolid(entities, shape, { mesher })];
      },
    })),
  },
  inspector: {
    placementFolded: true,
    own: { title: 'Shape', folded: true },
    sections: [
      {
        shows: ['material', 'strength'],
        render: ({ target, entities: [first], fields }) => (
          <MaterialSection target={target} solid={first} fields={flatFields(fields)} />
        ),
      },
      {
        shows: ['fibres'],
        render: ({ target, entities: [first], fields }) => (
          <FibresSection target={target} solid={first} fields={flatFields(fields)} />
        ),
      },
      {
        shows: ['plasticity'],
        render: ({ target, entities: [first], fields, single }) => (
          <PlasticitySection target={target} solid={first} fields={flatFields(fields)} single={single} />
        ),
      },
      {
        shows: ['volumeConservation'],
        render: ({ target, entities: [first], fields }) => (
          <VolumeSection target={target} solid={first} fields={flatFields(fields)} />
        ),
      },
      {
        shows: ['fracture'],
        render: ({ target, entities: [first], fields }) => (
          <FractureSection target={target} solid={first} fields={flatFields(fields)} />
        ),
      },
      {
        shows: ['integration', 'newtonIterations'],
        render: ({ target, entities: [first], fields }) => (
          <TimeStepSection target={target} solid={first} fields={flatFields(fields)} />
        ),
      },
      {
        shows: ['meshing'],
        render: ({ target, entities: [first], single }) => (
          <MeshSection target={target} solid={first} single={single} />
        ),
      },
      { single: true, render: ({ entities: [first] }) => <PaintedSection solid={first} /> },
      'own',
      {
        shows: ['contact', 'liquids'],
        render: ({ target, entities, fields }) => (
          <ContactSection target={target} solids={entities} fields={flatFields(fields)} />
        ),
      },
      { single: true, render: ({ entities: [first] }) => <PinsSection body={first} /> },
    ],
  },
};

export default solid;
