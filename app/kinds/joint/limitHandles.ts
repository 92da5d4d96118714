import type { Joint } from '../../../src/scene/kinds/joint.ts';
import type { MarkerContext, ValueHandle } from '../../entities/ViewportKind.ts';
import { JointDrawing, SMALL } from './jointLines.ts';

/** Radius of the arcs of a joint that is selected, or one of whose bodies is, over that of what the shot is about. */
export const SIZE = 0.09;
/** Steps of angles: 5 degrees and a tenth of one, rad; of displacements, m. */
const ANGLE = { unit: 'rad', snap: Math.PI / 36, step: Math.PI / 1800, reach: Math.PI / 2 } as const;
const LENGTH = { unit: 'm', snap: 0.01, step: 1e-4 } as const;
/** Displacements by which a limit follows the pointer at once, in sizes of the drawing. */
const REACH = 20;

type Handle = ValueHandle<'joint'>;

/** The ends of the limits of a joint, where they are drawn. */
export function limitHandles(joint: Joint, { size: radius, motionOf }: MarkerContext): readonly Handle[] {
  const { type, to } = joint;
  if (type.kind === 'weld' || !type.limits.enabled) return [];
  const size = SIZE * radius;
  const drawing = new JointDrawing(joint, size);
  const pose = to === undefined ? undefined : motionOf(to);
  const placed = (handle: Handle): Handle => {
    if (pose === undefined) return handle;
    return { ...handle, pointAt: (value) => handle.pointAt(value).applyMatrix4(pose) };
  };
  return handlesOf(type, drawing, size).map(placed);
}

function handlesOf(type: Joint['type'], drawing: JointDrawing, size: number): Handle[] {
  if (type.kind === 'ball') return coneHandles(type, drawing);
  if (type.kind === 'hinge') {
    return rangeHandles(type, 'angle', { ...ANGLE, most: 100 * Math.PI, pointAt: (angle) => drawing.round(angle) });
  }
  if (type.kind !== 'slider') return [];
  const pointAt = (value: number) => drawing.at(value / size, 0, 0);
  return rangeHandles(type, 'displacement', { ...LENGTH, reach: REACH * size, most: 1e4, pointAt });
}

type Along = Pick<Handle, 'unit' | 'snap' | 'step' | 'reach' | 'pointAt'> & { readonly most: number };

function rangeHandles(
  { limits: { from, to } }: Extract<Joint['type'], { kind: 'hinge' | 'slider' }>,
  value: string,
  { most, ...along }: Along,
): Handle[] {
  const write = (end: 'from' | 'to'): Handle['write'] => {
    return ({ type }, next) => {
      if (type.kind === 'hinge' || type.kind === 'slider') type.limits[end] = next;
    };
  };
  return [
    { ...along, name: `Least ${value}`, value: from, min: -most, max: to, write: write('from') },
    { ...along, name: `Largest ${value}`, value: to, min: from, max: most, write: write('to') },
  ];
}

function coneHandles(
  { limits: { cone, twist } }: Extract<Joint['type'], { kind: 'ball' }>,
  drawing: JointDrawing,
): Handle[] {
  const write = (name: 'cone' | 'twist'): Handle['write'] => {
    return ({ type }, next) => {
      if (type.kind === 'ball') type.limits[name] = next;
    };
  };
  const shared = { ...ANGLE, min: 0.01, max: 3 };
  return [
    {
      ...shared,
      name: 'Cone',
      value: cone,
      pointAt: (angle) => drawing.round(0, Math.sin(angle), Math.cos(angle)),
      write: write('cone'),
    },
    { ...shared, name: 'Twist', value: twist, pointAt: (angle) => drawing.round(angle, SMALL), write: write('twist') },
  ];
}
