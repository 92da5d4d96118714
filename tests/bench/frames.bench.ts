import { encodeFrame } from '../../src/frames/Frame.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { byClock, stopwatch } from './timing.ts';

/** Seconds per frame that the paper's authors needed for its two meshes (Irving 2007, 2.11; Irving et al. 2006). */
const PAPER_SECONDS = { draft: 0.5, final: 10 };
/** Bytes in a megabyte. */
const MEGABYTE = 2 ** 20;

/** Mean time of a frame of the torus puddle, its stored bytes included, over the whole shot. */
async function puddleRow(quality: keyof typeof PAPER_SECONDS, threads: number): Promise<BenchRow> {
  const shot = await runShot(templateScene('torus-puddle'), { quality, threads });
  const { simulation, volumes } = shot;
  const volume = volumes.get('torus');
  const elements = volume?.kind === 'tet' ? volume.mesh.tets.length / 4 : 0;
  const { first, last } = simulation.scene.range;
  let substeps = 0;
  let iterations = 0;
  const elapsed = stopwatch();
  while (simulation.frame < last) {
    simulation.advance(() => false);
    const frame = simulation.currentFrame();
    encodeFrame(frame);
    substeps += frame.stats.substeps;
    iterations += frame.stats.cgIterations;
  }
  const frames = last - first;
  const measured = byClock(elapsed(), 1 / frames);
  // That of the row, not the largest of the process: what the machine can do was measured in it before.
  const memory = Math.round(process.memoryUsage().rss / MEGABYTE);
  shot.dispose();
  const perFrame = (total: number) => (total / frames).toFixed(1);
  return {
    name: `torus puddle, ${elements} tets, ${threads} threads`,
    unit: 's/frame',
    measured,
    printed: {
      where: quality === 'draft' ? 'Irving 2007, 2.11' : 'Irving et al. 2006',
      figure: PAPER_SECONDS[quality],
    },
    size: { series: `torus puddle, ${threads} threads`, count: elements },
    note: `${perFrame(substeps)} substeps, ${perFrame(iterations)} CG iterations, ${memory} MB at the end`,
  };
}

/** Whole frames of the torus puddle at both qualities, on one thread and, beside it, on two. */
export async function* runFrameBench(): AsyncGenerator<BenchRow> {
  for (const quality of ['draft', 'final'] as const) {
    const alone = await puddleRow(quality, 1);
    yield alone;
    yield { ...(await puddleRow(quality, 2)), reference: { what: 'one thread', measured: alone.measured } };
  }
}
