import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { ParticleEdits } from '../../liquids/LiquidEdits.ts';
import { scrambled, shareOfWord } from '../../liquids/scrambled.ts';
import type { LiquidRegion } from './LiquidRegion.ts';
import type { EditedVolume, RegionEditor } from './RegionEditor.ts';
import type { Obstacles } from './RegionSites.ts';

/** Particles of a full cell: one in each eighth. */
const FULL = 8;
/** Sites that liquid comes out at are taken in this order, as a share of all: neighbours come long after one another. */
const GOLDEN = 0.6180339887498949;
/** Share of an eighth of a cell by which particles that come out are off its middle, so that they make no rows. */
const JITTER = 0.5;

/** Regions of a liquid that is edited by its particles. */
export class ParticleRegionEditor implements RegionEditor {
  private readonly grid: CellGrid;
  private readonly edits: ParticleEdits;
  /** Returns what liquid keeps out of, as it stands. */
  private readonly obstacles: () => Obstacles;
  /** Share of a cell by which the seed shifts all random places. */
  private readonly shift: number;
  /** Numbers of particles per cell, made with the first emission. */
  private counts = new Uint16Array(0);

  /** Another seed lets particles come out at other random places. */
  constructor(grid: CellGrid, edits: ParticleEdits, obstacles: () => Obstacles, seed: number) {
    this.grid = grid;
    this.edits = edits;
    this.obstacles = obstacles;
    this.shift = shareOfWord(scrambled(seed));
  }

  fill(region: LiquidRegion): void {
    const velocity = region.fillVelocity;
    if (velocity === undefined) return;
    const [u, v, w] = velocity;
    const { positions, count } = region.firstSites(this.grid, this.obstacles());
    for (let s = 0; s < 3 * count; s += 3) {
      this.edits.particles.add(positions[s], positions[s + 1], positions[s + 2], u, v, w);
    }
  }

  work(regions: readonly LiquidRegion[], start: number, end: number, done: EditedVolume): void {
    const drains = regions.filter(({ role }) => role === 'drain');
    if (drains.length > 0) {
      const flags = new Uint8Array(this.edits.particles.count);
      const share = this.edits.particleVolume;
      for (const region of drains) done.drained += this.drain(region, share, flags, start, end);
      this.edits.remove(flags);
    }
    const emitters = regions.filter(({ role }) => role === 'emit');
    if (emitters.length === 0) return;
    this.countParticles();
    for (const region of emitters) done.emitted += this.emit(region, start, end);
  }

  /** m3 of a new particle. */
  private get newShare(): number {
    return this.grid.h ** 3 / FULL;
  }

  /** Puts in what the rate gives between `start` and `end`, s, where cells have room. Gives the m3 put in. */
  private emit(region: LiquidRegion, start: number, end: number): number {
    const { grid, counts, newShare: share } = this;
    const { particles } = this.edits;
    region.earn(start, end);
    const wanted = Math.floor(region.owed / share);
    if (wanted === 0) return 0;
    region.place(start, end);
    const { count, positions } = region.sitesAmong(grid, this.obstacles());
    const [u, v, w] = region.velocityAt(end);
    const step = coprimeStep(count);
    let site = count === 0 ? 0 : particles.nextId % count;
    let done = 0;
    for (let tried = 0; tried < count && done < wanted; tried++) {
      site = (site + step) % count;
      const [x, y, z] = this.jittered(positions, 3 * site, (JITTER * grid.h) / 2, particles.nextId);
      const cell = cellOf(grid, x, y, z);
      if (counts[cell] >= FULL) continue;
      counts[cell]++;
      particles.add(x, y, z, u, v, w);
      done++;
    }
    // What did not fit stays out; a part of one particle is kept.
    region.owed -= wanted * share;
    return done * share;
  }

  /** Marks the particles to take out between `start` and `end`, s, in their order, each of which stands for `share`, m3. Gives the m3 marked. */
  private drain(region: LiquidRegion, share: number, flags: Uint8Array, start: number, end: number): number {
    const { positions, count } = this.edits.particles;
    region.earn(start, end);
    region.place(start, end);
    let done = 0;
    for (let p = 0; p < count && region.owed >= share; p++) {
      if (flags[p] !== 0 || !region.contains(positions, 3 * p)) continue;
      flags[p] = 1;
      region.owed -= share;
      done++;
    }
    // A drain that found nothing has no claim on what comes later.
    region.owed = Math.min(region.owed, share);
    return done * share;
  }

  private countParticles(): void {
    const { grid } = this;
    const { positions, count } = this.edits.particles;
    if (this.counts.length === 0) this.counts = new Uint16Array(grid.size);
    else this.counts.fill(0);
    for (let k = 0; k < 3 * count; k += 3) {
      this.counts[cellOf(grid, positions[k], positions[k + 1], positions[k + 2])]++;
    }
  }

  /** A site moved by up to `most`, by the number that its particle gets and by the seed. */
  private jittered(sites: Float64Array, at: number, most: number, id: number): [number, number, number] {
    const off = (axis: number) =>
      most * (fraction((id + 1) * (axis + 1) * GOLDEN + id * 0.7548776662466927 + this.shift) - 0.5);
    return [sites[at] + off(0), sites[at + 1] + off(1), sites[at + 2] + off(2)];
  }
}

function fraction(x: number): number {
  return x - Math.floor(x);
}

/** A step about the golden share of `count` that visits every one of them. */
function coprimeStep(count: number): number {
  let step = Math.max(1, Math.round(GOLDEN * count));
  while (greatestCommonDivisor(step, count) > 1) step++;
  return step;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The cell that a point is in; those outside count as the nearest. */
function cellOf(grid: CellGrid, x: number, y: number, z: number): number {
  const place = (value: number, axis: number) => {
    const cell = Math.floor((value - grid.origin[axis]) / grid.h);
    return Math.min(Math.max(cell, 0), grid.counts[axis] - 1);
  };
  return grid.index(place(x, 0), place(y, 1), place(z, 2));
}
