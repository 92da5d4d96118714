import type { Collider } from '../../../src/scene/kinds/collider.ts';
import { keyedGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from './ViewportKind.ts';

const collider: ViewportKind<Collider> = {
  kind: 'collider',
  gizmo: keyedGizmo,
  path: ({ transform }) => ({ position: transform.position, origin: [0, 0, 0] }),
};
export default collider;
