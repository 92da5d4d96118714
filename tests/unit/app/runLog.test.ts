import { expect, it, vi } from 'vitest';
import { LOG_FILTERS, logText } from '../../../app/panels/LogPanel.tsx';
import { formatStamp } from '../../../app/units/formatTime.ts';
import { MOST_ENTRIES } from '../../../app/state/logStore.ts';
import { createSession, type Session } from '../../../app/session/Session.ts';
import type { FrameStats } from '../../../src/frames/FrameStats.ts';
import type { Judgement } from '../../../src/frames/judgements.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { closedSessions } from './closedSessions.ts';
import { FakeHost } from './FakeHost.ts';

const PATH = '/shots/tiny.ductile';
const sessions = closedSessions();

async function opened(frames: number): Promise<{ session: Session; host: FakeHost }> {
  const host = new FakeHost();
  host.files.set(PATH, tinyShot(frames));
  const session = createSession(host.open);
  sessions.push(session);
  await session.connection.connect();
  await session.shot.open(PATH);
  await vi.waitFor(() => expect(session.frames.getState().cells).toHaveLength(frames));
  return { session, host };
}

function stats(substeps: number, judgements: Judgement[] = [], warnings: string[] = []): FrameStats {
  return {
    substeps,
    shortestStep: 0.01,
    longestStep: 0.01,
    cgIterations: 100,
    invertedElements: 0,
    volume: 1,
    energies: { kinetic: 0, elastic: 0, gravity: 0 },
    contacts: 0,
    entities: {},
    warnings,
    judgements,
  };
}

function stretched(value: number): Judgement {
  const words = { unit: '', label: `surface ${value}-fold`, sentence: `solid 'block': ${value}-fold`, remedy: 'look' };
  return { kind: 'surface-stretch', severity: 'warning', entity: 'block', value, limit: 3, ...words };
}

const entriesOf = ({ log }: Session) => log.store.getState().entries;

it('a run says what it began with, a line for ten frames, one for each doubt with its worst frame, and how it ended', async () => {
  const { session, host } = await opened(14);
  const jobId = await session.shot.simulate();
  for (let frame = 1; frame <= 14; frame++) {
    const doubts = frame >= 6 && frame <= 9 ? [stretched(frame === 8 ? 7 : 4)] : [];
    const said = frame > 12 ? [`${frame} of 30 substeps stopped at the iteration limit`] : [];
    host.makeFrame(jobId, frame, undefined, stats(20 + frame, doubts, said));
  }
  const result = { kind: 'simulate' as const, simulated: 14, cached: 0 };
  host.notify('jobEnded', { jobId, outcome: 'done', result });
  await vi.waitFor(() => expect(entriesOf(session).at(-1)?.message).toMatch(/^The simulation ended/));
  const { minSubsteps, maxSubsteps } = session.document.scene!.quality.draft;
  expect(entriesOf(session).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Draft of frames 1–14 of \S+ began: 24 fps · .* · 2 threads, reference$/),
    expect.stringMatching(/^Frames 1–10: 5 s, slowest 1 with 0.5 s · 21 to 30 substeps · 1000 iterations$/),
    'Frames 6–9, worst in 8: block: 7-fold; look',
    expect.stringMatching(/^Frames 11–14: 2 s, .* · 31 to 34 substeps · 400 iterations$/),
    'Frames 13–14: 13 of 30 substeps stopped at the iteration limit',
    expect.stringMatching(/^The simulation ended: 14 frames computed, 0 from the cache, /),
  ]);
  expect(entriesOf(session)[0].message).toContain(`${minSubsteps} to ${maxSubsteps} substeps`);
  // The lines go to the frames they are about; only the first doubt of a run comes over the window.
  expect(entriesOf(session)[2]).toMatchObject({ frame: 8, entity: 'block', toast: true });
  expect(entriesOf(session)[4]).toMatchObject({ toast: false, action: { command: 'simulate.allowIterations' } });
  const counts = Object.values(LOG_FILTERS).map((filter) => entriesOf(session).filter(filter).length);
  expect(counts).toEqual([6, 2, 4, 2]);
});

it('lines carry local time of day; the log is bounded, and is copied with dates', async () => {
  const { session } = await opened(3);
  for (let i = 0; i < MOST_ENTRIES + 5; i++) session.log.info(`line ${i}`, { remedy: 'do so' });
  expect(entriesOf(session)).toHaveLength(MOST_ENTRIES);
  const [first] = entriesOf(session);
  expect(first.message).toBe('Line 5');
  // Revising what was dropped changes nothing.
  session.log.revise(1, 'gone', { frame: 1 });
  expect(entriesOf(session)[0]).toBe(first);
  const noon = new Date(2026, 2, 4, 12, 30, 5);
  expect(formatStamp(noon.getTime())).toBe('2026-03-04 12:30:05');
  expect(Math.abs(first.at - Date.parse(formatStamp(first.at).replace(' ', 'T')))).toBeLessThan(1000);
  const [head, line] = logText([{ ...first, at: noon.getTime() }]).split('\n');
  expect(head).toMatch(/^Log of Ductile \S+, local time \(.+\)$/);
  expect(line).toBe('2026-03-04 12:30:05  info     Line 5  do so');
});
