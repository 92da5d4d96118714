import { SystemState } from '../../base/state/SystemState.ts';
import type { CellFields } from '../../frames/LiquidCells.ts';
import { fullBelow, withValues } from '../../frames/makeStreams.ts';
import { FULL_BELOW, streamOf, valuesOf, type Stream } from '../../frames/Stream.ts';
import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { ParticleEdits } from '../LiquidEdits.ts';
import { closedSides, liquidGrid } from '../liquidGrid.ts';
import type { LiquidSolver, LiquidSolverInput, SolverStats } from '../LiquidSolver.ts';
import { transportOf } from '../LiquidTransport.ts';
import { cellFields } from '../uniform/cellFields.ts';
import { liquidMoments } from '../uniform/frame/liquidMoments.ts';
import { particleStream, sprayStats } from '../uniform/frame/liquidSpray.ts';
import { stateOfFrame } from '../uniform/frame/stateOfFrame.ts';
import { tallFields } from './frame/tallFields.ts';
import { fullLayers } from './fullLayers.ts';
import { PouredLiquid } from './PouredLiquid.ts';
import { regrid } from './regrid.ts';
import { SolidsOfBox } from './SolidsOfBox.ts';
import { isBasin } from './TallFaces.ts';
import { gradedHeights, TallLayers } from './TallLayers.ts';
import { bandGrid, TallLiquid } from './TallLiquid.ts';
import { bandHeight, lowestAir, movedPlane, planeOf } from './tallPlane.ts';

/** Largest net flow out of a cell that a pressure solve leaves, over the largest there was; and how long it may take. */
const SOLVE = { tolerance: 1e-6, maxIterations: 200 } as const;
const UP = 1;

/**
 * A liquid of a shot as deep water: particles in uniform cells down to some depth below the surface, and tall cells from there to the floor. The plane between both is level; it is found when all regions have filled
 * the liquid, and moves with the lowest point of the surface.
 */
export class TallSolver implements LiquidSolver {
  readonly grid: CellGrid;
  readonly state: SystemState;
  readonly edits: ParticleEdits;
  private readonly input: LiquidSolverInput;
  /** Share of the depth that is uniform. */
  private readonly share: number;
  private readonly sprayDistance: number | undefined;
  private readonly solids: SolidsOfBox;
  /** What regions filled in, until the plane is found. */
  private poured: PouredLiquid | undefined = new PouredLiquid();
  /** Height of the uniform cells below the surface, in cells. */
  private band = 0;
  private made: TallLiquid | undefined;
  private kernel: LiquidKernel | undefined;

  /** `share` of the depth that is uniform. Throws `document-invalid` for more cells than there is memory for. */
  constructor(input: LiquidSolverInput, share: number) {
    const { liquid, quality } = input;
    this.input = input;
    this.share = share;
    this.grid = liquidGrid(liquid, quality.edgeScale);
    this.sprayDistance = liquid.spray.enabled ? liquid.spray.distance : undefined;
    this.solids = new SolidsOfBox(this.grid);
    this.edits = this.createEdits();
    this.state = new SystemState()
      .value('plane', {
        type: Float64Array,
        read: () => Float64Array.of(this.plane, this.band),
        write: ([plane, band]) => this.begin(plane, band),
        fits: ({ length }) => length === 2,
      })
      .include('liquid', () => this.liquid.state);
  }

  setSolids(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.solids.set(distance, velocity);
    if (this.made !== undefined) this.solids.give(this.made, false);
  }

  beginFrame(): void {
    this.liquid.band.incompressible.begin();
  }

  longestStep(most: number): number {
    return this.liquid.band.longestStep(most);
  }

  findVelocity(dt: number): void {
    this.liquid.findVelocity(dt);
  }

  advect(dt: number): void {
    this.liquid.advect(dt);
  }

  /** Ends a substep, and moves the plane where the surface has come near to it or has left it far behind. */
  keepOut(): void {
    const { liquid, plane } = this;
    liquid.keepOut();
    if (plane === 0 && !this.canBeTall) return;
    const moved = Math.min(movedPlane(plane, plane + lowestAir(liquid.band), this.band), this.solids.free);
    if (moved !== plane) this.movePlane(moved);
  }

  streams(): Stream[] {
    const { band } = this.liquid;
    const particles = particleStream(this.input.liquid.id, band.grid, band, this.sprayDistance);
    const height = withValues(fullBelow, Float64Array.of(band.grid.origin[UP]));
    return [{ ...particles, attributes: [...particles.attributes, height] }];
  }

  stats(): SolverStats {
    const { liquid, sprayDistance } = this;
    const { gravity } = this.input;
    const { density } = this.input.liquid;
    const { band } = liquid;
    const { iterations, divergence } = band.incompressible;
    const { largest, rms, overTolerance } = divergence;
    const spray = sprayStats(band.grid, band, sprayDistance);
    const { parts, square, most, height } = liquidMoments(band.grid, band, gravity);
    const mass = parts === 0 ? 0 : (density * band.volume) / parts;
    const deep = liquid.energies(density, gravity);
    return {
      particles: band.particles.count,
      volume: band.volume + liquid.faces.volume,
      energies: { kinetic: (mass * square) / 2 + deep.kinetic, elastic: 0, gravity: mass * height + deep.gravity },
      largestSpeed: Math.sqrt(most),
      pressureIterations: iterations,
      divergence: { largest, rms, overTolerance },
      volumeDrift: band.volumeDrift,
      ...(spray && { spray }),
    };
  }

  /** The velocity of the tall cells is in no frame and counts as nothing. */
  loadFrame(streams: readonly Stream[], volume: number): void {
    const { id } = this.input.liquid;
    const points = streamOf({ streams }, id, 'points');
    if (points === undefined) throw new Error(`the frame has no particles of '${id}'`);
    const [height] = valuesOf(points, FULL_BELOW, Float64Array);
    this.begin(Math.round((height - this.grid.origin[UP]) / this.grid.h), this.band);
    const { band, faces } = this.liquid;
    band.state.loadPart(stateOfFrame(band.grid, id, streams, volume - faces.volume));
  }

  cellFields(most: number): CellFields {
    const { liquid, grid } = this;
    const { band } = liquid;
    if (!liquid.isTall) return band.cellFields(most);
    const step = band.longestStep(most);
    liquid.findVelocity(step);
    const pressureScale = (this.input.liquid.density * grid.h) / step;
    const fields = cellFields(band.grid, liquid.projected(pressureScale));
    return tallFields(grid, liquid, { band: fields, pressureScale, distance: this.solids.distance });
  }

  dispose(): void {
    this.kernel?.dispose();
  }

  /** The liquid: where regions have filled it and it was not needed yet, made now. */
  private get liquid(): TallLiquid {
    if (this.made === undefined) this.settle();
    return this.made!;
  }

  /** Layers of uniform cells that tall ones replace. */
  private get plane(): number {
    return this.liquid.faces.layers.cells;
  }

  /** Finds the plane, and makes particles of what was filled in above. */
  private settle(): void {
    const { grid, poured, solids } = this;
    const full = poured === undefined ? 0 : fullLayers(grid, poured.countCells(grid), solids.distance);
    const band = bandHeight(this.share, full);
    const plane = Math.min(this.canBeTall ? planeOf(full, band) : 0, solids.free);
    this.begin(plane, band);
    const { particles } = this.liquid.band;
    const bottom = this.liquid.band.grid.origin[UP];
    poured?.forEach((x, y, z, [u, v, w]) => {
      if (plane === 0 || y >= bottom) particles.add(x, y, z, u, v, w);
    });
  }

  /** Whether there may be tall cells: not beside open sides, nor where anything but particles stores the liquid. */
  private get canBeTall(): boolean {
    const { transport } = this.input.liquid;
    return isBasin(closedSides(this.input.liquid)) && transportOf(transport).definition.isParted === true;
  }

  /** Begins with an empty liquid with tall cells in the place of the lowest `plane` layers. */
  private begin(plane: number, band: number): void {
    this.poured = undefined;
    this.band = band;
    if (this.made?.faces.layers.cells === plane) return;
    const before = this.kernel;
    this.made = this.create(plane);
    before?.dispose();
  }

  private movePlane(plane: number): void {
    const from = this.liquid;
    const before = this.kernel;
    const to = this.create(plane);
    regrid(from, to);
    this.made = to;
    before?.dispose();
  }

  private create(plane: number): TallLiquid {
    const { grid, sprayDistance, band } = this;
    const { liquid, quality, gravity, material, seed, createKernel } = this.input;
    const sides = closedSides(liquid);
    const above = bandGrid(grid, plane);
    const kernel = createKernel?.({ ...above, closedSides: sides });
    const { definition, params } = transportOf(liquid.transport);
    const made = new TallLiquid(grid, new TallLayers(gradedHeights(plane, band)), {
      ...SOLVE,
      gravity,
      kernel,
      density: liquid.density,
      material,
      closedSides: sides,
      courantNumber: quality.courantNumber,
      seed,
      transport: definition.create({ grid: above, closedSides: sides, sprayDistance, kernel, seed }, params),
    });
    this.kernel = kernel;
    this.solids.give(made, true);
    return made;
  }

  private createEdits(): ParticleEdits {
    const particles = () => this.poured ?? this.liquid.band.particles;
    const liquid = () => this.liquid.band;
    return {
      by: 'particles',
      get particles() {
        return particles();
      },
      get particleVolume() {
        return liquid().particleVolume;
      },
      remove: (flags) => liquid().drain(flags),
    };
  }
}
