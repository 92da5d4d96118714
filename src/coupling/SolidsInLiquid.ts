import type { FaceArrays } from '../liquids/CellGrid.ts';
import type { CoupledFluid } from '../liquids/CoupledFluid.ts';
import type { PlacedSheets } from '../liquids/sheets/PlacedSheets.ts';
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
  /** The thin surfaces among the solids, gathered; undefined without any. */
  private readonly sheets: PlacedSheets | undefined;
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
    if (solids.some(({ isSheet }) => isSheet === true)) this.sheets = sheetsOf(solids, step);
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
      if (solid.isSheet === true) return;
      surfaceDistance.add(this.surfaces[n], solid.surface.triangles);
    });
    fluid.setSolids(walls, wallVelocity);
    step.cover(fluid.open, fluid.wallCount !== this.wallCount);
    this.wallCount = fluid.wallCount;
    surfaceDistance.finish(step.shares);
    fluid.addSolids(this.distance, surfaceDistance.box, step.shares.faceBoxes);
    if (this.sheets !== undefined) this.placeSheets(this.sheets);
  }

  private placeSheets(sheets: PlacedSheets): void {
    let first = 0;
    this.solids.forEach(({ isSheet }, n) => {
      if (isSheet !== true) return;
      sheets.positions.set(this.surfaces[n], first);
      first += this.surfaces[n].length;
    });
    this.fluid.setSheets(sheets);
  }
}

/** Room for the thin surfaces among solids: positions, and triangles in one numbering. */
function sheetsOf(solids: readonly CoupledSolid[], { links }: CoupledStep): PlacedSheets {
  const firstTriangles = new Uint32Array(solids.length);
  const triangles: number[] = [];
  let vertices = 0;
  solids.forEach(({ isSheet, surface }, n) => {
    if (isSheet !== true) return;
    firstTriangles[n] = triangles.length / 3;
    for (const vertex of surface.triangles) triangles.push(vertices + vertex);
    vertices += surface.nodes.length;
  });
  return { positions: new Float64Array(3 * vertices), triangles: Uint32Array.from(triangles), links, firstTriangles };
}
