import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import { scrambled, shareOfWord } from '../../liquids/scrambled.ts';
import type { LiquidParticles } from '../../liquids/transport/LiquidParticles.ts';
import type { Region } from '../../scene/kinds/region.ts';
import type { IntervalCurve } from '../../scene/intervalCurves.ts';
import type { IntervalVector } from '../../scene/shotInputs.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import { KeyedPose } from '../../simulation/keyed/KeyedPose.ts';
import { cellRange, type CellRange } from './cellRange.ts';

/** Particles of a full cell: one in each eighth. */
const FULL = 8;
/** Places that liquid comes out at are taken in this order, as a share of all: neighbours come long after one another. */
const GOLDEN = 0.6180339887498949;
/** Share of an eighth of a cell by which particles that come out are off its middle, so that they make no rows. */
const JITTER = 0.5;

/** What liquid cannot be in. */
export interface Obstacles {
  /** Distance to it at a point (xyz, m), m; positive outside. */
  distanceAt(point: Float64Array): number;
}

/** What a region finds where it is: room for liquid, colliders, not an eighth of a cell, or nothing of the box. */
export type RegionRoom = 'free' | 'covered' | 'small' | 'outside';

export interface LiquidRegionInput {
  readonly region: Region;
  readonly shape: ColliderShape;
  readonly inputs: KeyedInputs;
  /** Another seed lets particles come out at other random places. */
  readonly seed: number;
  /** The region asks this for every layer of cells; it may throw. */
  readonly checkCancelled: () => void;
}

/** A region of the scene at work: it fills, emits into or drains one liquid. */
export class LiquidRegion {
  readonly id: string;
  readonly role: Region['role']['kind'];
  /** m3 that it may still put in or take out: what its rate gave it and it could not do. */
  owed = 0;
  private readonly region: Region;
  private readonly placed: PlacedCollider;
  private readonly inputs: KeyedInputs;
  private readonly seed: number;
  private readonly checkCancelled: () => void;
  private readonly range: CellRange = { low: [0, 0, 0], high: [0, 0, 0] };
  private readonly point = new Float64Array(3);
  private readonly surface = new Float64Array(4);
  /** xyz of the eighths of cells within the region, m. */
  private sites = new Float64Array(0);
  private siteCount = 0;
  /** Number of sites that `findSites` found in solids. */
  private coveredCount = 0;
  /** Whether they are those of time 0. */
  private areFirst = false;

  constructor({ region, shape, inputs, seed, checkCancelled }: LiquidRegionInput) {
    this.checkCancelled = checkCancelled;
    this.seed = seed;
    this.id = region.id;
    this.role = region.role.kind;
    this.region = region;
    this.inputs = inputs;
    const pose = new KeyedPose(inputs, region);
    this.placed = new PlacedCollider({ shape, friction: 0, poseAt: (time) => pose.at(time) });
  }

  /** What it finds at time 0. `solids`: as they are then. */
  room(grid: CellGrid, solids: Obstacles): RegionRoom {
    this.placed.place(0, 0);
    this.findSites(grid, solids);
    this.areFirst = true;
    if (this.siteCount > 0) return 'free';
    if (this.coveredCount > 0) return 'covered';
    const { low, high } = cellRange(grid, this.placed, 0, this.range);
    const box = low.every((corner, axis) => corner <= high[axis] + 1 && corner <= grid.counts[axis] && high[axis] >= 0);
    return box ? 'small' : 'outside';
  }

  /** Fills the region outside of solids, at time 0. `solids`: as they are then, and as `room` saw them. */
  fill(grid: CellGrid, solids: Obstacles, particles: LiquidParticles): void {
    const { role } = this.region;
    if (role.kind !== 'fill') return;
    if (!this.areFirst) {
      this.placed.place(0, 0);
      this.findSites(grid, solids);
    }
    const [u, v, w] = role.velocity;
    for (let s = 0; s < 3 * this.siteCount; s += 3) {
      particles.add(this.sites[s], this.sites[s + 1], this.sites[s + 2], u, v, w);
    }
  }

  /**
   * Puts in what the rate gives between `start` and `end`, s, where cells have room. `counts`: particles per cell, which it keeps.
   * @returns m3 put in.
   */
  emit(
    grid: CellGrid,
    solids: Obstacles,
    particles: LiquidParticles,
    counts: Uint16Array,
    start: number,
    end: number,
  ): number {
    const share = grid.h ** 3 / FULL;
    this.earn(start, end);
    const wanted = Math.floor(this.owed / share);
    if (wanted === 0) return 0;
    this.placed.place(start, end);
    this.findSites(grid, solids);
    const { siteCount: count, sites } = this;
    const { velocity } = this.keyed;
    const [u, v, w] = this.vectorAt(velocity!, end);
    const step = coprimeStep(count);
    let site = count === 0 ? 0 : particles.nextId % count;
    let done = 0;
    for (let tried = 0; tried < count && done < wanted; tried++) {
      site = (site + step) % count;
      const [x, y, z] = this.jittered(sites, 3 * site, (JITTER * grid.h) / 2, particles.nextId);
      const cell = cellOf(grid, x, y, z);
      if (counts[cell] >= FULL) continue;
      counts[cell]++;
      particles.add(x, y, z, u, v, w);
      done++;
    }
    // What did not fit stays out; a part of one particle is kept.
    this.owed -= wanted * share;
    return done * share;
  }

  /**
   * Marks the particles to take out between `start` and `end`, s, in their order.
   * @returns m3 marked.
   */
  drain(grid: CellGrid, particles: LiquidParticles, flags: Uint8Array, start: number, end: number): number {
    const share = grid.h ** 3 / FULL;
    this.earn(start, end);
    this.placed.place(start, end);
    let done = 0;
    for (let p = 0; p < particles.count && this.owed >= share; p++) {
      if (flags[p] !== 0) continue;
      this.placed.signedDistance(particles.positions, 3 * p, this.surface);
      if (this.surface[DISTANCE] >= 0) continue;
      flags[p] = 1;
      this.owed -= share;
      done++;
    }
    // A drain that found nothing has no claim on what comes later.
    this.owed = Math.min(this.owed, share);
    return done * share;
  }

  /** Adds the region to a liquid that is a level set. */
  join(grid: CellGrid, solver: LiquidSolver): void {
    const { role } = this.region;
    if (role.kind !== 'fill') return;
    this.placed.place(0, 0);
    solver.join(this.centreDistances(grid), Infinity, role.velocity);
  }

  /**
   * What emitters and drains do to a liquid that is a level set between `start` and `end`, s: as much of the region as the rate has come to, from a cell on.
   * @returns m3 put in or taken out.
   */
  work(grid: CellGrid, solver: LiquidSolver, start: number, end: number): number {
    this.earn(start, end);
    const most = this.owed;
    if (most < grid.h ** 3) return 0;
    this.placed.place(start, end);
    const distance = this.centreDistances(grid);
    const { velocity } = this.keyed;
    const done =
      this.role === 'emit' ? solver.join(distance, most, this.vectorAt(velocity!, end)) : solver.take(distance, most);
    // What did not fit stays out, and a drain that found little has no claim on what comes later; a part of a cell is kept.
    this.owed = Math.min(most - done, grid.h ** 3);
    return done;
  }

  /** Sets `flags` of the cells whose middle lies in it at `time`, s, to 1. */
  markCells(grid: CellGrid, time: number, flags: Uint8Array): void {
    this.placed.place(time, time);
    const distance = this.centreDistances(grid);
    for (let c = 0; c < flags.length; c++) if (distance[c] < 0) flags[c] = 1;
  }

  /** Distance to the region at the centres of a grid, m, true to a cell from it; farther it is more than that. */
  private centreDistances(grid: CellGrid): Float64Array {
    const { point, surface } = this;
    const distance = new Float64Array(grid.size).fill(Infinity);
    const { low, high } = cellRange(grid, this.placed, 2, this.range);
    const last = high.map((corner, axis) => Math.min(corner, grid.counts[axis] - 1));
    for (let k = low[2]; k <= last[2]; k++) {
      this.checkCancelled();
      for (let j = low[1]; j <= last[1]; j++) {
        for (let i = low[0]; i <= last[0]; i++) {
          point[0] = grid.origin[0] + (i + 0.5) * grid.h;
          point[1] = grid.origin[1] + (j + 0.5) * grid.h;
          point[2] = grid.origin[2] + (k + 0.5) * grid.h;
          this.placed.signedDistance(point, 0, surface);
          distance[grid.index(i, j, k)] = surface[DISTANCE];
        }
      }
    }
    return distance;
  }

  /** What of its role may be keyed, over the running interval. */
  private get keyed(): { readonly rate?: IntervalCurve; readonly velocity?: IntervalVector } {
    return this.inputs.of(this.region).role;
  }

  private earn(start: number, end: number): void {
    const { rate } = this.keyed;
    this.owed += this.inputs.value(rate!, (start + end) / 2) * (end - start);
  }

  private vectorAt(vector: IntervalVector, time: number): number[] {
    return vector.map((curve) => this.inputs.value(curve, time));
  }

  /** The eighths of cells whose middle is in the region and in no solid. */
  private findSites(grid: CellGrid, solids: Obstacles): void {
    const { point, surface } = this;
    const { low, high } = cellRange(grid, this.placed, 1, this.range);
    this.siteCount = 0;
    this.coveredCount = 0;
    this.areFirst = false;
    for (let k = 2 * low[2]; k < Math.min(2 * high[2] + 2, 2 * grid.counts[2]); k++) {
      this.checkCancelled();
      for (let j = 2 * low[1]; j < Math.min(2 * high[1] + 2, 2 * grid.counts[1]); j++) {
        for (let i = 2 * low[0]; i < Math.min(2 * high[0] + 2, 2 * grid.counts[0]); i++) {
          point[0] = grid.origin[0] + ((i + 0.5) * grid.h) / 2;
          point[1] = grid.origin[1] + ((j + 0.5) * grid.h) / 2;
          point[2] = grid.origin[2] + ((k + 0.5) * grid.h) / 2;
          this.placed.signedDistance(point, 0, surface);
          if (surface[DISTANCE] >= 0) continue;
          if (solids.distanceAt(point) <= 0) this.coveredCount++;
          else this.addSite();
        }
      }
    }
  }

  private addSite(): void {
    const at = 3 * this.siteCount++;
    if (at === this.sites.length) {
      const longer = new Float64Array(Math.max(3 * 1024, 2 * at));
      longer.set(this.sites);
      this.sites = longer;
    }
    this.sites.set(this.point, at);
  }

  /** A point up to `most` away, by the number that its particle gets and by the seed. */
  private jittered(sites: Float64Array, at: number, most: number, id: number): [number, number, number] {
    const shift = shareOfWord(scrambled(this.seed));
    const off = (axis: number) =>
      most * (fraction((id + 1) * (axis + 1) * GOLDEN + id * 0.7548776662466927 + shift) - 0.5);
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
export function cellOf(grid: CellGrid, x: number, y: number, z: number): number {
  const place = (value: number, axis: number) => {
    const cell = Math.floor((value - grid.origin[axis]) / grid.h);
    return Math.min(Math.max(cell, 0), grid.counts[axis] - 1);
  };
  return grid.index(place(x, 0), place(y, 1), place(z, 2));
}
