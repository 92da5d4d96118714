import { evaluate, lastKeyAtOrBefore } from '../../src/scene/curves.ts';
import { isCurve, type Key, type Keyable } from '../../src/scene/keyable.ts';

/** Edits of one animated value. All are pure: curves are never changed in place. */

/** The key at exactly this frame. */
export function keyAt(value: Keyable, frame: number): Key | undefined {
  if (!isCurve(value)) return undefined;
  const key = value.keys[lastKeyAtOrBefore(value.keys, frame)] as Key | undefined;
  return key?.frame === frame ? key : undefined;
}

/** Returns the value with `amount` at this frame: a number becomes that number (or, with `autoKey`, a curve), a curve gets a key there or its key changed. */
export function withValueAt(value: Keyable, frame: number, amount: number, autoKey = false): Keyable {
  return autoKey || isCurve(value) ? withKey(value, frame, amount) : amount;
}

/** Returns the value with a key at this frame that keeps the value there (or sets `amount`): a number becomes a curve. */
export function withKey(value: Keyable, frame: number, amount = evaluate(value, frame)): Keyable {
  if (!isCurve(value)) return { keys: [{ frame, value: amount, interpolation: 'bezier' }] };
  const { keys } = value;
  const before = lastKeyAtOrBefore(keys, frame);
  const present = keys[before] as Key | undefined;
  if (present?.frame === frame) return { keys: keys.map((key) => (key === present ? { ...key, value: amount } : key)) };
  // A new key runs on as the segment it divides.
  const interpolation = (present ?? keys[0]).interpolation;
  return { keys: [...keys.slice(0, before + 1), { frame, value: amount, interpolation }, ...keys.slice(before + 1)] };
}

/** Returns the value without its key at this frame; the last key leaves its number. */
export function withoutKey(value: Keyable, frame: number): Keyable {
  if (!isCurve(value)) return value;
  const keys = value.keys.filter((key) => key.frame !== frame);
  return keys.length === 0 ? value.keys[0].value : { keys };
}

/** The number that the curve has at this frame, without its keys. */
export function withoutCurve(value: Keyable, frame: number): number {
  return evaluate(value, frame);
}
