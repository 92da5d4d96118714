import { CoreError } from '../../../src/base/errors.ts';
import type { FrameSource } from '../../client/FrameSource.ts';
import type { TimelineStore } from '../../state/timelineStore.ts';

export interface StepParts {
  readonly timeline: TimelineStore;
  readonly frameSource: Pick<FrameSource, 'ready' | 'store'>;
}

/** ms between two looks, where nothing tells that a frame is there. */
const LOOK_INTERVAL = 50;
/** ms after which a frame is given up. */
const LONGEST_WAIT = 30_000;

/**
 * Moves the playhead over frames first..last and calls `shown` on each once its picture can be drawn. The playhead is where it was at the
 * end, however it ends. Throws `cancelled` when `signal` says so, and `internal` for a frame that never arrives.
 */
export async function stepFrames(
  { timeline, frameSource }: StepParts,
  { first, last }: { readonly first: number; readonly last: number },
  shown: (frame: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { frame: before } = timeline.getState();
  try {
    for (let frame = first; frame <= last; frame++) {
      checkAborted(signal);
      timeline.setState({ frame, playing: false });
      await untilReady(frameSource, frame, signal);
      // Somebody else may have moved the playhead meanwhile: the picture is that of this frame.
      if (timeline.getState().frame !== frame) timeline.setState({ frame, playing: false });
      await shown(frame);
    }
    checkAborted(signal);
  } finally {
    timeline.setState({ frame: before });
  }
}

function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CoreError('cancelled', 'the playblast was cancelled');
}

function untilReady(source: StepParts['frameSource'], frame: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const end = (): void => {
      unsubscribe();
      clearInterval(timer);
      signal.removeEventListener('abort', look);
    };
    const look = (): void => {
      if (signal.aborted) {
        end();
        reject(new CoreError('cancelled', 'the playblast was cancelled'));
      } else if (source.ready(frame)) {
        end();
        resolve();
      } else if (performance.now() - started > LONGEST_WAIT) {
        end();
        reject(
          new CoreError('internal', `frame ${frame} could not be loaded`, {
            remedy: 'Wait until the timeline shows it as in memory, then try again.',
          }),
        );
      }
    };
    const unsubscribe = source.store.subscribe(look);
    const timer = setInterval(look, LOOK_INTERVAL);
    signal.addEventListener('abort', look);
    look();
  });
}
