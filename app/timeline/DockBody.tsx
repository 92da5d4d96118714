import { useEffect, useRef, useState } from 'react';
import { useSession, useView } from '../state/Session.ts';
import { useDock } from './dockStore.ts';
import { takeStatesOf } from './takes/TakeStates.ts';
import { DockCanvas } from './DockCanvas.ts';
import { DockPointer } from './input/DockPointer.ts';
import { LabelColumn } from './labels/LabelColumn.tsx';
import { Playhead } from './Playhead.tsx';
import { WhyStale } from './stale/WhyStale.tsx';

/** Labels on the left, the drawing beside them. */
export function DockBody() {
  const session = useSession();
  const host = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const [canvas, setCanvas] = useState<DockCanvas>();
  useEffect(() => {
    const drawing = new DockCanvas(session, host.current!, base.current!, overlay.current!);
    const pointer = new DockPointer(drawing, host.current!);
    const ends = [drawing.attach(), pointer.attach()];
    setCanvas(drawing);
    return () => ends.forEach((end) => end());
  }, [session]);
  const showsTakes = useDock((state) => state.shown.has('takes'));
  const compares = useView((state) => state.compare !== undefined);
  const needsTakes = showsTakes || compares;
  useEffect(() => (needsTakes ? takeStatesOf(session).follow() : undefined), [session, needsTakes]);
  useEffect(() => canvas?.invalidate(), [canvas, compares]);
  return (
    <div className="dock-body">
      <LabelColumn canvas={canvas} />
      <Playhead hostRef={host}>
        <canvas ref={base} aria-hidden />
        <canvas ref={overlay} aria-hidden />
      </Playhead>
      <WhyStale canvas={canvas} />
    </div>
  );
}
