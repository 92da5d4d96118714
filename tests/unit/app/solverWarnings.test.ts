import { describe, expect, it, vi } from 'vitest';
import { commandEnabled, commands, runCommand } from '../../../app/commands/Command.ts';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { bannerOf } from '../../../app/viewport/overlays/bannerOf.ts';
import type { FrameStats } from '../../../src/frames/FrameStats.ts';
import { runShot, templateScene } from '../../support/shots.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { closedSessions } from './closedSessions.ts';
import { FakeHost } from './FakeHost.ts';

const PATH = '/shots/tiny.ductile';
const sessions = closedSessions();

/** Numbers of a frame whose solves stop at their limit, as the solver gives them. */
async function unconverged(): Promise<FrameStats> {
  const scene = templateScene('incline', { body: 'block', frames: 5 });
  const draft = { ...scene.quality.draft, maxIterations: 1 };
  const run = await runShot({ ...scene, quality: { ...scene.quality, draft } });
  run.advanceTo(3);
  const { stats } = run.simulation.currentFrame();
  run.dispose();
  return stats;
}

/** A session that shows frame 2 with these numbers. */
async function showing(stats: FrameStats): Promise<{ session: Session; host: FakeHost }> {
  const host = new FakeHost();
  host.files.set(PATH, tinyShot(6));
  const session = createSession(host.open);
  sessions.push(session);
  await session.connection.connect();
  await session.shot.open(PATH);
  await vi.waitFor(() => expect(session.frames.getState().cells).toHaveLength(6));
  const { jobId } = { jobId: await session.shot.simulate({ first: 1, last: 2 }) };
  for (const frame of [1, 2]) host.makeFrame(jobId, frame, undefined, stats);
  await vi.waitFor(() => expect(session.frames.getState().cells[1].state).toBe('cached'));
  session.timeline.setState({ frame: 2 });
  const frame = {
    frame: 2,
    key: 'k',
    stale: false,
    stats,
    colouring: 'surface' as const,
    streams: [],
  };
  session.frameSource.store.setState({ shown: frame, statics: { streams: [], colourings: [] } });
  return { session, host };
}

describe('a frame whose solves stopped at the iteration limit', () => {
  it('says so over the picture, once in the log, and offers to allow more', async () => {
    const stats = await unconverged();
    expect(stats.warnings).toHaveLength(1);
    const { session } = await showing(stats);
    const banner = bannerOf(session, 'ready');
    expect(banner?.kind).toBe('unconverged');
    expect(banner?.text).toMatch(/^Frame 2: solid 'body': \d+ of \d+ substeps stopped at the iteration limit/);
    const said = session.log.store.getState().entries.filter(({ message }) => message.includes('iteration limit'));
    expect(said).toMatchObject([{ frame: 1, action: { command: 'simulate.allowIterations' } }]);

    const command = commands().get('simulate.allowIterations')!;
    expect(commandEnabled(session, command)).toBe(true);
    expect(command.title(session)).toBe('Allow 4000 solver iterations');
    runCommand(session, 'simulate.allowIterations');
    expect(session.document.scene?.quality.draft.maxIterations).toBe(4000);
    expect(session.document.scene?.quality.final.maxIterations).toBe(1000);
    session.document.undo();
    expect(session.document.scene?.quality.draft.maxIterations).toBe(1000);
  });

  it('is silent where they converged; other warnings are told without that remedy', async () => {
    const stats = await unconverged();
    const { session } = await showing({ ...stats, warnings: [] });
    expect(bannerOf(session, 'ready')).toBeUndefined();
    expect(commandEnabled(session, commands().get('simulate.allowIterations')!)).toMatch(/reached the iteration limit/);
    const other = await showing({ ...stats, warnings: ['something is odd; look at it', 'and more'] });
    expect(bannerOf(other.session, 'ready')).toEqual({
      kind: 'doubtful',
      text: 'Frame 2: something is odd (and 1 more)',
    });
  });
});
