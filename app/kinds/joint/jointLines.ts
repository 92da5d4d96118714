import { Quaternion, Vector3 } from 'three';
import type { Joint } from '../../../src/scene/kinds/joint.ts';

/** Segments of a whole circle. */
const SEGMENTS = 48;
/** Half the edge of the mark of a weld, over the size of other marks. */
const WELD = 0.25;

/** Lines that show a joint, pairs of points, xyz each, m: its axis, the arc between its limits, its cone, its travel. `size`: of arcs, m. */
export function jointLines(joint: Joint, size: number): number[] {
  const { motion } = joint;
  const centre = new Vector3(...joint.position);
  const { axis, across, third } = frameOf(joint);
  const lines: Vector3[] = [];
  const line = (from: Vector3, to: Vector3) => lines.push(from, to);
  const at = (a: number, b: number, c: number) =>
    centre
      .clone()
      .addScaledVector(axis, size * a)
      .addScaledVector(across, size * b)
      .addScaledVector(third, size * c);
  const round = (along: number, radius: number, from: number, to: number) => {
    const count = Math.max(1, Math.ceil((SEGMENTS * Math.abs(to - from)) / (2 * Math.PI)));
    const point = (step: number) => {
      const angle = from + ((to - from) * step) / count;
      return at(along, radius * Math.cos(angle), radius * Math.sin(angle));
    };
    for (let step = 0; step < count; step++) line(point(step), point(step + 1));
  };
  if (motion.kind === 'weld') {
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      for (const [p, q] of [
        [-1, -1],
        [-1, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const corner = (x: number, y: number) => {
          const parts = [0, 0, 0];
          parts[a] = WELD * x;
          parts[b] = WELD * y;
          return at(parts[0], parts[1], parts[2]);
        };
        line(corner(p, q), corner(q, -p));
      }
    }
    return lines.flatMap((point) => point.toArray());
  }
  line(at(-1, 0, 0), at(1, 0, 0));
  if (motion.kind === 'hinge') {
    const [from, to] = motion.limits.enabled ? [motion.limits.from, motion.limits.to] : [0, 2 * Math.PI];
    round(0, 1, from, Math.min(to, from + 2 * Math.PI));
    if (motion.limits.enabled)
      for (const angle of [from, to]) line(at(0, 0, 0), at(0, Math.cos(angle), Math.sin(angle)));
  } else if (motion.kind === 'slider' && motion.limits.enabled) {
    for (const end of [motion.limits.from, motion.limits.to]) round(end / size, 0.2, 0, 2 * Math.PI);
    line(at(motion.limits.from / size, 0, 0), at(motion.limits.to / size, 0, 0));
  } else if (motion.kind === 'ball') {
    if (!motion.limits.enabled) for (let k = 0; k < 2; k++) round(0, 0.3, 0, 2 * Math.PI);
    else {
      const [along, radius] = [Math.cos(motion.limits.cone), Math.sin(motion.limits.cone)];
      round(along, radius, 0, 2 * Math.PI);
      for (let k = 0; k < 4; k++) {
        const angle = (Math.PI * k) / 2;
        line(at(0, 0, 0), at(along, radius * Math.cos(angle), radius * Math.sin(angle)));
      }
    }
  }
  return lines.flatMap((point) => point.toArray());
}

/** The axis of a joint, and two directions across it, of unit length. */
export function frameOf({ axis: given }: Joint) {
  const axis = new Vector3(...given).normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis);
  return {
    axis,
    across: new Vector3(0, 0, 1).applyQuaternion(turn),
    third: new Vector3(1, 0, 0).applyQuaternion(turn),
  };
}
