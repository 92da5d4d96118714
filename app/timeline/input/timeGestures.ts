import { pixelsPerFrame, xToFrame } from '../axis/TimeAxis.ts';
import { panBy } from '../axis/zoomAxis.ts';
import type { DockCanvas } from '../DockCanvas.ts';
import { moveTo, setPoint } from '../playhead.ts';
import type { CurvePlace } from '../curves/drawCurves.ts';
import type { Gesture, PointerPoint } from './Gesture.ts';

/** Speed of the playhead against the pointer while Shift is held. */
const FINE = 0.2;
/** Frames that the view follows a pointer beyond its edge, a pixel and event. */
const EDGE_SPEED = 0.15;

/** The playhead follows the pointer, in the same event; the latest place wins. */
export function scrub(canvas: DockCanvas, start: PointerPoint, clicked?: (frame: number) => void): Gesture {
  const { session, axis } = canvas;
  const before = session.timeline.getState().frame;
  let anchor = { x: start.x, frame: xToFrame(axis, start.x) };
  let fine = false;
  const follow = ({ x, shift }: PointerPoint) => {
    followEdge(canvas, x);
    const speed = fine ? FINE : 1;
    const frame = anchor.frame + ((x - anchor.x) / pixelsPerFrame(axis)) * speed;
    if (shift !== fine) {
      fine = shift;
      anchor = { x, frame: fine ? frame : xToFrame(axis, x) };
    }
    moveTo(session, fine ? frame : xToFrame(axis, x));
  };
  follow(start);
  return {
    move: follow,
    end: (_point, moved) => {
      if (!moved) clicked?.(session.timeline.getState().frame);
    },
    cancel: () => moveTo(session, before),
  };
}

/** The view moves along when the pointer is drawn over its edge. */
function followEdge({ axis, session, model }: DockCanvas, x: number): void {
  const beyond = x < 0 ? x : x > axis.width ? x - axis.width : 0;
  if (beyond === 0 || model.scene === undefined) return;
  const view = panBy(axis, model.scene.range, beyond * EDGE_SPEED);
  axis.viewFirst = view.viewFirst;
  axis.viewLast = view.viewLast;
  session.timeline.setState(view);
}

/** Drags the axis; over the curve editor its values, too, and over other lanes the lanes. */
export function pan(canvas: DockCanvas, start: PointerPoint, place: CurvePlace | undefined): Gesture {
  const { session, model } = canvas;
  const { dock } = model;
  const axis = { ...canvas.axis };
  const before = session.timeline.getState();
  const lane = model.activeLane ?? model.curveLanes.at(-1);
  const unit = lane?.info.unit;
  const window = unit === undefined || place === undefined ? undefined : model.windows.get(unit);
  const chosen = dock.getState().valueWindows;
  const scrolled = canvas.scrollTop;
  return {
    move: ({ x, y }) => {
      if (model.scene === undefined) return;
      session.timeline.setState(panBy(axis, model.scene.range, start.x - x));
      if (place === undefined && start.y > canvas.lanesTop) canvas.scroller?.scrollTo({ top: scrolled + start.y - y });
      if (window === undefined || unit === undefined || place === undefined) return;
      const shift = ((y - start.y) / place.height) * (window.high - window.low);
      dock.setState({
        valueWindows: new Map(chosen).set(unit, { low: window.low + shift, high: window.high + shift }),
      });
    },
    end: () => undefined,
    cancel: () => {
      session.timeline.setState({ viewFirst: before.viewFirst, viewLast: before.viewLast });
      dock.setState({ valueWindows: chosen });
    },
  };
}

/** Drags the in or the out point. */
export function dragPoint(canvas: DockCanvas, which: 'in' | 'out'): Gesture {
  const { session, axis } = canvas;
  const { inFrame, outFrame } = session.timeline.getState();
  return {
    move: ({ x }) => setPoint(session, which, xToFrame(axis, x) + (which === 'in' ? 0.5 : -0.5)),
    end: () => undefined,
    cancel: () => session.timeline.setState({ inFrame, outFrame }),
  };
}
