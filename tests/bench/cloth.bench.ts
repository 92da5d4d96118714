import type { Scene } from '../../src/scene/Scene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';

const THREADS = 2;

/** Seconds per frame that a sheet of so many vertices may take (two cores). */
const DRAPES = [
  { edge: 0.0152, bar: 0.15 },
  { edge: 0.0076, bar: 0.6 },
] as const;

async function drapeRow(scene: Scene, layers: boolean, bar: number): Promise<BenchRow> {
  const entities = scene.entities.map((entity) =>
    entity.kind === 'cloth' ? { ...entity, contact: { ...entity.contact, self: layers } } : entity,
  );
  const shot = await runShot({ ...scene, entities }, { threads: THREADS });
  const { simulation } = shot;
  const [cloth] = simulation.currentFrame().bodies;
  let worst = 0;
  let iterations = 0;
  const began = performance.now();
  while (simulation.frame < scene.range.last) {
    const before = performance.now();
    simulation.advance(() => false);
    worst = Math.max(worst, (performance.now() - before) / 1000);
    iterations += simulation.currentFrame().stats.cgIterations;
  }
  const frames = scene.range.last - scene.range.first;
  const fast = (performance.now() - began) / 1000 / frames;
  shot.dispose();
  return {
    name: `drape, ${cloth.positions.length / 3} vertices${layers ? ', layers touch' : ''}`,
    reference: bar,
    fast,
    ratio: bar / fast,
    unit: 's/frame',
    note: `worst frame ${worst.toFixed(3)} s, ${(iterations / frames).toFixed(0)} iterations a frame; reference: the bar`,
  };
}

/** Sheets over a ball, with and without contact of their layers. */
export async function runClothBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { edge, bar } of DRAPES) {
    for (const layers of [false, true]) {
      rows.push(await drapeRow(templateScene('cloth-drape', { edge, frames: 36 }), layers, bar));
    }
  }
  return rows;
}
