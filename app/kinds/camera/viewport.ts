import { evaluate } from '../../../src/scene/curves.ts';
import { isCurve } from '../../../src/scene/keyable.ts';
import { cameraLines } from '../../viewport/annotations/markerShapes.ts';
import { rounded, setAt, vectorAt } from '../../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../../entities/ViewportKind.ts';

/** Length of the pyramid that stands for a camera, of the radius of the shot. */
const LENGTH = 0.25;

/** What is drawn of a camera beside its streams. */
export const viewport: ViewportKind<'camera'> = {
  gizmo: {
    modes: () => ['move'],
    place: ({ position }, frame, object) => object.position.copy(vectorAt(position, frame)),
    apply: ({ position }, _mode, frame, object, autoKey) => setAt(position, frame, rounded(object.position), autoKey),
  },
  marker(entity, { frame, size }) {
    const reach = LENGTH * size;
    return {
      lines: cameraLines(entity, frame, reach),
      colour: 'ghost',
      opacity: 0.3,
      centre: vectorAt(entity.position, frame),
      reach,
      moves: [...entity.position, ...entity.target, entity.verticalFieldOfView].some(isCurve),
    };
  },
  path: ({ position }) => ({ position, origin: [0, 0, 0] }),
  view: ({ position, target, verticalFieldOfView }, frame) => ({
    from: vectorAt(position, frame).toArray(),
    to: vectorAt(target, frame).toArray(),
    verticalFieldOfView: evaluate(verticalFieldOfView, frame),
  }),
};
