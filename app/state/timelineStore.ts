import { createStore } from 'zustand/vanilla';

export type LoopMode = 'once' | 'loop' | 'ping-pong';
/** Real time drops frames to keep pace; every frame waits for each. */
export type PlayMode = 'real-time' | 'every-frame';

export interface TimelineState {
  /** The playhead. While playing it changes up to 60 times a second: subscribe outside of React. */
  readonly frame: number;
  readonly playing: boolean;
  /** Playback waits at this frame: those after it are being made. Undefined: it knows no such frame. */
  readonly heldAt: number | undefined;
  readonly direction: 1 | -1;
  readonly loop: LoopMode;
  readonly playMode: PlayMode;
  /** Changing a keyable value sets a key at the playhead; off, only values that are animated get keys. */
  readonly autoKey: boolean;
  /** The in point; undefined: the first frame of the shot's range. */
  readonly inFrame: number | undefined;
  /** The out point; undefined: the last frame of the shot's range. */
  readonly outFrame: number | undefined;
  /** Part of the time axis that is shown, in frames (may be fractional). */
  readonly viewFirst: number;
  readonly viewLast: number;
  /** Frames that real-time playback skipped since it started. */
  readonly dropped: number;
  /** Frames per second over the last second of playback; 0 while it stands. */
  readonly playbackRate: number;
}

export type TimelineStore = ReturnType<typeof createTimelineStore>;

export function createTimelineStore() {
  return createStore<TimelineState>(() => ({
    frame: 1,
    playing: false,
    heldAt: undefined,
    direction: 1,
    loop: 'loop',
    playMode: 'real-time',
    autoKey: false,
    inFrame: undefined,
    outFrame: undefined,
    viewFirst: 1,
    viewLast: 100,
    dropped: 0,
    playbackRate: 0,
  }));
}
