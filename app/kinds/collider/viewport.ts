import { keyedGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../../entities/ViewportKind.ts';

/** What is drawn of a collider beside its streams. */
export const viewport: ViewportKind<'collider'> = {
  gizmo: keyedGizmo,
  path: ({ transform }) => ({ position: transform.position, origin: [0, 0, 0] }),
};
