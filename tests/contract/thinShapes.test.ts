import { describe, expect, test } from 'vitest';
import { quietJob } from '../../src/base/job.ts';
import { embedPositions } from '../../src/geometry/TetMesh.ts';
import { sphereSurface } from '../../src/geometry/primitives/surfaces.ts';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { fillSurface } from '../../src/meshing/fillSurface.ts';
import { meshers } from '../../src/meshing/Mesher.ts';
import { meshingSurface } from '../../src/meshing/meshingSurface.ts';
import { surfacePieces } from '../../src/meshing/surfacePieces.ts';
import { countPieces, measureWholeness } from '../../src/meshing/wholeness.ts';
import { boundsDiagonal } from '../../src/simulation/rest/boundsDiagonal.ts';
import { comb, hair, hornedBall, knot, plates, tipToTip } from '../support/thinShapes.ts';

/** Parts far thinner than an edge, and gaps far narrower, at edges of 4 and 8 % of the diagonal. */
const shapes: readonly (readonly [string, SurfaceMesh, number])[] = [
  ['torus knot', knot(0.03), 1],
  ['knot of wire', knot(0.004), 1],
  ['horned ball', hornedBall(0.05), 1],
  ['comb', comb(5, 0.1, 0.02), 1],
  ['two plates in a cell', plates(0.03, 0.01, false), 2],
  ['hinged plates', plates(0.03, 0.01, true), 1],
  ['hair', hair(0.002), 1],
  // A vertex that two fans share rode on the one, neighbours on the other: edges were stretched 170-fold.
  ['cones tip to tip', tipToTip(0.3), 1],
];
/** Also looked at with half the edge. */
const FINE = ['knot of wire', 'comb', 'hair'];
const cases = shapes.flatMap(([name, surface, pieces]) =>
  (FINE.includes(name) ? [4, 8] : [8]).flatMap((percent) =>
    meshers.all().map((mesher) => ({ name, surface, pieces, percent, type: mesher.type })),
  ),
);

/** Moves the elements around the vertices of one part of the surface, and gives how far each vertex of the surface goes, m. */
function pulled(
  volume: Awaited<ReturnType<typeof fillSurface>>,
  isPart: (point: Float64Array) => boolean,
): Float64Array {
  const { embedding, surface, mesh } = volume;
  const count = surface.positions.length / 3;
  const moved = mesh.positions.slice();
  for (let v = 0; v < count; v++) {
    if (!isPart(surface.positions.subarray(3 * v, 3 * v + 3))) continue;
    for (const vertex of embedding.vertices.subarray(embedding.size * v, embedding.size * (v + 1))) {
      moved[3 * vertex + 2] = mesh.positions[3 * vertex + 2] + 1;
    }
  }
  const out = new Float64Array(3 * count);
  embedPositions(embedding, moved, out);
  return Float64Array.from({ length: count }, (_, v) => out[3 * v + 2] - surface.positions[3 * v + 2]);
}

async function filled(surface: SurfaceMesh, type: string, percent: number) {
  const mesher = meshers.get(type);
  const edge = (percent / 100) * boundsDiagonal(surface.positions);
  return { edge, volume: await fillSurface(mesher, surface, edge, mesher.params.parse({}), quietJob) };
}

describe('thin parts and narrow gaps', () => {
  test.each(cases)('$name by $type at $percent %: all pieces, all of the surface', async (one) => {
    const { surface, pieces, percent, type } = one;
    const { volume, edge } = await filled(surface, type, percent);
    expect(surfacePieces(meshingSurface(surface, edge).mesh).count).toBe(pieces);
    expect(countPieces(volume)).toBe(pieces);
    const carried = new Float64Array(surface.positions.length);
    embedPositions(volume.embedding, volume.mesh.positions, carried);
    expect(Math.max(...carried.map((x, at) => Math.abs(x - surface.positions[at])))).toBeLessThan(1e-9);
    // Whole cells carry without extrapolating; elements that follow the surface by little more than an altitude of theirs.
    const covers = meshers.get(type).coversSurface === true || volume.note !== undefined;
    expect(Math.min(...volume.embedding.weights)).toBeGreaterThan(covers ? -1e-6 : -2);
    // Neighbours ride on elements that hang together.
    const { astray, drawnOut } = measureWholeness(volume, meshingSurface(surface, edge), edge);
    expect([astray, drawnOut]).toEqual([0, 0]);
  });

  test.each(meshers.all().map(({ type }) => type))(
    '%s: a tooth of a comb moves without its neighbours',
    async (type) => {
      const surface = comb(5, 0.1, 0.02);
      const { volume } = await filled(surface, type, 8);
      // The tips: teeth hang together at the back, and the end of a gap is closed over a cell.
      const tooth = ([x, y]: Float64Array) => (y < 0.7 ? -1 : Math.floor((x + 0.01) / 0.12));
      const far = pulled(volume, (point) => tooth(point) === 2);
      const others = [0, 1, 3, 4];
      far.forEach((distance, v) => {
        const own = tooth(surface.positions.subarray(3 * v, 3 * v + 3));
        if (own === 2) expect(distance).toBeCloseTo(1, 9);
        if (others.includes(own)) expect(Math.abs(distance)).toBeLessThan(1e-9);
      });
    },
  );

  test('says what became of the method, and nothing where it did', async () => {
    const thin = await filled(hornedBall(0.05), 'graded-stuffing', 8);
    expect(thin.volume.note).toMatch(
      /^Stuffing, graded would lose .* % of the surface .*whole lattice cells fill the body/,
    );
    const thick = await filled(sphereSurface(1, 32), 'graded-stuffing', 8);
    expect(thick.volume.note).toBeUndefined();
  });
});
