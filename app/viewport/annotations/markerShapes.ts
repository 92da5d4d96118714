import { Vector3 } from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import type { Entity } from '../../../src/scene/Scene.ts';

const CIRCLE_SEGMENTS = 48;

/** Three circles around a centre: pairs of points, xyz each. */
export function sphereLines(centre: readonly number[], radius: number): number[] {
  const lines: number[] = [];
  const at = (axis: number, step: number): number[] => {
    const angle = (2 * Math.PI * step) / CIRCLE_SEGMENTS;
    const point = [...centre];
    point[(axis + 1) % 3] += radius * Math.cos(angle);
    point[(axis + 2) % 3] += radius * Math.sin(angle);
    return point;
  };
  for (let axis = 0; axis < 3; axis++) {
    for (let step = 0; step < CIRCLE_SEGMENTS; step++) lines.push(...at(axis, step), ...at(axis, step + 1));
  }
  return lines;
}

/** The twelve edges of a box. */
export function boxLines(min: readonly number[], max: readonly number[]): number[] {
  const lines: number[] = [];
  const corner = (code: number): number[] => [0, 1, 2].map((axis) => ((code >> axis) & 1 ? max : min)[axis]);
  for (let code = 0; code < 8; code++) {
    for (let axis = 0; axis < 3; axis++) {
      if (((code >> axis) & 1) === 0) lines.push(...corner(code), ...corner(code | (1 << axis)));
    }
  }
  return lines;
}

/** A camera's pyramid of view, `length` deep, with a roof that shows which way is up. */
export function cameraLines(camera: Extract<Entity, { kind: 'camera' }>, frame: number, length: number): number[] {
  const vector = (keyed: (typeof camera)['position']): Vector3 =>
    new Vector3(...keyed.map((curve) => evaluate(curve, frame)));
  const eye = vector(camera.position);
  const forward = vector(camera.target).sub(eye).normalize();
  const right = new Vector3().crossVectors(forward, new Vector3(0, 1, 0)).normalize();
  const up = new Vector3().crossVectors(right, forward);
  const half = length * Math.tan(evaluate(camera.verticalFieldOfView, frame) / 2);
  const corner = (x: number, y: number): Vector3 =>
    eye
      .clone()
      .addScaledVector(forward, length)
      .addScaledVector(right, (x * half * 16) / 9)
      .addScaledVector(up, y * half);
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  const lines: Vector3[] = [];
  corners.forEach((point, k) => lines.push(eye, point, point, corners[(k + 1) % 4]));
  lines.push(corner(-0.4, 1.1), corner(0, 1.6), corner(0, 1.6), corner(0.4, 1.1), corner(0.4, 1.1), corner(-0.4, 1.1));
  return lines.flatMap((point) => point.toArray());
}
