import { expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import type { TaskOf } from '../../../src/host/jobs/jobMessages.ts';
import { WhitewaterMaker } from '../../../src/host/session/WhitewaterMaker.ts';

const task = () => Promise.resolve({ kind: 'whitewater', frame: 3 } as TaskOf<'whitewater'>);
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A maker whose runs end when they are told to. */
function maker() {
  const runs: { readonly signal: AbortSignal; end(error?: unknown): void }[] = [];
  const told: string[] = [];
  const made = new WhitewaterMaker({
    run: (_, signal) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: unknown): void => (error === undefined ? resolve() : reject(error as Error));
        signal.addEventListener('abort', () => end(new CoreError('cancelled', 'cancelled')));
        runs.push({ signal, end });
      }),
    tell: (message) => told.push(message),
  });
  return { made, runs, told };
}

test('one run makes what is wanted again and again, and another one begins when it has ended', async () => {
  const { made, runs } = maker();
  expect([made.want('a', task), made.want('a', task)]).toEqual([true, true]);
  await settled();
  expect(runs.length).toBe(1);
  runs[0].end();
  await settled();
  made.want('a', task);
  await settled();
  expect(runs.length).toBe(2);
  await made.stop();
});

test('a run by other settings is given up before the next begins', async () => {
  const { made, runs, told } = maker();
  made.want('a', task);
  await settled();
  made.want('b', task);
  await settled();
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(told).toEqual([]);
  await made.stop();
  expect(runs[1].signal.aborted).toBe(true);
});

test('what failed is told once, and begun again by other settings or for another shot', async () => {
  const { made, runs, told } = maker();
  made.want('a', task);
  await settled();
  runs[0].end(new CoreError('disk-full', 'the disk is full'));
  await settled();
  expect(made.want('a', task)).toBe(false);
  expect(told).toEqual([expect.stringContaining('the disk is full')]);
  expect(made.want('b', task)).toBe(true);
  await made.stop();
  expect(made.want('a', task)).toBe(true);
  await made.stop();
});
