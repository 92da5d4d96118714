import type { Curve, Key } from '../../../src/scene/keyable.ts';

/** Copied keys: by lane id, with frames counted from the earliest of all. */
export type KeyClipboard = readonly { readonly lane: string; readonly keys: readonly Key[] }[];

/** The selected keys of some lanes, or undefined where none are. */
export function copyKeys(
  lanes: readonly { readonly id: string; readonly curve: Curve }[],
  selection: ReadonlyMap<string, ReadonlySet<number>>,
): KeyClipboard | undefined {
  const copied = lanes
    .map(({ id, curve }) => ({ lane: id, keys: curve.keys.filter(({ frame }) => selection.get(id)?.has(frame)) }))
    .filter(({ keys }) => keys.length > 0);
  if (copied.length === 0) return undefined;
  const earliest = Math.min(...copied.map(({ keys }) => keys[0].frame));
  return copied.map(({ lane, keys }) => ({
    lane,
    keys: keys.map((key) => ({ ...key, frame: key.frame - earliest })),
  }));
}

/** The curve with keys put in from `frame` on, in place of those that stand there. */
export function pasteKeys({ keys }: Curve, pasted: readonly Key[], frame: number): Curve {
  const placed = pasted.map((key) => ({ ...key, frame: key.frame + frame }));
  const taken = new Set(placed.map((key) => key.frame));
  const resting = keys.filter((key) => !taken.has(key.frame));
  return { keys: [...resting, ...placed].sort((a, b) => a.frame - b.frame) };
}
