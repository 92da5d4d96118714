import { isCurve } from '../../src/scene/keyable.ts';
import type { Session } from '../session/Session.ts';
import { reveal } from './axis/zoomAxis.ts';
import { dockOf } from './dockStore.ts';
import { listLanes } from './lanes/keyLanes.ts';

/** First and last frame of playback: the in and out points, else the shot's range. */
export function playRange({ document, timeline }: Session): { first: number; last: number } {
  const { inFrame, outFrame } = timeline.getState();
  const range = document.scene?.range ?? { first: 1, last: 1 };
  return { first: inFrame ?? range.first, last: outFrame ?? range.last };
}

/** Puts the playhead on a whole frame of the shot's range and pauses. */
export function moveTo(session: Session, frame: number): void {
  const { document, timeline } = session;
  if (document.scene === undefined || !Number.isFinite(frame)) return;
  const { first, last } = document.scene.range;
  const target = Math.min(Math.max(Math.round(frame), first), last);
  const state = timeline.getState();
  if (state.frame !== target || state.playing) timeline.setState({ frame: target, playing: false });
}

/** Moves the playhead as `moveTo` does, and brings the frame into view. */
export function jumpTo(session: Session, frame: number): void {
  moveTo(session, frame);
  const { timeline, document } = session;
  if (document.scene === undefined) return;
  const { frame: target, viewFirst, viewLast } = timeline.getState();
  const view = reveal({ viewFirst, viewLast }, document.scene.range, target);
  if (view.viewFirst !== viewFirst) timeline.setState(view);
}

export function stepBy(session: Session, frames: number): void {
  jumpTo(session, session.timeline.getState().frame + frames);
}

/** Starts playback in a direction; from the other end where it stands at this one and would play once. */
export function play(session: Session, direction: 1 | -1): void {
  const { document, timeline } = session;
  if (document.scene === undefined) return;
  const { first, last } = playRange(session);
  const { frame, loop } = timeline.getState();
  const ended = direction === 1 ? frame >= last : frame <= first;
  const outside = frame < first || frame > last;
  const start = (ended && loop === 'once') || outside ? (direction === 1 ? first : last) : frame;
  timeline.setState({ playing: true, direction, frame: start });
}

export function pause({ timeline }: Session): void {
  if (timeline.getState().playing) timeline.setState({ playing: false });
}

/** Jumps to the nearest frame with a key before or after the playhead: of the selected entities, or of all where they have none. */
export function jumpToKey(session: Session, direction: 1 | -1): void {
  const { document, selection, timeline } = session;
  if (document.scene === undefined) return;
  const lanes = listLanes(document.scene);
  const { activeLane } = dockOf(session).getState();
  const { ids } = selection.getState();
  const chosen = lanes.filter((lane) => lane.id === activeLane || ids.includes(lane.entity ?? ''));
  const { frame } = timeline.getState();
  let nearest: number | undefined;
  for (const lane of chosen.length > 0 ? chosen : lanes) {
    if (!isCurve(lane.curve)) continue;
    for (const key of lane.curve.keys) {
      const ahead = (key.frame - frame) * direction;
      if (ahead <= 0.5) continue;
      if (nearest === undefined || ahead < (nearest - frame) * direction) nearest = key.frame;
    }
  }
  if (nearest !== undefined) jumpTo(session, nearest);
}

/** Sets the in or the out point to the playhead; a point on the edge of the range is none. */
export function setPoint(session: Session, which: 'in' | 'out', frame: number): void {
  const { document, timeline } = session;
  if (document.scene === undefined) return;
  const { first, last } = document.scene.range;
  const { inFrame, outFrame } = timeline.getState();
  const target = Math.min(Math.max(Math.round(frame), first), last);
  if (which === 'in') {
    const limit = (outFrame ?? last) - 1;
    const place = Math.min(target, limit);
    timeline.setState({ inFrame: place <= first ? undefined : place });
  } else {
    const limit = (inFrame ?? first) + 1;
    const place = Math.max(target, limit);
    timeline.setState({ outFrame: place >= last ? undefined : place });
  }
}
