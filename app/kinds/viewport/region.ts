import type { Region } from '../../../src/scene/kinds/region.ts';
import { keyedGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from './ViewportKind.ts';

const region: ViewportKind<Region> = {
  kind: 'region',
  // What fills would stand in the liquid later.
  look: ({ display, role }) => ({ ...display, atStart: role.kind === 'fill' }),
  gizmo: keyedGizmo,
};
export default region;
