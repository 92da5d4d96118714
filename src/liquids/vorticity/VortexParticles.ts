import { SystemState } from '../../base/state/SystemState.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { moveParticles } from '../transport/moveParticles.ts';
import { VelocityGradient } from './VelocityGradient.ts';
import { VortexSeeding } from './VortexSeeding.ts';
import { type VortexSettings, type VortexSurroundings, WEAKEST } from './VortexSettings.ts';

/** Stretching makes a vortex no stronger than this, as a multiple of a new one. */
const STRONGEST = 2;

/**
 * Vortex particles (Selle, Rasmussen and Fedkiw 2005; Irving 2007, 5.4): each has a vorticity omega, which the flow turns and stretches, d omega / dt = (omega . grad) u,
 * and drives the liquid around it with the acceleration
 *
 *     epsilon h m (N x omega) k(r / size),    k(s) = (1 - s^2)^3,    N towards the particle, of length min(1, r / h),
 *
 * m = 1 - (the liquid's own vorticity there along omega) / |omega|, from 0 to 1: an eddy that turns as it should is left alone, so that the liquid never turns faster.
 */
export class VortexParticles {
  count = 0;
  /** xyz, m. */
  positions = new Float64Array(0);
  /** xyz, 1/s. */
  vorticities = new Float64Array(0);
  readonly state: SystemState;
  private readonly grid: CellGrid;
  private readonly settings: VortexSettings;
  private readonly seeding: VortexSeeding;
  private readonly gradient: VelocityGradient;
  private readonly own = new Float64Array(3);

  /** `seed`: of where they begin. */
  constructor(grid: CellGrid, settings: VortexSettings, seed?: number) {
    this.grid = grid;
    this.settings = settings;
    this.gradient = new VelocityGradient(grid);
    const seeding = new VortexSeeding(grid, settings, this.gradient, seed);
    this.seeding = seeding;
    this.state = new SystemState()
      .list({
        columns: [
          { name: 'positions', width: 3, array: () => this.positions },
          { name: 'vorticities', width: 3, array: () => this.vorticities },
        ],
        count: () => this.count,
        resize: (count) => this.resize(count),
      })
      .number(
        'seeds',
        () => seeding.seeds,
        (seeds) => (seeding.seeds = seeds),
      )
      .number(
        'owed',
        () => seeding.owed,
        (owed) => (seeding.owed = owed),
      );
  }

  /** Flags of the cells that vortices begin in where they come from emitters, as `VortexSeeding.emitterCells`. */
  get emitterCells(): Uint8Array | undefined {
    return this.seeding.emitterCells;
  }

  /** Adds one with a vorticity, 1/s. */
  add(position: ArrayLike<number>, vorticity: ArrayLike<number>): void {
    if (3 * this.count === this.positions.length) this.grow();
    this.positions.set(position, 3 * this.count);
    this.vorticities.set(vorticity, 3 * this.count);
    this.count++;
  }

  /** u <- u + dt f on faces that have a velocity (`valid` not 0). `velocity` needs its layer around the grid only where vortices lie at sides. */
  drive(velocity: FaceArrays, valid: readonly Uint8Array[], dt: number): void {
    for (let p = 0; p < this.count; p++) {
      const push = dt * this.settings.strength * this.grid.h * this.missing(velocity, p);
      if (push > 0) for (const axis of [0, 1, 2] as const) this.driveFaces(velocity[axis], valid[axis], axis, p, push);
    }
  }

  /** The share of a vortex that the liquid does not turn with already. */
  private missing(velocity: FaceArrays, p: number): number {
    const { vorticities, gradient, own } = this;
    gradient.find(velocity, this.positions, 3 * p);
    gradient.writeCurl(own);
    let square = 0;
    let along = 0;
    for (let a = 0; a < 3; a++) {
      square += vorticities[3 * p + a] ** 2;
      along += vorticities[3 * p + a] * own[a];
    }
    if (square === 0) return 0;
    return Math.min(1, Math.max(0, 1 - along / square));
  }

  private driveFaces(u: Float64Array, valid: Uint8Array, axis: 0 | 1 | 2, p: number, push: number): void {
    const { grid, positions, vorticities } = this;
    const { h, origin } = grid;
    const size = Math.max(this.settings.size, h);
    const [one, two] = [(axis + 1) % 3, (axis + 2) % 3];
    const first = [0, 0, 0];
    const last = [0, 0, 0];
    for (let a = 0; a < 3; a++) {
      const place = (positions[3 * p + a] - origin[a]) / h - (a === axis ? 0 : 0.5);
      first[a] = Math.max(0, Math.ceil(place - size / h));
      last[a] = Math.min(grid.counts[a] - (a === axis ? 0 : 1), Math.floor(place + size / h));
    }
    const away = [0, 0, 0];
    for (let k = first[2]; k <= last[2]; k++) {
      for (let j = first[1]; j <= last[1]; j++) {
        for (let i = first[0]; i <= last[0]; i++) {
          const c = grid.index(i, j, k);
          if (valid[c] === 0) continue;
          const at = [i, j, k];
          for (let a = 0; a < 3; a++) {
            away[a] = positions[3 * p + a] - origin[a] - (at[a] + (a === axis ? 0 : 0.5)) * h;
          }
          const r = hypot3(away[0], away[1], away[2]);
          if (r >= size) continue;
          const left = 1 - (r / size) ** 2;
          const turn = away[one] * vorticities[3 * p + two] - away[two] * vorticities[3 * p + one];
          u[c] += (push * left * left * left * turn) / Math.max(r, h);
        }
      }
    }
  }

  /** Moves them with the liquid, turns, stretches and weakens them, forgets those that have left it and begins new ones. */
  move(surroundings: VortexSurroundings): void {
    const { velocity, obstacles, dt } = surroundings;
    for (let p = 0; p < this.count; p++) this.stretch(velocity, p, dt);
    moveParticles(this.grid, velocity, this, dt);
    obstacles.pushOut(this.positions, this.count);
    this.forget(surroundings.phi);
    this.seeding.seed(surroundings, this);
  }

  /** omega <- (omega + dt (omega . grad) u) exp(-dt / lifetime). */
  private stretch(velocity: FaceArrays, p: number, dt: number): void {
    const { vorticities, gradient, settings, own } = this;
    gradient.find(velocity, this.positions, 3 * p);
    for (let a = 0; a < 3; a++) {
      let sum = 0;
      for (let b = 0; b < 3; b++) sum += gradient.values[3 * a + b] * vorticities[3 * p + b];
      own[a] = vorticities[3 * p + a] + dt * sum;
    }
    const most = STRONGEST * settings.spin;
    const length = hypot3(own[0], own[1], own[2]);
    const kept = Math.exp(-dt / settings.lifetime) * (length > most ? most / length : 1);
    for (let a = 0; a < 3; a++) vorticities[3 * p + a] = kept * own[a];
  }

  private forget(phi: Float64Array): void {
    const { positions, vorticities, settings } = this;
    let kept = 0;
    for (let p = 0; p < this.count; p++) {
      const spin = hypot3(vorticities[3 * p], vorticities[3 * p + 1], vorticities[3 * p + 2]);
      const cell = this.cellAt(3 * p);
      if (!(spin >= WEAKEST * settings.spin) || cell < 0 || phi[cell] >= 0) continue;
      for (let a = 0; a < 3; a++) {
        positions[3 * kept + a] = positions[3 * p + a];
        vorticities[3 * kept + a] = vorticities[3 * p + a];
      }
      kept++;
    }
    this.count = kept;
  }

  /** -1 outside of the grid. */
  private cellAt(at: number): number {
    const { grid, positions } = this;
    const place = (a: number) => Math.floor((positions[at + a] - grid.origin[a]) / grid.h);
    const [i, j, k] = [place(0), place(1), place(2)];
    const { counts } = grid;
    const isInside = i >= 0 && j >= 0 && k >= 0 && i < counts[0] && j < counts[1] && k < counts[2];
    return isInside ? grid.index(i, j, k) : -1;
  }

  private grow(): void {
    const room = Math.max(64, 2 * this.count);
    const [positions, vorticities] = [new Float64Array(3 * room), new Float64Array(3 * room)];
    positions.set(this.positions);
    vorticities.set(this.vorticities);
    this.positions = positions;
    this.vorticities = vorticities;
  }

  private resize(count: number): void {
    this.positions = new Float64Array(3 * count);
    this.vorticities = new Float64Array(3 * count);
    this.count = count;
  }
}
