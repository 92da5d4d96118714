import type { RigidBody } from '../../src/rigid/RigidBody.ts';
import { boxOf, RigidWorld, shapeOf } from '../support/rigidWorld.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, stopwatch } from './timing.ts';

/** A frame of 1/24 s in substeps of 1/960 s. */
const FRAME = 1 / 24;
/** Frames before those that are timed: what falls has landed, and code is compiled. */
const WARM = 24;
const TIMED = 24;

/** Times frames of a world, in milliseconds a frame. */
function row(name: string, world: RigidWorld, note: string, size?: BenchRow['size']): BenchRow {
  world.advance(WARM * FRAME);
  const elapsed = stopwatch();
  world.advance(TIMED * FRAME);
  const measured = byProcessor(elapsed(), 1000 / TIMED);
  return { name, unit: 'ms/frame', measured, ...(size === undefined ? {} : { size }), note };
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
  return row(`chain of ${links} links and a load of 100`, world, '', { series: 'links', count: links });
}

/** Towers of five crates, all at rest. */
function towers(count: number): BenchRow {
  const world = new RigidWorld();
  const side = Math.ceil(Math.sqrt(count));
  for (let tower = 0; tower < count; tower++) {
    for (let k = 0; k < 5; k++) {
      const position = [2 * (tower % side), 0.25 + 0.5 * k, 2 * Math.floor(tower / side)];
      world.add({ shape: boxOf(0.5), position, rotation: [0, 0.1 * k, 0], mass: 10 });
    }
  }
  world.addCollider({ shape: shapeOf('plane') });
  const size = { series: 'crates', count: 5 * count };
  return row(`${count} towers of five crates`, world, 'nothing sleeps', size);
}

/** Boxes, balls and capsules that have fallen on each other: on average one of each shape in every place of a grid. */
function mixed(count: number): BenchRow {
  const world = new RigidWorld();
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
  return row(`${count} mixed bodies in a heap`, world, 'nothing sleeps');
}

/** Times rigid bodies: joints against their number, crates against theirs, and a heap. */
export function* runRigidBench(): Generator<BenchRow> {
  for (const links of [20, 80]) yield chain(links);
  for (const count of [10, 40]) yield towers(count);
  yield mixed(1000);
}
