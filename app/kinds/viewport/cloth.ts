import type { Cloth } from '../../../src/scene/kinds/cloth.ts';
import { placementGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from './ViewportKind.ts';

const cloth: ViewportKind<Cloth> = { kind: 'cloth', gizmo: placementGizmo, paintKinds: () => [] };
export default cloth;
