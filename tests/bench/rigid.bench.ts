import type { RigidBody } from '../../src/rigid/RigidBody.ts';
import { boxOf, RigidWorld, shapeOf } from '../support/rigidWorld.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, stopwatch } from './timing.ts';

/** A frame of 1/24 s in substeps of 1/960 s. */
const FRAME = 1 / 24;
/** Frames before those that are timed: what falls has landed, and code is compiled. */
const WARM = 24;
const TIMED = 24;
/** Frames that are timed of worlds of 1000 bodies and more. */
const TIMED_LARGE = 4;
const LARGE = 1000;

/** Times frames of a world, in milliseconds a frame, beside the same one without kernels where that does not take minutes. */
function row(
  name: string,
  make: (kernels: boolean) => RigidWorld,
  note: string,
  size: NonNullable<BenchRow['size']>,
): BenchRow {
  const own = { name, unit: 'ms/frame', measured: timed(make(true)), size, note };
  if (size.count > LARGE) return own;
  return { ...own, reference: { what: 'sweeps in TypeScript', measured: timed(make(false)) } };
}

function timed(world: RigidWorld): BenchRow['measured'] {
  for (let frame = 0; frame < WARM; frame++) world.advance(FRAME);
  const frames = world.bodies.length < LARGE ? TIMED : TIMED_LARGE;
  const elapsed = stopwatch();
  for (let frame = 0; frame < frames; frame++) world.advance(FRAME);
  return byProcessor(elapsed(), 1000 / frames);
}

/** A chain of links that swings from one end, with a load of a hundred links. */
function chain(links: number): BenchRow {
  const world = new RigidWorld();
  const length = 2 / links;
  let last: RigidBody | undefined;
  for (let k = 0; k <= links; k++) {
    const isLoad = k === links;
    const shape = isLoad ? shapeOf('sphere', { radius: length }) : boxOf(length, length / 5, length / 5);
    const position = [length * (isLoad ? links + 1 : k + 0.5), 0, 0];
    const body = world.add({ shape, position, mass: isLoad ? 100 : 1 });
    world.join('ball', last, body, [length * k, 0, 0]);
    last = body;
  }
  const size = { series: 'links', count: links };
  return {
    name: `chain of ${links} links and a load of 100`,
    unit: 'ms/frame',
    measured: timed(world),
    size,
    note: '',
  };
}

/** Towers of five crates, all at rest. */
function towers(count: number, sleeps = false): BenchRow {
  const make = (kernels: boolean) => {
    const world = new RigidWorld([0, -9.81, 0], sleeps, kernels);
    const side = Math.ceil(Math.sqrt(count));
    for (let tower = 0; tower < count; tower++) {
      for (let k = 0; k < 5; k++) {
        const position = [2 * (tower % side), 0.25 + 0.5 * k, 2 * Math.floor(tower / side)];
        world.add({ shape: boxOf(0.5), position, rotation: [0, 0.1 * k, 0], mass: 10 });
      }
    }
    world.addCollider({ shape: shapeOf('plane') });
    return world;
  };
  const series = sleeps ? 'sleeping crates' : 'crates';
  const note = sleeps ? 'asleep' : 'nothing sleeps';
  return row(`${count} towers of five crates`, make, note, { series, count: 5 * count });
}

/** Boxes, balls and capsules that have fallen on each other: on average one of each shape in every place of a grid. */
function mixed(count: number): BenchRow {
  const make = (kernels: boolean) => {
    const world = new RigidWorld([0, -9.81, 0], false, kernels);
    const side = Math.ceil(Math.sqrt(count / 4));
    const shapes = [
      boxOf(0.3, 0.2, 0.25),
      shapeOf('sphere', { radius: 0.13 }),
      shapeOf('capsule', { radius: 0.1, length: 0.2 }),
    ];
    for (let k = 0; k < count; k++) {
      const cell = k % (side * side);
      const layer = Math.floor(k / (side * side));
      const position = [0.4 * (cell % side), 0.2 + 0.35 * layer, 0.4 * Math.floor(cell / side)];
      world.add({ shape: shapes[k % 3], position, rotation: [0.3 * k, 0.7 * k, 0.1 * k], mass: 5 });
    }
    world.addCollider({ shape: shapeOf('plane') });
    return world;
  };
  return row(`${count} mixed bodies in a heap`, make, 'nothing sleeps', { series: 'mixed', count });
}

/** Times rigid bodies: joints against their number, crates and heaps against theirs, and crates that sleep. */
export function* runRigidBench(): Generator<BenchRow> {
  for (const links of [20, 80]) yield chain(links);
  for (const count of [20, 40, 200, 1000]) yield towers(count);
  yield towers(1000, true);
  for (const count of [100, 200, 1000, 5000]) yield mixed(count);
}
