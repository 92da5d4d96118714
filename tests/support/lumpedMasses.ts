import type { VolumeMesh } from '../../src/geometry/TetMesh.ts';

/** Masses, kg, of the vertices of a mesh of tetrahedra, a quarter of each for each of its corners; `density` in kg/m3. */
export function lumpedMasses(volume: VolumeMesh, density: number): Float64Array {
  if (volume.kind !== 'tet') throw new Error('a mesh of tetrahedra was expected');
  const { positions, tets } = volume.mesh;
  const masses = new Float64Array(positions.length / 3);
  for (let t = 0; t < tets.length; t += 4) {
    const [a, b, c, d] = [...tets.subarray(t, t + 4)].map((v) => positions.subarray(3 * v, 3 * v + 3));
    const [e, f, g] = [b, c, d].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
    const six =
      e[0] * (f[1] * g[2] - f[2] * g[1]) - e[1] * (f[0] * g[2] - f[2] * g[0]) + e[2] * (f[0] * g[1] - f[1] * g[0]);
    for (let k = 0; k < 4; k++) masses[tets[t + k]] += (density * six) / 24;
  }
  return masses;
}
