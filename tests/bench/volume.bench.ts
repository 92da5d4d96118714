import { isKind, type Scene } from '../../src/scene/Scene.ts';
import type { SourceMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import { rabbitTemplate } from '../support/rabbitTemplate.ts';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { PAPER_PRESS, pressCurve, worstDownTo } from './pressCurve.ts';
import { byClock, byProcessor, stopwatch } from './timing.ts';

/** Seconds per frame of the paper's sphere of 104k elements whose volume is kept. */
const PAPER_DROP = { where: 'Irving 2007, 4.6', figure: 18 };
const THREADS = 2;

interface Run {
  readonly name: string;
  readonly scene: Scene;
  readonly printed?: BenchRow['printed'];
  readonly sources?: ReadonlyMap<string, SourceMesh>;
  readonly threads?: number;
}

/** Runs a shot of one solid; the row tells seconds per frame, those in contact alone, the errors of its volume and how flat it got. */
async function volumeRow({ name, scene, printed, sources, threads = THREADS }: Run): Promise<BenchRow> {
  const shot = await runShot(scene, { threads, sources });
  const { simulation, volumes } = shot;
  const [[id, volume]] = volumes;
  const elements = volume.kind === 'tet' ? volume.mesh.tets.length / 4 : volume.mesh.hexes.length / 8;
  const { positions } = simulation.motionOf(id);
  const height = () => extent(positions, 1).max - extent(positions, 1).min;
  const tall = height();
  const { volume: start } = simulation.currentFrame().stats.entities[id];
  const { first, last } = scene.range;
  const worst = { loss: 0, ring: 0, flat: tall, frame: 0 };
  const touching = { seconds: 0, frames: 0 };
  const elapsed = stopwatch();
  while (simulation.frame < last) {
    const before = performance.now();
    simulation.advance(() => false);
    const { entities, contacts } = simulation.currentFrame().stats;
    const stats = entities[id];
    if (contacts > 0) {
      touching.seconds += (performance.now() - before) / 1000;
      touching.frames++;
    }
    worst.loss = Math.max(worst.loss, Math.abs(stats.volume / start - 1));
    worst.ring = Math.max(worst.ring, stats.sections?.volumeConservation?.worstRing ?? 0);
    worst.flat = Math.min(worst.flat, height());
    worst.frame = Math.max(worst.frame, performance.now() - before);
  }
  const times = elapsed();
  shot.dispose();
  const ring = worst.ring > 0 ? `, worst one-ring ${(100 * worst.ring).toFixed(1)} %` : '';
  return {
    name: `${name}, ${elements} tets, ${threads} thread${threads === 1 ? '' : 's'}`,
    unit: 's/frame',
    measured: threads === 1 ? byProcessor(times, 1 / (last - first)) : byClock(times, 1 / (last - first)),
    printed,
    note:
      `in contact ${(touching.seconds / touching.frames).toPrecision(3)} s/frame (${touching.frames} frames); volume within ${(100 * worst.loss).toFixed(3)} %${ring}; least height ${((100 * worst.flat) / tall).toFixed(1)} %; ` +
      `slowest frame ${(worst.frame / 1000).toFixed(3)} s`,
  };
}

/** A pressed ball; the paper's bounds beside ours. */
async function pressRow(stiffness: number): Promise<BenchRow> {
  const { elements, points, perFrame } = await pressCurve(stiffness, 3.35, THREADS);
  const errors = PAPER_PRESS.map(({ thickness, error }) => {
    return `${(100 * thickness).toFixed(1)} %: ${worstDownTo(points, thickness).toFixed(3)} (${error})`;
  });
  const ring = Math.max(...points.map(({ worstRing }) => worstRing));
  return {
    name: `press, E ${stiffness} Pa, ${elements} tets, ${THREADS} threads`,
    unit: 's/frame',
    measured: byClock(perFrame),
    note: `% of volume down to thickness, the paper's in brackets: ${errors.join(', ')}; worst one-ring ${(100 * ring).toFixed(0)} %`,
  };
}

/** The comparison of dropped balls with one of them. */
function dropped(id: 'kept' | 'soft' | 'locked', percent: number): Scene {
  const scene = templateScene('drop-compare', { percent, frames: 24 });
  return { ...scene, entities: scene.entities.filter((entity) => !isKind('solid')(entity) || entity.id === id) };
}

/** The stiffest of them with a Poisson ratio of the paper's, beyond what the editor offers. */
function locked(percent: number): Scene {
  const scene = dropped('locked', percent);
  const entities = scene.entities.map((entity) =>
    isKind('solid')(entity)
      ? { ...entity, integration: 'implicit' as const, material: { ...entity.material, poissonRatio: 0.499 } }
      : entity,
  );
  return { ...scene, entities };
}

/** A cube of 8640 tetrahedra, whose volume is kept or not, falls on a box. */
function cubeOnBox(isKept: boolean): Scene {
  const scene = dropped('kept', 20);
  const entities = scene.entities.map((entity): Scene['entities'][number] => {
    if (isKind('solid')(entity)) {
      const form = {
        shape: 'block' as const,
        size: [1, 1, 1] as [number, number, number],
        cells: [12, 10, 12] as [number, number, number],
        elements: 'tets' as const,
      };
      return {
        ...entity,
        source: { kind: 'procedural', form },
        meshing: undefined,
        volumeConservation: isKept ? entity.volumeConservation : undefined,
        transform: { ...entity.transform, position: [0, 0.8, 0] },
      };
    }
    if (!isKind('collider')(entity)) return entity;
    const shape = { kind: 'registered' as const, type: 'box', params: { sizeX: 3, sizeY: 1, sizeZ: 3, rounding: 0 } };
    return { ...entity, shape, transform: { ...entity.transform, position: [0, -0.5, 0] } };
  });
  return { ...scene, entities };
}

/** Solids that keep their volume: pressed, dropped and on stairs; and what Poisson ratios near 0.5 do instead. Rows come as they are done. */
export async function* runVolumeBench(): AsyncGenerator<BenchRow> {
  const cube = { scene: cubeOnBox(true), threads: 1 };
  yield await volumeRow({ name: 'cube on a box, cold', ...cube });
  const { measured } = await volumeRow({ name: 'cube', scene: cubeOnBox(false), threads: 1 });
  const reference = { what: 'its volume is not kept', measured };
  yield { ...(await volumeRow({ name: 'cube on a box', ...cube })), reference };
  yield await volumeRow({ name: 'dropped ball', scene: dropped('kept', 1.8), printed: PAPER_DROP });
  yield await volumeRow({ name: 'dropped ball, kept', scene: dropped('kept', 4) });
  yield await volumeRow({ name: 'dropped ball, 0.45', scene: dropped('soft', 4) });
  yield await volumeRow({ name: 'dropped ball, 0.499', scene: locked(4) });
  const { template, sources } = await rabbitTemplate();
  const scan = templateScene('stairs', { keepVolume: true, frames: 48 }, template);
  yield await volumeRow({ name: 'scan on stairs', scene: scan, sources });
  yield await pressRow(2e3);
  yield await pressRow(5e4);
}
