import { expect, test } from 'vitest';
import type { FrameCell } from '../../../app/state/framesStore.ts';
import type { JobInfo } from '../../../app/state/jobsStore.ts';
import { explainedFailure, restartFrame, runStateOf } from '../../../app/state/runState.ts';
import type { SimulationFailure } from '../../../src/base/failure.ts';

const failure: SimulationFailure = { frame: 3, time: 0.1, cause: 'inverted', unit: '', suggestions: [] };
/** A word per frame, from frame 1; keys end with the number of edits. */
function cells(states: string, edits = 0): FrameCell[] {
  return states.split(' ').map((state, k) => {
    const failed = state === 'failed' ? failure : undefined;
    const key = `${k + 1}/${edits}`;
    return {
      frame: k + 1,
      state: state as FrameCell['state'],
      key,
      storedKey: undefined,
      checkpoint: false,
      failure: failed,
    };
  });
}
const ended: JobInfo = {
  ...{ jobId: 'job-1', kind: 'simulate', state: 'cancelled', stage: '', fraction: 0.5, etaSeconds: undefined },
  ...{ first: 1, last: 4, whole: true, quality: 'draft', take: 'main', framesDone: 2, hasComputed: true },
  ...{ lastFrame: 2, lastKey: '2/0', resumedFrom: undefined, differsFrom: undefined },
  ...{ error: undefined, result: undefined },
};
const facts = {
  job: ended,
  cells: cells('cached cached missing missing'),
  refusal: undefined,
  dismissed: new Set<string>(),
};

test('a run that was stopped goes on at the first frame that is not there, and is no failure', () => {
  expect(runStateOf(facts)).toEqual({ kind: 'stopped', at: 3, interrupted: false });
  // An edit that leaves its last frame leaves it stopped; one that does not makes it a start like any other.
  expect(runStateOf({ ...facts, cells: cells('stale stale missing missing', 1) })).toEqual({ kind: 'idle' });
  // The range was shortened to what is there.
  expect(runStateOf({ ...facts, cells: cells('cached cached') })).toEqual({ kind: 'complete' });
  const lost = { code: 'internal' as const, message: 'the window was closed' };
  const interrupted = { ...ended, state: 'failed' as const, error: lost, lastFrame: undefined, lastKey: undefined };
  expect(runStateOf({ ...facts, job: interrupted })).toEqual({ kind: 'stopped', at: 3, interrupted: true });
});

test('a frame that failed is said until it is there or dismissed', () => {
  const failed = cells('cached cached failed missing');
  expect(runStateOf({ ...facts, cells: failed })).toMatchObject({ kind: 'failed', key: '3/0' });
  expect(runStateOf({ ...facts, cells: failed, dismissed: new Set(['3/0']) })).toMatchObject({ kind: 'stopped' });
  const known = { failure: { failure, key: '3/0' }, dismissed: new Set<string>() };
  // Edited since: it can still be explained, though it is no failure of the shot as it is now.
  expect(explainedFailure(cells('stale stale missing missing', 1), known)).toMatchObject({ current: false });
  expect(explainedFailure(cells('cached cached cached missing', 1), known)).toBeUndefined();
  expect(explainedFailure(failed, { ...known, dismissed: new Set(['3/0']) })).toBeUndefined();
});

test('a full disk ends a run in words of its own until they are dismissed', () => {
  const job = {
    ...ended,
    state: 'failed' as const,
    error: { code: 'disk-full' as const, message: 'the disk is full' },
  };
  expect(runStateOf({ ...facts, job })).toMatchObject({ kind: 'broken' });
  expect(runStateOf({ ...facts, job, dismissed: new Set(['job-1']) })).toEqual({ kind: 'idle' });
});

test('an edited run is started again from the first frame that differs, or where it is before that', () => {
  const shown = { take: 'main', quality: 'draft' } as const;
  const job = { ...ended, state: 'running' as const, differsFrom: 2 };
  expect(restartFrame(job, cells('cached stale stale computing', 1), shown)).toBe(2);
  expect(restartFrame({ ...job, differsFrom: 4 }, cells('cached computing missing missing', 1), shown)).toBe(2);
  expect(restartFrame({ ...job, differsFrom: undefined }, facts.cells, shown)).toBeUndefined();
  expect(restartFrame(job, facts.cells, { ...shown, quality: 'final' })).toBeUndefined();
});
