/** Selected keys: by lane id, the frames of its selected keys. Frames are unique in a lane. */
export type KeySelection = ReadonlyMap<string, ReadonlySet<number>>;

/** A key named by where it stands. */
export interface KeyRef {
  readonly lane: string;
  readonly frame: number;
}

export const noKeys: KeySelection = new Map();

export function isSelected(selection: KeySelection, { lane, frame }: KeyRef): boolean {
  return selection.get(lane)?.has(frame) ?? false;
}

export function countSelected(selection: KeySelection): number {
  let count = 0;
  for (const frames of selection.values()) count += frames.size;
  return count;
}

export function selectOnly(keys: Iterable<KeyRef>): KeySelection {
  return addKeys(noKeys, keys);
}

export function addKeys(selection: KeySelection, keys: Iterable<KeyRef>): KeySelection {
  const added = new Map<string, Set<number>>();
  for (const [lane, frames] of selection) added.set(lane, new Set(frames));
  for (const { lane, frame } of keys) {
    const frames = added.get(lane);
    if (frames === undefined) added.set(lane, new Set([frame]));
    else frames.add(frame);
  }
  return added;
}

/** Returns the selection with the key where it was not selected, without it where it was. */
export function toggleKey(selection: KeySelection, key: KeyRef): KeySelection {
  if (!isSelected(selection, key)) return addKeys(selection, [key]);
  const changed = new Map(selection);
  const frames = new Set(selection.get(key.lane));
  frames.delete(key.frame);
  if (frames.size === 0) changed.delete(key.lane);
  else changed.set(key.lane, frames);
  return changed;
}

/** The one selected key, where exactly one is. */
export function onlyKey(selection: KeySelection): KeyRef | undefined {
  if (countSelected(selection) !== 1) return undefined;
  for (const [lane, frames] of selection) for (const frame of frames) return { lane, frame };
  return undefined;
}
