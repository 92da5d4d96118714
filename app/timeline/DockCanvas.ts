import type { Curve } from '../../src/scene/keyable.ts';
import { framesPerSecond } from '../../src/scene/Scene.ts';
import type { Session } from '../session/Session.ts';
import { frameToX, pixelsPerFrame, RIGHT_MARGIN } from './axis/TimeAxis.ts';
import { fitRange } from './axis/zoomAxis.ts';
import { CanvasLayer } from './draw/CanvasLayer.ts';
import { readTheme, type DrawTheme } from './draw/DrawTheme.ts';
import type { Drawing } from './draw/Drawing.ts';
import { drawBox, drawTag, type SelectionBox, type Tag } from './draw/drawGesture.ts';
import { drawRuler, RULER_HEIGHT, type RulerContent } from './draw/drawRuler.ts';
import { PlayheadMark } from './draw/PlayheadMark.ts';
import { modelOf, type DockModel } from './DockModel.ts';
import { describeGraph } from './graphs/describeGraph.ts';
import type { GraphDefinition } from './graphs/graphs.ts';
import { drawKeyAt, keyAt } from './keys/drawKeys.ts';
import { drawRow } from './lanes/drawRow.ts';
import type { LaneRow } from './lanes/laneRows.ts';
import { ComputingMarks } from './strip/ComputingMarks.ts';
import {
  drawCheckpoints,
  drawFailureFlags,
  drawJudgements,
  drawStrip,
  flagTop,
  type StripPlace,
} from './strip/drawStrip.ts';
import { describeFrame } from './strip/describeFrame.ts';
import { noCells, sameCells } from './strip/frameKinds.ts';
import { StripRuns } from './strip/StripRuns.ts';
import { takeStatesOf } from './takes/TakeStates.ts';

/** Height of the frames of the shot below the ruler, CSS pixels, and of the strip inside it. */
export const STRIP_SECTION = 34;
export const LANES_TOP = RULER_HEIGHT + STRIP_SECTION;
const STRIP: StripPlace = { top: RULER_HEIGHT + 9, height: 14 };
const TICK_Y = RULER_HEIGHT + 29;
/** Upper edge of what the frames of the shot are drawn on: flags of failed frames reach into the ruler. */
const STRIP_TOP = flagTop(STRIP.top) - 2;
/** Milliseconds that strip and lanes wait for further frames: fast simulations finish many a second, and scrubbing brings many into memory. */
const FRAMES_WAIT = 500;

/** What only a running gesture shows. */
export interface GestureView {
  readonly box: SelectionBox | undefined;
  /** Curves as they were before it, by lane id. */
  readonly ghosts: ReadonlyMap<string, Curve>;
  /** Old and new value beside a dragged key. */
  readonly tag: Tag | undefined;
}

const noGesture: GestureView = { box: undefined, ghosts: new Map(), tag: undefined };

/**
 * Draws the dock right of its labels, outside of React: the lanes, the ruler and the frames of the shot on a canvas each, what a gesture or the
 * pointer shows on another above them, the playhead and cells that are computed as elements. Each is drawn at most once an animation frame, and
 * only after something that it shows has changed.
 */
export class DockCanvas implements Drawing {
  readonly axis = { viewFirst: 0, viewLast: 1, width: 1 };
  readonly strip = STRIP;
  readonly lanesTop = LANES_TOP;
  readonly runs = new StripRuns();
  readonly model: DockModel;
  readonly session: Session;
  theme!: DrawTheme;
  context!: CanvasRenderingContext2D;
  /** CSS pixels that the lanes are scrolled by. */
  scrollTop = 0;
  height = 1;
  gesture: GestureView = noGesture;
  private hover: Tag | undefined;
  private hovered = '';
  private readonly host: HTMLElement;
  private readonly layers: Readonly<Record<'lanes' | 'ruler' | 'strip' | 'overlay', CanvasLayer>>;
  private readonly computing: ComputingMarks;
  private readonly playhead: PlayheadMark;
  private lanesDirty = true;
  private rulerDirty = true;
  private stripDirty = true;
  private overlayDirty = true;
  /** Keys at the playhead are shown. */
  private keysShown = false;
  private request = 0;
  private framesTimer: ReturnType<typeof setTimeout> | undefined;
  /** The lanes are to be drawn when the timer has run. */
  private lanesWait = false;
  /** What the strip shows. */
  private cells = noCells;
  private rows: readonly LaneRow[] = [];

  /** Puts what it draws on into `host`. */
  constructor(session: Session, host: HTMLElement) {
    this.session = session;
    this.model = modelOf(session);
    this.host = host;
    const lanes = new CanvasLayer(host, false);
    const ruler = new CanvasLayer(host, false);
    const strip = new CanvasLayer(host, true);
    this.computing = new ComputingMarks(host);
    this.playhead = new PlayheadMark(host);
    this.layers = { lanes, ruler, strip, overlay: new CanvasLayer(host, true) };
  }

  /** Follows the stores and the size of its place until the returned function is called, which takes everything away. */
  attach(): () => void {
    const { document: shot, timeline, frames } = this.session;
    const redraw = () => this.invalidate();
    const resizing = new ResizeObserver(() => this.resize());
    resizing.observe(this.host);
    const theming = new MutationObserver(() => this.resize());
    theming.observe(document.documentElement, { attributes: true });
    const ends = [
      () => resizing.disconnect(),
      () => theming.disconnect(),
      shot.store.subscribe(redraw),
      frames.subscribe((now, before) => {
        const same = now.cells === before.cells && now.stats === before.stats;
        // Frames come into memory and leave it all the time while it plays: only the strip shows that, and takes.
        this.invalidateFramesSoon(!same || this.model.dock.getState().shown.has('takes'));
      }),
      this.model.dock.subscribe(redraw),
      takeStatesOf(this.session).store.subscribe(redraw),
      timeline.subscribe((now, before) => {
        const moved =
          now.viewFirst !== before.viewFirst ||
          now.viewLast !== before.viewLast ||
          now.inFrame !== before.inFrame ||
          now.outFrame !== before.outFrame;
        if (moved) this.invalidate();
        else if (now.frame !== before.frame) this.drawSoon();
        if (now.frame !== before.frame && now.playing) this.followPlayhead(now.frame);
      }),
    ];
    this.resize();
    void document.fonts.ready.then(redraw);
    return () => {
      for (const end of ends) end();
      cancelAnimationFrame(this.request);
      clearTimeout(this.framesTimer);
      for (const part of [...Object.values(this.layers), this.computing, this.playhead]) part.remove();
    };
  }

  get ruler(): RulerContent {
    const { scene } = this.model;
    const { inFrame, outFrame } = this.session.timeline.getState();
    const { first, last } = scene?.range ?? { first: 1, last: 2 };
    return { first, last, inFrame, outFrame, framesPerSecond: scene === undefined ? 24 : framesPerSecond(scene) };
  }

  /** The canvas's box on the page, CSS pixels. */
  get bounds(): DOMRect {
    return this.host.getBoundingClientRect();
  }

  /** What frames are drawn in. */
  get element(): HTMLElement {
    return this.host;
  }

  /** Upper edge of the whole dock on the page, its head included. */
  get dockTop(): number {
    return (
      (this.host.closest('.dv-groupview') ?? this.host.closest('.dock'))?.getBoundingClientRect().top ?? this.bounds.top
    );
  }

  focus(): void {
    this.host.focus({ preventScroll: true });
  }

  /** The element whose scroll bar moves the lanes. */
  scroller: HTMLElement | undefined;

  setScroll(top: number): void {
    this.scrollTop = top;
    this.invalidate();
  }

  setGesture(view: Partial<GestureView>): void {
    this.gesture = { ...this.gesture, ...view };
    this.invalidate();
  }

  endGesture(): void {
    this.gesture = noGesture;
    this.invalidate();
  }

  /** Shows the whole range of the shot. */
  fit(): void {
    const { scene } = this.model;
    if (scene !== undefined) this.session.timeline.setState(fitRange(scene.range));
  }

  /** Words about the frame under the pointer, or about its numbers in the graph there; undefined takes them away. */
  setHover(frame: number | undefined, over?: { readonly graph: GraphDefinition; readonly top: number }): void {
    const hovered = frame === undefined ? '' : `${frame} ${over?.graph.id ?? ''}`;
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    const text =
      frame === undefined
        ? undefined
        : over === undefined
          ? describeFrame(this.session, frame)
          : describeGraph(over.graph, frame, this.model.graphs, this.model.comparedGraphs);
    const y = over === undefined ? 0 : over.top + 4;
    this.hover =
      frame === undefined || text === undefined
        ? undefined
        : { x: frameToX(this.axis, frame), y, before: text, after: '' };
    this.overlayDirty = true;
    this.drawSoon();
  }

  invalidate(): void {
    this.lanesDirty = true;
    this.rulerDirty = true;
    this.overlayDirty = true;
    this.stripDirty = true;
    this.drawSoon();
  }

  /** What frames are: the strip shows it, and perhaps the lanes. */
  private invalidateFramesSoon(lanesToo: boolean): void {
    this.lanesWait ||= lanesToo;
    this.framesTimer ??= setTimeout(() => {
      this.framesTimer = undefined;
      this.stripDirty = true;
      this.lanesDirty ||= this.lanesWait;
      this.lanesWait = false;
      this.drawSoon();
    }, FRAMES_WAIT);
  }

  private drawSoon(): void {
    if (this.request === 0) this.request = requestAnimationFrame(this.drawNow);
  }

  private resize(): void {
    const pixelRatio = window.devicePixelRatio;
    const { clientWidth, clientHeight } = this.host;
    this.axis.width = Math.max(clientWidth, 1);
    this.height = Math.max(clientHeight, 1);
    const { lanes, ruler, strip, overlay } = this.layers;
    const { width } = this.axis;
    lanes.place(LANES_TOP, width, Math.max(this.height - LANES_TOP, 1), pixelRatio);
    ruler.place(0, width, RULER_HEIGHT, pixelRatio);
    strip.place(STRIP_TOP, width, LANES_TOP - STRIP_TOP, pixelRatio);
    overlay.place(0, width, this.height, pixelRatio);
    this.theme = readTheme(this.host, pixelRatio);
    const lanesHeight = Math.max(this.height - LANES_TOP, 0);
    if (lanesHeight !== this.model.dock.getState().lanesHeight) this.model.dock.setState({ lanesHeight });
    this.invalidate();
  }

  private readonly drawNow = (): void => {
    this.request = 0;
    const { viewFirst, viewLast } = this.session.timeline.getState();
    this.axis.viewFirst = viewFirst;
    this.axis.viewLast = viewLast;
    if (this.lanesDirty) this.drawLanes();
    if (this.rulerDirty) drawRuler(this.layers.ruler.begin(), this.axis, this.ruler, this.theme);
    if (this.stripDirty) this.drawFrames(this.rulerDirty);
    this.lanesDirty = false;
    this.rulerDirty = false;
    this.stripDirty = false;
    this.playhead.place(this.axis, this.model.scene === undefined ? undefined : this.session.timeline.getState().frame);
    this.drawOverlay();
  };

  /** The frames of the shot. Where they look as they did, only `anew`. */
  private drawFrames(anew: boolean): void {
    const { axis, theme, runs } = this;
    const { cells } = this.model;
    if (!anew && sameCells(cells, this.cells)) return;
    this.cells = cells;
    runs.fill(cells, axis);
    const context = this.layers.strip.begin();
    context.fillStyle = theme.colours.panel;
    context.fillRect(0, RULER_HEIGHT, axis.width, STRIP_SECTION);
    drawStrip(context, runs, axis, STRIP, theme);
    drawCheckpoints(context, cells, axis, TICK_Y, theme);
    drawJudgements(context, cells, axis, STRIP.top, theme);
    drawFailureFlags(context, runs, STRIP.top, theme);
    context.fillStyle = theme.colours['line-inner'];
    context.fillRect(0, LANES_TOP - 1, axis.width, 1);
    this.computing.place(runs, STRIP);
  }

  private drawLanes(): void {
    this.rows = this.model.rows;
    this.context = this.layers.lanes.begin();
    this.context.fillStyle = this.theme.colours.app;
    this.context.fillRect(0, LANES_TOP, this.axis.width, this.height);
    this.drawOutside(this.context);
    for (const row of this.rows) {
      const top = LANES_TOP + row.top - this.scrollTop;
      if (top > this.height || top + row.height < LANES_TOP) continue;
      drawRow(this, row, top);
    }
  }

  /** Frames that are not of the shot lie in shade. */
  private drawOutside(context: CanvasRenderingContext2D): void {
    const { first, last } = this.ruler;
    const half = pixelsPerFrame(this.axis) / 2;
    const left = frameToX(this.axis, first) - half;
    const right = frameToX(this.axis, last) + half;
    context.globalAlpha = 0.5;
    context.fillStyle = this.theme.colours['line-outer'];
    if (left > 0) context.fillRect(0, LANES_TOP, left, this.height);
    // The numbers of value axes stay clear.
    const end = this.axis.width - RIGHT_MARGIN + 4;
    if (right < end) context.fillRect(right, LANES_TOP, end - right, this.height);
    context.globalAlpha = 1;
  }

  private drawOverlay(): void {
    const { overlay } = this.layers;
    const { frame } = this.session.timeline.getState();
    const { box, tag } = this.gesture;
    const keyed = this.rows.filter((row) => row.kind === 'keys' && keyAt(row.lane.curve, frame) !== undefined);
    // Only where a key is does what it shows depend on the playhead.
    if (!this.overlayDirty && keyed.length === 0 && !this.keysShown) return;
    this.overlayDirty = false;
    this.keysShown = keyed.length > 0;
    const empty = box === undefined && tag === undefined && this.hover === undefined && keyed.length === 0;
    overlay.show(!empty);
    if (empty) return;
    const context = overlay.begin();
    this.context = context;
    this.drawKeysAtPlayhead(context, frame, keyed);
    if (box !== undefined) drawBox(context, box, this.theme);
    if (tag !== undefined) drawTag(context, tag, Math.max(tag.y - 32, LANES_TOP + 4), this.axis.width, this.theme);
    else if (this.hover !== undefined) this.drawHover(context, this.hover);
  }

  private drawHover(context: CanvasRenderingContext2D, hover: Tag): void {
    context.fillStyle = this.theme.colours['text-disabled'];
    context.fillRect(Math.round(hover.x), LANES_TOP, 1, this.height - LANES_TOP);
    drawTag(context, hover, Math.max(hover.y, LANES_TOP + 4), this.axis.width, this.theme);
  }

  private drawKeysAtPlayhead(context: CanvasRenderingContext2D, frame: number, rows: readonly LaneRow[]): void {
    context.save();
    context.beginPath();
    context.rect(0, LANES_TOP, this.axis.width, this.height - LANES_TOP);
    context.clip();
    for (const row of rows) {
      if (row.kind !== 'keys') continue;
      drawKeyAt(this, row.lane.curve, frame, LANES_TOP + row.top - this.scrollTop + row.height / 2);
    }
    context.restore();
  }

  /** Turns the page when playback leaves what is shown. */
  private followPlayhead(frame: number): void {
    const { timeline } = this.session;
    const { viewFirst, viewLast, direction } = timeline.getState();
    if (frame >= viewFirst - 0.5 && frame <= viewLast + 0.5) return;
    const length = viewLast - viewFirst;
    const first = direction === 1 ? frame : frame - length;
    timeline.setState({ viewFirst: first, viewLast: first + length });
  }
}
