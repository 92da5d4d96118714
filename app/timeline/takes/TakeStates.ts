import { createStore } from 'zustand/vanilla';
import type { Session } from '../../session/Session.ts';
import { packCells, type PackedCells } from '../strip/frameKinds.ts';
import type { FrameCell } from '../../state/framesStore.ts';

/** The frames of a take. */
export interface TakeCells {
  /** Cells as the host reported them. */
  readonly list: readonly FrameCell[];
  readonly cells: PackedCells;
  /** Names of the frames from the first one on, by which takes share them. */
  readonly keys: readonly string[];
}

export interface TakeStatesState {
  readonly takes: ReadonlyMap<string, TakeCells>;
}

/** Milliseconds between two rounds of questions. */
const INTERVAL = 400;
const MOST_FRAMES = 100_000;

/** Knows the frames of the takes that are not worked on; asks for them again when the shot or its frames change, while somebody looks. */
export class TakeStates {
  readonly store = createStore<TakeStatesState>(() => ({ takes: new Map() }));
  private readonly session: Session;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loading = false;
  private again = false;

  constructor(session: Session) {
    this.session = session;
  }

  /** Keeps them current until the returned function is called. */
  follow(): () => void {
    const { document, frames, view } = this.session;
    const ends = [
      document.store.subscribe((now, before) => {
        if (now.open?.scene.takes === before.open?.scene.takes) return;
        if (before.open !== undefined) this.keepFrames(before.open.scene.take.id);
        this.refresh();
      }),
      frames.subscribe((now, before) => {
        if (now.cells !== before.cells) this.refresh();
      }),
      view.subscribe((now, before) => {
        if (now.quality !== before.quality || now.compare?.take !== before.compare?.take) this.refresh();
      }),
    ];
    void this.load();
    return () => {
      for (const end of ends) end();
      clearTimeout(this.timer);
      this.timer = undefined;
    };
  }

  /** The numbers of the take that is compared, for the graphs, where they are not known yet. */
  private async loadCompared(takes: ReadonlyMap<string, TakeCells>): Promise<void> {
    const { connection, view, frames } = this.session;
    const { compare, quality } = view.getState();
    const { list } = takes.get(compare?.take ?? '') ?? { list: [] };
    const unknown = list.filter(({ state, key }) => state === 'cached' && !frames.getState().stats.has(key));
    if (unknown.length === 0) return;
    const range = { first: unknown[0].frame, last: unknown[unknown.length - 1].frame };
    const { stats } = await connection.call('frameStats', { quality, ...range, take: compare!.take });
    const added = stats.map(({ key, stats: numbers, seconds }) => [key, { stats: numbers, seconds }] as const);
    frames.setState(({ stats: known }) => ({ stats: new Map([...known, ...added]) }));
  }

  /** The take that was worked on until now has the frames that were shown. */
  private keepFrames(id: string): void {
    const { cells, inMemory } = this.session.frames.getState();
    this.store.setState(({ takes }) => ({ takes: new Map(takes).set(id, takeCells(cells, inMemory)) }));
  }

  private refresh(): void {
    if (this.loading) this.again = true;
    else
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        void this.load();
      }, INTERVAL);
  }

  private async load(): Promise<void> {
    const { connection, document, view } = this.session;
    const { quality } = view.getState();
    const takes = new Map<string, TakeCells>();
    if (this.loading) return;
    this.loading = true;
    try {
      for (const { id, contents } of document.scene?.takes ?? []) {
        const { first, last } = contents.range;
        const wanted = { quality, first, last: Math.min(last, first + MOST_FRAMES - 1), take: id };
        const { states } = await connection.call('frameStates', wanted);
        const cells = states.map(({ frame, state, key, storedKey, checkpoint, failure }): FrameCell => ({
          frame,
          state: failure !== undefined && state !== 'cached' ? 'failed' : state,
          key,
          storedKey: state === 'cached' ? key : storedKey,
          checkpoint,
          failure,
        }));
        takes.set(id, takeCells(cells, this.session.frames.getState().inMemory));
      }
      this.store.setState({ takes });
      await this.loadCompared(takes);
    } catch {
      // Without a host, or between two documents: what was known stays until the next round.
    } finally {
      this.loading = false;
      if (this.again) {
        this.again = false;
        this.refresh();
      }
    }
  }
}

export function takeCells(cells: readonly FrameCell[], inMemory: ReadonlySet<string>): TakeCells {
  return { list: cells, cells: packCells({ cells, inMemory }), keys: cells.map(({ key }) => key) };
}

/** Frames from the first one on that two takes share: those of the same name. */
export function sharedFrames(a: TakeCells, b: TakeCells): number {
  if (a.cells.first !== b.cells.first) return 0;
  const most = Math.min(a.keys.length, b.keys.length);
  let shared = 0;
  while (shared < most && a.keys[shared] === b.keys[shared]) shared++;
  return shared;
}

const known = new WeakMap<Session, TakeStates>();

export function takeStatesOf(session: Session): TakeStates {
  const states = known.get(session) ?? new TakeStates(session);
  known.set(session, states);
  return states;
}
