import { enclosedVolume } from '../../src/geometry/enclosedVolume.ts';
import { LiquidSurfacer, surfaceSettings } from '../../src/liquids/surface/LiquidSurfacer.ts';
import { SeededRandom } from '../support/random.ts';
import type { BenchRow } from './BenchRow.ts';
import { bestTimes, byProcessor } from './timing.ts';

const REPEATS = 5;
/** Edge of the cells, m, and passes of smoothing. */
const SURFACES = [
  [0.04, 0],
  [0.04, 3],
  [0.02, 3],
] as const;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;

/** Particles of a wavy pool in a box of 2 m x 1 m x 2 m, eight to a cell of edge h, each moved by up to a quarter of their distance. */
function wavyPool(h: number): Float32Array {
  const random = new SeededRandom('wavy pool');
  const gap = h / 2;
  const points: number[] = [];
  const place = (n: number) => gap * (n + 0.25 + 0.5 * (random.uint32() / 2 ** 32));
  const counts = [2, 1, 2].map((size) => Math.round(size / gap));
  for (let k = 0; k < counts[2]; k++) {
    for (let j = 0; j < counts[1]; j++) {
      for (let i = 0; i < counts[0]; i++) {
        const [x, y, z] = [place(i), place(j), place(k)];
        if (y < 0.4 + 0.08 * Math.sin(9 * x) * Math.cos(7 * z)) points.push(x, y, z);
      }
    }
  }
  return Float32Array.from(points);
}

function surfaceRow(h: number, smoothing: number): BenchRow {
  const positions = wavyPool(h);
  const count = positions.length / 3;
  const velocities = positions.map((x) => Math.sin(5 * x));
  const box = { min: [0, 0, 0], max: [2, 1, 2], closedSides: CLOSED } as const;
  const surfacer = new LiquidSurfacer(surfaceSettings(h, smoothing, box));
  let surface = surfacer.surface(positions, velocities, count);
  const times = bestTimes(REPEATS, () => (surface = surfacer.surface(positions, velocities, count)));
  const volume = enclosedVolume(surface.positions, surface.triangles);
  return {
    name: `surface of ${count} particles, ${smoothing} passes`,
    unit: 's',
    measured: byProcessor(times),
    size: { series: `surface, ${smoothing} passes`, count },
    note: `${surface.triangles.length / 3} triangles; ${(volume / (count * (h / 2) ** 3)).toFixed(3)} of the particles' volume`,
  };
}

/** Measures the extraction of surfaces: from particles to triangles. */
export function* runLiquidSurfaceBench(): Generator<BenchRow> {
  for (const [h, smoothing] of SURFACES) yield surfaceRow(h, smoothing);
}
