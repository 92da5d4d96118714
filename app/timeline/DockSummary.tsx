import { useEffect, useState } from 'react';
import { useSession } from '../session/Session.ts';
import { modelOf } from './DockModel.ts';
import { describeCells } from './strip/cellCounts.ts';

/** Milliseconds between two reports: a running simulation does not talk all the time. */
const INTERVAL = 3000;

/** Says the states of the frames to who cannot see them. */
export function DockSummary() {
  const session = useSession();
  const [text, setText] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const model = modelOf(session);
    const report = () => {
      timer = undefined;
      setText(describeCells(model.cells.first, model.counts));
    };
    const soon = () => (timer ??= setTimeout(report, INTERVAL));
    report();
    const end = session.frames.subscribe(soon);
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [session]);
  return (
    <p className="visually-hidden" role="status" data-testid="frame-summary">
      {text}
    </p>
  );
}
