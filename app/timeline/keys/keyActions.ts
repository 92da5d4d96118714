import { evaluate } from '../../../src/scene/curves.ts';
import type { Curve, Key, Keyable } from '../../../src/scene/keyable.ts';
import type { Session } from '../../session/Session.ts';
import { dockOf } from '../dockStore.ts';
import { modelOf } from '../DockModel.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import { insertKey } from './insertKey.ts';
import { addKeys, countSelected, noKeys, selectOnly, type KeyRef } from './keySelection.ts';
import { describeKeys, writeCurves } from './writeCurves.ts';
import { inSentence } from '../../ui/inSentence.ts';

/** What commands, buttons and menus do with keys. Each is one step of undo. */

const clipboards = new WeakMap<Session, KeyClipboard>();

/** Lanes with selected keys, with the frames of those that are still there. */
export function selectedLanes(session: Session): { readonly lane: KeyLane; readonly frames: ReadonlySet<number> }[] {
  const { keys } = dockOf(session).getState();
  return modelOf(session).lanes.flatMap((lane) => {
    const wanted = keys.get(lane.id);
    if (wanted === undefined) return [];
    const frames = new Set(lane.curve.keys.map(({ frame }) => frame).filter((frame) => wanted.has(frame)));
    return frames.size === 0 ? [] : [{ lane, frames }];
  });
}

/** Deletes the selected keys; a curve that loses all of them leaves its value. */
export function deleteSelectedKeys(session: Session): void {
  const selected = selectedLanes(session);
  if (selected.length === 0) return;
  const count = selected.reduce((sum, { frames }) => sum + frames.size, 0);
  writeCurves(
    session.document,
    `Delete ${describeKeys(lanesOf(selected), count)}`,
    selected.map(({ lane, frames }) => [lane, withoutKeys(lane.curve, frames)] as const),
  );
  dockOf(session).setState({ keys: noKeys });
}

export function withoutKeys(curve: Curve, frames: ReadonlySet<number>): Keyable {
  const keys = curve.keys.filter(({ frame }) => !frames.has(frame));
  return keys.length === 0 ? curve.keys[0].value : { keys };
}

export function selectAllKeys(session: Session): void {
  const all = modelOf(session).lanes.flatMap(({ id, curve }) => curve.keys.map(({ frame }) => ({ lane: id, frame })));
  dockOf(session).setState({ keys: selectOnly(all) });
}

/** False where none are selected. */
export function copySelectedKeys(session: Session): boolean {
  const copied = copyKeys(modelOf(session).lanes, dockOf(session).getState().keys);
  if (copied !== undefined) clipboards.set(session, copied);
  return copied !== undefined;
}

export function hasCopiedKeys(session: Session): boolean {
  return clipboards.has(session);
}

/** Puts the copied keys in at the playhead: in their own lanes, or those of one lane into the active one. */
export function pasteCopiedKeys(session: Session): void {
  const copied = clipboards.get(session);
  if (copied === undefined) return;
  insertCopies(session, copied, 'Paste');
}

/** Copies of the selected keys at the playhead, or just behind themselves where it stands on the first of them. */
export function duplicateSelectedKeys(session: Session): void {
  const copied = copyKeys(modelOf(session).lanes, dockOf(session).getState().keys);
  if (copied !== undefined) insertCopies(session, copied, 'Duplicate');
}

function insertCopies(session: Session, copied: KeyClipboard, verb: string): void {
  const model = modelOf(session);
  const dock = dockOf(session);
  const { keys: selection, activeLane } = dock.getState();
  const playhead = session.timeline.getState().frame;
  const onItself = copied.some(({ lane }) => selection.get(lane)?.has(playhead) === true);
  const length = Math.max(...copied.map(({ keys }) => keys.at(-1)!.frame));
  const frame = verb === 'Duplicate' && onItself ? playhead + Math.floor(length) + 1 : playhead;
  const only = copied.length === 1 ? model.lane(activeLane ?? '') : undefined;
  const targets = copied
    .map(({ lane, keys }) => ({ lane: only ?? model.lane(lane), keys }))
    .filter((target): target is { lane: KeyLane; keys: readonly Key[] } => target.lane !== undefined);
  if (targets.length === 0) return;
  const count = targets.reduce((sum, { keys }) => sum + keys.length, 0);
  const label = `${verb} ${describeKeys(lanesOf(targets), count)}`;
  writeCurves(
    session.document,
    label,
    targets.map(({ lane, keys }) => [lane, pasteKeys(lane.curve, keys, frame)] as const),
  );
  const pasted = targets.flatMap(({ lane, keys }) => keys.map((key) => ({ lane: lane.id, frame: key.frame + frame })));
  dock.setState({ keys: selectOnly(pasted) });
}

/** How the curve runs on from the selected keys. */
export function setInterpolation(session: Session, interpolation: Key['interpolation']): void {
  const selected = selectedLanes(session);
  const count = selected.reduce((sum, { frames }) => sum + frames.size, 0);
  writeCurves(
    session.document,
    `Make ${describeKeys(lanesOf(selected), count)} ${interpolation}`,
    selected.map(({ lane, frames }) => {
      const keys = lane.curve.keys.map((key) => (frames.has(key.frame) ? { ...key, interpolation } : key));
      return [lane, { keys }] as const;
    }),
  );
}

/**
 * A key at the playhead for the active lane, else for every animated value of the selected entities, else for all. The curves keep their
 * shape.
 */
export function setKeysAtPlayhead(session: Session): void {
  const { lanes, activeLane } = modelOf(session);
  const { ids } = session.selection.getState();
  const chosen = activeLane === undefined ? lanes.filter(({ entity }) => ids.includes(entity ?? '')) : [activeLane];
  const targets = chosen.length > 0 ? chosen : lanes;
  if (targets.length === 0) {
    session.log.info('Nothing is animated yet.', {
      remedy: 'Click the diamond beside a value in the inspector: it gets its first key at the playhead.',
      toast: true,
    });
    return;
  }
  const { frame } = session.timeline.getState();
  writeCurves(
    session.document,
    `Set ${describeKeys(targets, targets.length)} at ${frame}`,
    targets.map((lane) => [lane, insertKey(lane.curve, frame)] as const),
  );
  dockOf(session).setState({ keys: selectOnly(targets.map(({ id }): KeyRef => ({ lane: id, frame }))) });
}

/** Sets a lane's key at the playhead, or removes it where there is one. */
export function toggleKeyAtPlayhead(session: Session, lane: KeyLane): void {
  const { frame } = session.timeline.getState();
  const present = lane.curve.keys.some((key) => key.frame === frame);
  const of = `of ${lane.owner} ${inSentence(lane.property)}`;
  if (present) {
    writeCurves(session.document, `Remove key ${of}`, [[lane, withoutKeys(lane.curve, new Set([frame]))]]);
  } else {
    writeCurves(session.document, `Set key ${of}`, [[lane, insertKey(lane.curve, frame)]]);
    dockOf(session).setState({ keys: selectOnly([{ lane: lane.id, frame }]), activeLane: lane.id });
  }
}

/** Removes all keys of a lane: the value that it has at the playhead stays. */
export function removeCurve(session: Session, lane: KeyLane): void {
  const value = evaluate(lane.curve, session.timeline.getState().frame);
  writeCurves(session.document, `Remove all keys of ${lane.owner} ${inSentence(lane.property)}`, [[lane, value]]);
}

/** Selects every key of a lane beside those that are selected already, or alone. */
export function selectLaneKeys(session: Session, { id, curve }: KeyLane, add: boolean): void {
  const dock = dockOf(session);
  const keys = curve.keys.map(({ frame }) => ({ lane: id, frame }));
  dock.setState({ keys: addKeys(add ? dock.getState().keys : noKeys, keys) });
}

export function selectedKeyCount(session: Session): number {
  return countSelected(dockOf(session).getState().keys);
}

function lanesOf(entries: readonly { readonly lane: KeyLane }[]): KeyLane[] {
  return entries.map(({ lane }) => lane);
}

/** Copied keys: by lane id, with frames counted from the earliest of all. */
type KeyClipboard = readonly { readonly lane: string; readonly keys: readonly Key[] }[];

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
