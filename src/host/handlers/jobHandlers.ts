import type { jobRequests } from '../../protocol/requests/jobs.ts';
import type { HostSession } from '../session/HostSession.ts';
import type { Job } from '../jobs/Job.ts';
import type { Handlers } from './Handlers.ts';

/** Starting and steering what runs in the background. */
export function jobHandlers(session: HostSession): Handlers<keyof typeof jobRequests> {
  const { documentWork, queue } = session;
  const command = (jobId: string, act: (job: Job) => void): Record<string, never> => {
    act(queue.get(jobId));
    return {};
  };
  return {
    simulate: (params) =>
      documentWork.run(async () =>
        session.startJob({ kind: 'simulate', ...params, ...(await session.taskShot(params.take)) }),
      ),
    exportShot: (params) =>
      documentWork.run(async () => {
        const path = await session.paths.allow(params.path, 'write');
        return session.startJob({ kind: 'export', ...params, path, ...(await session.taskShot(params.take)) });
      }),
    exportSize: (params) =>
      session.estimates.run(async () => {
        const shot = await documentWork.run(() => session.taskShot(params.take));
        const result = await session.inThread({ kind: 'exportSize', ...params, ...shot });
        if (result.kind !== 'size') throw new Error(`a size was asked for, and ${result.kind} came`);
        return { bytes: result.bytes };
      }),
    cancelJob: ({ jobId }) => command(jobId, (job) => job.cancel()),
    pauseJob: ({ jobId }) => command(jobId, (job) => job.pause()),
    resumeJob: ({ jobId }) => command(jobId, (job) => job.resume()),
    jobStatus: ({ jobId }) => queue.get(jobId).status(),
  };
}
