import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { cylinderSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { elementCountOf, elementsOfVolume } from '../../../src/geometry/elements/elementTypes.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { halvingsAcross, thinDetail } from '../../../src/meshing/lattice/thinDetail.ts';
import { meshers } from '../../../src/meshing/Mesher.ts';
import { smallMotions } from '../../support/smallMotions.ts';

/** m. */
const BALL = 0.3;
const BAR = 0.07;
const EDGE = 0.12;

/** Two thick ends, y = -1.3 to -.7 and .7 to 1.3, that a bar joins. */
function dumbbell(): SurfaceMesh {
  const surface = cylinderSurface(1, 2.6, 64);
  const { positions } = surface;
  for (let k = 0; k < positions.length; k += 3) {
    const t = Math.min(1, Math.max(0, (Math.abs(positions[k + 1]) - 0.5) / 0.2));
    const radius = BAR + (BALL - BAR) * t * t * (3 - 2 * t);
    positions[k] *= radius;
    positions[k + 2] *= radius;
  }
  return surface;
}

function fill(method: string, edge: number, across?: number): Promise<VolumeMesh> {
  const mesher = meshers.get(method);
  const surface = dumbbell();
  const detail = across === undefined ? undefined : thinDetail(surface, edge, across, 2);
  return mesher.mesh(surface, edge, mesher.params.parse({}), quietJob, detail);
}

/** Tetrahedra whose first corner is that near the middle, or that near an end. */
function counts(volume: VolumeMesh): { bar: number; ends: number } {
  if (volume.kind !== 'tet') throw new Error('expected tetrahedra');
  const { positions, tets } = volume.mesh;
  let [bar, ends] = [0, 0];
  for (let t = 0; t < tets.length; t += 4) {
    const y = Math.abs(positions[3 * tets[t] + 1]);
    if (y < 0.4) bar++;
    else if (y > 0.9) ends++;
  }
  return { bar, ends };
}

test('edges are halved until enough lie across, and no more often than they may be', () => {
  const lacks = [0.5, 1, 1.05, 1.5, 2, 2.1, 3, 4, 9];
  expect(lacks.map((lack) => halvingsAcross(lack, 2))).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
});

const following = meshers.types().filter((type) => meshers.get(type).followsDetail === true);

describe.each(following)('edges across thin parts: %s', (method) => {
  let whole: Promise<VolumeMesh> | undefined;
  const plainMesh = () => (whole ??= fill(method, EDGE));

  test('are halved in the bar of a dumbbell, and stay as they are in its ends', async () => {
    const plain = counts(await plainMesh());
    // .14 m are 1.2 edges: one halving makes 2.3 of them, two 4.7.
    const twice = counts(await fill(method, EDGE, 2));
    const most = counts(await fill(method, EDGE, 4));
    expect(twice.bar / plain.bar).toBeGreaterThan(4);
    expect(most.bar / twice.bar).toBeGreaterThan(4);
    // Optimised boundaries settle a little otherwise far from there, too.
    for (const { ends } of [twice, most]) expect(Math.abs(ends / plain.ends - 1)).toBeLessThan(0.03);
  });

  test('that are enough change nothing', async () => {
    const plain = await plainMesh();
    const same = await fill(method, EDGE, 1);
    expect(elementCountOf(same)).toBe(elementCountOf(plain));
    expect(elementsOfVolume(same).vertices).toEqual(elementsOfVolume(plain).vertices);
  });
});

// Linear elements: most of what a bar with one edge across lacks in softness, shorter edges in it alone give.
test('let a dumbbell bend nearly as with short edges everywhere', async () => {
  const bend = async (edge: number, across?: number) =>
    smallMotions(await fill('graded-stuffing', edge, across), 1).bend;
  const soft = await bend(EDGE / 2.5);
  const lacking = async (across?: number) => 1 - (await bend(EDGE, across)) / soft;
  const before = await lacking();
  expect(before).toBeGreaterThan(0.04);
  expect(await lacking(4)).toBeLessThan(0.5 * before);
});
