import { frameToX, xToFrame } from '../axis/TimeAxis.ts';
import type { DockCanvas } from '../DockCanvas.ts';
import { setRelease } from '../keys/releases.ts';
import type { ReleaseLane } from '../lanes/releaseLanes.ts';
import { moveTo } from '../playhead.ts';
import type { Gesture } from './Gesture.ts';

const GESTURE = 'timeline release';

/** Drags the frame at which an entity is released, in whole frames; a mere click selects the entity and goes there. */
export function dragRelease(canvas: DockCanvas, { entity, frame }: ReleaseLane): Gesture {
  const { session, axis } = canvas;
  let changed = false;
  session.selection.setState({ ids: [entity] });
  return {
    move: ({ x, y }) => {
      const { first } = canvas.ruler;
      const wanted = Math.max(first, Math.round(xToFrame(axis, x)));
      if (!changed && wanted === frame) return;
      changed = true;
      setRelease(session, [entity], wanted, GESTURE);
      canvas.setGesture({ tag: { x: frameToX(axis, wanted), y, before: `${frame} → `, after: String(wanted) } });
    },
    end: (_point, moved) => {
      if (changed) session.document.endGesture();
      else if (!moved) moveTo(session, frame);
      canvas.endGesture();
    },
    cancel: () => {
      if (changed) {
        session.document.endGesture();
        session.document.undo();
      }
      canvas.endGesture();
    },
  };
}
