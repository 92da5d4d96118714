import { Vector3 } from 'three';
import { rounded } from '../../viewport/tools/gizmoMath.ts';
import type { KindGizmo, ViewportKind } from '../../entities/ViewportKind.ts';
import { jointLines } from './jointLines.ts';

/** The axis of the handles that is the axis of the joint. */
const UP = new Vector3(0, 1, 0);

const gizmo: KindGizmo<'joint'> = {
  modes: ({ motion }) => (motion.kind === 'weld' ? ['move'] : ['move', 'rotate']),
  place({ position, axis }, _frame, object) {
    object.position.set(...position);
    object.quaternion.setFromUnitVectors(UP, new Vector3(...axis).normalize());
  },
  apply(joint, mode, _frame, object) {
    if (mode === 'move') joint.position = rounded(object.position);
    else if (mode === 'rotate') joint.axis = rounded(UP.clone().applyQuaternion(object.quaternion));
  },
};

/** What is drawn of a joint. */
export const viewport: ViewportKind<'joint'> = {
  gizmo,
  marker: (joint, { size }) => ({
    lines: jointLines(joint, 0.15 * size),
    colour: 'pin',
    opacity: 0.6,
    centre: new Vector3(...joint.position),
  }),
};
