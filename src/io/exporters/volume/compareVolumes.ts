import type { ImportedMesh } from '../../Importer.ts';
import type { FrameContent } from '../shared/collectFrame.ts';
import { pointPositions, type HandOffChecks } from '../shared/HandOffChecks.ts';
import { isFlatTet, mergedVolume } from './mergedVolume.ts';

/** True when the frame has no cell with volume, which readers refuse. */
export function hasNoCells(content: FrameContent): boolean {
  const volume = mergedVolume(content);
  const count = volume.cells.length / volume.cellSize;
  for (let cell = 0; cell < count; cell++) if (!isFlatTet(volume, cell)) return false;
  return true;
}

/**
 * Positions and cells of a reopened file. Simulated frames may hold inverted cells and flat tetrahedra; readers turn the former
 * and leave the latter out, so cells are compared by the set of their corners and flat ones may be missing.
 */
export function compareVolumes(found: ImportedMesh, content: FrameContent, checks: HandOffChecks): void {
  const place = { frame: content.frame };
  const volume = mergedVolume(content);
  const { positions, cells, cellSize } = volume;
  const mesh = cellSize === 4 ? found.tets : found.hexes;
  const foundCells = found.tets?.tets ?? found.hexes?.hexes ?? new Uint32Array(0);
  checks.arrays('volume positions', Float32Array.from(mesh?.positions ?? []), positions, 0, place, pointPositions);
  let next = 0;
  let missing = 0;
  for (let first = 0; first < cells.length; first += cellSize) {
    if (sameCorners(foundCells, next, cells, first, cellSize)) next += cellSize;
    else if (!isFlatTet(volume, first / cellSize)) missing++;
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
