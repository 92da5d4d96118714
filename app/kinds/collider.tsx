import { newCollider, newMeshCollider } from '../../src/scene/kinds/collider.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { ShapeParams, ShapeRow, hidesShapeField } from './parts/ShapeRow.tsx';
import { shapeDetail, shapeIcon } from './parts/shapes.ts';
import { keyedGizmo } from '../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';

/** What is drawn of a collider beside its streams. */
const viewport: ViewportKind<'collider'> = {
  gizmo: keyedGizmo,
  path: ({ transform }) => ({ position: transform.position, origin: [0, 0, 0] }),
};

const collider: AppKind<'collider'> = {
  kind: 'collider',
  order: 50,
  icon: ({ shape }) => shapeIcon(shape),
  detail: ({ shape }, definitions) => shapeDetail(shape, definitions),
  add: {
    menu: 'Collider',
    entries: [],
    ofDefinitions: (definitions) =>
      definitions
        .filter(({ kind }) => kind === 'collider shape')
        .map((shape) => ({
          id: `collider.${shape.type}`,
          label: shape.label,
          make: ({ entities }) => [newCollider(entities, shape)],
        })),
  },
  fromMesh: {
    label: 'Collider',
    help: 'A collider does not deform.',
    needsInside: true,
    suits: () => true,
    make: (entities, mesh) => newMeshCollider(entities, mesh),
    next: () => 'Set its position and motion in the inspector.',
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

export default collider;
