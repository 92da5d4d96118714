import type { SystemState } from '../../base/state/SystemState.ts';
import type { CellFields } from '../../frames/LiquidCells.ts';
import { ID, streamOf, valuesOf, type Stream } from '../../frames/Stream.ts';
import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { CoupledFluid } from '../CoupledFluid.ts';
import { levelSetStream } from '../levelset/levelSetFrame.ts';
import { largestKey } from '../../scene/curves.ts';
import type { LiquidEdits } from '../LiquidEdits.ts';
import { closedSides, liquidGrid } from '../liquidGrid.ts';
import type { LiquidSolver, LiquidSolverInput, SolverStats } from '../LiquidSolver.ts';
import { transportOf } from '../LiquidTransport.ts';
import { liquidMoments } from './frame/liquidMoments.ts';
import { particleStream, shownParticles, sprayStats } from './frame/liquidSpray.ts';
import { stateOfFrame } from './frame/stateOfFrame.ts';
import { GridLiquid } from './GridLiquid.ts';

/** Largest net flow out of a cell that a pressure solve leaves, over the largest there was; and how long it may take. */
const SOLVE = { tolerance: 1e-6, maxIterations: 200 } as const;

/** A liquid of a shot on a uniform grid: what its transport stores, in the form of frames and statistics. */
export class UniformGridSolver implements LiquidSolver {
  readonly grid: CellGrid;
  readonly state: SystemState;
  readonly edits: LiquidEdits;
  readonly coupled: CoupledFluid;
  private readonly id: string;
  /** kg/m3. */
  private readonly density: number;
  private readonly gravity: Float64Array;
  /** Distance beyond which particles are spray, in cells; undefined where spray is not stored apart. */
  private readonly sprayDistance: number | undefined;
  private readonly kernel: LiquidKernel | undefined;
  private readonly liquid: GridLiquid;

  /** Throws `document-invalid` for more cells than there is memory for. */
  constructor({ liquid, quality, gravity, material, seed, createKernel }: LiquidSolverInput) {
    const { id, density, elasticity, spray, vortices, transport } = liquid;
    const sides = closedSides(liquid);
    this.id = id;
    this.density = density;
    this.gravity = gravity;
    this.grid = liquidGrid(liquid, quality.edgeScale);
    this.kernel = createKernel?.({ ...this.grid, closedSides: sides });
    this.sprayDistance = spray.enabled ? spray.distance : undefined;
    const { grid, kernel, sprayDistance } = this;
    const { definition, params } = transportOf(transport);
    this.liquid = new GridLiquid(grid, {
      ...SOLVE,
      gravity,
      kernel,
      density,
      closedSides: sides,
      courantNumber: quality.courantNumber,
      seed,
      transport: definition.create({ grid, closedSides: sides, sprayDistance, kernel, seed }, params),
      material,
      get viscosity() {
        return material.viscosity / density;
      },
      elasticity: largestKey(elasticity.shearModulus) > 0 ? material.elasticity : undefined,
      vortices: vortices.enabled ? vortices : undefined,
    });
    this.state = this.liquid.state;
    this.edits = editsOf(this.liquid);
    this.coupled = this.liquid;
  }

  get emitterCells(): Uint8Array | undefined {
    return this.liquid.vortices?.emitterCells;
  }

  setSolids(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.liquid.setSolids(distance, velocity);
  }

  beginFrame(): void {
    this.liquid.incompressible.begin();
  }

  longestStep(most: number): number {
    return this.liquid.longestStep(most);
  }

  findVelocity(dt: number): void {
    this.liquid.findVelocity(dt);
  }

  advect(dt: number): void {
    this.liquid.advect(dt);
  }

  keepOut(): void {
    this.liquid.keepOut();
  }

  /** Returns its particles and, where it is stored as a level set, the cells of that; the particles are then spray. */
  streams(): Stream[] {
    const { levelSet } = this.liquid;
    const particles = particleStream(this.id, this.grid, this.liquid, this.sprayDistance);
    return levelSet === undefined ? [particles] : [particles, levelSetStream(this.id, this.grid, levelSet)];
  }

  stats(): SolverStats {
    const { drops, vortices, volumeDrift } = this.liquid;
    const { iterations, divergence } = this.liquid.incompressible;
    const { largest, rms, overTolerance } = divergence;
    const volume = this.liquid.volume + (drops?.volume ?? 0);
    const spray = sprayStats(this.grid, this.liquid, this.sprayDistance);
    const { parts, square, most, height } = liquidMoments(this.grid, this.liquid, this.gravity);
    const mass = parts === 0 ? 0 : (this.density * volume) / parts;
    return {
      particles: shownParticles(this.liquid).count,
      volume,
      energies: { kinetic: (mass * square) / 2, elastic: this.liquid.elastic?.energy() ?? 0, gravity: mass * height },
      largestSpeed: Math.sqrt(most),
      pressureIterations: iterations,
      divergence: { largest, rms, overTolerance },
      volumeDrift,
      ...(spray && { spray }),
      ...(vortices && { vortices: vortices.count }),
    };
  }

  /** How velocities change around a particle is in no frame and counts as nothing, as does the strain of an elastic liquid. */
  loadFrame(streams: readonly Stream[], volume: number): void {
    const particles = streamOf({ streams }, this.id, 'points');
    const count = particles === undefined ? 0 : valuesOf(particles, ID, Uint32Array).length;
    const flying = this.liquid.drops?.volumeOf(count) ?? 0;
    this.state.loadPart(stateOfFrame(this.grid, this.id, streams, volume - flying));
    this.liquid.elastic?.relax();
  }

  cellFields(most: number): CellFields {
    return this.liquid.cellFields(most);
  }

  /** Gives the memory of the kernel back. */
  dispose(): void {
    this.kernel?.dispose();
  }
}

function editsOf(liquid: GridLiquid): LiquidEdits {
  if (liquid.levelSet === undefined) {
    return {
      by: 'particles',
      particles: liquid.particles,
      get particleVolume() {
        return liquid.particleVolume;
      },
      remove: (flags) => liquid.drain(flags),
    };
  }
  return {
    by: 'distance',
    unite: (distance, most, velocity) => liquid.unite(distance, most, velocity),
    subtract: (distance, most) => liquid.subtract(distance, most),
  };
}
