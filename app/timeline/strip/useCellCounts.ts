import { useEffect, useState } from 'react';
import { useSession } from '../../session/Session.ts';
import { modelOf } from '../DockModel.ts';
import type { CellCounts } from './cellCounts.ts';

/** Milliseconds between two counts: while it plays, frames come into memory all the time. */
const INTERVAL = 150;

/** How many frames there are of each kind, a few times a second. */
export function useCellCounts(): CellCounts {
  const session = useSession();
  const model = modelOf(session);
  const [counts, setCounts] = useState(model.counts);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      timer = undefined;
      setCounts(model.counts);
    };
    const end = session.frames.subscribe((now, before) => {
      const same = now.cells === before.cells && now.inMemory === before.inMemory && now.stats === before.stats;
      if (!same) timer ??= setTimeout(count, INTERVAL);
    });
    count();
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [session, model]);
  return counts;
}
