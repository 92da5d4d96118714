import { useEffect, useRef, useState } from 'react';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { formatBytes } from '../units/formatTime.ts';
import { useStore } from 'zustand';
import type { FrameSourceState } from '../client/FrameSource.ts';
import { isRunning } from '../client/JobTracker.ts';
import { framesInMemory } from '../state/framesStore.ts';
import { useFrames, useJobs, useProgram, useSession } from '../session/Session.ts';
import './panels.css';

type Use = RequestResult<'cacheUse'>;

/** Milliseconds between two looks at the disk while frames arrive. */
const INTERVAL = 2000;

/** What the frames of the shot take on the disk, against its quota. */
export function CacheUse() {
  const use = useCacheUse();
  const folder = useProgram((state) => state.cacheFolder);
  const memory = useStore(useSession().frameSource.store, (state: FrameSourceState) => state.bytes);
  const inMemory = useFrames(framesInMemory);
  const share = (bytes: number) => {
    const whole = use?.quota ?? Math.max(use?.total ?? 0, 1);
    return `${Math.min(100, (100 * bytes) / whole)}%`;
  };
  return (
    <section className="cache-use" aria-label="Cache" title={folder}>
      <div className="cache-line">
        <h3 className="ui-panel-title">Cache</h3>
        <span className="mono">{use === undefined ? '–' : `${formatBytes(use.total)} on disk`}</span>
      </div>
      <div className="cache-bar" aria-hidden>
        <span data-part="frames" style={{ width: share(use?.frames ?? 0) }} />
        <span data-part="checkpoints" style={{ width: share(use?.checkpoints ?? 0) }} />
      </div>
      <div className="cache-line cache-detail" title="Decoded frames around the playhead, which play without delay">
        <span>
          <span className="mono">{inMemory}</span> {inMemory === 1 ? 'frame' : 'frames'} in memory
        </span>
        <span className="mono">{formatBytes(memory)}</span>
      </div>
      <div className="cache-line cache-detail">
        <span>{use?.quota === undefined ? 'Frames: no quota' : `Quota ${formatBytes(use.quota)}, oldest first`}</span>
      </div>
      {use !== undefined && (
        <div
          className="cache-line cache-detail"
          title={`Simulations can resume from checkpoints. They take at most ${formatBytes(use.checkpointBudget)}; the least recently used are removed first.`}
        >
          <span>
            <span className="mono">{use.checkpointCount}</span>{' '}
            {use.checkpointCount === 1 ? 'checkpoint' : 'checkpoints'}
          </span>
          <span className="mono">{formatBytes(use.checkpoints)}</span>
        </div>
      )}
    </section>
  );
}

/** Asked for again while frames come or go, at most every so often, and once they rest. */
function useCacheUse(): Use | undefined {
  const { connection } = useSession();
  const [use, setUse] = useState<Use>();
  const connected = useProgram((state) => state.connection.kind === 'connected');
  const frameCount = useFrames(({ cells }) => cells.filter(({ storedKey }) => storedKey !== undefined).length);
  const running = useJobs(({ jobs, simulation }) => {
    const job = simulation === undefined ? undefined : jobs.get(simulation);
    return job !== undefined && isRunning(job);
  });
  const asked = useRef({ time: -Infinity, count: 0 });
  useEffect(() => {
    if (!connected) return undefined;
    const ask = () => {
      const count = asked.current.count + 1;
      asked.current = { time: performance.now(), count };
      connection.call('cacheUse', {}).then(
        (answer) => {
          if (asked.current.count === count) setUse(answer);
        },
        () => undefined,
      );
    };
    // A run that has ended has written everything: what it says then is final.
    const wait = running ? Math.max(0, INTERVAL - (performance.now() - asked.current.time)) : 0;
    const timer = setTimeout(ask, wait);
    return () => clearTimeout(timer);
  }, [connection, connected, frameCount, running]);
  return use;
}
