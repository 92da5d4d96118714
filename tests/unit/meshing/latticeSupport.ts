import { quietJob } from '../../../src/base/job.ts';
import { baseLattice } from '../../../src/meshing/lattice/baseTets.ts';
import { sampleBaseGrid } from '../../../src/meshing/lattice/baseGrid.ts';
import type { LatticeMesh } from '../../../src/meshing/lattice/Lattice.ts';
import type { RedGreenLattice } from '../../../src/meshing/lattice/RedGreenLattice.ts';

/** A small lattice of unit cells that fills a box, whatever the surface: every vertex counts as inside. */
export function boxLattice(maxLevel: number, cells = 2): RedGreenLattice {
  const inside = () => -1;
  const grid = sampleBaseGrid({ min: [0, 0, 0], max: [cells, cells, cells] }, 1, 0.5, inside, quietJob);
  return baseLattice(grid, maxLevel, 10, { distance: inside, exactWithin: new Array<number>(maxLevel + 1).fill(10) });
}

/** 6 x volume of a tet in units of the integer coordinates: exact. */
export function integerVolume(coordinates: Int32Array, tets: ArrayLike<number>, tet: number): number {
  const at = (corner: number, axis: number) =>
    coordinates[3 * tets[4 * tet + corner] + axis] - coordinates[3 * tets[4 * tet] + axis];
  return (
    at(1, 0) * (at(2, 1) * at(3, 2) - at(2, 2) * at(3, 1)) -
    at(1, 1) * (at(2, 0) * at(3, 2) - at(2, 2) * at(3, 0)) +
    at(1, 2) * (at(2, 0) * at(3, 1) - at(2, 1) * at(3, 0))
  );
}

/** The faces of a mesh by their sorted corners, each with the tets it belongs to. */
export function facesOf(tets: Uint32Array): Map<string, number[]> {
  const faces = new Map<string, number[]>();
  for (let tet = 0; tet < tets.length / 4; tet++) {
    for (let skip = 0; skip < 4; skip++) {
      const corners = [0, 1, 2, 3].filter((corner) => corner !== skip).map((corner) => tets[4 * tet + corner]);
      const key = corners.sort((a, b) => a - b).join(' ');
      const owners = faces.get(key);
      if (owners === undefined) faces.set(key, [tet]);
      else owners.push(tet);
    }
  }
  return faces;
}

/** Edges of a mesh as pairs of vertices, each once. */
export function edgesOf(tets: Uint32Array): [number, number][] {
  const seen = new Map<string, [number, number]>();
  for (let tet = 0; tet < tets.length / 4; tet++) {
    for (let a = 0; a < 4; a++) {
      for (let b = a + 1; b < 4; b++) {
        const low = Math.min(tets[4 * tet + a], tets[4 * tet + b]);
        const high = Math.max(tets[4 * tet + a], tets[4 * tet + b]);
        seen.set(`${low} ${high}`, [low, high]);
      }
    }
  }
  return [...seen.values()];
}

/** Dihedral angles of a tet in degrees, sorted. */
export function dihedrals(positions: Float64Array, tets: ArrayLike<number>, tet: number): number[] {
  const corner = (k: number) => [0, 1, 2].map((axis) => positions[3 * tets[4 * tet + k] + axis]);
  const minus = (a: number[], b: number[]) => a.map((value, axis) => value - b[axis]);
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const angles: number[] = [];
  for (const [a, b, c, d] of [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [0, 3, 1, 2],
    [1, 2, 0, 3],
    [1, 3, 0, 2],
    [2, 3, 0, 1],
  ]) {
    const edge = minus(corner(b), corner(a));
    const m = cross(edge, minus(corner(c), corner(a)));
    const n = cross(edge, minus(corner(d), corner(a)));
    angles.push((Math.acos(dot(m, n) / Math.sqrt(dot(m, m) * dot(n, n))) * 180) / Math.PI);
  }
  return angles.sort((p, q) => p - q);
}

/** Total 6 x volume in integer units. */
export function totalIntegerVolume(mesh: LatticeMesh): number {
  let sum = 0;
  for (let tet = 0; tet < mesh.kinds.length; tet++) sum += integerVolume(mesh.coordinates, mesh.tets, tet);
  return sum;
}
