import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';

/** Seconds per frame of the paper's sphere of 104k elements (Irving 2007, 4.6). */
const PAPER_DROP = 18;
/** Largest error of the whole volume, in per cent, of the paper's pressed sphere of 22k elements (Irving 2007, 4.6). */
const PAPER_PRESS_ERROR = 1.7;

/** One thread and two: the pressure solves use one. */
const THREADS = 2;

/** Runs a shot; the row tells seconds per frame and the worst error of the solid's whole volume. */
async function volumeRow(name: string, scene: Scene, reference: number | undefined, note: string): Promise<BenchRow> {
  const shot = await runShot(scene, { threads: THREADS });
  const { simulation, volumes } = shot;
  const [volume] = volumes.values();
  const elements = volume.kind === 'tet' ? volume.mesh.tets.length / 4 : volume.mesh.hexes.length / 8;
  const [{ volume: start }] = Object.values(simulation.currentFrame().stats.bodies);
  const { first, last } = scene.range;
  let worst = 0;
  let worstRing = 0;
  const began = performance.now();
  while (simulation.frame < last) {
    simulation.advance(() => false);
    const [stats] = Object.values(simulation.currentFrame().stats.bodies);
    worst = Math.max(worst, Math.abs(stats.volume / start - 1));
    worstRing = Math.max(worstRing, stats.kept?.worstRing ?? 0);
  }
  const fast = (performance.now() - began) / 1000 / (last - first);
  shot.dispose();
  return {
    name: `${name}, ${elements} tets, ${THREADS} threads`,
    reference,
    fast,
    ratio: reference === undefined ? undefined : reference / fast,
    unit: 's/frame',
    note: `volume within ${(100 * worst).toFixed(3)} %, worst one-ring ${(100 * worstRing).toFixed(1)} %; ${note}`,
  };
}

/** The shot with none of its solids but one. */
function only(scene: Scene, id: string): Scene {
  return { ...scene, entities: scene.entities.filter((entity) => !isKind('solid')(entity) || entity.id === id) };
}

/** Solids that keep their volume: pressed and dropped. */
export async function runVolumeBench(): Promise<BenchRow[]> {
  return [
    await volumeRow(
      'pressed sphere',
      templateScene('pressed-sphere', { percent: 3.35 }),
      undefined,
      `the paper: ${PAPER_PRESS_ERROR} %`,
    ),
    await volumeRow(
      'dropped sphere',
      only(templateScene('drop-compare', { percent: 4, frames: 24 }), 'kept'),
      PAPER_DROP,
      "reference: the paper's own, with 104k elements",
    ),
  ];
}
