import { SystemState } from '../../base/state/SystemState.ts';
import { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { scrambled, shareOfWord } from '../scrambled.ts';
import type { SprayDrops } from '../spray/SprayDrops.ts';
import { moveParticles, writeVelocity } from '../transport/moveParticles.ts';
import type { CentreSamples } from './centreSamples.ts';

/** Cells on both sides of the surface that hold markers (Enright et al. 2002, 3.1). */
const BAND = 1.5;
/** Least and largest radius, in cells (Enright et al. 2002, 3.1). */
const LEAST_RADIUS = 0.1;
const LARGEST_RADIUS = 0.5;
/** Markers of a cell, as shares of how many it should have: with fewer it is filled, those beyond go. */
const FEW = 0.25;
const MOST = 1.5;
/** Air that lies this deep in liquid, in cells, says nothing of the surface any more. */
const DEEPEST_AIR = 1.5;

/**
 * Markers on both sides of a surface that remember where it went (Enright et al. 2002): each is a sphere that touches the surface, or lies within it. Where
 * one has come out on the wrong side by more than its radius, the level set has lost something, and gets it back.
 */
export class LevelSetMarkers {
  count = 0;
  positions = new Float64Array(0);
  radii = new Float32Array(0);
  readonly state: SystemState;
  private readonly grid: CellGrid;
  private readonly samples: CentreSamples;
  private readonly perCell: number;
  /** Turns every random word into another; 0 for seed 0. */
  private readonly scatter: number;
  /** What air and liquid say of phi. */
  private readonly air: Float64Array;
  private readonly liquid: Float64Array;
  private readonly counts: Uint16Array;
  private readonly u = new Float64Array(3);
  private seeds = 0;

  constructor(grid: CellGrid, samples: CentreSamples, perCell: number, seed = 0) {
    this.grid = grid;
    this.scatter = scrambled(seed);
    this.samples = samples;
    this.perCell = perCell;
    this.air = new Float64Array(grid.size);
    this.liquid = new Float64Array(grid.size);
    this.counts = new Uint16Array(grid.size);
    this.state = new SystemState()
      .list({
        columns: [
          { name: 'positions', width: 3, array: () => this.positions },
          { name: 'radii', width: 1, array: () => this.radii },
        ],
        count: () => this.count,
        resize: (count) => this.resize(count),
      })
      .number(
        'seeds',
        () => this.seeds,
        (seeds) => (this.seeds = seeds),
      );
  }

  /** Moves the markers by `dt`, s, in the velocity of the faces. */
  move(velocity: FaceArrays, dt: number): void {
    moveParticles(this.grid, velocity, this, dt);
  }

  /** Gives phi back what escaped markers say (Enright et al. 2002, 3.3); a box holds all of them. */
  correct(phi: Float64Array, box: CellBox): void {
    const { air, liquid, radii, count } = this;
    box.copy(phi, air);
    box.copy(phi, liquid);
    let escaped = 0;
    for (let p = 0; p < count; p++) {
      const radius = radii[p];
      const value = this.samples.at(phi, this.positions, 3 * p);
      if (radius > 0 ? value >= -radius : value <= -radius) continue;
      this.say(p, radius > 0 ? air : liquid);
      escaped++;
    }
    if (escaped === 0) return;
    box.forEachRow((begin, end) => {
      for (let c = begin; c < end; c++) {
        if (air[c] !== liquid[c]) phi[c] = Math.abs(air[c]) <= Math.abs(liquid[c]) ? air[c] : liquid[c];
      }
    });
  }

  /** Makes drops of the liquid's markers that are further from the surface than drops begin, m, with the velocity of the faces there. */
  release(phi: Float64Array, velocity: FaceArrays, drops: SprayDrops): void {
    const { radii, positions, samples, grid } = this;
    const { particles, distance } = drops;
    let kept = 0;
    for (let p = 0; p < this.count; p++) {
      if (radii[p] < 0 && samples.at(phi, positions, 3 * p) > Math.max(distance, -radii[p])) {
        particles.addSeed(positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]);
        writeVelocity(grid, velocity, positions, 3 * p, this.u);
        particles.velocities.set(this.u, 3 * particles.count - 3);
        continue;
      }
      this.keep(p, kept++, radii[p]);
    }
    this.count = kept;
  }

  /** Puts marker `from` in the place `to`. */
  private keep(from: number, to: number, radius: number): void {
    for (let a = 0; a < 3; a++) this.positions[3 * to + a] = this.positions[3 * from + a];
    this.radii[to] = radius;
  }

  /** The sphere of a marker, at the centres around it: its side of the surface reaches as far as the sphere at the least. */
  private say(p: number, values: Float64Array): void {
    const { grid, positions, radii } = this;
    const { h, origin, counts } = grid;
    const radius = Math.abs(radii[p]);
    const isAir = radii[p] > 0;
    const x = (positions[3 * p] - origin[0]) / h - 0.5;
    const y = (positions[3 * p + 1] - origin[1]) / h - 0.5;
    const z = (positions[3 * p + 2] - origin[2]) / h - 0.5;
    for (let corner = 0; corner < 8; corner++) {
      const i = Math.floor(x) + (corner & 1);
      const j = Math.floor(y) + ((corner >> 1) & 1);
      const k = Math.floor(z) + (corner >> 2);
      if (i < 0 || j < 0 || k < 0 || i >= counts[0] || j >= counts[1] || k >= counts[2]) continue;
      const away = h * Math.sqrt((x - i) ** 2 + (y - j) ** 2 + (z - k) ** 2);
      const c = grid.index(i, j, k);
      if (isAir) values[c] = Math.max(values[c], radius - away);
      else values[c] = Math.min(values[c], away - radius);
    }
  }

  /**
   * Lets markers that have not escaped touch the surface again, takes those that are of no use any more and fills the cells of the band that have few.
   * @param fluidFraction of each cell: those wholly in solids get none.
   * @param box that holds all of them and the band.
   */
  tend(phi: Float64Array, fluidFraction: Float64Array, box = new CellBox(this.grid)): void {
    box.fill(this.counts, 0);
    this.keepUseful(phi);
    const { grid, counts, perCell } = this;
    const { h } = grid;
    box.forEach((c, i, j, k) => {
      if (Math.abs(phi[c]) >= BAND * h || counts[c] >= FEW * perCell || fluidFraction[c] <= 0) return;
      for (let n = counts[c]; n < perCell; n++) this.seed(phi, c, i, j, k);
    });
  }

  private keepUseful(phi: Float64Array): void {
    const { grid, counts, radii, positions, samples, perCell } = this;
    const { h } = grid;
    let kept = 0;
    for (let p = 0; p < this.count; p++) {
      const value = samples.at(phi, positions, 3 * p);
      let radius = radii[p];
      const isEscaped = radius > 0 ? value < -radius : value > -radius;
      if (!isEscaped && radius > 0 === value < 0) {
        // On the wrong side, but by less than its radius: it says nothing, and may come back.
      } else if (!isEscaped) radius = signedRadius(value, h);
      const c = this.cellOf(p);
      if (c < 0 || Math.abs(value) > (BAND + 1) * h) continue;
      if (isEscaped && radius > 0 && value < -DEEPEST_AIR * h) continue;
      if (!isEscaped && counts[c] >= MOST * perCell) continue;
      counts[c]++;
      this.keep(p, kept++, radius);
    }
    this.count = kept;
  }

  /** -1 outside of the grid. */
  private cellOf(p: number): number {
    const { grid, positions } = this;
    const { h, origin, counts } = grid;
    const i = Math.floor((positions[3 * p] - origin[0]) / h);
    const j = Math.floor((positions[3 * p + 1] - origin[1]) / h);
    const k = Math.floor((positions[3 * p + 2] - origin[2]) / h);
    if (i < 0 || j < 0 || k < 0 || i >= counts[0] || j >= counts[1] || k >= counts[2]) return -1;
    return grid.index(i, j, k);
  }

  /** One anywhere in a cell, by a hash of the cell, of how many there have been and of the seed. */
  private seed(phi: Float64Array, c: number, i: number, j: number, k: number): void {
    if (this.count === this.radii.length) this.grow();
    const { grid, positions, count } = this;
    const { origin, h } = grid;
    const word = scrambled(c ^ scrambled(this.seeds++) ^ this.scatter);
    positions[3 * count] = origin[0] + (i + shareOfWord(word)) * h;
    positions[3 * count + 1] = origin[1] + (j + shareOfWord(scrambled(word + 1))) * h;
    positions[3 * count + 2] = origin[2] + (k + shareOfWord(scrambled(word + 2))) * h;
    this.radii[count] = signedRadius(this.samples.at(phi, positions, 3 * count), h);
    this.count++;
  }

  private grow(): void {
    const room = Math.max(1024, 2 * this.radii.length);
    const positions = new Float64Array(3 * room);
    positions.set(this.positions);
    const radii = new Float32Array(room);
    radii.set(this.radii);
    this.positions = positions;
    this.radii = radii;
  }

  private resize(count: number): void {
    this.positions = new Float64Array(3 * count);
    this.radii = new Float32Array(count);
    this.count = count;
  }
}

/** Returns the signed radius of a marker at distance `value`, m, from the surface: it touches the surface where it may be large enough. */
function signedRadius(value: number, h: number): number {
  const size = Math.min(Math.max(Math.abs(value), LEAST_RADIUS * h), LARGEST_RADIUS * h);
  return value < 0 ? -size : size;
}
