import type { JobContext } from '../../base/job.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { HexLattice } from '../hexLattice.ts';
import type { CellLattice } from './crossings.ts';
import { carriedSurface, virtualCells } from './virtualCells.ts';

/** Hexahedra with a surface embedded by connectivity, and the number of grid cells that were duplicated. */
export interface EmbeddedHexes {
  readonly volume: VolumeMesh;
  readonly doubled: number;
}

/** Returns the copies of grid cells that the surface and its inside need (see `virtualCells`), with the surface embedded by weights from 0 to 1. */
export function embeddedHexes(
  lattice: HexLattice,
  query: SurfaceQuery,
  surface: SurfaceMesh,
  job: JobContext,
): EmbeddedHexes {
  const cells = gridCells(lattice, query);
  const place = new Float64Array(3);
  const locate = (cell: number, point: number) => {
    const low = 3 * cells.cells[8 * cell];
    for (let axis = 0; axis < 3; axis++) {
      place[axis] = (surface.positions[3 * point + axis] - cells.positions[low + axis]) / lattice.cell;
    }
  };
  const depthIn = (cell: number, point: number) => {
    locate(cell, point);
    return Math.min(...place, ...place.map((part) => 1 - part));
  };
  const found = virtualCells(cells, query, surface, depthIn, job);
  const embedding = carriedSurface(8, found, (cell, point, out, at) => {
    locate(cell, point);
    for (let corner = 0; corner < 8; corner++) {
      const u = corner & 1 ? place[0] : 1 - place[0];
      const v = corner & 2 ? place[1] : 1 - place[1];
      const w = corner & 4 ? place[2] : 1 - place[2];
      out[at + corner] = u * v * w;
    }
  });
  const mesh = { positions: found.positions, hexes: found.cells };
  return {
    volume: { kind: 'hex', mesh, surface, embedding },
    doubled: found.doubled,
  };
}

/** Returns the cells that the surface may cross and those inside, with shared vertices. */
function gridCells({ origin, cell, cells, near }: HexLattice, query: SurfaceQuery): CellLattice {
  const [nx, ny] = cells.counts;
  const numbers = new Map<number, number>();
  const hexes: number[] = [];
  const positions: number[] = [];
  const inside: number[] = [];
  for (let at = 0; at < cells.inside.length; at++) {
    if (cells.inside[at] === 0 && near[at] === 0) continue;
    const i = at % nx;
    const j = Math.floor(at / nx) % ny;
    const k = Math.floor(at / (nx * ny));
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = [i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2)];
      const key = x + (nx + 1) * (y + (ny + 1) * z);
      let number = numbers.get(key);
      if (number === undefined) {
        number = inside.length;
        numbers.set(key, number);
        positions.push(origin[0] + cell * x, origin[1] + cell * y, origin[2] + cell * z);
        const [px, py, pz] = positions.slice(-3);
        inside.push(query.windingNumber(px, py, pz) > 0.5 ? 1 : 0);
      }
      hexes.push(number);
    }
  }
  return {
    size: 8,
    positions: Float64Array.from(positions),
    cells: Uint32Array.from(hexes),
    inside: Uint8Array.from(inside),
  };
}
