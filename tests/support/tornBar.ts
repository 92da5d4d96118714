import { expect } from 'vitest';
import { boxSurface } from '../../src/geometry/primitives/surfaces.ts';
import type { VolumeMesh } from '../../src/geometry/TetMesh.ts';
import type { TearableSurface } from '../../src/geometry/tearing/TearableSurface.ts';
import { tornVolume } from '../../src/geometry/tearing/TopologyChange.ts';
import { embedSurface } from '../../src/meshing/embedding.ts';
import { CrackSet } from '../../src/solids/fracture/CrackSet.ts';
import { planeAxes } from '../../src/solids/fracture/crackHeights.ts';
import { faceNeighbours } from '../../src/solids/fracture/faceNeighbours.ts';
import { cutTopology } from '../../src/solids/fracture/virtualNodes.ts';
import { freudenthalBox } from './freudenthalBox.ts';

export type TetVolume = VolumeMesh & { kind: 'tet' };

/** A bar of 0.1 m cells along x whose surface is finer and reaches `outside` beyond the elements, m. */
export function bar(cells: readonly [number, number, number], outside: number): TetVolume {
  const mesh = freudenthalBox(...cells, 0.1);
  const size = cells.map((n) => 0.1 * n) as [number, number, number];
  const surface = boxSurface([size[0] + 2 * outside, size[1] + 2 * outside, size[2] + 2 * outside], [40, 12, 12]);
  for (let k = 0; k < surface.positions.length; k++) surface.positions[k] += size[k % 3] / 2;
  return { kind: 'tet', mesh, surface, embedding: embedSurface(mesh, surface) };
}

/** Cracks of a bar, none begun. */
export function cracksOf({ mesh }: TetVolume, roughness: number): CrackSet {
  const vertexCount = mesh.positions.length / 3;
  const body = {
    ...mesh,
    vertexCount,
    neighbours: faceNeighbours(mesh.tets, vertexCount),
    volumes: new Float64Array(mesh.tets.length / 4).fill(0.001 / 6),
    elementSize: 0.12,
  };
  return new CrackSet(body, { roughness, spacing: 0.3, smallestPiece: 0.01, maxCracks: 8 });
}

/** Starts a crack in the middle of the bar at `x`, m. */
export function startAt(cracks: CrackSet, x: number, normal: [number, number, number]): void {
  const { tets, positions } = cracks.body;
  const middle = (t: number) => [0, 1, 2, 3].reduce((sum, k) => sum + positions[3 * tets[4 * t + k]] / 4, 0);
  const all = [...Array(tets.length / 4).keys()];
  const tet = all.reduce((best, t) => (Math.abs(middle(t) - x) < Math.abs(middle(best) - x) ? t : best), 0);
  expect(cracks.start(tet, normal)).toBe(true);
}

/** Shows a crack to the surface. */
export function addTo(surface: TearableSurface, cracks: CrackSet, number: number): void {
  const tets = [...cracks.crackOf.keys()].filter((t) => cracks.crackOf[t] === number);
  surface.addCrack({ number, heights: cracks.heights[number], tets, axes: planeAxes(cracks.planes[number].normal) });
}

/** The bar as it is cut now. */
export function tornNow(volume: TetVolume, surface: TearableSurface, cracks: CrackSet): TetVolume {
  const torn = tornVolume(volume, surface.change(cutTopology(cracks.body, cracks.sides())));
  return torn as TetVolume;
}
