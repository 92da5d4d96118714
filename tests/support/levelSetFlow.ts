import { CellGrid, type FaceArrays, faceArrays } from '../../src/liquids/CellGrid.ts';
import { ParticleLevelSet } from '../../src/liquids/levelset/ParticleLevelSet.ts';
import { LiquidVolume } from '../../src/liquids/uniform/LiquidVolume.ts';
import { CLOSED } from './liquidPool.ts';

type Flow = (axis: number, x: number, y: number, z: number) => number;

/** A level set in a velocity that is told, on a grid of edge `h`. */
export class LevelSetFlow {
  readonly surface: ParticleLevelSet;
  private readonly grid: CellGrid;
  private readonly velocity: FaceArrays;
  /** Velocities at the faces where the factor of the flow is 1, m/s. */
  private flow: FaceArrays | undefined;
  private readonly free: Float64Array;
  private readonly measure: LiquidVolume;
  private readonly start: Float64Array;

  /** `markers` of a cell beside the surface, or 0; `phi`: distance at a point, m. */
  constructor(
    counts: readonly [number, number, number],
    h: number,
    markers: number,
    phi: (x: number, y: number, z: number) => number,
  ) {
    this.grid = new CellGrid(counts, h);
    this.surface = new ParticleLevelSet(this.grid, CLOSED, markers);
    this.velocity = faceArrays(this.grid);
    this.free = new Float64Array(this.grid.size).fill(1);
    this.measure = new LiquidVolume(this.grid);
    this.grid.forEach((c, i, j, k) => (this.surface.phi[c] = phi((i + 0.5) * h, (j + 0.5) * h, (k + 0.5) * h)));
    this.surface.redistance();
    this.surface.markers.tend(this.surface.phi, this.free);
    this.start = this.surface.phi.slice();
  }

  /** How much of the volume there was at first is gone, as a share. */
  get loss(): number {
    return 1 - this.volume(this.surface.phi) / this.volume(this.start);
  }

  /** Volume between where the surface is and where it was at first, over that within it. */
  get offset(): number {
    const { grid, start, surface } = this;
    const share = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance / grid.h));
    let between = 0;
    grid.forEach((c) => (between += Math.abs(share(surface.phi[c]) - share(start[c]))));
    return (between * grid.h ** 3) / this.volume(start);
  }

  /** Moves by a flow that does not change but for a factor, which is `share` now. */
  move(flow: Flow, share: number, dt: number): void {
    const { velocity, surface } = this;
    this.flow ??= this.sampled(flow);
    this.flow.forEach((samples, axis) => {
      const out = velocity[axis];
      for (let c = 0; c < out.length; c++) out[c] = share * samples[c];
    });
    surface.move(velocity, undefined, dt);
    surface.markers.tend(surface.phi, this.free);
  }

  private sampled(flow: Flow): FaceArrays {
    const { grid } = this;
    const { h, counts } = grid;
    const samples = faceArrays(grid);
    for (let axis = 0; axis < 3; axis++) {
      for (let k = -1; k <= counts[2]; k++) {
        for (let j = -1; j <= counts[1]; j++) {
          for (let i = -1; i <= counts[0]; i++) {
            const [x, y, z] = [i, j, k].map((n, a) => (n + (a === axis ? 0 : 0.5)) * h);
            samples[axis][grid.index(i, j, k)] = flow(axis, x, y, z);
          }
        }
      }
    }
    return samples;
  }

  private volume(phi: Float64Array): number {
    return this.measure.measure(phi, this.free);
  }
}

/** The notched disk of Zalesak 1979 after one turn: 100 x 100, radius 15, a slot of 5 x 25. */
export function turnedDisk(cells: number, markers: number): LevelSetFlow {
  const h = 100 / cells;
  const flow = new LevelSetFlow([cells, cells, 1], h, markers, (x, y) =>
    Math.max(Math.hypot(x - 50, y - 75) - 15, -Math.max(Math.abs(x - 50) - 2.5, y - 85)),
  );
  const turn = 2 * Math.PI;
  // Two cells a step at the corners of the box.
  const steps = Math.ceil((turn * 50 * Math.SQRT2) / (2 * h));
  const dt = turn / steps;
  for (let n = 0; n < steps; n++) flow.move((axis, x, y) => [50 - y, x - 50, 0][axis], 1, dt);
  return flow;
}

/** The ball of Enright et al. 2002, 4.3, drawn out to a sheet and back; the share of it that is lost at the end, and at the most on the way. */
export function deformationLoss(cells: number, markers: number): { readonly end: number; readonly most: number } {
  const h = 1 / cells;
  const ball = (x: number, y: number, z: number) => Math.hypot(x - 0.35, y - 0.35, z - 0.35) - 0.15;
  const flow = new LevelSetFlow([cells, cells, cells], h, markers, ball);
  const duration = 3;
  const steps = Math.ceil((duration * 2) / (2 * h));
  const wave = (x: number) => Math.sin(2 * Math.PI * x);
  const bump = (x: number) => Math.sin(Math.PI * x) ** 2;
  let most = 0;
  for (let n = 0; n < steps; n++) {
    const turn = Math.cos((Math.PI * (n + 0.5)) / steps);
    flow.move(
      (axis, x, y, z) => {
        if (axis === 0) return 2 * bump(x) * wave(y) * wave(z);
        return axis === 1 ? -wave(x) * bump(y) * wave(z) : -wave(x) * wave(y) * bump(z);
      },
      turn,
      duration / steps,
    );
    most = Math.max(most, Math.abs(flow.loss));
  }
  return { end: Math.abs(flow.loss), most };
}
