import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { EdgeTable } from '../../../src/meshing/lattice/EdgeTable.ts';
import {
  CLOSE_ACTION,
  CLOSE_GREEN,
  CLOSE_THIRD_EDGE,
  edgeBetween,
  GREEN_CHILDREN,
  TET_EDGES,
  THIRD_EDGE,
} from '../../../src/meshing/lattice/greenPatterns.ts';
import { BCC_TET, GREEN_TET, type LatticeMesh } from '../../../src/meshing/lattice/Lattice.ts';
import { boxLattice, dihedrals, edgesOf, facesOf, integerVolume, totalIntegerVolume } from './latticeSupport.ts';

/** Directions of lattice edges; green bisections add edges that are neither long nor short. */
const LONG_EDGE = 0;
const SHORT_EDGE = 1;
const OTHER_EDGE = 2;

/** LONG_EDGE, SHORT_EDGE or OTHER_EDGE for the lattice edge between two vertices, from their integer coordinates. */
function latticeEdgeKind(coordinates: Int32Array, a: number, b: number): number {
  const dx = Math.abs(coordinates[3 * a] - coordinates[3 * b]);
  const dy = Math.abs(coordinates[3 * a + 1] - coordinates[3 * b + 1]);
  const dz = Math.abs(coordinates[3 * a + 2] - coordinates[3 * b + 2]);
  if (dx === dy && dy === dz) return SHORT_EDGE;
  const zeros = (dx === 0 ? 1 : 0) + (dy === 0 ? 1 : 0) + (dz === 0 ? 1 : 0);
  return zeros === 2 ? LONG_EDGE : OTHER_EDGE;
}

/** Every face belongs to one or two tets, faces of one tet lie on the outside, and no vertex lies inside an edge. */
function expectConforming(mesh: LatticeMesh): void {
  const counts = [0, 0, 0];
  for (const owners of facesOf(mesh.tets).values()) counts[Math.min(owners.length, 3) - 1]++;
  expect(counts[2]).toBe(0);
  const c = mesh.coordinates;
  const at = new Set<string>();
  for (let v = 0; v < c.length / 3; v++) at.add(`${c[3 * v]} ${c[3 * v + 1]} ${c[3 * v + 2]}`);
  expect(at.size).toBe(c.length / 3);
  let hanging = 0;
  for (const [a, b] of edgesOf(mesh.tets)) {
    const middle = [0, 1, 2].map((axis) => (c[3 * a + axis] + c[3 * b + axis]) / 2);
    if (at.has(middle.join(' '))) hanging++;
  }
  expect(hanging).toBe(0);
  let smallest = Infinity;
  for (let tet = 0; tet < mesh.kinds.length; tet++) smallest = Math.min(smallest, integerVolume(c, mesh.tets, tet));
  expect(smallest).toBeGreaterThan(0);
}

describe('the uniform lattice', () => {
  const mesh = boxLattice(3, 1).extract(0);

  test('tets are all alike: dihedral angles 60 (4) and 90 (2), long edges at (0,1) and (2,3)', () => {
    for (let tet = 0; tet < mesh.kinds.length; tet++) {
      expect(mesh.kinds[tet]).toBe(BCC_TET);
      dihedrals(mesh.positions, mesh.tets, tet).forEach((angle, k) => expect(angle).toBeCloseTo(k < 4 ? 60 : 90, 9));
      for (let edge = 0; edge < 6; edge++) {
        const [a, b] = [mesh.tets[4 * tet + TET_EDGES[2 * edge]], mesh.tets[4 * tet + TET_EDGES[2 * edge + 1]]];
        expect(latticeEdgeKind(mesh.coordinates, a, b)).toBe(edge === 0 || edge === 5 ? LONG_EDGE : SHORT_EDGE);
      }
    }
    expectConforming(mesh);
  });

  test('four tets for every face between two cells fill a third of both', () => {
    const cells = 4; // one cell and a margin of one and a half on either side
    expect(mesh.kinds.length).toBe(4 * 3 * cells * cells * (cells - 1));
    const cellVolume = 6 * 16 ** 3;
    expect(totalIntegerVolume(mesh)).toBe((mesh.kinds.length / 12) * cellVolume);
  });
});

describe('red refinement', () => {
  test('gives BCC tets of half size and an eighth of the volume', () => {
    const lattice = boxLattice(3, 1);
    const total = totalIntegerVolume(lattice.extract(0));
    const count = lattice.tetCount;
    for (let tet = 0; tet < count; tet++) lattice.refineRed(tet);
    lattice.close();
    const mesh = lattice.extract(1);
    expect(mesh.kinds.length).toBe(8 * count);
    expect(mesh.kinds.every((kind) => kind === BCC_TET)).toBe(true);
    expect(totalIntegerVolume(mesh)).toBe(total);
    expectConforming(mesh);
    const eighth = total / (8 * count);
    for (let tet = 0; tet < mesh.kinds.length; tet++) {
      expect(integerVolume(mesh.coordinates, mesh.tets, tet)).toBe(eighth);
      expect(latticeEdgeKind(mesh.coordinates, mesh.tets[4 * tet], mesh.tets[4 * tet + 1])).toBe(LONG_EDGE);
      expect(latticeEdgeKind(mesh.coordinates, mesh.tets[4 * tet + 2], mesh.tets[4 * tet + 3])).toBe(LONG_EDGE);
    }
    dihedrals(mesh.positions, mesh.tets, 17).forEach((angle, k) => expect(angle).toBeCloseTo(k < 4 ? 60 : 90, 9));
  });

  test('beyond the deepest level is refused', () => {
    const lattice = boxLattice(1);
    lattice.refineRed(0);
    expect(() => lattice.refineRed(lattice.tetCount - 1)).toThrowError(
      expect.objectContaining({ code: 'mesh-failed' }),
    );
  });
});

describe('green patterns', () => {
  const midpointMask = (children: Uint8Array) =>
    children.reduce((mask, e) => (e < 4 ? mask : mask | (1 << (e - 4))), 0);

  test('exactly one edge, two opposite edges and three edges of a face are closed with 2, 4 and 4 tets', () => {
    const closed = [...CLOSE_ACTION.keys()].filter((mask) => CLOSE_ACTION[mask] === CLOSE_GREEN);
    const bits = (mask: number) => [0, 1, 2, 3, 4, 5].filter((edge) => mask & (1 << edge)).length;
    expect(closed.filter((mask) => bits(mask) === 1)).toHaveLength(6);
    expect(closed.filter((mask) => bits(mask) === 2).sort()).toEqual([0b001100, 0b010010, 0b100001].sort());
    expect(closed.filter((mask) => bits(mask) === 3)).toHaveLength(4);
    for (const mask of closed) {
      expect(GREEN_CHILDREN[mask].length / 4).toBe(bits(mask) === 1 ? 2 : 4);
      expect(midpointMask(GREEN_CHILDREN[mask])).toBe(mask);
    }
  });

  test('two edges of a face ask for its third', () => {
    const asking = [...CLOSE_ACTION.keys()].filter((mask) => CLOSE_ACTION[mask] === CLOSE_THIRD_EDGE);
    expect(asking).toHaveLength(12);
    for (const mask of asking) expect(CLOSE_ACTION[mask | (1 << THIRD_EDGE[mask])]).toBe(CLOSE_GREEN);
  });

  test.each([...CLOSE_ACTION.keys()].filter((mask) => CLOSE_ACTION[mask] === CLOSE_GREEN))(
    'pattern %i on a real tet keeps volume, orientation and conformity',
    (mask) => {
      const lattice = boxLattice(2, 1);
      const total = totalIntegerVolume(lattice.extract(0));
      const tet = Math.floor(lattice.tetCount / 2);
      for (let edge = 0; edge < 6; edge++) {
        if ((mask & (1 << edge)) === 0) continue;
        lattice.splitEdge(
          lattice.tets[4 * tet + TET_EDGES[2 * edge]],
          lattice.tets[4 * tet + TET_EDGES[2 * edge + 1]],
          0,
        );
      }
      expect(lattice.splitMask(tet)).toBe(mask);
      lattice.close();
      const mesh = lattice.extract(0);
      expect(mesh.kinds.includes(GREEN_TET)).toBe(true);
      expect(totalIntegerVolume(mesh)).toBe(total);
      expectConforming(mesh);
    },
  );
});

describe('closing a lattice', () => {
  test.each(['a', 'b', 'c', 'd'])('after random refinement it conforms and keeps its volume (seed %s)', (seed) => {
    const random = new SeededRandom(`red-green ${seed}`);
    const lattice = boxLattice(5, 1);
    const total = totalIntegerVolume(lattice.extract(0));
    for (let round = 0; round < 4; round++) {
      for (let request = 0; request < 3; request++) {
        // Mostly the newest tets, so that levels pile up.
        const oldest = request === 0 ? 0 : lattice.tetCount - 16;
        const tet = Math.floor(random.between(oldest, lattice.tetCount));
        if (lattice.isLeaf(tet) && lattice.levels[tet] < 4) lattice.refineRed(tet);
      }
      const leaf = Math.floor(random.between(0, lattice.tetCount));
      const edge = Math.floor(random.between(0, 6));
      if (lattice.isLeaf(leaf)) {
        const [a, b] = [lattice.tets[4 * leaf + TET_EDGES[2 * edge]], lattice.tets[4 * leaf + TET_EDGES[2 * edge + 1]]];
        lattice.splitEdge(a, b, lattice.levels[leaf]);
      }
      lattice.close();
      const mesh = lattice.extract(4);
      expect(totalIntegerVolume(mesh)).toBe(total);
      expectConforming(mesh);
    }
    expect(Math.max(...lattice.levels.subarray(0, lattice.tetCount))).toBeGreaterThan(2);
  });

  test('a green closure disappears when its red parent is refined, and no green tet is ever refined', () => {
    const lattice = boxLattice(3, 1);
    const tet = Math.floor(lattice.tetCount / 2);
    lattice.refineRed(tet);
    lattice.close();
    const before = lattice.extract(1);
    const greens = before.kinds.filter((kind) => kind === GREEN_TET).length;
    expect(greens).toBeGreaterThan(0);
    for (let other = 0; lattice.isLeaf(other) || lattice.levels[other] === 0; other++) {
      if (other >= lattice.tetCount) break;
      if (lattice.isLeaf(other) && lattice.levels[other] === 0 && lattice.splitMask(other) !== 0)
        lattice.refineRed(other);
    }
    lattice.close();
    const after = lattice.extract(1);
    expect(totalIntegerVolume(after)).toBe(totalIntegerVolume(before));
    expectConforming(after);
    // Every BCC tet is similar to the first: nothing that came from a green tet remains.
    for (let t = 0; t < after.kinds.length; t++) {
      if (after.kinds[t] !== BCC_TET) continue;
      expect(latticeEdgeKind(after.coordinates, after.tets[4 * t], after.tets[4 * t + 1])).toBe(LONG_EDGE);
      expect(latticeEdgeKind(after.coordinates, after.tets[4 * t + 2], after.tets[4 * t + 3])).toBe(LONG_EDGE);
    }
  });

  test('is deterministic', () => {
    const build = () => {
      const lattice = boxLattice(4, 1);
      lattice.refineRed(11);
      lattice.refineRed(lattice.tetCount - 3);
      lattice.close();
      return lattice.extract(2);
    };
    expect(build()).toEqual(build());
  });
});

describe('the edge table', () => {
  test('agrees with a map, in either direction of the edge', () => {
    const random = new SeededRandom('edge table');
    const table = new EdgeTable();
    const truth = new Map<string, number>();
    for (let midpoint = 0; midpoint < 3000; midpoint++) {
      const a = Math.floor(random.between(0, 200));
      const b = Math.floor(random.between(0, 200));
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      expect(table.get(a, b)).toBe(truth.get(key) ?? -1);
      if (a === b || truth.has(key)) continue;
      table.add(a, b, midpoint);
      truth.set(key, midpoint);
      expect(table.get(b, a)).toBe(midpoint);
    }
    expect(table.size).toBe(truth.size);
  });

  test('numbers edges of a tet as TET_EDGES lists them', () => {
    for (let edge = 0; edge < 6; edge++) expect(edgeBetween(TET_EDGES[2 * edge + 1], TET_EDGES[2 * edge])).toBe(edge);
  });
});
