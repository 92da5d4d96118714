import type { QualityName } from '../../src/scene/Scene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { byClock, stopwatch } from './timing.ts';

/** Seconds per frame of the paper's pile of 40 tori of 500k elements (Irving 2007, figure 4.6: 15 minutes). */
const PAPER_PILE = 900;
const THREADS = 2;

interface Pile {
  readonly count: number;
  readonly percent: number;
  readonly quality: QualityName;
  /** What is measured: the frames after the first, up to the last. */
  readonly first: number;
  readonly last: number;
  readonly isPaper: boolean;
}

/** Piles of tori; that of the paper over the frames in which its lower half lands. */
const PILES: readonly Pile[] = [
  { count: 8, percent: 12, quality: 'draft', first: 11, last: 40, isPaper: false },
  { count: 40, percent: 8, quality: 'final', first: 11, last: 16, isPaper: true },
];

async function pileRow({ count, percent, quality, first, last, isPaper }: Pile): Promise<BenchRow> {
  const shot = await runShot(templateScene('tori-pile', { count, percent }), { quality, threads: THREADS });
  const { simulation, volumes } = shot;
  let elements = 0;
  for (const volume of volumes.values()) elements += volume.kind === 'tet' ? volume.mesh.tets.length / 4 : 0;
  const whole = simulation.currentFrame().stats.entities;
  shot.advanceTo(first);
  const elapsed = stopwatch();
  let slowest = 0;
  let crossing = 0;
  let loss = 0;
  let memory = 0;
  while (simulation.frame < last) {
    const before = performance.now();
    simulation.advance(() => false);
    slowest = Math.max(slowest, performance.now() - before);
    const { entities, bodyContact } = simulation.currentFrame().stats;
    crossing = Math.max(crossing, bodyContact?.intersectingPairs ?? 0);
    for (const [id, { volume }] of Object.entries(entities))
      loss = Math.max(loss, Math.abs(volume / whole[id].volume - 1));
    memory = Math.max(memory, process.memoryUsage().rss);
  }
  const measured = byClock(elapsed(), 1 / (last - first));
  shot.dispose();
  return {
    name: `pile of ${count} tori, ${elements} tets, ${THREADS} threads`,
    unit: 's/frame',
    measured,
    printed: isPaper ? { where: 'Irving 2007, figure 4.6 (500k elements)', figure: PAPER_PILE } : undefined,
    note:
      `frames ${first + 1} to ${last}, slowest ${(slowest / 1000).toFixed(2)} s; ` +
      `${(memory / 1e9).toFixed(2)} GB; volumes within ` +
      `${(100 * loss).toFixed(2)} %; ${crossing} pairs of triangles intersect`,
  };
}

/** Solids that pile up, with everything that a frame takes; beside the paper's time where it gives one. */
export async function* pileRows(): AsyncGenerator<BenchRow> {
  for (const pile of PILES) yield await pileRow(pile);
}
