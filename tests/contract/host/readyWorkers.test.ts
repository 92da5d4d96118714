import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerInThread, type StartWorker } from '../../../src/host/jobs/Job.ts';
import type { AnswerTask, TaskSetup } from '../../../src/host/jobs/jobMessages.ts';
import { ReadyWorkers } from '../../../src/host/jobs/ReadyWorkers.ts';
import { defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { SampleShelf } from '../../../src/host/samples/SampleShelf.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

test('a thread that waits does what it is told, another takes its place, and without one a task starts its own', async () => {
  const ready = new ReadyWorkers({ kept: 1, delay: 0 });
  onTestFinished(() => ready.close());
  const shelf = new SampleShelf(await temporaryFolder(), defaultBackendName());
  const used: Worker[] = [];
  const start: StartWorker = (setup) => {
    used.push(ready.start(setup));
    return used.at(-1)!;
  };
  const answer = (task: AnswerTask) =>
    answerInThread(
      start,
      { task, quotaBytes: undefined, backend: 'reference', threads: 1 },
      new AbortController().signal,
    );
  const sample = { kind: 'sample', type: 'incline', folder: shelf.folderOf('incline')!, wanted: 2 } as const;
  for (const wanted of [1, 2]) {
    await vi.waitFor(() => expect(ready.count).toBe(1));
    const result = await answer({ ...sample, wanted });
    expect(result).toMatchObject({ kind: 'sampled', state: { cached: wanted } });
  }
  expect(new Set(used).size).toBe(2);
  await vi.waitFor(() => expect(ready.count).toBe(1));
  // Its errors are those of the task, as in a thread of its own.
  const missing = { ...sample, folder: join(shelf.folder, 'x'), type: 'no-such-sample' };
  await expect(answer(missing)).rejects.toThrow('no-such-sample');
  await ready.close();
  expect(ready.count).toBe(0);
  expect(await answer(sample)).toMatchObject({ kind: 'sampled' });
  await ready.close();
});

test('a thread that is through with a short task does the next one', async () => {
  const ready = new ReadyWorkers({ kept: 1, delay: 0 });
  onTestFinished(() => ready.close());
  const used = new Set<Worker>();
  const start: StartWorker = Object.assign(
    (setup: TaskSetup) => {
      const worker = ready.start(setup);
      used.add(worker);
      return worker;
    },
    { takeBack: ready.start.takeBack },
  );
  const loaded = { scene: tinyShot(2), meshPaths: new Map(), animations: new Map(), warnings: [] };
  const shot = { shot: loaded, cacheFolder: await temporaryFolder() };
  const answer = (take: string) =>
    answerInThread(
      start,
      {
        task: { kind: 'statics', quality: 'draft', take, ...shot },
        quotaBytes: undefined,
        backend: defaultBackendName(),
        threads: 1,
      },
      new AbortController().signal,
    );
  const answers = [];
  for (let k = 0; k < 3; k++) answers.push(await answer('main'));
  expect(used.size).toBe(1);
  expect(answers[2]).toEqual(answers[0]);
});
