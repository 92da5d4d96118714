import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CoreError } from '../../base/errors.ts';
import type { TaskSetup } from './jobMessages.ts';

/** Starts the thread of a job; without a setup it waits for one as its first message. Throws `file-missing` where the program is not built. */
export function startJobWorker(setup?: TaskSetup): Worker {
  return new Worker(findJobWorker(), { workerData: setup });
}

/** Finds the script beside the built program, one folder up from its chunks, or in `dist` of the source tree when running from source. */
function findJobWorker(): string {
  const places = ['./jobWorker.js', '../jobWorker.js', '../../../dist/jobWorker.js'];
  for (const place of places) {
    const file = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(file)) return file;
  }
  throw new CoreError('file-missing', 'the script of background jobs is missing', {
    file: fileURLToPath(new URL(places[0], import.meta.url)),
    remedy: 'Build the program with `npm run build`.',
  });
}
