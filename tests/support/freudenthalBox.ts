import type { HexMesh, TetMesh } from '../../src/geometry/TetMesh.ts';

/** A box of nx x ny x nz cubic cells of edge `size` (m), each cut into the six tetrahedra around its main diagonal. */
export function freudenthalBox(nx: number, ny: number, nz: number, size: number): TetMesh {
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  const vertex = (i: number, j: number, k: number): number => i + (nx + 1) * (j + (ny + 1) * k);
  const axes = [1, nx + 1, (nx + 1) * (ny + 1)];
  const paths = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ];
  const tets = new Uint32Array(24 * nx * ny * nz);
  let at = 0;
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        const v = vertex(i, j, k);
        positions.set([i * size, j * size, k * size], 3 * v);
        if (i === nx || j === ny || k === nz) continue;
        for (let p = 0; p < 6; p++) {
          const a = v + axes[paths[p][0]];
          const b = a + axes[paths[p][1]];
          const c = b + axes[paths[p][2]];
          // Even permutations of the axes are right-handed; the odd ones swap two vertices.
          tets.set(p < 3 ? [v, a, b, c] : [v, b, a, c], at);
          at += 4;
        }
      }
    }
  }
  return { positions, tets };
}

/** The measured mesh of the kernel benchmarks: 116,928 tetrahedra, 21,750 vertices. */
export function benchmarkBox(): TetMesh {
  return freudenthalBox(28, 24, 29, 0.02);
}

/** Returns the same box in hexahedra, sheared a little so that no element is a cube. */
export function hexBox(nx: number, ny: number, nz: number, size: number): HexMesh {
  const { positions } = freudenthalBox(nx, ny, nz, size);
  for (let k = 0; k < positions.length; k += 3)
    positions[k] += 0.2 * positions[k + 1] + 0.1 * Math.sin(positions[k + 2]);
  const hexes: number[] = [];
  const row = nx + 1;
  const layer = row * (ny + 1);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const v = i + row * j + layer * k;
        for (const up of [0, layer]) hexes.push(v + up, v + up + 1, v + up + row, v + up + row + 1);
      }
    }
  }
  return { positions, hexes: Uint32Array.from(hexes) };
}
