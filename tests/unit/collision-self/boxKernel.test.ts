import { expect, test } from 'vitest';
import { contactTopology } from '../../../src/collision/selfContact/ContactTopology.ts';
import { FlatStars } from '../../../src/collision/selfContact/FlatStars.ts';
import { IntList } from '../../../src/collision/selfContact/IntList.ts';
import { buildSurfaceTrees } from '../../../src/collision/selfContact/SurfaceTrees.ts';
import { SweptBoxes } from '../../../src/collision/selfContact/SweptBoxes.ts';
import { collectTrianglePairs } from '../../../src/collision/selfContact/trianglePairs.ts';
import { contactSurface, equilateralSheet } from '../../support/contactSheets.ts';
import { SeededRandom } from '../../support/random.ts';

/** Boxes and pairs of slots of three crumpled sheets through each other, some of which move. */
function pairsOf(seed: number, crumpled: number, withKernels: boolean, withStars: boolean) {
  const random = new SeededRandom(seed);
  const surface = contactSurface(
    [equilateralSheet(9, 12, 0.1), equilateralSheet(6, 5, 0.1), equilateralSheet(1, 1, 0.1)],
    { thickness: 0.01, friction: 0.3 },
  );
  const trees = buildSurfaceTrees(surface);
  const topology = contactTopology(surface, trees.order);
  const boxes = new SweptBoxes(topology, trees, surface.masses.length);
  const stars = new FlatStars(topology, trees, surface.bodies);
  const starts = surface.rest.map((x) => x + crumpled * random.between(-1, 1));
  const ends = starts.map((x) => x + 0.02 * random.between(-1, 1));
  const pads = new Float64Array(surface.masses.length).fill(0.005);
  expect(boxes.arrays.hasKernels).toBe(true);
  const own = withKernels ? boxes : (Object.create(boxes, { arrays: { value: { hasKernels: false } } }) as SweptBoxes);
  own.refit({ starts, ends, pads, line: new Float64Array(4) }, surface.pairs);
  stars.start(
    starts,
    ends.map((x, k) => x - starts[k]),
    surface.pairs,
  );
  const out = new IntList(4);
  collectTrianglePairs(trees, own, surface.pairs, withStars ? stars : undefined, new IntList(), out);
  return { pairs: out.values.slice(0, out.length), slots: boxes.slots.slice(), nodes: boxes.nodes.slice() };
}

// The largest list takes several calls of the kernel.
test.each([
  [1, 0, true],
  [2, 0.02, true],
  [3, 0.1, true],
  [4, 0.3, false],
  [5, 2, false],
])(
  'the kernels find the boxes and the pairs of triangles of the reference, in its order: seed %i, crumpled by %f, stars %s',
  (seed, crumpled, withStars) => {
    const wanted = pairsOf(seed, crumpled, false, withStars);
    expect(pairsOf(seed, crumpled, true, withStars)).toEqual(wanted);
    expect(wanted.pairs.length).toBeGreaterThan(crumpled < 2 ? 0 : 8192);
  },
);
