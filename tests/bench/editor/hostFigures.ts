import { DecoderCore } from '../../../app/client/frames/DecoderCore.ts';
import { frameArrays } from '../../../app/client/frames/DisplayFrame.ts';
import { SeededRandom } from '../../support/random.ts';
import type { HostClient } from '../../../src/protocol/HostClient.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { figure, pause, percentile, times, type Figure } from './figures.ts';
import { jobEnd } from './hostClient.ts';

/** Frames that are there before anything is measured. */
export const CACHED = 24;
const SCRUBS = 200;
const EDITS = 60;
const CANCELS = 12;
/** Frames that are asked for at once while nothing but reading happens, as the page does. */
const UNDER_WAY = 4;
/** Seconds that reading is measured for. */
const READING = 6;

/** Asks for frames and makes them ready to be drawn in this thread. */
class Reader {
  private readonly client: HostClient;
  private readonly core = new DecoderCore();

  private constructor(client: HostClient) {
    this.client = client;
  }

  static async open(client: HostClient): Promise<Reader> {
    const reader = new Reader(client);
    const { bytes } = await client.call('statics', { quality: 'draft' });
    reader.core.prepare(bytes);
    return reader;
  }

  async read(frame: number): Promise<void> {
    const { bytes } = await this.client.call('frame', { quality: 'draft', frame });
    const decoded = this.core.decode({ bytes, colouring: 'surface', requested: new Map() });
    this.core.release(frameArrays(decoded));
  }
}

/** What a client of the host sees while the simulation of its open shot goes on beyond the first frames, which are there. */
export async function whileSimulating(client: HostClient, scene: Scene): Promise<Figure[]> {
  const reader = await Reader.open(client);
  const { jobId } = await client.call('simulate', { quality: 'draft', first: CACHED + 1, last: scene.range.last });
  const ended = jobEnd(client, jobId);
  await solving(client, jobId);
  const random = new SeededRandom('scrub');
  const scrubs: number[] = [];
  for (let k = 0; k < SCRUBS; k++) {
    scrubs.push(await timed(() => reader.read(1 + (random.uint32() % CACHED))));
    await pause(5);
  }
  const edits: number[] = [];
  for (let k = 0; k < EDITS; k++) {
    edits.push(await timed(() => client.call('applyScene', { scene: { ...scene, name: `edit ${k}` } })));
    await pause(5);
  }
  await client.call('cancelJob', { jobId });
  await ended;
  return [
    ...times('socket client: frame asked for to arrays ready', scrubs),
    ...times('socket client: edit sent to edit answered', edits),
  ];
}

/** How soon a cancel is answered, and how soon nothing runs any more, beside the length of a substep. */
export async function cancelling(client: HostClient, scene: Scene): Promise<Figure[]> {
  const [answers, stops, substeps]: [number[], number[], number[]] = [[], [], []];
  const leave = client.on('frameDone', ({ cached, seconds, stats }) => {
    if (!cached) substeps.push((1000 * seconds) / Math.max(1, stats.substeps));
  });
  const random = new SeededRandom('cancel');
  for (let k = 0; k < CANCELS; k++) {
    const { jobId } = await client.call('simulate', { quality: 'draft', first: CACHED + 1, last: scene.range.last });
    const ended = jobEnd(client, jobId);
    await solving(client, jobId);
    await pause(200 + (random.uint32() % 1000));
    const began = performance.now();
    await client.call('cancelJob', { jobId });
    answers.push(performance.now() - began);
    await ended;
    stops.push(performance.now() - began);
  }
  leave();
  return [
    ...times('cancel answered', answers),
    ...times('cancel to nothing runs', stops),
    figure('substep of that shot, median', percentile(substeps, 0.5), 'ms', `of ${substeps.length} frames`),
  ];
}

/** Frames a second from the disk to arrays, with nothing else to do but that. */
export async function reading(client: HostClient, what: string, frames: number): Promise<Figure[]> {
  const reader = await Reader.open(client);
  const began = performance.now();
  let count = 0;
  const read = async (): Promise<void> => {
    while (performance.now() - began < 1000 * READING) await reader.read(1 + (count++ % frames));
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, read));
  const seconds = (performance.now() - began) / 1000;
  return [
    figure(`prefetch, ${what}`, count / seconds, 'fps', 'host and one decoding thread, files as the system has them'),
  ];
}

/** Resolves once the solver itself is at work. */
function solving(client: HostClient, jobId: string): Promise<void> {
  return new Promise((resolve) => {
    const leave = client.on('jobProgress', ({ jobId: of, stage }) => {
      if (of !== jobId || !stage.startsWith('frame')) return;
      leave();
      resolve();
    });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
