import { afterAll, describe, expect, it } from 'vitest';
import { IntList } from '../../../src/collision/selfContact/IntList.ts';
import { CONTACT_NUMBERS } from '../../../src/kernels/contacts/ContactArrays.ts';
import { PairFinder } from '../../../src/collision/selfContact/PairFinder.ts';
import { SelfContact } from '../../../src/collision/selfContact/SelfContact.ts';
import { PairKernel } from '../../../src/kernels/contacts/PairKernel.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { contactSurface, equilateralSheet } from '../../support/contactSheets.ts';
import { SeededRandom } from '../../support/random.ts';

/** s. */
const DT = 0.01;
const pools = [1, 2, 3].map((threads) => new KernelPool(compileKernels(threads > 1), { threads }));

/** Two sheets, a point and an edge with few neighbours, crumpled through each other and moving. */
function scene(seed: number, crumpled: number) {
  const random = new SeededRandom(seed);
  const sheets = [equilateralSheet(45, 40, 0.1), equilateralSheet(6, 5, 0.1), equilateralSheet(1, 1, 0.1)];
  const surface = contactSurface(sheets, { thickness: 0.01, friction: 0.3 });
  const x = surface.rest.map((value) => value + crumpled * random.between(-1, 1));
  const u = x.map(() => 0.02 * random.between(-1, 1));
  return { surface, x, u };
}

/** The candidates of two substeps, the second of a surface that has moved, and these updated for other moves. */
function candidatesOf(seed: number, crumpled: number, pool: KernelPool | undefined) {
  const { surface, x, u } = scene(seed, crumpled);
  const finder = new PairFinder(
    surface,
    pool === undefined ? undefined : (tables, vertexCount) => new PairKernel(tables, vertexCount, pool),
  );
  const changed = new IntList();
  // The last of them folds stars, which the update asks for as the kernel has left them.
  const found = [0, 1, 2].map((substep) => {
    const start = x.map((value, k) => value + Math.min(substep, 1) * u[k]);
    const moves = substep < 2 ? u : u.map((value, k) => (k % 300 < 3 ? -4 * value : value));
    if (substep === 2) finder.listChanged(start, moves, changed);
    if (substep === 2) finder.extend(start, moves, changed);
    else finder.find(start, moves);
    const { count, vertices, edges, clearances } = finder.candidates;
    return [[...vertices.subarray(0, 4 * count)], [...edges.subarray(0, count)], [...clearances.subarray(0, count)]];
  });
  finder.dispose();
  return found;
}

/** What two substeps of contact do to a crumpled scene: contacts that repel, then contacts that are listed, each with the collisions behind them. */
function contactOf(seed: number, pool: KernelPool | undefined) {
  const { surface, x, u } = scene(seed, 0.02);
  const contact = new SelfContact(
    surface,
    pool === undefined ? undefined : (tables, vertexCount) => new PairKernel(tables, vertexCount, pool),
  );
  const found = [false, true].map((lists) => {
    const velocity = u.map((value) => value / DT);
    const { contacts } = lists ? contact.list(x, velocity, DT, 3) : contact.repel(x, velocity, DT, 2);
    const { vertices, numbers } = contact.contacts;
    const listed = [[...vertices.subarray(0, 4 * contacts)], [...numbers.subarray(0, CONTACT_NUMBERS * contacts)]];
    const end = x.map((value, k) => value + DT * velocity[k]);
    const report = { ...contact.collide(x, end, velocity, DT) };
    return { contacts, listed, velocity: [...velocity], end: [...end], report };
  });
  contact.dispose();
  return found;
}

describe('pairs of primitives that kernels find', () => {
  afterAll(() => {
    for (const pool of pools) pool.dispose();
  });

  // The largest lists do not fit the room that there is at first.
  it.each([
    [1, 0],
    [2, 0.03],
    [3, 0.08],
  ])(
    'are those of the reference, in its order, on any number of threads: seed %i, crumpled by %f',
    (seed, crumpled) => {
      const wanted = candidatesOf(seed, crumpled, undefined);
      for (const pool of pools) expect(candidatesOf(seed, crumpled, pool)).toEqual(wanted);
      const triangles = 2 * 45 * 40;
      const most = Math.max(...wanted.map(([, edges]) => edges.length));
      if (crumpled > 0) expect(most).toBeGreaterThan(crumpled < 0.05 ? 100 : 3 * triangles);
    },
  );

  it.each([4, 5])('are as near as the reference finds them: contacts and collisions are the same, seed %i', (seed) => {
    const wanted = contactOf(seed, undefined);
    for (const pool of pools) expect(contactOf(seed, pool)).toEqual(wanted);
    for (const { contacts, report } of wanted) {
      expect(contacts).toBeGreaterThan(100);
      expect(report.pairs).toBeGreaterThan(contacts);
    }
  });
});
