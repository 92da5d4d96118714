import type { TimelineStore } from '../../state/timelineStore.ts';

/** The clock that playback takes its time from; a fake one in tests. */
export interface PlaybackClock {
  /** Milliseconds. */
  now(): number;
  /** Calls back before the next picture, with the time; gives what cancels it. */
  request(tick: (now: number) => void): () => void;
}

export const browserClock: PlaybackClock = {
  now: () => performance.now(),
  request(tick) {
    const id = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(id);
  },
};

export interface PlaybackParts {
  readonly timeline: TimelineStore;
  readonly clock: PlaybackClock;
  /** Returns the range of the shot; in and out points narrow it. */
  range(): { readonly first: number; readonly last: number };
  framesPerSecond(): number;
  /** True where the frame can be drawn now, or never: playback of every frame waits for the others. */
  ready(frame: number): boolean;
  /** False while the shot is still to appear: nothing of it is drawn yet, and something will be. Time begins to pass with its first picture. */
  appeared(): boolean;
}

/** Time over which the rate of playback is measured, ms. */
const RATE_WINDOW = 1000;

/**
 * Moves the playhead while the timeline's `playing` is set. In real time the frame follows the clock and frames that were never shown are
 * counted; playing every frame waits for each. The first picture of a shot that was just opened is waited for either way. Starts and stops with the store; moving the playhead while it plays goes on from there.
 */
export class Playback {
  private readonly parts: PlaybackParts;
  private cancel: (() => void) | undefined;
  private readonly unsubscribe: () => void;
  /** The frame that was set last, and when. */
  private anchorFrame = 0;
  private anchorTime = 0;
  private anchorDirection: 1 | -1 = 1;
  /** Times of the last changes of frame, as a ring. */
  private readonly changes = new Float64Array(256);
  private changeCount = 0;
  private rateShownAt = 0;

  constructor(parts: PlaybackParts) {
    this.parts = parts;
    this.unsubscribe = parts.timeline.subscribe((state, before) => {
      if (state.playing !== before.playing) this.follow(state.playing);
    });
  }

  dispose(): void {
    this.unsubscribe();
    this.cancel?.();
  }

  private follow(playing: boolean): void {
    this.cancel?.();
    this.cancel = undefined;
    const { timeline, clock } = this.parts;
    if (!playing) {
      timeline.setState({ playbackRate: 0 });
      return;
    }
    this.changeCount = 0;
    this.rateShownAt = clock.now();
    timeline.setState({ dropped: 0 });
    this.startInside();
    this.anchor(clock.now());
    this.next();
  }

  /** Playing from the end (or from outside of the in and out points) starts over. */
  private startInside(): void {
    const { timeline } = this.parts;
    const { frame, direction, loop } = timeline.getState();
    const { first, last } = this.span();
    const atEnd = loop === 'once' && (direction > 0 ? frame >= last : frame <= first);
    if (frame < first || frame > last || atEnd) timeline.setState({ frame: direction > 0 ? first : last });
  }

  private next(): void {
    this.cancel = this.parts.clock.request((now) => {
      this.cancel = undefined;
      this.tick(now);
      if (this.parts.timeline.getState().playing) this.next();
    });
  }

  private tick(now: number): void {
    const state = this.parts.timeline.getState();
    const moved = state.frame !== this.anchorFrame || state.direction !== this.anchorDirection;
    if (moved || !this.parts.appeared()) this.anchor(now);
    const elapsed = ((now - this.anchorTime) * this.parts.framesPerSecond()) / 1000;
    const steps = Math.floor(elapsed + 1e-6);
    if (steps > 0) {
      if (state.playMode === 'every-frame') this.stepWhenReady(now);
      else this.advance(steps, this.anchorTime + (steps * 1000) / this.parts.framesPerSecond());
    }
    this.showRate(now);
  }

  private stepWhenReady(now: number): void {
    const { frame, direction, loop } = this.parts.timeline.getState();
    const { frame: following } = walk(frame, 1, direction, loop, this.span());
    if (this.parts.ready(following)) this.advance(1, now);
  }

  private advance(steps: number, time: number): void {
    const { timeline } = this.parts;
    const { frame, direction, loop, dropped, playMode } = timeline.getState();
    const after = this.held(walk(frame, steps, direction, loop, this.span()), steps);
    const moved = after.frame !== frame;
    const skipped = playMode === 'real-time' && !after.ended && moved ? steps - 1 : 0;
    timeline.setState({
      frame: after.frame,
      direction: after.direction,
      playing: !after.ended,
      dropped: dropped + skipped,
    });
    this.anchor(time);
    if (moved) this.changes[this.changeCount++ % this.changes.length] = time;
  }

  /** No further than the frame at which playback waits; a playhead that stands beyond it goes on freely. */
  private held(after: Walked, steps: number): Walked {
    const { frame, direction, heldAt } = this.parts.timeline.getState();
    if (heldAt === undefined || direction < 0 || frame > heldAt || frame + steps <= heldAt) return after;
    return { frame: heldAt, direction, ended: false };
  }

  private anchor(time: number): void {
    const { frame, direction } = this.parts.timeline.getState();
    this.anchorFrame = frame;
    this.anchorDirection = direction;
    this.anchorTime = time;
  }

  private showRate(now: number): void {
    if (now - this.rateShownAt < RATE_WINDOW / 4 || !this.parts.timeline.getState().playing) return;
    this.rateShownAt = now;
    this.parts.timeline.setState({ playbackRate: this.rate(now) });
  }

  /** Changes of frame per second over the last second. */
  private rate(now: number): number {
    const held = Math.min(this.changeCount, this.changes.length);
    const at = (back: number): number => this.changes[(this.changeCount - back) % this.changes.length];
    let recent = 0;
    while (recent < held && now - at(recent + 1) <= RATE_WINDOW) recent++;
    return recent < 2 ? 0 : ((recent - 1) * 1000) / Math.max(at(1) - at(recent), 1);
  }

  private span(): { first: number; last: number } {
    const { inFrame, outFrame } = this.parts.timeline.getState();
    const range = this.parts.range();
    const first = inFrame ?? range.first;
    return { first, last: Math.max(first, outFrame ?? range.last) };
  }
}

export interface Walked {
  readonly frame: number;
  readonly direction: 1 | -1;
  /** Playing once came to the end. */
  readonly ended: boolean;
}

/** Returns the frame to which `steps` frames of playback from `frame` lead within first..last. */
export function walk(
  frame: number,
  steps: number,
  direction: 1 | -1,
  loop: 'once' | 'loop' | 'ping-pong',
  { first, last }: { readonly first: number; readonly last: number },
): Walked {
  const length = last - first + 1;
  const target = frame + direction * steps;
  if (length <= 1) return { frame: first, direction, ended: loop === 'once' };
  if (target >= first && target <= last) return { frame: target, direction, ended: false };
  if (loop === 'once') return { frame: direction > 0 ? last : first, direction, ended: true };
  if (loop === 'loop') return { frame: first + modulo(target - first, length), direction, ended: false };
  const period = 2 * (length - 1);
  const place = modulo(direction > 0 ? target - first : period - (target - first), period);
  const turned = place >= length - 1;
  return { frame: first + (turned ? period - place : place), direction: turned ? -1 : 1, ended: false };
}

function modulo(value: number, period: number): number {
  return ((value % period) + period) % period;
}
