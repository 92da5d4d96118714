import { placementGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../../entities/ViewportKind.ts';

/** What is drawn of a cloth beside its streams. */
export const viewport: ViewportKind<'cloth'> = { gizmo: placementGizmo };
