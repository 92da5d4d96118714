import type { FaceArrays } from '../liquids/CellGrid.ts';
import type { CoupledFluid } from '../liquids/CoupledFluid.ts';
import type { CoupledSolid } from './CoupledSolid.ts';
import { CoupledStep } from './CoupledStep.ts';
import { SurfaceDistance } from './SurfaceDistance.ts';

/** The solids that move with a liquid: their shares of its faces and cells, and the distance to them. */
export class SolidsInLiquid {
  readonly step: CoupledStep;
  /** Distance to the surfaces of the solids at the corners of cells, m, since `place`; as in `SurfaceDistance`. */
  readonly distance: Float64Array;
  private readonly fluid: CoupledFluid;
  private readonly solids: readonly CoupledSolid[];
  private readonly surfaces: readonly Float64Array[];
  private readonly present: readonly Float64Array[];
  private readonly surfaceDistance: SurfaceDistance;
  /** `wallCount` of the obstacles among which the solids were placed last. */
  private wallCount = -1;

  /** `step`: how liquid and solids act on each other, in one solve where left out. */
  constructor(
    fluid: CoupledFluid,
    solids: readonly CoupledSolid[],
    step = new CoupledStep(fluid.grid, fluid.solve, solids),
  ) {
    this.fluid = fluid;
    this.solids = solids;
    this.step = step;
    this.surfaceDistance = new SurfaceDistance(fluid.grid);
    this.distance = this.surfaceDistance.distance;
    this.surfaces = solids.map(({ surface }) => new Float64Array(3 * surface.nodes.length));
    this.present = this.surfaces.map((surface) => surface.slice());
  }

  /** Whether the solids stand where they were placed last. */
  get haveStayed(): boolean {
    return this.solids.every((solid, n) => {
      const present = this.present[n];
      solid.writeSurface(present);
      return this.surfaces[n].every((x, k) => x === present[k]);
    });
  }

  /** Puts the solids where they stand, among walls as `CoupledFluid.setSolids` takes them. */
  place(walls: Float64Array | undefined, wallVelocity: FaceArrays | undefined): void {
    const { fluid, surfaceDistance, step } = this;
    surfaceDistance.clear();
    this.solids.forEach((solid, n) => {
      solid.writeSurface(this.surfaces[n]);
      surfaceDistance.add(this.surfaces[n], solid.surface.triangles);
    });
    fluid.setSolids(walls, wallVelocity);
    step.cover(fluid.open, fluid.wallCount !== this.wallCount);
    this.wallCount = fluid.wallCount;
    surfaceDistance.finish(step.shares);
    fluid.addSolids(this.distance, surfaceDistance.box, step.shares.faceBoxes);
  }
}
