import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { sampleBaseGrid, type Box, type SignedDistance } from './baseGrid.ts';
import { baseLattice } from './baseTets.ts';
import type { WantedDetail } from '../Mesher.ts';
import { LeafDetail } from './LeafDetail.ts';
import { MAX_LATTICE_TETS, type RedGreenLattice } from './RedGreenLattice.ts';

/**
 * No point of a BCC tet with long edge h is farther than this times h from its nearest vertex (the circumradius, sqrt(5)/4).
 */
export const BCC_COVER_RADIUS = Math.sqrt(5) / 4;
/** Outside vertices within this many finest edges keep their tets: repairs may need the one-rings of vertices near the surface. */
const OUTSIDE_MARGIN = 1;
/** Distances are exact within this many finest edges of the surface. */
const EXACT_BAND = 1.5;
/** Tets between two progress reports and cancel checks. */
const CHUNK = 4096;

/** Target long edge (metres) at a point; Infinity where nothing is requested. Curvature and thickness use it. */
export type SizeAt = (x: number, y: number, z: number) => number;

export interface BandedLatticeOptions {
  /** Long edge in the finest band, metres. */
  readonly edgeLength: number;
  /** Red levels between the coarsest lattice and the finest band. */
  readonly levels: number;
  /** Half width of the finest band around the surface, in finest edges. */
  readonly bandWidth: number;
  /** Width of each coarser band, in its own edges. */
  readonly bandGrowth: number;
  /** Red levels beyond the finest band that `sizeAt` may request; `detail` has its own number. */
  readonly detailLevels: number;
  readonly sizeAt?: SizeAt;
  readonly detail?: WantedDetail;
  /** Unsigned distance: given when the sign only changes across the surface, it saves half the queries. */
  readonly unsignedDistance?: SignedDistance;
  /** Further levels reserved for splitting single edges afterwards. */
  readonly spareLevels: number;
}

/**
 * Returns a red-green lattice over the inside of a surface: long edges of `edgeLength` in a band around the surface (uniform there
 * unless `sizeAt` or `detail` request more), doubling away from it. Every leaf that the surface may touch is at the finest level or
 * finer. Closed: `extract` returns a conforming mesh.
 * Throws `limit-exceeded` with the estimated element count.
 */
export function bandedLattice(
  box: Box,
  surfaceArea: number,
  distance: SignedDistance,
  options: BandedLatticeOptions,
  job: JobContext,
): RedGreenLattice {
  const { edgeLength, levels } = options;
  checkEstimate(box, surfaceArea, options);
  const depth = deepestLevel(options);
  const widths = bandWidths(options);
  const reaches = widths.map((width) => Math.max(width, OUTSIDE_MARGIN * edgeLength));
  const baseEdge = edgeLength * 2 ** levels;
  const reach = BCC_COVER_RADIUS * baseEdge + OUTSIDE_MARGIN * edgeLength;
  const grid = sampleBaseGrid(box, baseEdge, Math.max(reach, reaches[0]), distance, job);
  const exactWithin = [...reaches, ...Array.from({ length: options.spareLevels }, () => EXACT_BAND * edgeLength)];
  const lattice = baseLattice(grid, depth + options.spareLevels, reach, {
    distance,
    unsignedDistance: options.unsignedDistance,
    exactWithin,
  });
  refineBands(lattice, widths, options, job);
  lattice.close();
  return lattice;
}

/** Returns the finest level that may be requested. */
function deepestLevel({ levels, detailLevels, detail }: BandedLatticeOptions): number {
  return levels + Math.max(detailLevels, detail?.levels ?? 0);
}

/**
 * Refinement distance by level (metres): a leaf of level l with a vertex nearer than widths[l] to the surface is refined.
 * At least the cover radius, so that no leaf touched by the surface stays coarse; 0 at the finest level and beyond.
 */
function bandWidths(options: BandedLatticeOptions): number[] {
  const { edgeLength, levels, bandWidth, bandGrowth } = options;
  const widths = Array.from({ length: deepestLevel(options) + 1 }, () => 0);
  let width = bandWidth * edgeLength;
  for (let level = levels - 1; level >= 0; level--) {
    const edge = edgeLength * 2 ** (levels - level);
    widths[level] = Math.max(width, BCC_COVER_RADIUS * edge);
    width += bandGrowth * edge;
  }
  return widths;
}

function refineBands(
  lattice: RedGreenLattice,
  widths: readonly number[],
  options: BandedLatticeOptions,
  job: JobContext,
): void {
  const depth = deepestLevel(options);
  const finestSize = options.levels + options.detailLevels;
  const detail = options.detail && new LeafDetail(lattice, options.detail);
  for (let tet = 0; tet < lattice.tetCount; tet++) {
    if (tet % CHUNK === 0) {
      checkCancelled(job);
      job.progress('lattice', tet / lattice.tetCount);
    }
    const level = lattice.levels[tet];
    let nearest = Infinity;
    let lowest = Infinity;
    let highest = -Infinity;
    for (let corner = 0; corner < 4; corner++) {
      const value = lattice.signedDistances[lattice.tets[4 * tet + corner]];
      nearest = Math.min(nearest, Math.abs(value));
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    }
    const edge = lattice.edgeLength(level);
    const cover = level < depth ? BCC_COVER_RADIUS * edge : 0;
    if (lowest > cover + OUTSIDE_MARGIN * options.edgeLength) {
      lattice.dropLeaf(tet);
    } else if (level >= depth) {
      continue;
    } else if (nearest < widths[level] || (level < options.levels && lowest < 0 && highest > 0)) {
      lattice.refineRed(tet);
    } else if (level < finestSize && options.sizeAt !== undefined && wantsFiner(lattice, tet, edge, options.sizeAt)) {
      lattice.refineRed(tet);
    } else if (detail !== undefined && level < options.levels + detail.levelsWanted(tet)) {
      lattice.refineRed(tet);
    }
  }
}

/** Whether the wanted size at the leaf's centroid is closer to half its edge than to its edge. */
function wantsFiner(lattice: RedGreenLattice, tet: number, edge: number, sizeAt: SizeAt): boolean {
  const centroid = [0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const vertex = 3 * lattice.tets[4 * tet + corner];
    for (let axis = 0; axis < 3; axis++) centroid[axis] += 0.25 * lattice.coordinates[vertex + axis];
  }
  const { origin, unit } = lattice;
  const size = sizeAt(origin[0] + unit * centroid[0], origin[1] + unit * centroid[1], origin[2] + unit * centroid[2]);
  return size < edge * Math.SQRT1_2;
}

/**
 * Expected number of tets, before anything is allocated: a lattice of long edge h holds 12 tets per h^3. The finest band is
 * its width times the surface area; coarser bands and the core are counted on the box volume at the coarsest edge.
 */
export function estimateTetCount(box: Box, surfaceArea: number, options: BandedLatticeOptions): number {
  const { edgeLength, levels, bandWidth } = options;
  const boxVolume = [0, 1, 2].reduce((volume, axis) => volume * (box.max[axis] - box.min[axis]), 1);
  const perVolume = (edge: number) => 12 / edge ** 3;
  const coarse = boxVolume * perVolume(edgeLength * 2 ** levels);
  if (levels === 0) return coarse;
  return coarse + Math.min(boxVolume, (1 + 2 * bandWidth) * edgeLength * surfaceArea) * perVolume(edgeLength);
}

function checkEstimate(box: Box, surfaceArea: number, options: BandedLatticeOptions): void {
  const estimate = estimateTetCount(box, surfaceArea, options);
  // The box bounds the inside loosely: only what is far beyond the budget is refused before building.
  if (estimate <= 8 * MAX_LATTICE_TETS) return;
  throw new CoreError('limit-exceeded', `about ${estimate.toExponential(1)} tetrahedra would be needed`, {
    remedy: `Use a longer edge: at most ${MAX_LATTICE_TETS.toExponential(0)} are supported.`,
  });
}
