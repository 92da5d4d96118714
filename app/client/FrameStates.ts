import type { RequestName, RequestInput, RequestResult } from '../../src/protocol/requests.ts';
import type { NotificationParams } from '../../src/protocol/notifications.ts';
import type { SimulationFailure } from '../../src/base/failure.ts';
import type { Scene, QualityName } from '../../src/scene/Scene.ts';
import { addCosts, type CostStore } from '../state/costStore.ts';
import type { FrameCell, FramesState, FramesStore } from '../state/framesStore.ts';

export interface FrameStatesOptions {
  call<N extends RequestName>(name: N, params: RequestInput<N>): Promise<RequestResult<N>>;
  /** The document that the host has; undefined while none is open. */
  scene(): Scene | undefined;
  quality(): QualityName;
  readonly frames: FramesStore;
  readonly costs: CostStore;
  /** What the host said of the simulations that go on. */
  runs(runs: RequestResult<'frameStates'>['runs']): void;
}

type StatsEntry = readonly [string, FramesState['stats'] extends ReadonlyMap<string, infer V> ? V : never];

/** Milliseconds between two questions for all states. */
const INTERVAL = 120;
/** Longest range whose states are asked for at once; what follows is not shown. */
const MOST_FRAMES = 100_000;
/** Frames whose numbers are kept, those of earlier edits included. */
const MOST_STATS = 200_000;

/** Keeps the cells of the timeline those of the host: all of them after an edit, one by one while a simulation runs. */
export class FrameStates {
  private readonly options: FrameStatesOptions;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loading = false;
  private again = false;
  private lastAsked = -Infinity;
  /** Counts what makes answers under way worthless: another shot, another quality. */
  private generation = 0;
  private computing: number | undefined;
  /** Cells as the host reported them, without what is being computed. */
  private told: readonly FrameCell[] = [];

  constructor(options: FrameStatesOptions) {
    this.options = options;
  }

  /** Forgets everything: another shot, or none. */
  clear(): void {
    this.generation++;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.told = [];
    this.computing = undefined;
    this.options.frames.setState({ cells: [], stats: new Map() });
  }

  /** Asks for all states soon; answers to earlier questions still count until then. */
  refresh(): void {
    if (this.loading) this.again = true;
    else if (this.timer === undefined) {
      const rest = Math.max(0, INTERVAL - (performance.now() - this.lastAsked));
      this.timer = setTimeout(() => {
        this.timer = undefined;
        void this.load();
      }, rest);
    }
  }

  /** Another quality: what is shown belongs to the old one. */
  restart(): void {
    this.generation++;
    this.again = this.loading;
    if (!this.loading) this.refresh();
  }

  /** The frame that a simulation works on; undefined when none does. */
  setComputing(frame: number | undefined): void {
    if (frame === this.computing) return;
    this.computing = frame;
    this.show();
  }

  /** The first frame of first..last that is not there. */
  firstMissing(first: number, last: number): number | undefined {
    return this.told.find((cell) => cell.frame >= first && cell.frame <= last && cell.state !== 'cached')?.frame;
  }

  /** A frame was stored. False where it is not one of the document as it is now: all states have to be asked for. */
  frameDone({ frame, key, stats, seconds, cached, checkpoint }: NotificationParams<'frameDone'>): boolean {
    this.addStats([[key, { stats, seconds: cached ? undefined : seconds }]]);
    const index = this.told.findIndex((cell) => cell.frame === frame);
    if (index < 0 || this.told[index].key !== key) return false;
    const cell: FrameCell = { ...this.told[index], state: 'cached', storedKey: key, checkpoint, failure: undefined };
    this.told = this.told.with(index, cell);
    this.show();
    return true;
  }

  /** The key of a frame as the document is now. */
  keyOf(frame: number): string | undefined {
    return this.told.find((cell) => cell.frame === frame)?.key;
  }

  frameFailed(failure: SimulationFailure): void {
    this.told = this.told.map((cell) => (cell.frame === failure.frame ? { ...cell, state: 'failed', failure } : cell));
    this.show();
  }

  private async load(): Promise<void> {
    const { call, scene, quality } = this.options;
    const range = scene()?.range;
    if (range === undefined) return;
    const { generation } = this;
    const wanted = {
      quality: quality(),
      first: range.first,
      last: Math.min(range.last, range.first + MOST_FRAMES - 1),
    };
    this.loading = true;
    this.lastAsked = performance.now();
    try {
      const { states, runs } = await call('frameStates', wanted);
      if (generation !== this.generation) return;
      this.options.runs(runs);
      this.told = sameWhereEqual(states.map(cellOf), this.told);
      this.show();
      await this.loadStats(wanted, generation);
    } catch {
      // Without a host there are no states; they are asked for again when it is back. A refused document keeps those of the last one.
    } finally {
      this.loading = false;
      if (this.again) {
        this.again = false;
        this.refresh();
      }
    }
  }

  /** The graphs' numbers of stored frames that are not known yet. */
  private async loadStats(wanted: RequestInput<'frameStats'>, generation: number): Promise<void> {
    const { call, frames, costs } = this.options;
    const known = frames.getState().stats;
    const unknown = this.told.filter(({ state, key }) => state === 'cached' && !known.has(key));
    if (unknown.length === 0) return;
    const { stats } = await call('frameStats', { ...wanted, first: unknown[0].frame, last: unknown.at(-1)!.frame });
    if (generation !== this.generation) return;
    this.addStats(stats.map(({ key, stats: numbers, seconds }) => [key, { stats: numbers, seconds }]));
    addCosts(
      costs,
      wanted.quality,
      stats.map(({ seconds }) => seconds ?? 0),
    );
  }

  private addStats(added: readonly StatsEntry[]): void {
    const { frames } = this.options;
    frames.setState(({ stats }) => ({ stats: new Map([...stats, ...added].slice(-MOST_STATS)) }));
  }

  /** Publishes the cells, with the one that is being computed. */
  private show(): void {
    const { computing } = this;
    const index = computing === undefined ? -1 : this.told.findIndex(({ frame }) => frame === computing);
    const cell = this.told[index];
    const cells =
      cell === undefined || cell.state === 'cached'
        ? this.told
        : this.told.with(index, { ...cell, state: 'computing' });
    this.options.frames.setState({ cells });
  }
}

function cellOf(state: RequestResult<'frameStates'>['states'][number]): FrameCell {
  const { frame, key, checkpoint, failure } = state;
  const storedKey = state.state === 'cached' ? key : state.storedKey;
  const shown = failure !== undefined && state.state !== 'cached' ? 'failed' : state.state;
  return { frame, state: shown, key, storedKey, checkpoint, failure };
}

/** The new cells, with the old objects where nothing changed, so that nothing is drawn again for them. */
function sameWhereEqual(cells: FrameCell[], before: readonly FrameCell[]): readonly FrameCell[] {
  const offset = before.length === 0 || cells.length === 0 ? 0 : cells[0].frame - before[0].frame;
  return cells.map((cell, index) => {
    const old = before[index + offset];
    return old !== undefined && sameCell(old, cell) ? old : cell;
  });
}

function sameCell(a: FrameCell, b: FrameCell): boolean {
  return (
    a.frame === b.frame &&
    a.state === b.state &&
    a.key === b.key &&
    a.storedKey === b.storedKey &&
    a.checkpoint === b.checkpoint &&
    JSON.stringify(a.failure) === JSON.stringify(b.failure)
  );
}
