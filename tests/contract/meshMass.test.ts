import { beforeAll, describe, expect, test } from 'vitest';
import { quietJob } from '../../src/base/job.ts';
import { boxSurface, sphereSurface, torusSurface } from '../../src/geometry/primitives/surfaces.ts';
import { centralSecondMoments, pointMoments } from '../../src/geometry/solidMoments.ts';
import type { VolumeMesh } from '../../src/geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { readMesh } from '../../src/io/readMesh.ts';
import { fillSurface } from '../../src/meshing/fillSurface.ts';
import { meshers } from '../../src/meshing/Mesher.ts';
import { boundsDiagonal } from '../../src/simulation/rest/boundsDiagonal.ts';
import { elementQuadrature } from '../../src/solids/elementQuadrature.ts';
import { weighedElements } from '../../src/solids/weighedElements.ts';
import { comb, hair, knot, plates } from '../support/thinShapes.ts';
import { lumpedMasses } from '../support/lumpedMasses.ts';
import { describeWithData, testDataPath } from '../support/testData.ts';

/** Volume and moments of inertia about the centre: what a mesh is compared with. */
interface Rigid {
  readonly volume: number;
  /** xx, yy, zz, xy, yz, zx, of density 1. */
  readonly inertia: readonly number[];
}

function inertiaOf(moments: Float64Array): number[] {
  const [xx, yy, zz, xy, yz, zx] = centralSecondMoments(moments);
  return [yy + zz, xx + zz, xx + yy, -xy, -yz, -zx];
}

/** A mesh at an edge in percent of the diagonal, and the masses that a solver gives its vertices at density 1. */
async function weighed(surface: SurfaceMesh, type: string, percent: number) {
  const mesher = meshers.get(type);
  const edge = (percent / 100) * boundsDiagonal(surface.positions);
  const volume = await fillSurface(mesher, surface, edge, mesher.params.parse({}), quietJob);
  return { volume, ...solverMasses(volume) };
}

/** Masses that a solver gives the vertices at density 1, their moments, and the volume that resists deformation. */
function solverMasses(volume: VolumeMesh) {
  const { weights } = elementQuadrature(weighedElements(volume));
  const masses = lumpedMasses(volume, 1);
  const stiffness = weights.reduce((sum, weight) => sum + weight, 0);
  return { masses, stiffness, moments: pointMoments(volume.mesh.positions, masses) };
}

/** Largest error of the inertia tensor over its largest entry. */
function inertiaError(moments: Float64Array, wanted: readonly number[]): number {
  const largest = Math.max(...wanted);
  return Math.max(...inertiaOf(moments).map((value, k) => Math.abs(value - wanted[k]) / (k < 3 ? wanted[k] : largest)));
}

const [R, r] = [0.5, 0.2];
const torusVolume = 2 * Math.PI ** 2 * R * r * r;
/** Shapes with finely divided surfaces, so that their own triangles enclose the closed form to 1e-3 (ball 128, torus 96 by 48 faces around). */
const shapes: readonly (readonly [string, SurfaceMesh, Rigid])[] = [
  ['ball', sphereSurface(1, 128), { volume: (4 / 3) * Math.PI, inertia: Array<number>(3).fill((8 / 15) * Math.PI) }],
  [
    'box',
    boxSurface([1, 0.6, 0.8], [2, 2, 2]),
    { volume: 0.48, inertia: [0.04 * (0.36 + 0.64), 0.04 * (1 + 0.64), 0.04 * (1 + 0.36)] },
  ],
  [
    'torus',
    torusSurface(R, r, 96, 48),
    {
      volume: torusVolume,
      inertia: [
        torusVolume * (0.5 * R * R + (5 / 8) * r * r),
        torusVolume * (R * R + 0.75 * r * r),
        torusVolume * (0.5 * R * R + (5 / 8) * r * r),
      ],
    },
  ],
];
/** Methods of whole cells: the boundary of the others encloses a little less than a convex surface, which they weigh as it is. */
const methods = meshers.all().filter(({ coversSurface }) => coversSurface === true);
const cases = shapes.flatMap(([name, surface, rigid]) =>
  [4, 8].flatMap((percent) => methods.map(({ type }) => ({ name, surface, rigid, percent, type }))),
);

describe('every mesher of whole cells fills a body that weighs and turns as its surface says', () => {
  // Lattices weighed whole cells: +44 % (BCC) and +71 % (hexahedra) of a ball at 8 %, and lumping put what it weighed too far out.
  test.each(cases)('$name by $type at $percent %', async ({ surface, rigid, percent, type }) => {
    const { volume, masses, stiffness, moments } = await weighed(surface, type, percent);
    expect(volume.note).toBeUndefined();
    expect(Math.abs(moments[0] / rigid.volume - 1)).toBeLessThan(0.005);
    const inertia = [...rigid.inertia, 0, 0, 0];
    expect(inertiaError(moments, inertia)).toBeLessThan(0.01);
    const size = boundsDiagonal(surface.positions);
    for (let axis = 0; axis < 3; axis++) expect(Math.abs(moments[1 + axis] / moments[0])).toBeLessThan(1e-3 * size);
    expect(masses.reduce((least, mass) => Math.min(least, mass), Infinity)).toBeGreaterThan(0);
    // What resists deformation is the same material, but for where the boundary of the elements cuts off corners.
    expect(Math.abs(stiffness / rigid.volume - 1)).toBeLessThan(0.02);
  });

  const files = ['A_surface/cow.obj', 'A_surface/fandisk.off', 'A_surface/hand_decimated.obj'];
  describeWithData('scans', () => {
    const scans = new Map<string, SurfaceMesh>();
    beforeAll(async () => {
      for (const file of files) scans.set(file, (await readMesh(testDataPath(file))).mesh.surface);
    });

    test.each(
      files.flatMap((file) => [4, 8].flatMap((percent) => methods.map(({ type }) => ({ file, percent, type })))),
    )('$file by $type at $percent %', async ({ file, percent, type }) => {
      const { volume, moments } = await weighed(scans.get(file)!, type, percent);
      const wanted = volume.material!.moments;
      expect(Math.abs(moments[0] / wanted[0] - 1)).toBeLessThan(0.005);
      expect(inertiaError(moments, inertiaOf(wanted))).toBeLessThan(0.01);
    });
  });

  // A hair weighed the cells that it runs through. Parts that no element may share are weighed part by part.
  test.each(
    methods.flatMap(({ type }) =>
      [
        { name: 'hair', surface: hair(0.002) },
        { name: 'wire', surface: knot(0.004) },
        { name: 'comb', surface: comb(5, 0.1, 0.02) },
        { name: 'two plates in a cell', surface: plates(0.03, 0.01, false) },
      ].map((shape) => ({ type, ...shape })),
    ),
  )('$name by $type: all of its mass, and no more', async ({ surface, type }) => {
    const { volume, stiffness, moments } = await weighed(surface, type, 8);
    const { material } = volume;
    expect(Math.abs(moments[0] / material!.moments[0] - 1)).toBeLessThan(1e-9);
    // A thin body leaves slivers in many elements, which count by a hundredth of their neighbours at least.
    expect(Math.abs(stiffness / material!.moments[0] - 1)).toBeLessThan(0.1);
  });
});
