import { Matrix4, Vector3 } from 'three';
import { rounded } from '../../viewport/tools/gizmoMath.ts';
import type { KindGizmo, MarkerShape, ViewportKind } from '../../entities/ViewportKind.ts';
import { limitHandles, SIZE } from './limitHandles.ts';
import { bodyLines, brokenLines, frameLines } from './jointLines.ts';

/** The axis of the handles that is the axis of the joint. */
const UP = new Vector3(0, 1, 0);
/** Radius of the arcs of others than are selected, which would hide a figure of many, over that of what the shot is about. */
const ASIDE = 0.03;

const gizmo: KindGizmo<'joint'> = {
  modes: ({ type }) => (type.kind === 'weld' ? ['move'] : ['move', 'rotate']),
  place({ position, axis }, _frame, object) {
    object.position.set(...position);
    object.quaternion.setFromUnitVectors(UP, new Vector3(...axis).normalize());
  },
  apply(joint, mode, _frame, object) {
    if (mode === 'move') joint.position = rounded(object.position);
    else if (mode === 'rotate') joint.axis = rounded(UP.clone().applyQuaternion(object.quaternion));
  },
};

/** What is drawn of a joint: limits where it hangs, where the body is between them, and a mark in their place once it is broken. */
export const viewport: ViewportKind<'joint'> = {
  gizmo,
  handles: limitHandles,
  marker(joint, { size: radius, motionOf, statisticsOf, isSelected }) {
    const isChosen = [joint.id, joint.body, joint.to].some((id) => id !== undefined && isSelected(id));
    const size = (isChosen ? SIZE : ASIDE) * radius;
    const isBroken = () => statisticsOf(joint.id)?.sections?.joint?.broken === 1;
    const withParent = () => (joint.to === undefined ? undefined : motionOf(joint.to)) ?? new Matrix4();
    const withBody = () => motionOf(joint.body) ?? new Matrix4();
    const whole = { colour: 'joint', opacity: 0.75, showsThrough: true, shown: () => !isBroken() } as const;
    const shapes: MarkerShape[] = [
      { ...whole, lines: frameLines(joint, size), centre: new Vector3(...joint.position), pose: withParent },
      { ...whole, lines: bodyLines(joint, size), pose: withBody },
      {
        lines: brokenLines(joint, size),
        colour: 'danger',
        keepsColour: true,
        showsThrough: true,
        opacity: 0.9,
        shown: isBroken,
        pose: withBody,
      },
    ];
    return shapes;
  },
};
