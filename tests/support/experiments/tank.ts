import type { LiquidCells } from '../../../src/frames/LiquidCells.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../shots.ts';

/** A box of the tank, or of the water in it: low and high corner, m. */
export interface Box {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** A tank whose low corner is the origin, y up, with columns of water at rest that are free from t = 0 on. */
export interface TankInput {
  /** m. */
  readonly size: readonly [number, number, number];
  readonly water: readonly Box[];
  readonly obstacle?: Box;
  /** m. */
  readonly cell: number;
  /** Frames per second: how often the water is looked at. */
  readonly rate: number;
  readonly seconds: number;
}

/** What the cells hold at a time. */
export interface TankMoment {
  /** s. */
  readonly time: number;
  readonly cells: LiquidCells;
  /** m3. */
  readonly volume: number;
}

const sizeOf = ({ low, high }: Box) => high.map((x, axis) => x - low[axis]) as [number, number, number];
const middleOf = ({ low, high }: Box) => high.map((x, axis) => (x + low[axis]) / 2) as [number, number, number];

function boxShape(box: Box) {
  const [sizeX, sizeY, sizeZ] = sizeOf(box);
  return { shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY, sizeZ } } } as const;
}

function sceneOf({ size, water, obstacle, cell, rate, seconds }: TankInput): Scene {
  const fills = water.map((box, k) => ({
    ...{ kind: 'region', id: `fill-${k}`, name: `Water ${k}`, liquid: 'water', role: { kind: 'fill' } },
    ...boxShape(box),
    transform: { position: middleOf(box) },
  }));
  const solids = obstacle && {
    ...{ kind: 'collider', id: 'obstacle', name: 'Obstacle', ...boxShape(obstacle) },
    transform: { position: middleOf(obstacle) },
  };
  const document = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '00000000-0000-4000-8000-000000000000',
    name: 'tank',
    frameRate: { numerator: rate, denominator: 1 },
    range: { first: 1, last: 1 + Math.ceil(seconds * rate) },
    entities: [
      {
        ...{ kind: 'liquid', id: 'water', name: 'Water', cellSize: cell, frames: 'exact' },
        domain: { centre: size.map((x) => x / 2), size: [...size] },
      },
      ...fills,
      ...(solids ? [solids] : []),
    ],
  };
  return validateScene(document, catalogue);
}

/** Simulates the tank with the settings of a new shot and gives what its cells hold at each frame. */
export async function* tankMoments(input: TankInput): AsyncGenerator<TankMoment> {
  const scene = sceneOf(input);
  // Looking at the cells moves a simulation to the stored frame: it is another one than that which goes on.
  const [running, observed] = [await runShot(scene), await runShot(scene)];
  try {
    for (;;) {
      const { simulation } = running;
      const frame = simulation.currentFrame();
      const cells = observed.simulation.liquidCells('water', simulation.frame, frame, []);
      if (cells === undefined) throw new Error('the tank has no water');
      const time = (simulation.frame - scene.range.first) / input.rate;
      yield { time, cells, volume: frame.stats.entities['water'].volume };
      if (simulation.frame === scene.range.last) return;
      simulation.advance(() => false);
    }
  } finally {
    running.dispose();
    observed.dispose();
  }
}

const isWet = (kind: number) => kind === 1 || kind === 3;

/** Pressure at a place, Pa: linear between the middles of the wet cells around it, 0 where none is. */
export function pressureAt({ counts, h, origin, kinds, pressure }: LiquidCells, at: readonly number[]): number {
  const place = at.map((x, axis) => (x - origin[axis]) / h - 0.5);
  const low = place.map(Math.floor);
  let [sum, weights] = [0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const ijk = low.map((x, axis) => x + ((corner >> axis) & 1));
    if (ijk.some((x, axis) => x < 0 || x >= counts[axis])) continue;
    const cell = ijk[0] + counts[0] * (ijk[1] + counts[1] * ijk[2]);
    if (!isWet(kinds[cell])) continue;
    const weight = ijk.reduce((product, x, axis) => product * (1 - Math.abs(place[axis] - x)), 1);
    sum += weight * pressure[cell];
    weights += weight;
  }
  return weights > 1e-3 ? sum / weights : 0;
}

/** Force of the pressure on the sides of a box that face along `axis`, N: positive along it. The cells beside it are those whose middles lie within a cell of a side. */
export function forceAlong(cells: LiquidCells, { low, high }: Box, axis: 0 | 1 | 2): number {
  const { h } = cells;
  const [a, b] = [0, 1, 2].filter((other) => other !== axis);
  let sum = 0;
  const rows = (along: number) => Math.max(1, Math.round((high[along] - low[along]) / h));
  for (let j = 0; j < rows(a); j++) {
    for (let k = 0; k < rows(b); k++) {
      const at = [0, 0, 0];
      at[a] = low[a] + ((j + 0.5) * (high[a] - low[a])) / rows(a);
      at[b] = low[b] + ((k + 0.5) * (high[b] - low[b])) / rows(b);
      const area = ((high[a] - low[a]) / rows(a)) * ((high[b] - low[b]) / rows(b));
      at[axis] = low[axis] - 0.5 * h;
      sum += area * pressureAt(cells, at);
      at[axis] = high[axis] + 0.5 * h;
      sum -= area * pressureAt(cells, at);
    }
  }
  return sum;
}

/** Place along x up to which the water has come in the lowest row of cells, m. */
export function frontOf({ counts, h, origin, distance }: LiquidCells): number {
  const [nx, ny] = counts;
  const middle = Math.floor(counts[2] / 2);
  let front = 0;
  for (let i = 0; i < nx; i++) {
    const at = i + nx * ny * middle;
    if (!(distance[at] < 0)) continue;
    const next = i + 1 < nx ? distance[at + 1] : h;
    front = origin[0] + (i + 0.5 + Math.min(1, distance[at] / (distance[at] - next))) * h;
  }
  return front;
}
