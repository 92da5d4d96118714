import type { Keyable } from '../../src/scene/keyable.ts';
import type { FieldPath } from './formFields.ts';

/** What a form edits: one or several entities at once, a part of the shot, or the settings of a task. */
export interface FormTarget {
  /** Name in labels of undo: `torus`, `3 objects`, `shot`. */
  readonly name: string;
  /** The present values at a path, one per edited thing. */
  read(path: FieldPath): unknown[];
  /** One edit of all; `gesture` joins those of a drag. */
  write(path: FieldPath, label: string, next: (value: unknown) => unknown, gesture?: string): void;
  endGesture(): void;
  /** Returns the places in the document that a path leads to, as the host names them: `entities[2].material.density`. None outside of it. */
  places(path: FieldPath): readonly string[];
}

/** The value that all have, or undefined where they differ. */
export function common<T>(values: readonly T[]): T | undefined {
  const [first] = values;
  const text = JSON.stringify(first);
  return values.every((value) => JSON.stringify(value) === text) ? first : undefined;
}

export function isKeyable(value: unknown): value is Keyable {
  return typeof value === 'number' || (typeof value === 'object' && value !== null && 'keys' in value);
}
