import type { Curve } from '../../src/scene/keyable.ts';
import { framesPerSecond } from '../../src/scene/Scene.ts';
import type { Session } from '../state/Session.ts';
import { frameToX, pixelsPerFrame, RIGHT_MARGIN } from './axis/TimeAxis.ts';
import { fitRange } from './axis/zoomAxis.ts';
import { readTheme, type DrawTheme } from './draw/DrawTheme.ts';
import type { Drawing } from './draw/Drawing.ts';
import { drawBox, drawTag, type SelectionBox, type Tag } from './draw/drawGesture.ts';
import { drawPlayhead } from './draw/drawPlayhead.ts';
import { drawRuler, RULER_HEIGHT, type RulerContent } from './draw/drawRuler.ts';
import { modelOf, type DockModel } from './DockModel.ts';
import { describeGraph } from './graphs/describeGraph.ts';
import type { GraphDefinition } from './graphs/graphs.ts';
import { drawKeyAt } from './keys/drawKeys.ts';
import { drawRow } from './lanes/drawRow.ts';
import type { LaneRow } from './lanes/laneRows.ts';
import { drawCheckpoints, drawComputing, drawFailureFlags, drawStrip, type StripPlace } from './strip/drawStrip.ts';
import { describeFrame } from './strip/describeFrame.ts';
import { kindCodes, noCells } from './strip/frameKinds.ts';
import { StripRuns } from './strip/StripRuns.ts';
import { takeStatesOf } from './takes/TakeStates.ts';

/** Height of the frames of the shot below the ruler, CSS pixels, and of the strip inside it. */
export const STRIP_SECTION = 34;
export const LANES_TOP = RULER_HEIGHT + STRIP_SECTION;
const STRIP: StripPlace = { top: RULER_HEIGHT + 9, height: 14 };
const TICK_Y = RULER_HEIGHT + 29;
/** Milliseconds between two steps of the stripes of computing cells. */
const STRIPE_STEP = 120;

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
 * Draws the dock right of its labels, outside of React: what rests on one canvas, the playhead and what moves on another above it. Each is
 * drawn at most once an animation frame, and only after something that it shows has changed.
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
  private readonly base: HTMLCanvasElement;
  private readonly overlay: HTMLCanvasElement;
  /** The lanes, and the ruler with the strip, have to be drawn again. */
  private baseDirty = true;
  private topDirty = true;
  private overlayDirty = true;
  private request = 0;
  private stripeTimer: ReturnType<typeof setTimeout> | undefined;
  private stripePhase = 0;
  private playheadFrame = NaN;
  private playheadLabel = '';
  private cells = noCells;
  private rows: readonly LaneRow[] = [];

  constructor(session: Session, host: HTMLElement, base: HTMLCanvasElement, overlay: HTMLCanvasElement) {
    this.session = session;
    this.model = modelOf(session);
    this.host = host;
    this.base = base;
    this.overlay = overlay;
  }

  /** Follows the stores and the size of its place until the returned function is called. */
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
        if (same && !this.model.dock.getState().shown.has('takes')) this.invalidateTop();
        else this.invalidate();
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
        else if (now.frame !== before.frame) this.invalidateOverlay();
        if (now.frame !== before.frame && now.playing) this.followPlayhead(now.frame);
      }),
    ];
    this.resize();
    void document.fonts.ready.then(redraw);
    return () => {
      for (const end of ends) end();
      cancelAnimationFrame(this.request);
      clearTimeout(this.stripeTimer);
      this.request = 0;
      this.stripeTimer = undefined;
    };
  }

  get ruler(): RulerContent {
    const { scene } = this.model;
    const { inFrame, outFrame } = this.session.timeline.getState();
    const { first, last } = scene?.range ?? { first: 1, last: 2 };
    return { first, last, inFrame, outFrame, framesPerSecond: scene === undefined ? 24 : framesPerSecond(scene) };
  }

  /** On the page. */
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
    this.invalidateOverlay();
  }

  invalidate(): void {
    this.baseDirty = true;
    this.invalidateOverlay();
  }

  private invalidateTop(): void {
    this.topDirty = true;
    this.invalidateOverlay();
  }

  private invalidateOverlay(): void {
    this.overlayDirty = true;
    if (this.request === 0) this.request = requestAnimationFrame(this.drawNow);
  }

  private resize(): void {
    const pixelRatio = window.devicePixelRatio;
    const { clientWidth, clientHeight } = this.host;
    this.axis.width = Math.max(clientWidth, 1);
    this.height = Math.max(clientHeight, 1);
    for (const canvas of [this.base, this.overlay]) {
      canvas.width = Math.round(this.axis.width * pixelRatio);
      canvas.height = Math.round(this.height * pixelRatio);
    }
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
    if (this.baseDirty) this.drawBase();
    else if (this.topDirty) this.drawTop(this.prepare(this.base));
    if (this.overlayDirty) this.drawOverlay();
    this.baseDirty = false;
    this.topDirty = false;
    this.overlayDirty = false;
  };

  private prepare(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
    // The lower canvas is opaque, which is cheaper to show.
    const context = canvas.getContext('2d', { alpha: canvas === this.overlay })!;
    const { pixelRatio } = this.theme;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    this.context = context;
    return context;
  }

  private drawBase(): void {
    const context = this.prepare(this.base);
    this.rows = this.model.rows;
    context.fillStyle = this.theme.colours.app;
    context.fillRect(0, 0, this.axis.width, this.height);
    this.drawLanes(context);
    this.drawTop(context);
  }

  /** The ruler and the frames of the shot. */
  private drawTop(context: CanvasRenderingContext2D): void {
    const { axis, theme } = this;
    this.cells = this.model.cells;
    this.runs.fill(this.cells, axis);
    drawRuler(context, axis, this.ruler, theme);
    context.fillStyle = theme.colours.panel;
    context.fillRect(0, RULER_HEIGHT, axis.width, STRIP_SECTION);
    drawStrip(context, this.runs, axis, STRIP, theme);
    drawCheckpoints(context, this.cells, axis, TICK_Y, theme);
    drawFailureFlags(context, this.runs, STRIP.top, theme);
    context.fillStyle = theme.colours['line-inner'];
    context.fillRect(0, LANES_TOP - 1, axis.width, 1);
  }

  private drawLanes(context: CanvasRenderingContext2D): void {
    context.save();
    context.beginPath();
    context.rect(0, LANES_TOP, this.axis.width, this.height - LANES_TOP);
    context.clip();
    this.drawOutside(context);
    for (const row of this.rows) {
      const top = LANES_TOP + row.top - this.scrollTop;
      if (top > this.height || top + row.height < LANES_TOP) continue;
      drawRow(this, row, top);
    }
    context.restore();
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
    const context = this.prepare(this.overlay);
    context.clearRect(0, 0, this.axis.width, this.height);
    const { frame } = this.session.timeline.getState();
    drawComputing(context, this.runs, STRIP, this.stripePhase, this.theme);
    this.keepStripesMoving();
    this.drawKeysAtPlayhead(context, frame);
    if (frame !== this.playheadFrame) {
      this.playheadFrame = frame;
      this.playheadLabel = String(Math.round(frame));
    }
    if (this.model.scene !== undefined) {
      drawPlayhead(context, this.axis, frame, this.playheadLabel, this.height, this.theme);
    }
    const { box, tag } = this.gesture;
    if (box !== undefined) drawBox(context, box, this.theme);
    if (tag !== undefined) drawTag(context, tag, Math.max(tag.y - 32, LANES_TOP + 4), this.axis.width, this.theme);
    else if (this.hover !== undefined) this.drawHover(context, this.hover);
  }

  private drawHover(context: CanvasRenderingContext2D, hover: Tag): void {
    context.fillStyle = this.theme.colours['text-disabled'];
    context.fillRect(Math.round(hover.x), LANES_TOP, 1, this.height - LANES_TOP);
    drawTag(context, hover, Math.max(hover.y, LANES_TOP + 4), this.axis.width, this.theme);
  }

  private drawKeysAtPlayhead(context: CanvasRenderingContext2D, frame: number): void {
    context.save();
    context.beginPath();
    context.rect(0, LANES_TOP, this.axis.width, this.height - LANES_TOP);
    context.clip();
    for (const row of this.rows) {
      if (row.kind !== 'keys') continue;
      drawKeyAt(this, row.lane.curve, frame, LANES_TOP + row.top - this.scrollTop + row.height / 2);
    }
    context.restore();
  }

  /** The stripes move while a cell is being computed and shown, and rest where motion is not wanted. */
  private keepStripesMoving(): void {
    if (this.stripeTimer !== undefined || !this.showsComputing() || prefersRest()) return;
    this.stripeTimer = setTimeout(() => {
      this.stripeTimer = undefined;
      this.stripePhase = (this.stripePhase + 1) % 4;
      this.invalidateOverlay();
    }, STRIPE_STEP);
  }

  private showsComputing(): boolean {
    for (let k = 0; k < this.runs.count; k++) if (this.runs.kinds[k] === kindCodes.computing) return true;
    return false;
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

function prefersRest(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
