import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { byClock, stopwatch, type Times } from './timing.ts';

/** A row of table 6.1 of Zarifi 2017 as a shot. */
interface Figure {
  readonly name: string;
  readonly template: string;
  /** Parameters that give the printed grid. */
  readonly params: Readonly<Record<string, number>>;
  /** Nodes and tetrahedra that are printed. */
  readonly printed: readonly [nodes: number, tets: number];
  /** Frames before those that count: what they begin with is told by `state`. */
  readonly lead: number;
  readonly state: string;
  /** Height that the body starts at instead of its own, m: nearer to the water. */
  readonly height?: number;
}

const FIGURES: readonly Figure[] = [
  {
    name: 'dam break',
    template: 'dam-break-beam',
    params: { cells: 100, depth: 1 },
    printed: [725, 2688],
    lead: 6,
    state: 'the wave is at the beam',
  },
  {
    name: 'buoyancy, light ball',
    template: 'dropped-ball',
    params: { cells: 100 },
    printed: [481, 2000],
    lead: 2,
    state: 'the ball, let go half under, is in the water',
    height: 0.5,
  },
  {
    name: 'compressibility',
    template: 'expanding-cube',
    params: { cells: 100 },
    printed: [343, 1296],
    lead: 2,
    state: 'the cube springs out',
  },
  {
    name: 'thin solid 1, sloped sheet',
    template: 'sloped-sheet',
    params: { cells: 100 },
    printed: [882, 2400],
    lead: 6,
    state: 'the water is on the sheet',
  },
  {
    name: 'thin solid 2, platform',
    template: 'platform-pool',
    params: { cells: 64 },
    printed: [2450, 6936],
    lead: 6,
    state: 'the water is on the platform',
  },
  {
    name: 'fluid in sphere, bounce',
    template: 'shell-bounce',
    params: { cells: 100 },
    printed: [992, 2948],
    lead: 5,
    state: 'the shell is on the floor',
  },
  {
    name: 'fluid in sphere, thrown',
    template: 'sloshing-sphere',
    params: { cells: 100 },
    printed: [992, 2948],
    lead: 2,
    state: 'the water is at the wall of the shell',
  },
  {
    name: 'light dino',
    template: 'light-dino',
    params: { cells: 100 },
    printed: [1424, 5920],
    lead: 6,
    state: 'the wave is at the toy',
  },
];
/** Frames that count. */
const FRAMES = 2;
const THREADS = 2;
/** Seconds per step, the fewest of all experiments; the most are 59. */
const TABLE = { where: 'Zarifi 2017, table 6.1 (18 to 59 s/step)', figure: 18 };

function sceneOf({ template, params, lead, height }: Figure): Scene {
  const scene = templateScene(template, { ...params, frames: lead + FRAMES });
  const solid = scene.entities.find(isKind('solid'));
  if (solid !== undefined && height !== undefined) solid.transform.position[1] = height;
  return scene;
}

/** Mean time of a step, s. */
async function figureRow(figure: Figure): Promise<{ row: BenchRow; times: Times }> {
  const scene = sceneOf(figure);
  const shot = await runShot(scene, { threads: THREADS });
  const { simulation, volumes } = shot;
  const [volume] = volumes.values();
  const tets = volume.kind === 'tet' ? volume.mesh.tets.length / 4 : 0;
  shot.advanceTo(scene.range.first + figure.lead);
  let substeps = 0;
  let iterations = 0;
  const elapsed = stopwatch();
  for (let n = 0; n < FRAMES; n++) {
    simulation.advance(() => false);
    const { water } = simulation.currentFrame().stats.entities;
    substeps += water.substeps ?? 0;
    iterations += water.iterations ?? 0;
  }
  const times = elapsed();
  const { particles } = simulation.currentFrame().stats.entities['water'].sections!.liquid!;
  shot.dispose();
  const measured = byClock(times, 1 / substeps);
  const [nodes, elements] = figure.printed;
  const row: BenchRow = {
    name: `${figure.name}, ${figure.params.cells}^3`,
    unit: 's/step',
    measured,
    printed: TABLE,
    note: [
      `${volume.mesh.positions.length / 3} nodes, ${tets} tets (printed ${nodes}, ${elements}), ${particles} particles`,
      `${substeps} steps of ${((1e3 * FRAMES * (1 / 24)) / substeps).toFixed(1)} ms, ${(iterations / substeps).toFixed(1)} iterations each`,
      figure.state,
    ].join('; '),
  };
  return { row, times: measured };
}

/** The shots of table 6.1 of Zarifi 2017 at their grid sizes: seconds per step beside the 18 to 59 that are printed. */
export async function* runCoupledShotsBench(): AsyncGenerator<BenchRow> {
  const sum = { clock: 0, processor: 0 };
  for (const figure of FIGURES) {
    const { row, times } = await figureRow(figure);
    sum.clock += times.clock;
    sum.processor += times.processor;
    yield row;
  }
  yield {
    name: 'mean of the shots of table 6.1',
    unit: 's/step',
    measured: byClock(sum, 1 / FIGURES.length),
    printed: TABLE,
    note: `${THREADS} threads`,
  };
}
