import { largestKey } from '../../../src/scene/curves.ts';
import { SystemState } from '../../../src/base/state/SystemState.ts';
import { type CellFields, cellKinds } from '../../../src/frames/LiquidCells.ts';
import { PARTICLES, pointMotion, withValues } from '../../../src/frames/makeStreams.ts';
import { positionsOf, type Stream, velocitiesOf } from '../../../src/frames/Stream.ts';
import type { CellGrid } from '../../../src/liquids/CellGrid.ts';
import type { DistanceEdits } from '../../../src/liquids/LiquidEdits.ts';
import { liquidGrid } from '../../../src/liquids/liquidGrid.ts';
import type {
  LiquidSolver,
  LiquidSolverDefinition,
  LiquidSolverInput,
  SolverStats,
} from '../../../src/liquids/LiquidSolver.ts';
import { cornerDistance } from '../../../src/liquids/walls/cornerDistance.ts';
import { liquidStreams } from '../../../src/liquids/uniform/frame/liquidStreams.ts';

/** Pa s: a liquid this viscous moves as one block. */
const VISCOUS = 1e6;
const UP = 1;
const [AIR, LIQUID] = cellKinds.keys();

/**
 * A liquid that falls as one block of cells and comes to rest on the floor and on colliders, by the symplectic Euler method: v <- v + dt g, y <- y + dt v. It shows all that a solver has to
 * offer, and exists for tests alone.
 */
class FallingBlock implements LiquidSolver {
  readonly grid: CellGrid;
  readonly state: SystemState;
  readonly edits: DistanceEdits;
  private readonly input: LiquidSolverInput;
  /** Centres of its cells, xyz, m; the first `3 * count` numbers count. */
  private centres = new Float64Array(0);
  private count = 0;
  /** m/s, upwards. */
  private speed = 0;
  private distance: Float64Array | undefined;
  private readonly bottom = new Float64Array(3);
  private readonly gradient = new Float64Array(3);

  constructor(input: LiquidSolverInput) {
    this.input = input;
    this.grid = liquidGrid(input.liquid, input.quality.edgeScale);
    this.edits = {
      by: 'distance',
      unite: (distance, most, velocity) => this.unite(distance, most, velocity),
      subtract: (distance, most) => this.subtract(distance, most),
    };
    this.state = new SystemState()
      .list({
        columns: [{ name: 'centres', width: 3, array: () => this.centres }],
        count: () => this.count,
        resize: (count) => this.resize(count),
      })
      .number(
        'speed',
        () => this.speed,
        (speed) => (this.speed = speed),
      );
  }

  setSolids(distance: Float64Array | undefined): void {
    this.distance = distance?.slice();
  }

  beginFrame(): void {
    // It counts nothing.
  }

  longestStep(most: number): number {
    const fastest = Math.abs(this.speed) + Math.sqrt(Math.abs(this.pull) * this.grid.h);
    return most / Math.max(1, Math.ceil((most * fastest) / this.grid.h));
  }

  findVelocity(dt: number): void {
    this.speed = Math.max(this.speed + dt * this.pull, -this.clearance() / dt);
  }

  advect(dt: number): void {
    for (let k = UP; k < 3 * this.count; k += 3) this.centres[k] += dt * this.speed;
  }

  keepOut(): void {
    // It has stopped before it meets anything.
  }

  streams(): Stream[] {
    const [position, velocity, id] = pointMotion;
    const attributes = [
      withValues(position, Float32Array.from(this.centres.subarray(0, 3 * this.count))),
      withValues(
        velocity,
        Float32Array.from({ length: 3 * this.count }, (_, k) => (k % 3 === UP ? this.speed : 0)),
      ),
      withValues(
        id,
        Uint32Array.from({ length: this.count }, (_, n) => n),
      ),
    ];
    return [{ entity: this.input.liquid.id, name: PARTICLES, type: 'points', topology: 'changing', attributes }];
  }

  stats(): SolverStats {
    const { density } = this.input.liquid;
    const { gravity } = this.input;
    const mass = density * this.grid.h ** 3;
    let height = 0;
    for (let k = 0; k < 3 * this.count; k++) height -= gravity[k % 3] * this.centres[k];
    const kinetic = (this.count * mass * this.speed ** 2) / 2;
    return {
      particles: this.count,
      volume: this.count * this.grid.h ** 3,
      energies: { kinetic, elastic: 0, gravity: mass * height },
      largestSpeed: Math.abs(this.speed),
      pressureIterations: 0,
    };
  }

  loadFrame([points]: readonly Stream[]): void {
    const positions = positionsOf(points);
    this.resize(positions.length / 3);
    this.centres.set(positions);
    this.speed = velocitiesOf(points)[UP] ?? 0;
  }

  /** The pressure is that of the block's weight in a column above a cell, less what accelerates it. */
  cellFields(most: number): CellFields {
    const { counts, h, origin } = this.grid;
    const before = this.speed;
    this.findVelocity(most);
    const size = counts[0] * counts[1] * counts[2];
    const weight = this.input.liquid.density * ((this.speed - before) / most - this.pull) * h;
    const cells = Array.from({ length: this.count }, (_, n) => this.cellOf(n));
    const fields = {
      kinds: new Uint8Array(size).fill(AIR),
      distance: new Float32Array(size).fill(h / 2),
      pressure: new Float32Array(size),
      velocity: new Float32Array(3 * size),
      divergence: new Float32Array(size),
    };
    for (const [i, j, k] of cells) {
      const c = i + counts[0] * (j + counts[1] * k);
      const above = cells.filter((cell) => cell[0] === i && cell[2] === k && cell[1] > j).length;
      fields.kinds[c] = LIQUID;
      fields.distance[c] = -h / 2;
      fields.pressure[c] = (above + 0.5) * weight;
      fields.velocity[3 * c + UP] = this.speed;
    }
    const [nx, ny, nz] = counts;
    const [ox, oy, oz] = origin;
    return { counts: [nx, ny, nz], h, origin: [ox, oy, oz], ...fields };
  }

  private get pull(): number {
    return this.input.gravity[UP];
  }

  private unite(distance: Float64Array, most: number, velocity: ArrayLike<number>): number {
    const { grid } = this;
    const taken = new Set(Array.from({ length: this.count }, (_, n) => grid.index(...this.cellOf(n))));
    const added: number[] = [];
    grid.forEach((c, i, j, k) => {
      if (distance[c] >= 0 || taken.has(c) || (added.length / 3 + 1) * grid.h ** 3 > most) return;
      [i, j, k].forEach((place, axis) => added.push(grid.origin[axis] + (place + 0.5) * grid.h));
    });
    const before = this.count;
    const kept = this.centres.subarray(0, 3 * before);
    this.resize(before + added.length / 3);
    this.centres.set(kept);
    this.centres.set(added, 3 * before);
    if (this.count > 0) this.speed += ((this.count - before) / this.count) * (velocity[UP] - this.speed);
    return (this.count - before) * grid.h ** 3;
  }

  private subtract(distance: Float64Array, most: number): number {
    const { grid } = this;
    const left: number[] = [];
    let lost = 0;
    for (let n = 0; n < this.count; n++) {
      if (distance[grid.index(...this.cellOf(n))] < 0 && (lost + 1) * grid.h ** 3 <= most) lost++;
      else left.push(...this.centres.subarray(3 * n, 3 * n + 3));
    }
    this.resize(left.length / 3);
    this.centres.set(left);
    return lost * grid.h ** 3;
  }

  /** How far the block may fall until a cell of it meets the floor or a collider, m. */
  private clearance(): number {
    const { grid, centres, distance, bottom, gradient } = this;
    let least = Infinity;
    for (let n = 0; n < this.count; n++) {
      bottom.set(centres.subarray(3 * n, 3 * n + 3));
      bottom[UP] -= grid.h / 2;
      least = Math.min(least, bottom[UP] - grid.origin[UP]);
      if (distance !== undefined) least = Math.min(least, cornerDistance(grid, distance, bottom, 0, gradient));
    }
    return Math.max(0, least);
  }

  private cellOf(n: number): [number, number, number] {
    const { grid, centres } = this;
    const place = (axis: number) => {
      const cell = Math.floor((centres[3 * n + axis] - grid.origin[axis]) / grid.h);
      return Math.min(Math.max(cell, 0), grid.counts[axis] - 1);
    };
    return [place(0), place(1), place(2)];
  }

  private resize(count: number): void {
    this.centres = new Float64Array(3 * count);
    this.count = count;
  }
}

const fallingBlock: LiquidSolverDefinition = {
  type: 'falling-block',
  label: 'Falling block',
  reference: 'v = g t',
  simulates: ({ viscosity }) => largestKey(viscosity) >= VISCOUS,
  couplesSolids: false,
  streams: (liquid, edgeScale) => liquidStreams({ ...liquid, spray: { ...liquid.spray, enabled: false } }, edgeScale),
  create: (input) => new FallingBlock(input),
};

export default fallingBlock;
