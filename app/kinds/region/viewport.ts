import { keyedGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../../entities/ViewportKind.ts';

/** What is drawn of a region beside its streams. */
export const viewport: ViewportKind<'region'> = {
  // What fills would stand in the liquid later.
  look: ({ display, role }) => ({ ...display, atStart: role.kind === 'fill' }),
  gizmo: keyedGizmo,
};
