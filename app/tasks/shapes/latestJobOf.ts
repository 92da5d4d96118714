import type { Session } from '../../session/Session.ts';
import { LatestJob } from './LatestJob.ts';

/** One lane of jobs of a session. */
export function latestJob({ shot, connection }: Session): LatestJob {
  return new LatestJob({
    run: (kind, started) => shot.runJob(kind, started),
    cancel: (jobId) => connection.call('cancelJob', { jobId }),
  });
}
