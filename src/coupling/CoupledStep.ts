import { CellBox } from '../liquids/CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../liquids/CellGrid.ts';
import type { CoupledSolve } from '../liquids/CoupledFluid.ts';
import { roundedShare } from '../liquids/walls/openFaces.ts';
import type { PressureCoupling } from '../liquids/pressure/PressureCoupling.ts';
import { type LiquidState, PressureProjection, type ProjectionReport } from '../liquids/pressure/PressureProjection.ts';
import { CellList } from './CellList.ts';
import type { CoupledSolid } from './CoupledSolid.ts';
import { FilmCells } from './FilmCells.ts';
import { PatchVelocity } from './PatchVelocity.ts';
import { SheetLinks } from '../liquids/sheets/SheetLinks.ts';
import { SheetBlock } from './SheetBlock.ts';
import { SolidBlock } from './SolidBlock.ts';
import { SolidContacts } from './SolidContacts.ts';
import { SolidShares } from './SolidShares.ts';
import { SurfaceClipper } from './SurfaceClipper.ts';
import { ViscousDrag } from './ViscousDrag.ts';

export interface CoupledSettings extends CoupledSolve {
  /**
   * Point at which a patch of the surface takes its pressure: its centroid, with the pressure of the cell's centre and what liquid at rest adds between the two; or the centre (Zarifi 2017, 5.1.2),
   * which is far less exact. The centroid where left out.
   */
  readonly pressureAt?: 'centroid' | 'centre';
}

/** Cells that solids in contact may come nearer by in a step before contact keeps them apart. */
const CONTACT_SLACK = 1e-3;
const WEIGHTLESS = [0, 0, 0] as const;

/**
 * Liquid and deformable solids in one solve (Zarifi 2017, 5): the pressure that makes the liquid free of divergence, where its boundary moves as the solids
 * do at the end of the step, elastic and damping forces and that pressure together. Solved by the Schur complement of the solids, (B + N^T C Sk^-1 C^T N) p =
 * E u* - N^T C Sk^-1 (M v* / dt + f) with Sk = M / dt + D + dt K factored, by conjugate gradients that only B preconditions.
 */
export class CoupledStep implements PressureCoupling {
  readonly compliant: Uint8Array;
  /** What the solids cover of faces and cells since `cover`. */
  readonly shares: SolidShares;
  /** Contacts among the solids; none unless a host begins a substep with some. */
  readonly contacts: SolidContacts;
  private readonly grid: CellGrid;
  private readonly settings: CoupledSettings;
  private readonly projection: PressureProjection;
  private readonly clipper: SurfaceClipper;
  private readonly blocks: readonly (SolidBlock | SheetBlock)[];
  /** What thin surfaces close since `cover`; they are numbered as the solids are. */
  readonly links: SheetLinks;
  private readonly closed: FaceArrays;
  private readonly frees: readonly Float64Array[];
  private readonly forces: readonly Float64Array[];
  /** Faces across each axis that solids covered when `cover` was called last. */
  private readonly covered: readonly CellBox[];
  private box: CellBox;
  /** Shares of faces of the running step that are open. */
  private open: FaceArrays;
  /** The cells that see any of the solids. */
  private readonly seen: CellList;
  private readonly films: FilmCells;
  private readonly hasFilms: boolean;
  private patchVelocity: PatchVelocity | undefined;
  private viscousDrag: ViscousDrag | undefined;
  private dt = 0;
  /** The pressure that liquid at rest has is part of what is to be found. */
  private atRest = true;

  constructor(grid: CellGrid, settings: CoupledSettings, solids: readonly CoupledSolid[]) {
    this.grid = grid;
    this.settings = settings;
    this.projection = new PressureProjection(grid, settings);
    this.clipper = new SurfaceClipper(grid);
    this.shares = new SolidShares(grid);
    this.links = new SheetLinks(grid);
    this.blocks = solids.map((solid, n) =>
      solid.isSheet === true ? new SheetBlock(grid, solid, this.links, n) : new SolidBlock(grid, solid),
    );
    this.contacts = new SolidContacts(solids);
    this.frees = this.blocks.map(({ free }) => free);
    this.forces = this.blocks.map(({ force }) => force);
    this.closed = faceArrays(grid);
    this.open = this.closed;
    this.seen = new CellList(grid.size);
    this.films = new FilmCells(grid);
    this.hasFilms = solids.some(({ hasFilms }) => hasFilms === true);
    this.compliant = new Uint8Array(grid.size);
    this.covered = this.closed.map(() => new CellBox(grid));
    this.box = new CellBox(grid);
  }

  /** dt p / (rho h), m/s, of the last projection. */
  get scaledPressure(): Float64Array {
    return this.projection.scaledPressure;
  }

  get coupled(): Uint32Array {
    return this.seen.cells;
  }

  get coupledCount(): number {
    return this.seen.count;
  }

  get unknowns(): number {
    return this.projection.unknowns;
  }

  /** m/s: speeds in contacts that differ by less are the same. */
  private get contactSlack(): number {
    return (CONTACT_SLACK * this.grid.h) / this.dt;
  }

  /**
   * Cuts the grid by the surfaces of the solids as they stand, and takes what they cover from the shares that walls leave `open`, in the boxes of `shares`. `hasOtherWalls`:
   * than when it was called last.
   */
  cover(open: FaceArrays, hasOtherWalls = true): void {
    const { shares, closed, covered, links } = this;
    shares.clear();
    links.clear();
    for (const block of this.blocks) {
      if (block instanceof SheetBlock) block.cut(shares);
      else block.cut(this.clipper, shares);
    }
    shares.finish();
    for (let axis = 0; axis < 3; axis++) {
      const [f, g, taken] = [open[axis], closed[axis], shares.faces[axis]];
      if (hasOtherWalls) covered[axis].cover();
      else covered[axis].include(shares.faceBoxes[axis]);
      covered[axis].forEachRow((begin, end) => {
        for (let c = begin; c < end; c++) {
          g[c] = 1 - f[c];
          // What walls close is not divided any further.
          if (taken[c] > 0 && f[c] > 0) f[c] = roundedShare(Math.max(0, f[c] - taken[c]));
        }
      });
      covered[axis].set(shares.faceBoxes[axis]);
    }
    links.close(open);
  }

  /**
   * Cells that are mostly solid are full where liquid is near, as in walls: otherwise pressure would not converge where liquid is left in them
   * (`phi`: distance to the surface at the centres, m).
   */
  fillSolids(phi: Float64Array): void {
    const near = this.grid.h / 2;
    const { cells } = this.shares;
    for (let c = 0; c < phi.length; c++) if (cells[c] > 0.5 && phi[c] < near) phi[c] = -near;
  }

  /**
   * Corrects the velocities of liquid and solids, in place, for a step of `dt`, s, that begins with the faces that `cover` left open; `again`: from what both have
   * come to in that step since it was corrected first.
   */
  project(state: LiquidState, dt: number, again = false): ProjectionReport {
    this.dt = dt;
    // From nothing, so that states of liquid and solids are all that counts.
    this.box = state.box ?? new CellBox(this.grid);
    this.box.fill(this.scaledPressure, 0);
    this.atRest = !again;
    for (const block of this.blocks) block.prepare(dt, this.settings.density, again);
    const { velocity, open, solidVelocity, phi, targetDivergence, box } = state;
    this.open = open;
    const report = this.projection.project(
      { velocity, open, solidVelocity, phi, targetDivergence, box, closed: this.closed },
      this,
    );
    this.takePressure(velocity);
    return report;
  }

  /** Releases, after `project`, contacts between solids that pull, and closes those that approach. Returns true where that changes any, so that all is to be solved again. */
  reviseContacts(): boolean {
    return (
      this.contacts.any &&
      this.contacts.revise(
        this.blocks.map(({ solid }) => solid.velocity),
        this.contactSlack,
      )
    );
  }

  /** Faces that sheets close get the velocity of these, m/s. */
  private writeSheetVelocity(velocity: FaceArrays): void {
    const { links } = this;
    for (let n = 0; n < links.count; n++) velocity[links.axes[n]][links.faces[n]] = 0;
    for (const block of this.blocks) if (block instanceof SheetBlock) block.addFaceVelocity(velocity);
  }

  private takePressure(velocity: FaceArrays): void {
    const { blocks, contacts } = this;
    for (const block of blocks) block.takePressure(this.scaledPressure);
    if (contacts.any) {
      for (const block of blocks) block.findMoved();
      contacts.settle(this.frees);
      contacts.addForces(this.forces);
    }
    for (const block of blocks) block.applyPressure();
    this.writeSheetVelocity(velocity);
  }

  /** Writes the velocity of the solids, m/s, to faces that they cover near their surfaces. */
  writeVelocity(faces: FaceArrays): void {
    this.patchVelocity ??= new PatchVelocity(this.grid);
    this.patchVelocity.clear();
    for (const block of this.blocks) {
      if (block instanceof SolidBlock) block.addVelocity(this.patchVelocity, block.solid.velocity);
    }
    this.patchVelocity.write(faces, this.shares.faces);
    this.writeSheetVelocity(faces);
  }

  /** How viscous liquid drags closed solids along, between the two projections of a substep. */
  get drag(): ViscousDrag {
    const closed = () => this.blocks.filter((block) => block instanceof SolidBlock);
    this.viscousDrag ??= new ViscousDrag(this.grid, this.settings.density, closed(), this.shares.faces);
    return this.viscousDrag;
  }

  begin(active: Uint8Array): void {
    const { gravity, pressureAt } = this.settings;
    this.box.fill(this.compliant, 0);
    if (this.hasFilms) this.films.find(active, this.open, this.shares.surface);
    this.seen.clear();
    for (const block of this.blocks) {
      block.wetPatches(active, this.compliant, this.films.cells);
      block.listCells(this.seen);
      block.solveFree(pressureAt === 'centre' || !this.atRest ? WEIGHTLESS : gravity, this.dt);
    }
    if (!this.contacts.any) return;
    this.contacts.prepare(this.frees, this.contactSlack);
    this.contacts.correct(this.frees, false);
  }

  addOutflow(outflow: Float64Array): void {
    for (const block of this.blocks) block.addFreeFlow(outflow);
  }

  addProduct(x: Float64Array, out: Float64Array): void {
    for (const block of this.blocks) block.applyInverse(x);
    if (this.contacts.any) this.contacts.correct(this.forces, true);
    for (const block of this.blocks) block.addResponse(out);
  }
}
