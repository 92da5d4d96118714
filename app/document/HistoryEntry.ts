import type { Patch } from 'immer';

/** One step of undo: what an action changed, forwards and backwards. */
export interface HistoryEntry {
  /** Label that the menu shows: `Change density of torus`. */
  readonly label: string;
  /** Edits of one gesture (a drag, typing in a field) with the same name make one entry. */
  readonly gesture: string | undefined;
  readonly forwards: readonly Patch[];
  readonly backwards: readonly Patch[];
}

/**
 * One step that does both. Dragging sets the same values over and over: where the second step sets just those that the first one ended
 * with, only its values are kept forwards and only the first one's backwards, so that a long drag stays small.
 */
export function mergedSteps(first: HistoryEntry, second: HistoryEntry): HistoryEntry {
  const { label, gesture } = second;
  if (setSameValues(first.forwards, second.forwards) && setSameValues(first.backwards, second.backwards)) {
    return { label, gesture, forwards: second.forwards, backwards: first.backwards };
  }
  return {
    label,
    gesture,
    forwards: [...first.forwards, ...second.forwards],
    backwards: [...second.backwards, ...first.backwards],
  };
}

function setSameValues(first: readonly Patch[], second: readonly Patch[]): boolean {
  if (first.length !== second.length) return false;
  const places = new Set(first.map(place));
  return [...first, ...second].every((patch) => patch.op === 'replace' && places.has(place(patch)));
}

function place({ path }: Patch): string {
  return JSON.stringify(path);
}
