import { Droplets, Torus } from 'lucide-react';
import { formShapes } from '../../src/scene/properties/sources.ts';
import { regionsOfGroups } from '../../src/scene/groupRegions.ts';
import { newSolid } from '../../src/scene/kinds/solid.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { has } from '../entities/properties.ts';
import { flatFields } from '../forms/formFields.ts';
import { AnimatedTargetSection } from './solid/AnimatedTargetSection.tsx';
import { ContactSection } from './solid/ContactSection.tsx';
import { FibresSection } from './solid/FibresSection.tsx';
import { FractureSection } from './solid/FractureSection.tsx';
import { PinsSection } from './parts/PinsSection.tsx';
import { MaterialSection } from './solid/material/MaterialSection.tsx';
import { MeshSection } from '../inspector/MeshSection.tsx';
import { PaintedSection } from '../inspector/PaintedRows.tsx';
import { PlasticitySection } from './solid/goal/PlasticitySection.tsx';
import { TimeStepSection } from './solid/TimeStepSection.tsx';
import { VolumeSection } from './solid/VolumeSection.tsx';
import { touches } from './parts/contact.ts';
import { sourceDetail } from './parts/shapes.ts';
import { paints } from './solid/paints.ts';
import { placementGizmo } from '../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';

/** What is drawn of a solid beside its streams. */
const viewport: ViewportKind<'solid'> = {
  gizmo: placementGizmo,
};

const solid: AppKind<'solid'> = {
  kind: 'solid',
  order: 10,
  label: 'Deformable solid',
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
  paints,
  release: (solid, removed) => {
    const shape = solid.plasticity?.goal?.shape;
    if (shape?.kind === 'pressed' && removed.has(shape.collider)) delete solid.plasticity?.goal;
    if (shape?.kind === 'animation' && removed.has(shape.animation)) delete solid.plasticity?.goal;
    if (solid.animatedTarget !== undefined && removed.has(solid.animatedTarget.animation)) delete solid.animatedTarget;
    return true;
  },
  contents: ({ integration, contact }) => [
    'solids',
    ...(integration === 'quasistatic' ? ['quasistatic solids'] : []),
    ...(contact !== undefined && touches(contact) ? ['touching bodies'] : []),
  ],
  fromMesh: {
    label: 'Solid',
    help: 'The inside is filled with elements, and the solid deforms.',
    needsInside: true,
    suits: ({ fillable }) => fillable,
    make: (entities, mesh, { elements }) => {
      const made = newSolid(entities, mesh);
      // The file's own elements are used as they are.
      if (elements !== undefined) delete made.meshing;
      return made;
    },
    parts: (entities, made, groups) =>
      made.kind === 'solid' ? regionsOfGroups([...entities, made], made, groups, 1) : [],
    next: (solid) =>
      has(solid, 'meshing') && solid.meshing !== undefined
        ? 'Its elements have a medium size. Check them before the first simulation: finer ones bend better and take longer.'
        : 'Set its position and motion in the inspector.',
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
        shows: ['animatedTarget'],
        render: ({ target, entities: [first], fields }) => (
          <AnimatedTargetSection target={target} solid={first} fields={flatFields(fields)} />
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
        shows: ['meshing', 'elementOrder'],
        render: ({ target, entities: [first], fields, single }) => (
          <MeshSection target={target} solid={first} fields={flatFields(fields)} single={single} />
        ),
      },
      { single: true, render: ({ entities: [first] }) => <PaintedSection entity={first} /> },
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
  viewport,
};

export default solid;
