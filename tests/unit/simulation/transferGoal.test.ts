import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { embedPositions, type VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { meshers } from '../../../src/meshing/Mesher.ts';
import { solid } from '../../../src/scene/kinds/solid.ts';
import { transferGoal } from '../../../src/simulation/goals/transferGoal.ts';
import { fillSolid } from '../../../src/simulation/rest/fillSolid.ts';
import { proceduralMesh } from '../../../src/simulation/rest/proceduralMesh.ts';

async function filled(entity: Record<string, unknown>): Promise<VolumeMesh> {
  const parsed = solid.parse({ kind: 'solid', id: 'a', ...entity });
  if (parsed.source.kind !== 'procedural') throw new Error('a form is wanted');
  return fillSolid(parsed, proceduralMesh(parsed.source.form), 1, quietJob);
}

const ball = () =>
  filled({
    source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.5, segments: 32 } },
    meshing: {
      method: 'graded-stuffing',
      edge: { percent: 8 },
      params: meshers.get('graded-stuffing').params.parse({}),
    },
  });

/** Returns the embedded surface for positions of the volume. */
function surfaceAt(volume: VolumeMesh, positions: Float64Array): Float64Array {
  const out = new Float64Array(volume.surface.positions.length);
  embedPositions(volume.embedding, positions, out);
  return out;
}

const worst = (a: Float64Array, b: Float64Array) => a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

describe.each([
  ['a meshed ball', ball],
  [
    'a block of tetrahedra',
    () => filled({ source: { kind: 'procedural', form: { shape: 'block', cells: [4, 3, 3] } } }),
  ],
  [
    'a block of hexahedra',
    () => filled({ source: { kind: 'procedural', form: { shape: 'block', cells: [4, 3, 3], elements: 'hexes' } } }),
  ],
])('the goal of %s', (_name, make) => {
  test('is carried exactly where it is affine', async () => {
    const volume = await make();
    const affine = (x: Float64Array) =>
      x.map((_, k) => {
        const v = k - (k % 3);
        return [1.5 * x[v] + 0.2 * x[v + 1] + 3, 0.4 * x[v + 1] - x[v + 2], 0.7 * x[v + 2] + 0.1 * x[v]][k % 3];
      });
    const goal = transferGoal(volume, affine(surfaceAt(volume, volume.mesh.positions)), quietJob);
    expect(worst(goal, affine(volume.mesh.positions))).toBeLessThan(1e-9);
  });

  test('is harmonic inside, and meets its surface', async () => {
    const volume = await make();
    // x^2 - z^2 is harmonic.
    const bend = (x: Float64Array) =>
      x.map((value, k) => (k % 3 === 1 ? value + 0.3 * (x[k - 1] ** 2 - x[k + 1] ** 2) : value));
    const wanted = bend(volume.surface.positions);
    const goal = transferGoal(volume, wanted, quietJob);
    expect(worst(surfaceAt(volume, goal), wanted)).toBeLessThan(3e-3);
    expect(worst(goal, bend(volume.mesh.positions))).toBeLessThan(0.015);
  });
});

test('a goal with other vertices is refused', async () => {
  const volume = await filled({ source: { kind: 'procedural', form: { shape: 'block', cells: [2, 2, 2] } } });
  expect(() => transferGoal(volume, new Float64Array(9), quietJob)).toThrow(
    expect.objectContaining({ code: 'geometry-invalid', message: expect.stringMatching(/3 vertices, the solid 27/) }),
  );
  const cancelled = { ...quietJob, cancelled: () => true };
  const moved = volume.surface.positions.map((value) => value ** 2);
  expect(() => transferGoal(volume, moved, cancelled)).toThrow(expect.objectContaining({ code: 'cancelled' }));
});
