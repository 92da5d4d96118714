import { Layers } from 'lucide-react';
import type { Entity } from '../../src/scene/Scene.ts';
import { canBeRigidBody, newMeshRigidBody, newRigidBody } from '../../src/scene/kinds/rigidBody.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { Section } from '../inspector/Section.tsx';
import { ShownPairs } from '../inspector/ShownPairs.tsx';
import { useDocument } from '../session/Session.ts';
import { BodyPairs } from './parts/BodyPairs.tsx';
import { ShapeParams, ShapeRow, hidesShapeField } from './parts/ShapeRow.tsx';
import { shapeDetail, shapeIcon } from './parts/shapes.ts';
import { keyedGizmo } from '../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';

/** What is drawn of a rigid body beside its streams. */
const viewport: ViewportKind<'rigidBody'> = {
  gizmo: keyedGizmo,
  path: ({ transform }) => ({ position: transform.position, origin: [0, 0, 0] }),
};

/** What bodies meet otherwise than their own settings say. */
function PairsSection({ bodies }: { readonly bodies: readonly Entity[] }) {
  const pairs = useDocument((state) => state.open?.scene.physics.contactPairs);
  const ids = new Set(bodies.map(({ id }) => id));
  const apart = pairs?.filter(({ enabled, bodies: both }) => !enabled && both.some((id) => ids.has(id))).length ?? 0;
  return (
    <Section
      title="Contact"
      icon={Layers}
      initiallyOpen={bodies.length > 1}
      summary={apart === 0 ? 'with all it meets' : `${apart} ${apart === 1 ? 'pair' : 'pairs'} off`}
    >
      <BodyPairs bodies={bodies} />
    </Section>
  );
}

const rigidBody: AppKind<'rigidBody'> = {
  kind: 'rigidBody',
  order: 15,
  icon: ({ shape }) => shapeIcon(shape),
  detail: ({ shape }, definitions) => shapeDetail(shape, definitions),
  add: {
    menu: 'Rigid body',
    keywords: 'rigid body crate stone hard',
    entries: [],
    ofDefinitions: (definitions) =>
      definitions
        .filter((definition) => definition.kind === 'collider shape' && canBeRigidBody(definition))
        .map((shape) => ({
          id: `rigidBody.${shape.type}`,
          label: shape.label,
          title: () => `Add rigid ${shape.label.toLowerCase()}`,
          make: ({ entities }) => [newRigidBody(entities, shape)],
        })),
  },
  contents: () => ['rigid bodies'],
  fromMesh: {
    label: 'Rigid body',
    help: 'A rigid body falls, collides and does not deform.',
    needsInside: true,
    suits: () => true,
    make: (entities, mesh) => newMeshRigidBody(entities, mesh),
    next: () => 'Set its density, or its mass, in the inspector.',
  },
  inspector: {
    sections: [
      'own',
      { render: ({ entities }) => <PairsSection bodies={entities} /> },
      { single: true, render: ({ entities: [first] }) => <ShownPairs of={first.id} /> },
    ],
    own: {
      before: ({ target, entities }) => <ShapeRow target={target} entities={entities} suits={canBeRigidBody} />,
      after: ({ target, entities }) => <ShapeParams target={target} entities={entities} />,
      hides: hidesShapeField,
    },
  },
  viewport,
};

export default rigidBody;
