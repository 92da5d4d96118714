import { useEffect, useRef, useState } from 'react';
import { useSession, useView } from '../session/Session.ts';
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
  const [canvas, setCanvas] = useState<DockCanvas>();
  useEffect(() => {
    const drawing = new DockCanvas(session, host.current!);
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
      <Playhead hostRef={host} />
      <WhyStale canvas={canvas} />
    </div>
  );
}
