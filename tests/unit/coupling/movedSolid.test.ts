import { expect, test } from 'vitest';
import { SolidsInLiquid } from '../../../src/coupling/SolidsInLiquid.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { transportOf } from '../../../src/liquids/LiquidTransport.ts';
import { GridLiquid } from '../../../src/liquids/uniform/GridLiquid.ts';
import { coupledBody } from '../../support/coupledBody.ts';
import { CLOSED, sampleAtCorners } from '../../support/liquidPool.ts';

const COUNTS = [20, 16, 14] as const;
const H = 1 / 16;
const MESH = boxTets([0.3, 0.2, 0.25], [3, 2, 3]);
const SOLID = { youngsModulus: 1.25e4, density: 500, gravity: 9.81, step: 0.01, positions: MESH.positions };
const SETTINGS = { gravity: [0, -9.81, 0], closedSides: CLOSED, tolerance: 1e-6, maxIterations: 100, density: 1000 };

function transport(grid: CellGrid) {
  const { definition, params } = transportOf(undefined);
  return definition.create({ grid, closedSides: CLOSED }, params);
}

/** A turned block in a box with a tilted floor. */
class Placed {
  private readonly grid = new CellGrid(COUNTS, H);
  private readonly coupled = coupledBody(MESH, SOLID);
  private readonly solver = new GridLiquid(this.grid, { ...SETTINGS, transport: transport(this.grid) });
  private readonly solids = new SolidsInLiquid(this.solver, [this.coupled.body]);

  /** Puts its centre to a place and gives the bytes of all that the liquid sees of it. */
  bytesAt(centre: readonly number[], walls: Float64Array | undefined, isMoving: boolean): Buffer {
    const { solver, solids } = this;
    const { positions } = this.coupled.integrator;
    const rest = MESH.positions;
    for (let k = 0; k < rest.length; k += 3) {
      const [x, y, z] = rest.subarray(k, k + 3);
      positions.set([centre[0] + x - 0.3 * y, centre[1] + y + 0.3 * x, centre[2] + z], k);
    }
    const velocity = faceArrays(this.grid);
    for (const u of velocity) u.fill(0.5);
    solids.place(walls, isMoving ? velocity : undefined);
    const { step, distance } = solids;
    const seen = [distance, step.shares.cells, ...step.shares.faces, ...solver.open, ...solver.solidVelocity];
    return Buffer.concat([...seen, solver.fluidFraction].map((array) => Buffer.from(array.slice().buffer)));
  }
}

test('a solid that has moved, in and out of the box, leaves nothing behind where it was', () => {
  const floor = sampleAtCorners(COUNTS, H, (x, y) =>
    Math.max(-4 * H, Math.min(4 * H, (y - 0.1 * x - 0.2) / Math.hypot(1, 0.1))),
  );
  const places = [
    [0.4, 0.5, 0.4],
    [0.9, 0.6, 0.5],
    [1.3, 0.3, 0.1],
    [3, 3, 3],
    [-0.05, 0.1, 0.85],
    [0.4, 0.5, 0.4],
  ];
  const kept = new Placed();
  places.forEach((place, n) => {
    for (const walls of [floor, floor, undefined]) {
      const isMoving = n % 2 === 1;
      const fresh = new Placed().bytesAt(place, walls, isMoving);
      expect(kept.bytesAt(place, walls, isMoving).equals(fresh)).toBe(true);
    }
  });
});
