import type { Keyable } from '../../../src/scene/keyable.ts';
import { parseExpression } from './expression.ts';
import { eulerAngles } from './placement.ts';
import type { Boundary } from './SceneFile.ts';

/** Keyed x(t) = R(t) x0 + position(t). */
export interface KeyedMotion {
  readonly position: Keyable[];
  readonly rotation: Keyable[];
}

/** How far a displacement may be from one of a rigid body. */
const RIGID = 1e-9;

/** The keys of a displacement of t, x, y and z, one per frame. Throws where it deforms what it moves. */
export function keyedMotion({ value }: Pick<Boundary, 'value'>, dt: number, frames: number): KeyedMotion {
  const moved = value.map(parseExpression);
  const at = (x: readonly number[], t: number): number[] =>
    [0, 1, 2].map((axis) => x[axis] + moved[axis](x[0], x[1], x[2], t));
  const rows: number[][] = Array.from({ length: 6 }, () => []);
  let before = [0, 0, 0];
  for (let frame = 0; frame <= frames; frame++) {
    const t = frame * dt;
    const origin = at([0, 0, 0], t);
    const axes = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((e) => at(e, t).map((x, axis) => x - origin[axis]));
    const rotation = [0, 1, 2].flatMap((row) => axes.map((column) => column[row]));
    checkRigid(rotation, value);
    // The turn nearest to the one before: keys are joined by straight lines.
    const angles = eulerAngles(rotation).map((angle, k) => {
      const turns = Math.round((before[k] - angle) / (2 * Math.PI));
      return angle + 2 * Math.PI * turns;
    });
    before = angles;
    [...origin, ...angles].forEach((number, k) => rows[k].push(number));
  }
  const curves = rows.map(curveOf);
  return { position: curves.slice(0, 3), rotation: curves.slice(3) };
}

/** Whether a displacement is none at any time. */
export function isStillValue({ value }: Pick<Boundary, 'value'>): boolean {
  return value.every((one) => one === 0);
}

function checkRigid(r: readonly number[], value: Boundary['value']): void {
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      const product = r[a] * r[b] + r[3 + a] * r[3 + b] + r[6 + a] * r[6 + b];
      if (Math.abs(product - (a === b ? 1 : 0)) > RIGID) throw new Error(`'${value.join(', ')}' deforms what it moves`);
    }
  }
}

/** A number, or keys where it changes; those between which it is straight are left out. */
function curveOf(values: readonly number[]): Keyable {
  const last = values.length - 1;
  const keys = values.flatMap((value, frame) => {
    const straight = frame > 0 && frame < last && isStraight(values[frame - 1], value, values[frame + 1]);
    return straight ? [] : [{ frame, value, interpolation: 'linear' as const }];
  });
  return values.every((value) => value === values[0]) ? values[0] : { keys };
}

function isStraight(before: number, value: number, after: number): boolean {
  return Math.abs(before - 2 * value + after) <= 1e-14 * (1 + Math.abs(value));
}
