import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { PlacedCollider } from '../../collision/contactCollider.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { ColumnSpans } from '../../liquids/LiquidEdits.ts';
import type { ColumnGrid } from '../../liquids/shallow/ColumnGrid.ts';
import type { Region } from '../../scene/kinds/region.ts';
import type { IntervalCurve } from '../../scene/intervalCurves.ts';
import type { IntervalVector } from '../../scene/shotInputs.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import { KeyedPose } from '../../simulation/keyed/KeyedPose.ts';
import { cellRange, type CellRange } from './cellRange.ts';
import { RegionColumns } from './columns/RegionColumns.ts';
import { PlacedRegion } from './PlacedRegion.ts';
import { type Obstacles, RegionSites } from './RegionSites.ts';

/** What a region finds where it is: room for liquid, colliders, not an eighth of a cell, or nothing of the box. */
export type RegionRoom = 'free' | 'covered' | 'small' | 'outside';

export interface LiquidRegionInput {
  readonly region: Region;
  readonly shape: ColliderShape;
  readonly inputs: KeyedInputs;
  /** High corner of the box of the liquid, xyz, m, and the edge of its cells, m. */
  readonly box: { readonly high: readonly number[]; readonly h: number };
  /** The region asks this for every layer of cells; it may throw. */
  readonly checkCancelled: () => void;
}

/** A region of the scene: where it is, and how much it may fill in, pour in or drain. */
export class LiquidRegion {
  readonly id: string;
  readonly role: Region['role']['kind'];
  /** m3 that it may still put in or take out: what its rate gave it and it could not do. */
  owed = 0;
  private readonly region: Region;
  private readonly placed: PlacedCollider;
  private readonly shape: PlacedRegion;
  private readonly inputs: KeyedInputs;
  private readonly checkCancelled: () => void;
  private readonly range: CellRange = { low: [0, 0, 0], high: [0, 0, 0] };
  private readonly point = new Float64Array(3);
  private readonly sites: RegionSites;
  private spans: RegionColumns | undefined;
  /** Whether `sites` are those of time 0. */
  private areFirst = false;

  constructor({ region, shape, inputs, box, checkCancelled }: LiquidRegionInput) {
    this.checkCancelled = checkCancelled;
    this.id = region.id;
    this.role = region.role.kind;
    this.region = region;
    this.inputs = inputs;
    this.sites = new RegionSites(checkCancelled);
    const pose = new KeyedPose(inputs, region);
    this.placed = new PlacedCollider({ shape, friction: 0, poseAt: (time) => pose.at(time) });
    this.shape = new PlacedRegion(this.placed, box.high, box.h);
  }

  /** What it finds at time 0. `solids`: as they are then. */
  room(grid: CellGrid, solids: Obstacles): RegionRoom {
    this.placed.place(0, 0);
    this.sites.find(grid, this.shape, solids);
    this.areFirst = true;
    if (this.sites.count > 0) return 'free';
    if (this.sites.coveredCount > 0) return 'covered';
    return this.reachesInto(grid) ? 'small' : 'outside';
  }

  /** Whether it reaches into the box of a grid where it is placed. */
  reachesInto(grid: CellGrid): boolean {
    const { low, high } = cellRange(grid, this.placed, 0, this.range);
    return low.every((corner, axis) => corner <= high[axis] + 1 && corner <= grid.counts[axis] && high[axis] >= 0);
  }

  /** The velocity of what it fills in, m/s; undefined where it fills nothing. */
  get fillVelocity(): readonly number[] | undefined {
    const { role } = this.region;
    return role.kind === 'fill' ? role.velocity : undefined;
  }

  /** The sites at time 0, among `solids` as they are then, and as `room` saw them. */
  firstSites(grid: CellGrid, solids: Obstacles): RegionSites {
    if (!this.areFirst) {
      this.placed.place(0, 0);
      this.sites.find(grid, this.shape, solids);
      this.areFirst = true;
    }
    return this.sites;
  }

  /** The sites where it is placed. */
  sitesAmong(grid: CellGrid, solids: Obstacles): RegionSites {
    this.areFirst = false;
    this.sites.find(grid, this.shape, solids);
    return this.sites;
  }

  /** Adds what its rate gives between `start` and `end`, s, to what it is owed. */
  earn(start: number, end: number): void {
    const { rate } = this.keyed;
    this.owed += this.inputs.value(rate!, (start + end) / 2) * (end - start);
  }

  /** Places it as it is at `end`, having moved since `start`, s. */
  place(start: number, end: number): void {
    this.placed.place(start, end);
  }

  /** Velocity of what it pours in, m/s, at a time, s. */
  velocityAt(time: number): number[] {
    return this.keyed.velocity!.map((curve) => this.inputs.value(curve, time));
  }

  /** Whether a point (xyz, m, at `at`) is in it where it is placed. */
  contains(points: Float64Array, at: number): boolean {
    return this.shape.distance(points, at) < 0;
  }

  /** Sets `flags` of the cells whose middle lies in it at `time`, s, to 1. */
  markCells(grid: CellGrid, time: number, flags: Uint8Array): void {
    this.placed.place(time, time);
    const distance = this.centreDistances(grid);
    for (let c = 0; c < flags.length; c++) if (distance[c] < 0) flags[c] = 1;
  }

  /** Distance to it, where it is placed, at the centres of a grid, m, true to a cell from it; farther it is more than that. */
  centreDistances(grid: CellGrid): Float64Array {
    const { point } = this;
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
          distance[grid.index(i, j, k)] = this.shape.distance(point, 0);
        }
      }
    }
    return distance;
  }

  /** The columns of a liquid, whose box has these cells, that it is in where it is placed; found once for as long as it stands still. */
  columnSpans(grid: ColumnGrid, cells: CellGrid): ColumnSpans {
    const [, floor] = cells.origin;
    const heights = [floor, floor + cells.counts[1] * cells.h] as const;
    this.spans ??= new RegionColumns(grid, heights, this.checkCancelled);
    this.spans.find(this.shape);
    return this.spans;
  }

  /** What of its role may be keyed, over the running interval. */
  private get keyed(): { readonly rate?: IntervalCurve; readonly velocity?: IntervalVector } {
    return this.inputs.of(this.region).role;
  }
}
