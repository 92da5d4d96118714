import { hasSameCorners } from '../../geometry/elements/collapsedHex.ts';
import type { RawVolume } from './RawVolume.ts';
import type { WarningList } from './WarningList.ts';

/** A tet is flat where six times its volume is below this fraction of its longest edge cubed. */
const flatVolume = 1e-14;

/** Cells, their regions and their places in the file. */
export interface PlacedCells {
  readonly cells: Uint32Array;
  readonly regions: Uint32Array;
  readonly places: Uint32Array;
  /** Midpoints of tetrahedra as `TetMesh` has them, where they have some. */
  readonly midpoints?: Uint32Array;
}

/**
 * Returns tets with positive volume, dot(cross(x1 - x0, x2 - x0), x3 - x0) > 0: inverted ones have their last two corners
 * exchanged, flat ones are left out. Changes what it is given.
 */
export function orientTets(
  { positions, placeAt }: Pick<RawVolume, 'positions' | 'placeAt'>,
  { cells: tets, regions, places, midpoints }: PlacedCells,
  warnings: WarningList,
): PlacedCells {
  let kept = 0;
  let turned = 0;
  for (let tet = 0; tet < regions.length; tet++) {
    const sign = tetSign(positions, tets, 4 * tet);
    if (sign === 0) {
      warnings.add('flat tetrahedra', () => `${placeAt(places[tet])}: flat tetrahedron left out`);
      continue;
    }
    if (sign < 0) turned++;
    const [a, b, c, d] = tets.subarray(4 * tet, 4 * tet + 4);
    tets.set(sign > 0 ? [a, b, c, d] : [a, b, d, c], 4 * kept);
    if (midpoints !== undefined) moveMidpoints(midpoints, tet, sign > 0, kept);
    places[kept] = places[tet];
    regions[kept++] = regions[tet];
  }
  if (turned > 0) warnings.add('turned tetrahedra', () => `tetrahedra that were inside out, turned: ${turned}`);
  return {
    cells: tets.slice(0, 4 * kept),
    regions: regions.slice(0, kept),
    places: places.slice(0, kept),
    ...(midpoints !== undefined && { midpoints: midpoints.slice(0, 6 * kept) }),
  };
}

/** The midpoints of the edges (0,1) (0,2) (0,3) (1,2) (1,3) (2,3) of tetrahedron `tet` become those of `kept`, whose last two corners are exchanged where it was not upright. */
function moveMidpoints(midpoints: Uint32Array, tet: number, upright: boolean, kept: number): void {
  const [a, b, c, d, e, f] = midpoints.subarray(6 * tet, 6 * tet + 6);
  midpoints.set(upright ? [a, b, c, d, e, f] : [a, c, b, e, d, f], 6 * kept);
}

function tetSign(x: Float64Array, tets: Uint32Array, first: number): number {
  const a = 3 * tets[first];
  const edges: number[] = [];
  for (let k = 1; k < 4; k++) {
    for (let axis = 0; axis < 3; axis++) edges.push(x[3 * tets[first + k] + axis] - x[a + axis]);
  }
  const volume = determinant(edges);
  const longest = Math.max(
    Math.hypot(edges[0], edges[1], edges[2]),
    Math.hypot(edges[3], edges[4], edges[5]),
    Math.hypot(edges[6], edges[7], edges[8]),
  );
  return Math.abs(volume) <= flatVolume * longest ** 3 ? 0 : Math.sign(volume);
}

function determinant(m: readonly number[]): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/**
 * Exchanges bottom and top of hexes with a negative Jacobian at the centre, and two corners of the base of ones with coincident corners, which keep
 * their shape. `hexes` in the order of `HexMesh`.
 */
export function orientHexes(positions: Float64Array, hexes: Uint32Array, warnings: WarningList): void {
  let turned = 0;
  for (let first = 0; first < hexes.length; first += 8) {
    if (centreJacobian(positions, hexes, first) >= 0) continue;
    turned++;
    const corners = hexes.slice(first, first + 8);
    const bit = hasSameCorners(corners, 0, 8) ? 1 : 4;
    for (let corner = 0; corner < 8; corner++) hexes[first + corner] = corners[corner ^ bit];
  }
  if (turned > 0) warnings.add('turned hexahedra', () => `hexahedra that were inside out, turned: ${turned}`);
}

function centreJacobian(x: Float64Array, hexes: Uint32Array, first: number): number {
  const columns = new Array<number>(9).fill(0);
  for (let corner = 0; corner < 8; corner++) {
    for (let direction = 0; direction < 3; direction++) {
      const sign = (corner >> direction) & 1 ? 1 : -1;
      for (let axis = 0; axis < 3; axis++) columns[3 * direction + axis] += sign * x[3 * hexes[first + corner] + axis];
    }
  }
  return determinant(columns);
}
