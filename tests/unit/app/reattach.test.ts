import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { pageId } from '../../../app/session/Session.ts';
import type { RunningSimulation } from '../../../src/protocol/requests/shot.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { FakeHost } from './FakeHost.ts';

const told = {
  jobId: 'job-7',
  take: 'main',
  first: 1,
  last: 6,
  framesDone: 3,
  state: 'running' as const,
  stage: 'frame 3',
  fraction: 0.5,
  etaSeconds: { low: 10, high: 20 },
};

const PATH = '/shots/tiny.ductile';
const sessions: Session[] = [];

class FakeStorage {
  private readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}

/** A page of the tab, opened anew, on a host in which these simulations of the shot go on. */
async function load(host: FakeHost, running: RunningSimulation[] = []): Promise<Session> {
  host.files.set(PATH, tinyShot(6));
  host.running = running;
  const session = createSession(host.open);
  sessions.push(session);
  await session.connection.connect();
  await session.shot.open(PATH);
  await vi.waitFor(() => expect(session.frames.getState().cells).toHaveLength(6));
  return session;
}

const job = (session: Session) => session.shot.simulation.job;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('sessionStorage', new FakeStorage());
});

afterEach(() => {
  for (const session of sessions.splice(0)) session.connection.close();
  vi.unstubAllGlobals();
});

describe('a page that is loaded again', () => {
  it('says to the host which one it is, each tab another', async () => {
    const host = new FakeHost();
    await load(host);
    await load(host);
    const pages = host.asked
      .filter(({ name }) => name === 'hello')
      .map(({ params }) => (params as { page: string }).page);
    expect(pages[0]).toHaveLength(36);
    expect(pages[1]).toBe(pages[0]);
    expect(pageId(new FakeStorage())).not.toBe(pages[0]);
    expect(pageId(undefined)).toBe(pages[0]);
  });

  it('shows the progress of the simulation that goes on, and its end', async () => {
    const host = new FakeHost();
    const session = await load(host, [{ ...told, quality: 'draft' }]);
    expect(session.shot.simulation.running).toBe(true);
    expect(job(session)).toMatchObject(told);
    host.notify('jobProgress', { jobId: 'job-7', stage: 'frame 4', fraction: 0.6 });
    await vi.waitFor(() => expect(job(session)).toMatchObject({ stage: 'frame 4', fraction: 0.6 }));
    host.notify('jobEnded', { jobId: 'job-7', outcome: 'done', result: { kind: 'simulate', simulated: 6, cached: 0 } });
    await vi.waitFor(() => expect(job(session)?.state).toBe('done'));
  });

  it('offers no resuming of what goes on', async () => {
    const host = new FakeHost();
    host.preferences = { run: { path: PATH, quality: 'draft', first: 1, last: 6 } };
    expect(job(await load(host, [{ ...told, quality: 'draft' }]))).toMatchObject(told);
    expect(job(await load(host))).toMatchObject({ jobId: 'interrupted', state: 'failed' });
  });
});
