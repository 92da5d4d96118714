import { hypot3 } from '../../math/hypot3.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { scrambled, shareOfWord } from '../scrambled.ts';
import type { VelocityGradient } from './VelocityGradient.ts';
import { type VortexSettings, type VortexSurroundings, WEAKEST } from './VortexSettings.ts';

/** What takes new vortices. */
interface Vortices {
  add(position: Float64Array, vorticity: Float64Array): void;
}

/** Begins vortex particles at a rate, in the same places whenever the same liquid comes by. */
export class VortexSeeding {
  /** What the rate has come to since the last was seeded. */
  owed = 0;
  seeds = 0;
  /** 1 for cells in regions that liquid is poured into, where vortices begin there: written by whoever knows the regions. */
  readonly emitterCells: Uint8Array | undefined;
  private readonly grid: CellGrid;
  private readonly settings: VortexSettings;
  /** Turns every random word into another; 0 for seed 0. */
  private readonly scatter: number;
  private readonly gradient: VelocityGradient;
  private readonly candidates: Uint32Array;
  private readonly point = new Float64Array(3);
  private readonly spin = new Float64Array(3);

  constructor(grid: CellGrid, settings: VortexSettings, gradient: VelocityGradient, seed = 0) {
    this.grid = grid;
    this.scatter = scrambled(seed);
    this.settings = settings;
    this.gradient = gradient;
    this.candidates = new Uint32Array(grid.size);
    if (settings.source === 'emitters') this.emitterCells = new Uint8Array(grid.size);
  }

  /** New ones, anywhere in a cell that may have some, by a hash of how many there have been and of the seed; they turn as the liquid does there. */
  seed(surroundings: VortexSurroundings, vortices: Vortices): void {
    const { grid, settings, candidates, point } = this;
    this.owed += settings.rate * surroundings.dt;
    if (this.owed < 1) return;
    const found = this.findCandidates(surroundings);
    for (; this.owed >= 1; this.owed--) {
      if (found === 0) continue;
      const word = scrambled(this.seeds++ ^ this.scatter);
      const c = candidates[Math.floor(shareOfWord(word) * found)];
      const place = this.placeOf(c);
      for (let a = 0; a < 3; a++) {
        point[a] = grid.origin[a] + (place[a] + shareOfWord(scrambled(word + a + 1))) * grid.h;
      }
      this.findSpin(surroundings.velocity, word);
      vortices.add(point, this.spin);
    }
  }

  /** Cells of liquid that may have new ones, into `candidates`; gives how many. */
  private findCandidates({ phi, obstacles }: VortexSurroundings): number {
    const { grid, settings, candidates, emitterCells } = this;
    const { fluidFraction, hasSolids } = obstacles;
    const isSource = (c: number): boolean => {
      if (settings.source === 'everywhere') return true;
      if (settings.source === 'emitters') return emitterCells?.[c] === 1;
      return hasSolids && this.isBeside(fluidFraction, c);
    };
    let found = 0;
    grid.forEach((c) => {
      if (phi[c] < 0 && fluidFraction[c] > 0 && isSource(c)) candidates[found++] = c;
    });
    return found;
  }

  /** Whether a solid is in a cell or in one beside it. */
  private isBeside(fluidFraction: Float64Array, c: number): boolean {
    if (fluidFraction[c] < 1) return true;
    const { counts, strides } = this.grid;
    const place = this.placeOf(c);
    return strides.some(
      (stride, a) =>
        (place[a] > 0 && fluidFraction[c - stride] < 1) || (place[a] < counts[a] - 1 && fluidFraction[c + stride] < 1),
    );
  }

  private placeOf(c: number): [number, number, number] {
    const [, sy, sz] = this.grid.strides;
    return [(c % sy) - 1, Math.floor((c % sz) / sy) - 1, Math.floor(c / sz) - 1];
  }

  /** `spin` <- the vorticity of a new one at `point`: as strong as all, along that of the liquid; where it hardly has any, by the hash. */
  private findSpin(velocity: FaceArrays, word: number): void {
    const { settings, point, gradient, spin } = this;
    gradient.find(velocity, point, 0);
    gradient.writeCurl(spin);
    const length = hypot3(spin[0], spin[1], spin[2]);
    if (length > WEAKEST * settings.spin) {
      for (let a = 0; a < 3; a++) spin[a] *= settings.spin / length;
      return;
    }
    const height = 2 * shareOfWord(scrambled(word + 4)) - 1;
    const angle = 2 * Math.PI * shareOfWord(scrambled(word + 5));
    const across = settings.spin * Math.sqrt(1 - height * height);
    spin[0] = across * Math.cos(angle);
    spin[1] = settings.spin * height;
    spin[2] = across * Math.sin(angle);
  }
}
