import { SelfContact } from '../../src/collision/selfContact/SelfContact.ts';
import { PairKernel } from '../../src/kernels/contacts/PairKernel.ts';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { contactSurface, equilateralSheet } from '../support/contactSheets.ts';
import type { BenchRow } from './BenchRow.ts';
import { pileRows } from './pileRow.ts';
import { byProcessor, stopwatch } from './timing.ts';

const EDGE = 0.01;
const THICKNESS = 0.001;
/** Eight substeps per frame. */
const DT = 1 / (24 * 8);
const WARM = 6;
const MEASURED = 8;

/** Writes position and velocity of a sheet's vertex from its place along the sheet (m). */
type Pose = (along: number, across: number, x: Float64Array, v: Float64Array, i: number) => void;

function ripple(along: number, across: number, phase: number): number {
  return 0.3 * Math.sin(31 * along + 17 * across + phase);
}

const POSES: Record<string, Pose> = {
  'falling flat': (along, across, _x, v, i) => {
    v[i + 2] = -2 + 0.05 * ripple(along, across, 0);
  },
  'in folds': (along, across, x, v, i) => {
    x[i] *= 0.5;
    x[i + 2] = 0.05 * Math.sin(40 * along);
    v[i] = ripple(along, 0.2 * across, 0);
    v[i + 2] = -2 + ripple(along, across, 1);
  },
  // Pleats 10 cm high and on average two and a half thicknesses apart, which press on each other.
  'in pleats': (along, across, x, v, i) => {
    const pleat = Math.floor(along / 0.1);
    const up = along - 0.1 * pleat;
    x[i] = 2.5 * THICKNESS * (pleat + 10 * up);
    x[i + 2] = pleat % 2 === 0 ? up : 0.1 - up;
    v[i] = ripple(along, across, 0);
    v[i + 1] = 0.2 * ripple(0.7 * along, across, 1);
    v[i + 2] = 0.2 * ripple(along, 0.5 * across, 2);
  },
};

/** Milliseconds of contact per substep, of a sheet of `side` squared vertices. */
function row(name: string, pose: Pose, side: number): BenchRow {
  const sheet = equilateralSheet(side - 1, side - 1, EDGE);
  const surface = contactSurface([sheet], { thickness: THICKNESS, friction: 0.3 });
  const x = surface.rest.slice();
  const v = new Float64Array(x.length);
  const left = x.filter((_, i) => i % 3 === 0).reduce((least, value) => Math.min(least, value), Infinity);
  for (let i = 0; i < x.length; i += 3) pose(surface.rest[i] - left, surface.rest[i + 1], x, v, i);
  const pool = new KernelPool(compileKernels(false), { threads: 1 });
  const contact = new SelfContact(surface, (tables, vertexCount) => new PairKernel(tables, vertexCount, pool));
  const end = x.slice();
  const time = { clock: 0, processor: 0 };
  let contacts = 0;
  let impulses = 0;
  let pairs = 0;
  for (let step = 0; step < WARM + MEASURED; step++) {
    const elapsed = stopwatch();
    const repulsion = contact.repel(x, v, DT);
    for (let i = 0; i < x.length; i++) end[i] = x[i] + DT * v[i];
    const report = contact.collide(x, end, v, DT);
    contact.dampApproach(v);
    if (step >= WARM) {
      const { clock, processor } = elapsed();
      time.clock += clock;
      time.processor += processor;
      contacts += repulsion.contacts / MEASURED;
      impulses += report.impulses / MEASURED;
      pairs += report.pairs / MEASURED;
    }
    x.set(end);
  }
  const crossing = contact.intersectingPairs(x).length / 2;
  contact.dispose();
  pool.dispose();
  const counts = `${Math.round(pairs)} pairs, ${Math.round(contacts)} contacts, ${Math.round(impulses)} impulses`;
  return {
    name: `sheet ${name}, ${side * side} vertices`,
    unit: 'ms',
    measured: byProcessor(time, 1e3 / MEASURED),
    size: { series: `sheet ${name}`, count: side * side },
    note: `one thread, per substep; ${counts}; ${crossing} pairs of triangles intersect`,
  };
}

/** Contact of sheets with themselves, without their elasticity; whole frames of piles. */
export async function* runSelfContactBench(): AsyncGenerator<BenchRow> {
  for (const [name, pose] of Object.entries(POSES)) {
    for (const side of [71, 141]) yield row(name, pose, side);
  }
  yield* pileRows();
}
