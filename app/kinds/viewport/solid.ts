import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { canPaint } from '../../document/paintEdits.ts';
import { placementGizmo } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from './ViewportKind.ts';

const PAINTS = ['strength', 'detail', 'fibres', 'goal', 'toughness'] as const;

const solid: ViewportKind<Solid> = {
  kind: 'solid',
  gizmo: placementGizmo,
  paintKinds: (entity) => PAINTS.filter((paint) => canPaint(entity, paint)),
};
export default solid;
