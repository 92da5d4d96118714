import { FrameSource } from '../../client/FrameSource.ts';
import { cellOf } from '../../client/frames/cells.ts';
import { createFramesStore, type FramesStore } from '../../state/framesStore.ts';
import type { Session } from '../../session/Session.ts';
import type { Limits } from '../../../src/frames/colours/colourLimits.ts';
import { colourRange } from '../colour/colourRange.ts';
import type { SharedLook } from './SharedLook.ts';
import { ShotObjects } from './ShotObjects.ts';

/** ms between two looks at the states of the other take's frames, while those of this one change. */
const REFRESH_DELAY = 400;

/** Another take of the shot, drawn beside the one that is worked on: its own frames at the same playhead. */
export class Comparison {
  readonly take: string;
  readonly objects: ShotObjects;
  private readonly session: Session;
  private readonly frames: FramesStore = createFramesStore();
  private readonly source: FrameSource;
  private readonly unsubscribe: (() => void)[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  /** `changed`: something of it is to be drawn anew. */
  constructor(session: Session, shared: SharedLook, take: string, changed: () => void) {
    this.session = session;
    this.take = take;
    this.source = new FrameSource({ ...session, frames: this.frames }, { take });
    const contents = () => session.document.scene?.takes.find(({ id }) => id === take)?.contents;
    this.objects = new ShotObjects(session, shared, { source: this.source, contents, frames: this.frames });
    this.unsubscribe = [
      this.source.store.subscribe(changed),
      this.frames.subscribe(changed),
      session.frames.subscribe((state, before) => {
        if (state.cells !== before.cells) this.refreshSoon(REFRESH_DELAY);
      }),
      session.view.subscribe((state, before) => {
        if (state.quality !== before.quality) this.refreshSoon(0);
      }),
    ];
    this.refreshSoon(0);
  }

  /** Returns the range of the chosen colouring in the frame that it shows. */
  colourRange(): Limits | undefined {
    return colourRange({ frameSource: this.source, view: this.session.view }, 'typicalRange');
  }

  /**
   * Why the frame is not shown as the take has it now: its shapes are being filled, it is on its way, was never simulated, or what is shown was made
   * before an edit. Undefined where it is, or is about to replace another one.
   */
  hindrance(frame: number): 'preparing' | 'coming' | 'missing' | 'stale' | undefined {
    const { shown, statics } = this.source.store.getState();
    const cell = cellOf(this.frames.getState().cells, frame);
    if (shown?.frame === frame) return cell?.state === 'stale' ? 'stale' : undefined;
    if (cell !== undefined && cell.state !== 'cached') return 'missing';
    if (shown !== undefined) return undefined;
    return statics === undefined ? 'preparing' : 'coming';
  }

  dispose(): void {
    this.ended = true;
    clearTimeout(this.timer);
    for (const end of this.unsubscribe) end();
    this.objects.dispose();
    this.source.dispose();
  }

  private refreshSoon(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), delay);
  }

  private async refresh(): Promise<void> {
    const { connection, view, log, document } = this.session;
    const range = document.scene?.takes.find(({ id }) => id === this.take)?.contents.range;
    if (range === undefined) return;
    try {
      const params = { quality: view.getState().quality, first: range.first, last: range.last, take: this.take };
      const { states } = await connection.call('frameStates', params);
      if (this.ended) return;
      const cells = states.map((state) => ({ ...state, storedKey: state.storedKey, failure: state.failure }));
      this.frames.setState({ cells });
    } catch (error) {
      if (!this.ended) log.error('could not compare the takes', error);
    }
  }
}
