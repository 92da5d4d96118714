import { CorotatedSolid } from '../reference/CorotatedSolid.ts';
import { CoupledLiquid } from '../reference/CoupledLiquid.ts';
import { CoupledStep } from '../../src/coupling/CoupledStep.ts';
import { FactoredSolid, type LinearSolid } from '../reference/FactoredSolid.ts';
import { SolidBlock } from '../../src/coupling/SolidBlock.ts';
import { SolidShares } from '../../src/coupling/SolidShares.ts';
import { SurfaceClipper } from '../../src/coupling/SurfaceClipper.ts';
import { boxTets } from '../../src/geometry/primitives/boxTets.ts';
import { CellGrid } from '../../src/liquids/CellGrid.ts';
import type { LiquidState, ProjectionReport } from '../../src/liquids/pressure/PressureProjection.ts';

const DENSITY = 1000;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;

/** A column of liquid beside a beam that hangs into its way (Zarifi 2017, 6.1.1), in a box of 1 x 1 x .5 m. */
export interface DamBreak {
  /** Cells along x. */
  readonly cells: number;
  /** Density of the beam, kg/m3. */
  readonly density: number;
  readonly mu: number;
  /** Coefficient of its stiffness-proportional Rayleigh damping, s. */
  readonly stiffnessDamping: number;
  /** Downwards, m/s2. */
  readonly gravity: number;
}

/** m/s: a beam that is thrown about like this is not followed any further. */
const LOST = 1e3;

/** Largest speed along an axis that the beam had in `time`, m/s, and largest distance of a node from where it hung, m. */
export function worstOfBeam(dam: DamBreak, exchange: 'strong' | 'weak', step: number, time: number) {
  const { cells, gravity } = dam;
  const grid = new CellGrid([cells, cells, cells / 2], 1 / cells);
  const settings = {
    gravity: [0, -gravity, 0] as const,
    closedSides: CLOSED,
    density: DENSITY,
    tolerance: 1e-8,
    maxIterations: 500,
  };
  const solid = hangingBeam(dam);
  const start = solid.positions.slice();
  const projection = exchange === 'weak' ? new WeakExchange(grid, settings, solid) : undefined;
  const scene = new CoupledLiquid(grid, settings, [solid], projection);
  addColumn(scene, grid);
  const worst = { speed: 0, sway: 0 };
  for (let n = 0; n * step < time; n++) {
    for (let left = step; left > 1e-9 && worst.speed < LOST;) {
      left -= scene.substep(left);
      worst.speed = solid.velocity.reduce((most, v) => Math.max(most, Math.abs(v)), worst.speed);
      worst.sway = solid.positions.reduce((most, x, k) => Math.max(most, Math.abs(x - start[k])), worst.sway);
    }
  }
  return worst;
}

function hangingBeam({ density, mu, stiffnessDamping }: DamBreak): CorotatedSolid {
  const material = { mu, lambda: mu, density, massDamping: 0, stiffnessDamping };
  const solid = new CorotatedSolid(boxTets([0.16, 0.7, 0.16], [2, 7, 2]), material);
  for (let k = 0; k < solid.positions.length; k += 3) {
    if (solid.positions[k + 1] > 0.349) solid.fixed[k / 3] = 1;
    solid.positions[k] += 0.55;
    solid.positions[k + 1] += 0.55;
    solid.positions[k + 2] += 0.25;
  }
  solid.room.set([0, 0, 0, 1, 1, 0.5]);
  return solid;
}

/** Eight particles to a cell. */
function addColumn({ liquid }: CoupledLiquid, { counts, h }: CellGrid): void {
  const at = (n: number) => ((n + 0.5) * h) / 2;
  for (let k = 0; k < 2 * counts[2]; k++) {
    for (let j = 0; j < 1.4 * counts[1]; j++) {
      for (let i = 0; i < 0.8 * counts[0]; i++) liquid.particles.add(at(i), at(j), at(k), 0, 0, 0);
    }
  }
}

/** The exchange that is not one solve: liquid flows around the solid as it moves already, and then its pressure pushes the solid. */
class WeakExchange extends CoupledStep {
  private readonly block: SolidBlock;
  private readonly cells: CellGrid;
  private readonly gravity: ArrayLike<number>;

  constructor(grid: CellGrid, settings: ConstructorParameters<typeof CoupledStep>[1], solid: LinearSolid) {
    const told: LinearSolid = {
      matrix: solid.matrix,
      velocity: solid.velocity,
      fixed: new Uint8Array(solid.fixed.length).fill(1),
      surface: solid.surface,
      writeSurface: (positions) => solid.writeSurface(positions),
      linearize: (dt, rhs) => solid.linearize(dt, rhs),
    };
    super(grid, settings, [new FactoredSolid(told)]);
    this.block = new SolidBlock(grid, new FactoredSolid(solid));
    this.cells = grid;
    this.gravity = settings.gravity;
  }

  override project(state: LiquidState, dt: number): ProjectionReport {
    const { block, cells } = this;
    const report = super.project(state, dt);
    block.cut(new SurfaceClipper(cells), new SolidShares(cells));
    block.prepare(dt, DENSITY);
    const wet = Uint8Array.from(this.scaledPressure, (p) => (p === 0 ? 0 : 1));
    block.wetPatches(wet, new Uint8Array(cells.size), new Int32Array(cells.size).fill(-1));
    block.solveFree(this.gravity, dt);
    block.takePressure(this.scaledPressure);
    block.applyPressure();
    return report;
  }
}
