import { CoreError } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import type { FrameContent } from '../shared/collectFrame.ts';
import { pointPositions, type HandOffChecks } from '../shared/HandOffChecks.ts';

/** Six times a tet's volume below this share of its longest edge cubed: no reader can tell its orientation. */
const FLAT = 1e-13;

export interface MergedVolume {
  readonly positions: Float32Array;
  readonly cells: Uint32Array;
  readonly cellSize: 4 | 8;
}

/** All volumes of a frame one after the other. The formats' readers want tetrahedra or hexahedra, not both. */
export function mergedVolume(content: FrameContent): MergedVolume {
  const { volumes } = content;
  const cellSize = volumes[0]?.cellSize ?? 4;
  if (volumes.some((volume) => volume.cellSize !== cellSize)) {
    throw new CoreError('format-unsupported', 'tetrahedra and hexahedra cannot be in one file', {
      place: volumes.map(({ name }) => name).join(', '),
      remedy: 'Export the objects one by one.',
    });
  }
  const positions = new Float32Array(volumes.reduce((sum, volume) => sum + volume.positions.length, 0));
  const cells = new Uint32Array(volumes.reduce((sum, volume) => sum + volume.cells.length, 0));
  let floats = 0;
  let corners = 0;
  for (const volume of volumes) {
    positions.set(volume.positions, floats);
    const shift = floats / 3;
    for (let i = 0; i < volume.cells.length; i++) cells[corners + i] = volume.cells[i] + shift;
    floats += volume.positions.length;
    corners += volume.cells.length;
  }
  return { positions, cells, cellSize };
}

/** True when the frame has no cell with volume, which readers refuse. */
export function hasNoCells(content: FrameContent): boolean {
  const { positions, cells, cellSize } = mergedVolume(content);
  for (let first = 0; first < cells.length; first += cellSize) {
    if (cellSize === 8 || !isFlat(positions, cells, first)) return false;
  }
  return true;
}

/**
 * Positions and cells of a reopened file. Simulated frames may hold inverted and flat tetrahedra; readers turn the former
 * and leave the latter out, so cells are compared by the set of their corners and flat ones may be missing.
 */
export function compareVolumes(found: ImportedMesh, content: FrameContent, checks: HandOffChecks): void {
  const place = { frame: content.frame };
  const { positions, cells, cellSize } = mergedVolume(content);
  const mesh = cellSize === 4 ? found.tets : found.hexes;
  const foundCells = found.tets?.tets ?? found.hexes?.hexes ?? new Uint32Array(0);
  checks.arrays('volume positions', Float32Array.from(mesh?.positions ?? []), positions, 0, place, pointPositions);
  let next = 0;
  let missing = 0;
  for (let first = 0; first < cells.length; first += cellSize) {
    if (sameCorners(foundCells, next, cells, first, cellSize)) next += cellSize;
    else if (cellSize === 8 || !isFlat(positions, cells, first)) missing++;
  }
  checks.equal('cells that are missing', missing, 0, place);
  checks.equal('cells that are too many', foundCells.length - next, 0, place);
}

function sameCorners(a: Uint32Array, firstA: number, b: Uint32Array, firstB: number, size: number): boolean {
  if (firstA + size > a.length) return false;
  const sortedA = a.slice(firstA, firstA + size).sort();
  const sortedB = b.slice(firstB, firstB + size).sort();
  return sortedA.every((vertex, i) => vertex === sortedB[i]);
}

function isFlat(x: Float32Array, cells: Uint32Array, first: number): boolean {
  const edge = (k: number, axis: number) => x[3 * cells[first + k] + axis] - x[3 * cells[first] + axis];
  const [a, b, c] = [1, 2, 3].map((k) => [edge(k, 0), edge(k, 1), edge(k, 2)]);
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const longest = Math.max(...[a, b, c].map((e) => Math.hypot(e[0], e[1], e[2])));
  return Math.abs(volume) <= FLAT * longest ** 3;
}
