import { expect, test } from 'vitest';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { boxSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { quadraticVolume } from '../../../src/geometry/elements/quadraticVolume.ts';
import { bodyEstimate } from '../../../src/systems/bodyEstimate.ts';

test('a body of quadratic elements is estimated as such: as many elements, several times the memory, a frame of all its vertices', () => {
  const linear = {
    kind: 'tet',
    mesh: boxTets([1, 1, 1], [8, 8, 8]),
    surface: boxSurface([1, 1, 1], [1, 1, 1]),
    embedding: { size: 4, vertices: new Uint32Array(0), weights: new Float64Array(0) },
  } as const;
  const quadratic = quadraticVolume(linear);
  const [few, many] = [bodyEstimate(linear, 0), bodyEstimate(quadratic, 0)];
  expect(many.count).toBe(few.count);
  expect(many.counted).toBe('quadratic tetrahedra');
  expect(many.memoryBytes! / few.memoryBytes!).toBeGreaterThan(4);
  const vertices = (quadratic.mesh.positions.length - linear.mesh.positions.length) / 3;
  expect(many.frameBytes - few.frameBytes).toBe(24 * vertices);
});
