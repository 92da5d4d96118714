import { createStore } from 'zustand/vanilla';
import { CoreError } from '../../src/base/errors.ts';
import { kindOf } from '../../src/scene/capabilities.ts';
import { derivingSettings } from '../../src/scene/derivingSettings.ts';
import { framesPerSecond, type Scene } from '../../src/scene/Scene.ts';
import type { DocumentStore } from '../document/documentStore.ts';
import type { FrameCell, FramesStore } from '../state/framesStore.ts';
import type { Log } from '../state/Log.ts';
import type { TimelineStore } from '../state/timelineStore.ts';
import type { Colouring, ViewStore } from '../state/viewStore.ts';
import type { Connection } from './Connection.ts';
import { cellAtOrBefore, cellOf } from './frames/cells.ts';
import { frameArrays, type DecodedFrame, type DisplayFrame } from './frames/DisplayFrame.ts';
import type { DisplayStatics } from '../state/DisplayStatics.ts';
import { WorkerDecoder, type FrameDecoder } from './frames/FrameDecoder.ts';
import { FrameRequests, isComputed } from './frames/FrameRequests.ts';
import { FrameRing, type RingLimits } from './frames/FrameRing.ts';
import { browserClock, Playback, type PlaybackClock } from './frames/Playback.ts';
import { SweptBounds } from './frames/SweptBounds.ts';
import { PrescribedFrames } from './frames/PrescribedFrames.ts';
import { prefetchOrder, prefetchRank, type PrefetchInput } from './frames/prefetchOrder.ts';
import { StaticsKeeper } from './frames/StaticsKeeper.ts';

export interface FrameSourceParts {
  readonly connection: Pick<Connection, 'call'>;
  readonly document: DocumentStore;
  readonly timeline: TimelineStore;
  readonly frames: FramesStore;
  readonly view: ViewStore;
  readonly log: Log;
}

export interface FrameSourceOptions {
  /** Another take than the one that is worked on: its frames are those of `parts.frames`, and it does not play by itself. */
  readonly take?: string;
  readonly limits?: RingLimits;
  readonly createDecoder?: () => FrameDecoder;
  readonly clock?: PlaybackClock;
}

export interface FrameSourceState {
  readonly statics: DisplayStatics | undefined;
  /** The document that the statics were asked for with: what was moved since then is moved where it is drawn. */
  readonly staticsOf: Scene | undefined;
  /** The frame that is shown: that of the playhead, or the last one before it that is there. Undefined: the shapes at rest. */
  readonly shown: DisplayFrame | undefined;
  /** What moves as prescribed at the playhead, where no frame is shown. */
  readonly prescribed: Pick<DisplayFrame, 'streams'> | undefined;
  /** Bytes of decoded frames in memory. */
  readonly bytes: number;
  /** Why the shot's shapes cannot be shown. */
  readonly problem: string | undefined;
}

/** What decoded frames may take: ten seconds of a large shot, or all of a small one. */
const LIMITS: RingLimits = { bytes: 512 * 1024 * 1024, frames: 4096 };
/** Frames on each side that are made ready while nothing plays and their colours are slow to come by. */
const COSTLY_REACH = 24;
/** ms that the playhead stands before frames around it are made ready: a scrub is not to wait for those of where it was. */
const REST = 80;
/** ms between two notices of what is in memory. */
const NOTICE_INTERVAL = 120;

/** Keeps the frames around the playhead decoded and gives the one to show. */
export class FrameSource {
  readonly store = createStore<FrameSourceState>(() => ({
    statics: undefined,
    staticsOf: undefined,
    shown: undefined,
    prescribed: undefined,
    bytes: 0,
    problem: undefined,
  }));
  readonly take: string | undefined;
  /** How far what moves reaches, over the frames that were in memory. */
  readonly swept = new SweptBounds();
  private readonly parts: FrameSourceParts;
  private readonly createDecoder: () => FrameDecoder;
  private decoderMade: FrameDecoder | undefined;
  private readonly ring: FrameRing;
  /** Keys of frames of which the host will have more. */
  private readonly partial = new Set<string>();
  private readonly requests: FrameRequests;
  private readonly statics: StaticsKeeper;
  private readonly prescribed: PrescribedFrames;
  private readonly playback: Playback | undefined;
  private readonly order = new Int32Array(LIMITS.frames);
  private readonly unsubscribe: (() => void)[];
  private colouring: Colouring;
  /** What is shown, and whether it has left the ring: its arrays are given back when something else is shown. */
  private held: DecodedFrame | undefined;
  private heldLeft = false;
  private notice: ReturnType<typeof setTimeout> | undefined;
  /** Runs while the artist scrubs. */
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: FrameSourceParts, options: FrameSourceOptions = {}) {
    this.parts = parts;
    this.take = options.take;
    this.createDecoder = options.createDecoder ?? (() => new WorkerDecoder());
    this.colouring = parts.view.getState().colouring;
    this.ring = new FrameRing(options.limits ?? LIMITS, (decoded) => this.drop(decoded));
    this.requests = new FrameRequests({
      connection: parts.connection,
      take: options.take,
      decoder: () => this.decoder,
      quality: () => parts.view.getState().quality,
      statics: () => this.store.getState().statics,
      arrived: (frame, key, decoded, isPartial) => this.arrive(frame, key, decoded, isPartial),
      settled: () => this.request(),
      failed: (what, error) => parts.log.error(what, error),
    });
    this.statics = new StaticsKeeper({
      ...parts,
      take: options.take,
      prepare: (bytes) => this.decoder.prepare(bytes),
      replaced: (statics, scene) => this.replaceStatics(statics, scene),
      failed: (error) => this.failStatics(error),
    });
    this.prescribed = new PrescribedFrames({
      connection: parts.connection,
      take: options.take,
      decoder: () => this.decoder,
      quality: () => parts.view.getState().quality,
      show: (prescribed) => this.store.setState({ prescribed }),
    });
    this.playback = options.take === undefined ? this.createPlayback(options.clock ?? browserClock) : undefined;
    this.unsubscribe = [
      parts.document.store.subscribe((state, before) => {
        if (state.open?.scene.project !== before.open?.scene.project) this.clear();
        else if (derivedKey(state.open?.scene) !== derivedKey(before.open?.scene)) this.decodeAgain();
      }),
      parts.timeline.subscribe((state, before) => {
        if (state.frame === before.frame && state.playing === before.playing) return;
        if (before.playing && state.playing) this.countUnshown(before.frame);
        if (!state.playing) this.awaitRest();
        this.update();
      }),
      parts.frames.subscribe((state, before) => {
        if (state.cells !== before.cells) this.update();
      }),
      parts.view.subscribe((state) => this.setColouring(state.colouring)),
    ];
  }

  /** True where a frame can be drawn now; also where there is nothing of it to wait for. */
  ready(frame: number): boolean {
    const key = this.cell(frame)?.storedKey;
    return key === undefined || this.requests.isRefused(key) || this.ring.get(key) !== undefined;
  }

  /** False while nothing of the shot is drawn yet, and something will be: its shapes and the frame of the playhead are on their way. */
  appeared(): boolean {
    const { statics, shown, problem } = this.store.getState();
    if (shown !== undefined || problem !== undefined) return true;
    return statics !== undefined && this.target() === undefined;
  }

  dispose(): void {
    for (const end of this.unsubscribe) end();
    clearTimeout(this.notice);
    clearTimeout(this.rest);
    this.prescribed.forget();
    this.playback?.dispose();
    this.statics.dispose();
    this.requests.forget();
    this.ring.clear();
    this.setShown(undefined);
    this.decoderMade?.close();
    this.decoderMade = undefined;
  }

  private get decoder(): FrameDecoder {
    return (this.decoderMade ??= this.createDecoder());
  }

  private createPlayback(clock: PlaybackClock): Playback {
    const { document, timeline } = this.parts;
    return new Playback({
      timeline,
      clock,
      range: () => document.scene?.range ?? { first: 1, last: 1 },
      framesPerSecond: () => (document.scene === undefined ? 24 : framesPerSecond(document.scene)),
      ready: (frame) => this.ready(frame),
      appeared: () => this.appeared(),
    });
  }

  private clear(): void {
    this.requests.forget();
    this.prescribed.forget();
    this.swept.clear();
    this.ring.clear();
    this.setShown(undefined);
    this.store.setState({ statics: undefined, staticsOf: undefined, problem: undefined, bytes: 0 });
    this.noticeSoon();
  }

  private replaceStatics(statics: DisplayStatics, staticsOf: Scene): void {
    this.requests.forget();
    this.prescribed.forget();
    this.swept.clear();
    // What is shown goes with the shapes that it was made for.
    this.store.setState({ statics, staticsOf, shown: undefined, problem: undefined });
    this.ring.clear();
    this.setShown(undefined);
    this.update();
  }

  private failStatics(error: unknown): void {
    this.store.setState({ problem: error instanceof Error ? error.message : String(error) });
    const { remedy, code } = error instanceof CoreError ? error : { remedy: undefined, code: undefined };
    // The viewport says it; of a missing file the artist is told beside, with the way to locate it.
    this.parts.log.error('could not show the shot', error, { remedy, toast: code !== 'file-missing' });
  }

  private setColouring(colouring: Colouring): void {
    if (colouring === this.colouring) return;
    this.colouring = colouring;
    this.decodeAgain();
  }

  /** Frames stay shown as they are until they are there as they are wanted now. */
  private decodeAgain(): void {
    this.requests.forget();
    this.ring.clear();
    this.update();
  }

  /** A frame that playback passed before it was ready was dropped. */
  private countUnshown(frame: number): void {
    const { timeline } = this.parts;
    if (this.playback === undefined || this.store.getState().shown?.frame === frame) return;
    const key = this.cell(frame)?.storedKey;
    if (key !== undefined && !this.requests.isRefused(key))
      timeline.setState(({ dropped }) => ({ dropped: dropped + 1 }));
  }

  private update(): void {
    this.show();
    this.request();
    this.followPrescribed();
  }

  /** Asks for what moves as prescribed where nothing of the playhead is simulated. */
  private followPrescribed(): void {
    const { statics, staticsOf } = this.store.getState();
    const moves = staticsOf?.entities.some((entity) => entity.enabled && kindOf(entity).isPrescribed === true) === true;
    if (statics === undefined || !moves || this.target() !== undefined) this.prescribed.forget();
    else this.prescribed.want(this.parts.timeline.getState().frame, this.colouring);
  }

  /** Shows the frame of the playhead where it is ready; another one stays until it is. */
  private show(): void {
    if (this.store.getState().statics === undefined) return;
    const cell = this.target();
    const { shown } = this.store.getState();
    if (cell === undefined) {
      if (shown !== undefined) this.setShown(undefined);
      return;
    }
    const entry = this.ring.get(cell.storedKey);
    if (entry === undefined) return;
    const stale = cell.state !== 'cached';
    if (shown?.key === entry.key && shown.stale === stale && shown.streams === entry.decoded.streams) return;
    this.setShown({ frame: entry.frame, key: entry.key, stale, ...entry.decoded }, entry.decoded);
  }

  private setShown(shown: DisplayFrame | undefined, decoded?: DecodedFrame): void {
    const { held, heldLeft } = this;
    this.held = decoded;
    if (held !== decoded) this.heldLeft = false;
    if (this.store.getState().shown !== shown) this.store.setState({ shown });
    if (heldLeft && held !== undefined && held !== decoded) this.decoder.release(frameArrays(held));
  }

  /** A frame left the ring: its arrays are used again, once nothing of it is shown. */
  private drop(decoded: DecodedFrame): void {
    if (decoded === this.held) this.heldLeft = true;
    else this.decoder.release(frameArrays(decoded));
  }

  /** What is to be shown: the playhead's frame, or the last one before it that can be. */
  private target(): (FrameCell & { readonly storedKey: string }) | undefined {
    const { frame } = this.parts.timeline.getState();
    return cellAtOrBefore(this.parts.frames.getState().cells, frame, (key) => !this.requests.isRefused(key));
  }

  private cell(frame: number): FrameCell | undefined {
    return cellOf(this.parts.frames.getState().cells, frame);
  }

  private arrive(frame: number, key: string, decoded: DecodedFrame, isPartial: boolean): void {
    const input = this.prefetchInput();
    if (input === undefined) {
      this.decoder.release(frameArrays(decoded));
      return;
    }
    this.swept.add(key, decoded);
    const kept = this.store.getState().shown?.key;
    if (isPartial) this.partial.add(key);
    else this.partial.delete(key);
    this.ring.add(frame, key, decoded, (other) => prefetchRank(input, other), kept);
    this.noticeSoon();
    this.show();
  }

  private prefetchInput(): PrefetchInput | undefined {
    const { cells } = this.parts.frames.getState();
    if (cells.length === 0) return undefined;
    const { frame, playing, direction, loop, inFrame, outFrame } = this.parts.timeline.getState();
    const first = playing ? Math.max(cells[0].frame, inFrame ?? -Infinity) : cells[0].frame;
    const end = cells[cells.length - 1].frame;
    const last = playing ? Math.min(end, outFrame ?? Infinity) : end;
    return { playhead: frame, first, last: Math.max(first, last), playing, direction, loop };
  }

  /** Asks for frames that are wanted and not there, the most urgent first, as many as may be under way. */
  private request(): void {
    const input = this.prefetchInput();
    if (input === undefined || this.store.getState().statics === undefined) return;
    const target = this.target();
    if (target !== undefined) this.want(target, true);
    if (this.rest !== undefined && !input.playing) return;
    let room = this.ring.capacity - 1;
    if (this.isCostly() && !input.playing) room = Math.min(room, COSTLY_REACH);
    const count = prefetchOrder(input, this.order);
    for (let k = 0; k < count && room > 0 && this.requests.room(input.playing); k++) {
      const cell = this.cell(this.order[k]);
      if (cell?.storedKey === undefined || this.requests.isRefused(cell.storedKey)) continue;
      room--;
      this.want({ ...cell, storedKey: cell.storedKey }, false);
    }
  }

  /** The host works out the numbers of the colouring for each frame. */
  private isCostly(): boolean {
    const { streams = [] } = this.store.getState().statics ?? {};
    return streams.some(({ attributes }) => attributes.some((one) => isComputed(one, this.colouring)));
  }

  private want(cell: FrameCell & { readonly storedKey: string }, urgent: boolean): void {
    if (this.ring.get(cell.storedKey) !== undefined && !(urgent && this.partial.has(cell.storedKey))) return;
    this.requests.ask(cell.frame, cell.storedKey, this.colouring, urgent);
  }

  private awaitRest(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.rest = undefined;
      this.request();
    }, REST);
  }

  private noticeSoon(): void {
    this.notice ??= setTimeout(() => {
      this.notice = undefined;
      this.store.setState({ bytes: this.ring.bytes });
      if (this.take === undefined) this.parts.frames.setState({ inMemory: this.ring.keys() });
    }, NOTICE_INTERVAL);
  }
}

/** What is made of the frames follows from this, beside the frames. */
function derivedKey(scene: Scene | undefined): string {
  return JSON.stringify(scene?.entities.map(derivingSettings) ?? []);
}
