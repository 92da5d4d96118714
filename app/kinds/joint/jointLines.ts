import { Quaternion, Vector3 } from 'three';
import type { Joint } from '../../../src/scene/kinds/joint.ts';

/** Segments of a whole circle. */
const SEGMENTS = 64;
/** Radius of the mark of a free ball joint and of the ends of a travel, and half the edge of that of a weld, over the size of other marks. */
export const SMALL = 0.25;
/** Length of the head of the arrow of a motor, over its radius. */
const HEAD = 0.15;

/** Segments in the frame of a joint: along its axis and across it. */
export class JointDrawing {
  readonly lines: number[] = [];
  private readonly centre: Vector3;
  private readonly directions: readonly [Vector3, Vector3, Vector3];
  private readonly size: number;

  /** `size`: of the radius of arcs, m. */
  constructor({ position, axis: given }: Joint, size: number) {
    const axis = new Vector3(...given).normalize();
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis);
    const across = (x: number, z: number) => new Vector3(x, 0, z).applyQuaternion(turn);
    this.centre = new Vector3(...position);
    this.directions = [axis, across(0, 1), across(1, 0)];
    this.size = size;
  }

  line(from: Vector3, to: Vector3): void {
    this.lines.push(...from.toArray(), ...to.toArray());
  }

  /** A point at so many sizes along the axis and across it. */
  at(along: number, across: number, third: number): Vector3 {
    const [x, y, z] = this.directions;
    const { size, centre } = this;
    return centre
      .clone()
      .addScaledVector(x, size * along)
      .addScaledVector(y, size * across)
      .addScaledVector(z, size * third);
  }

  /** A point of a circle about the axis. */
  round(angle: number, radius = 1, along = 0): Vector3 {
    return this.at(along, radius * Math.cos(angle), radius * Math.sin(angle));
  }

  arc(from: number, to: number, radius = 1, along = 0): void {
    const count = Math.max(1, Math.ceil((SEGMENTS * Math.abs(to - from)) / (2 * Math.PI)));
    const angle = (step: number) => from + ((to - from) * step) / count;
    for (let k = 0; k < count; k++) {
      this.line(this.round(angle(k), radius, along), this.round(angle(k + 1), radius, along));
    }
  }

  circle(radius = 1, along = 0): void {
    this.arc(0, 2 * Math.PI, radius, along);
  }
}

/** Lines of what a joint hangs on, pairs of points, xyz each, m, at the first frame: its axis, the arc or the travel between its limits, its cone, an arrow of its motor. */
export function frameLines(joint: Joint, size: number): number[] {
  const { type } = joint;
  const drawing = new JointDrawing(joint, size);
  if (type.kind === 'weld') cube(drawing);
  else if (type.kind === 'ball') cone(drawing, type.limits);
  else {
    drawing.line(drawing.at(-1, 0, 0), drawing.at(1, 0, 0));
    if (type.kind === 'hinge') sector(drawing, type);
    else travel(drawing, type.limits, size);
  }
  return drawing.lines;
}

/** Lines that move with the body of a joint: where it is between its limits. */
export function bodyLines(joint: Joint, size: number): number[] {
  const { type } = joint;
  const drawing = new JointDrawing(joint, size);
  const centre = drawing.at(0, 0, 0);
  if (type.kind === 'hinge') drawing.line(centre, drawing.round(0));
  else if (type.kind === 'ball' && type.limits.enabled) drawing.line(centre, drawing.at(1, 0, 0));
  else if (type.kind === 'slider') {
    drawing.circle(SMALL / 2);
    drawing.line(drawing.round(0, SMALL), drawing.round(Math.PI, SMALL));
  }
  return drawing.lines;
}

/** Lines of a broken joint: a torn ring. */
export function brokenLines(joint: Joint, size: number): number[] {
  const drawing = new JointDrawing(joint, size);
  const zigzag = [-1, -0.6, -0.2, 0.2, 0.6, 1].map((x, k) => drawing.at(k % 2 === 0 ? 0.25 : -0.25, 0, 0.8 * x));
  zigzag.slice(1).forEach((point, k) => drawing.line(zigzag[k], point));
  for (let k = 0; k < 16; k += 2) drawing.arc((Math.PI * k) / 8, (Math.PI * (k + 1)) / 8, 0.9);
  return drawing.lines;
}

function cube(drawing: JointDrawing): void {
  for (let code = 0; code < 8; code++) {
    const corner = (at: number) => [0, 1, 2].map((axis) => ((at >> axis) & 1 ? SMALL : -SMALL));
    for (let axis = 0; axis < 3; axis++) {
      if (((code >> axis) & 1) !== 0) continue;
      const [from, to] = [corner(code), corner(code | (1 << axis))];
      drawing.line(drawing.at(from[0], from[1], from[2]), drawing.at(to[0], to[1], to[2]));
    }
  }
}

function cone(
  drawing: JointDrawing,
  limits: { readonly enabled: boolean; readonly cone: number; readonly twist: number },
): void {
  if (!limits.enabled) {
    drawing.circle(SMALL);
    drawing.line(drawing.at(-SMALL, 0, 0), drawing.at(SMALL, 0, 0));
    return;
  }
  const [along, radius] = [Math.cos(limits.cone), Math.sin(limits.cone)];
  drawing.circle(radius, along);
  for (let k = 0; k < 8; k++) drawing.line(drawing.at(0, 0, 0), drawing.round((Math.PI * k) / 4, radius, along));
  drawing.arc(-limits.twist, limits.twist, SMALL, 0);
  for (const end of [-limits.twist, limits.twist]) drawing.line(drawing.at(0, 0, 0), drawing.round(end, SMALL));
}

function sector(drawing: JointDrawing, { limits, motor }: Extract<Joint['type'], { kind: 'hinge' }>): void {
  if (limits.enabled) {
    const to = Math.min(limits.to, limits.from + 2 * Math.PI);
    drawing.arc(limits.from, to);
    for (const end of [limits.from, to]) drawing.line(drawing.at(0, 0, 0), drawing.round(end));
  } else if (!motor.enabled) drawing.circle();
  if (!motor.enabled) return;
  const end = 1.5 * Math.PI;
  const radius = 1.12;
  drawing.arc(0.1, end, radius);
  for (const side of [-HEAD, HEAD]) drawing.line(drawing.round(end, radius), drawing.round(end - HEAD, radius + side));
}

function travel(
  drawing: JointDrawing,
  { enabled, from, to }: { readonly enabled: boolean; readonly from: number; readonly to: number },
  size: number,
): void {
  if (!enabled) return;
  for (const end of [from, to]) drawing.circle(SMALL, end / size);
  drawing.line(drawing.at(from / size, 0, 0), drawing.at(to / size, 0, 0));
}
