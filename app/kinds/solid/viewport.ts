import { placementGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../../entities/ViewportKind.ts';

/** What is drawn of a solid beside its streams. */
export const viewport: ViewportKind<'solid'> = {
  gizmo: placementGizmo,
};
