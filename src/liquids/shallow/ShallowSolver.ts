import { CoreError } from '../../base/errors.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { CellFields } from '../../frames/LiquidCells.ts';
import type { Stream } from '../../frames/Stream.ts';
import { CellGrid } from '../CellGrid.ts';
import type { LiquidSolver, LiquidSolverInput, SolverStats } from '../LiquidSolver.ts';
import { liquidCells } from '../../scene/liquidCells.ts';
import { columnFields } from './frame/columnFields.ts';
import { loadWaterSurface, shownDepth, waterSurface } from './frame/waterSurface.ts';
import { ReferenceShallowSteps } from './ReferenceShallowSteps.ts';
import { ShallowFoam } from './ShallowFoam.ts';
import { ShallowColumns } from './ShallowColumns.ts';
import { closedEdges, shallowGrid } from './shallowGrid.ts';
import type { ShallowSteps } from './ShallowSteps.ts';

/** Cells that a wave may move in a substep, over the Courant number of the quality: a quarter at the default of 2, as far as depths stay positive in two dimensions. */
const WAVE_SHARE = 1 / 8;
const UP = 1;
/** Substeps over which foam moves at once: at most a cell. */
const FOAM_STEPS = 4;

/** A liquid of a shot as shallow water: the depth and the mean velocity of columns over the ground. */
export class ShallowSolver implements LiquidSolver {
  readonly grid: CellGrid;
  readonly state: SystemState;
  readonly edits: ShallowColumns;
  private readonly id: string;
  private readonly density: number;
  private readonly manning: number;
  private readonly gravity: Float64Array;
  private readonly courantNumber: number;
  private readonly steps: ShallowSteps;
  private readonly foam: ShallowFoam;
  /** Substeps and time, s, since foam was moved. */
  private waiting = 0;
  private waited = 0;

  /** Throws `document-invalid` for more columns than there is memory for. */
  constructor({ liquid, quality, gravity, createShallowSteps }: LiquidSolverInput) {
    const columns = shallowGrid(liquid, quality.edgeScale);
    this.id = liquid.id;
    this.density = liquid.density;
    this.manning = liquid.method?.manning ?? 0;
    this.gravity = gravity;
    this.courantNumber = quality.courantNumber;
    const bottom = liquid.domain.centre[UP] - liquid.domain.size[UP] / 2;
    this.grid = new CellGrid(liquidCells(liquid, quality.edgeScale), columns.h, [
      columns.origin[0],
      bottom,
      columns.origin[1],
    ]);
    const input = { grid: columns, closed: closedEdges(liquid) };
    this.steps = createShallowSteps?.(input) ?? new ReferenceShallowSteps(input);
    this.edits = new ShallowColumns(columns, this.steps);
    this.foam = new ShallowFoam(columns);
    const { depth, velocityX, velocityZ } = this.steps.water;
    this.state = new SystemState()
      .array('depth', depth)
      .array('velocityX', velocityX)
      .array('velocityZ', velocityZ)
      .array('foam', this.foam.share)
      .number(
        'waiting',
        () => this.waiting,
        (waiting) => (this.waiting = waiting),
      )
      .number(
        'waited',
        () => this.waited,
        (waited) => (this.waited = waited),
      );
  }

  beginFrame(): void {
    // Nothing is counted over a frame.
  }

  longestStep(most: number): number {
    const cells = (most * this.steps.fastestWave(Math.max(0, -this.gravity[UP]))) / this.grid.h;
    return most / Math.max(1, Math.ceil(cells / (WAVE_SHARE * this.courantNumber)));
  }

  /** Finds nothing: columns are moved by `advect`. Throws `document-invalid` where nothing holds the liquid down. */
  findVelocity(): void {
    if (this.gravity[UP] < 0) return;
    throw new CoreError('document-invalid', `no gravity pulls the shallow water of liquid '${this.id}' downwards`, {
      place: `liquid '${this.id}'`,
      remedy: 'Let gravity point down along y in all frames, or simulate the liquid in all three dimensions.',
    });
  }

  advect(dt: number): void {
    const [pullX, down, pullZ] = this.gravity;
    this.steps.step(dt, { gravity: -down, pullX, pullZ, manning: this.manning });
    this.waited += dt;
    if (++this.waiting < FOAM_STEPS) return;
    this.foam.move(this.steps.water, this.waited, -down);
    this.waiting = 0;
    this.waited = 0;
  }

  keepOut(): void {
    // Columns stand on the ground.
  }

  streams(): Stream[] {
    return [waterSurface(this.id, this.edits.grid, { ...this.steps, foam: this.foam.share })];
  }

  stats(): SolverStats {
    const { steps, gravity, density } = this;
    const { grid } = this.edits;
    const { depth, velocityX, velocityZ } = steps.water;
    const area = grid.h ** 2;
    const [gx, gy, gz] = gravity;
    let [volume, square, height, most, wet] = [0, 0, 0, 0, 0];
    grid.forEach((c, i, k) => {
      const h = depth[c];
      if (h === 0) return;
      const own = velocityX[c] ** 2 + velocityZ[c] ** 2;
      volume += h;
      square += h * own;
      most = Math.max(most, own);
      const x = grid.origin[0] + (i + 0.5) * grid.h;
      const z = grid.origin[1] + (k + 0.5) * grid.h;
      height -= h * (gx * x + gy * (steps.ground[c] + h / 2) + gz * z);
      if (h > shownDepth(grid.h)) wet++;
    });
    return {
      wetArea: area * wet,
      volume: area * volume,
      energies: { kinetic: (density * area * square) / 2, elastic: 0, gravity: density * area * height },
      largestSpeed: Math.sqrt(most),
      pressureIterations: 0,
    };
  }

  loadFrame(streams: readonly Stream[]): void {
    loadWaterSurface(streams, this.id, this.edits.grid, this.steps.water);
  }

  cellFields(): CellFields {
    return columnFields(this.grid, this.edits.grid, this.steps, -this.density * this.gravity[UP]);
  }

  dispose(): void {
    this.steps.dispose?.();
  }
}
