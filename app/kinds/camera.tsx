import { Camera } from 'lucide-react';
import { newCamera } from '../../src/scene/kinds/camera.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { CameraSection } from './camera/CameraSection.tsx';
import { evaluate } from '../../src/scene/curves.ts';
import { isCurve } from '../../src/scene/keyable.ts';
import { cameraLines } from '../viewport/annotations/markerShapes.ts';
import { rounded, setAt, vectorAt } from '../viewport/tools/gizmoMath.ts';
import type { ViewportKind } from '../entities/ViewportKind.ts';

/** Length of the pyramid that stands for a camera, of the radius of the shot. */
const LENGTH = 0.25;

/** What is drawn of a camera beside its streams. */
const viewport: ViewportKind<'camera'> = {
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

const camera: AppKind<'camera'> = {
  kind: 'camera',
  order: 80,
  icon: () => Camera,
  add: { entries: [{ id: 'camera', label: 'Camera', make: ({ entities }) => [newCamera(entities)] }] },
  inspector: {
    sections: ['own', { single: true, render: ({ entities: [first] }) => <CameraSection camera={first} /> }],
  },
  viewport,
};

export default camera;
