import { type CellGrid, type FaceArrays, faceArrays } from './CellGrid.ts';
import { extrapolateVelocity, fillLayer } from './extrapolateVelocity.ts';
import { type ClosedSides, LiquidObstacles } from './LiquidObstacles.ts';
import { type LiquidState, PressureProjection, type ProjectionSettings } from './pressure/PressureProjection.ts';
import { LiquidParticles } from './transport/LiquidParticles.ts';
import { ParticleDistance } from './transport/ParticleDistance.ts';
import { ParticleTransfer, velocityAt } from './transport/ParticleTransfer.ts';

/** Cells that a particle may move in a substep. */
const COURANT = 2;
/** Faces around the liquid that get a velocity, so that particles have one wherever a substep takes them. */
const LAYERS = COURANT + 2;
/** Faces whose velocity is given and goes nowhere else. */
const FIXED = 255;
export interface LiquidSettings extends ProjectionSettings {
  /** m/s2. */
  readonly gravity: readonly [number, number, number];
  /** Whether the sides of the grid are walls, low and high of each axis; open ones let liquid out. */
  readonly closedSides: ClosedSides;
  /** Distance to solids at the corners of cells, m, positive outside; none where left out. */
  readonly solidDistance?: Float64Array;
}

/** A liquid of particles in a box of cells (affine particle-in-cell), with solids that do not move. Its state is the particles. */
export class LiquidSolver implements LiquidState {
  readonly particles = new LiquidParticles();
  readonly velocity: FaceArrays;
  readonly open: FaceArrays;
  readonly solidVelocity: FaceArrays;
  readonly phi: Float64Array;
  /** Of the last step. */
  substeps = 0;
  iterations = 0;
  private readonly grid: CellGrid;
  private readonly settings: LiquidSettings;
  private readonly projection: PressureProjection;
  private readonly transfer: ParticleTransfer;
  private readonly known: readonly Uint8Array[];
  private readonly distance: ParticleDistance;
  private readonly obstacles: LiquidObstacles;

  constructor(grid: CellGrid, settings: LiquidSettings) {
    this.grid = grid;
    this.settings = settings;
    this.velocity = faceArrays(grid);
    this.open = faceArrays(grid);
    this.solidVelocity = faceArrays(grid);
    this.phi = new Float64Array(grid.size);
    this.projection = new PressureProjection(grid, settings);
    this.transfer = new ParticleTransfer(grid);
    this.known = this.velocity.map(() => new Uint8Array(grid.size));
    this.distance = new ParticleDistance(grid, settings.closedSides);
    this.obstacles = new LiquidObstacles(grid, settings.closedSides, settings.solidDistance);
    this.obstacles.writeOpenFaces(this.open);
  }

  /** Moves the liquid by `dt`, s, in as many substeps as its speed asks for. */
  advance(dt: number): void {
    this.substeps = 0;
    this.iterations = 0;
    let left = dt;
    while (left > 0) {
      const step = this.substep(left);
      left = step >= left * (1 - 1e-9) ? 0 : left - step;
      this.substeps++;
    }
  }

  /** Moves by at most `most`, s; gives the time that passed. */
  private substep(most: number): number {
    const { grid, particles, velocity, settings, transfer } = this;
    const step = this.longestStep(most);
    transfer.toGrid(particles, velocity, this.known);
    this.distance.measure(particles, this.phi);
    this.obstacles.fillSolids(this.phi);
    for (let axis = 0; axis < 3; axis++) {
      const pull = step * settings.gravity[axis];
      const u = velocity[axis];
      for (let c = 0; c < u.length; c++) if (this.known[axis][c] !== 0) u[c] += pull;
    }
    this.iterations += this.projection.project(this).iterations;
    for (const axis of [0, 1, 2] as const) {
      this.chooseKnown(axis);
      extrapolateVelocity(grid, velocity[axis], this.known[axis], axis, LAYERS);
      fillLayer(grid, velocity[axis], axis);
    }
    transfer.toParticles(velocity, particles);
    this.moveParticles(step);
    return step;
  }

  private longestStep(most: number): number {
    const { particles, grid, settings } = this;
    let square = 0;
    for (let k = 0; k < 3 * particles.count; k += 3) {
      const [x, y, z] = particles.velocities.subarray(k, k + 3);
      square = Math.max(square, x * x + y * y + z * z);
    }
    // What gravity adds on the way over the cells counts too.
    const pull = Math.hypot(...settings.gravity);
    const speed = Math.sqrt(square) + Math.sqrt(pull * grid.h);
    return speed > 0 ? Math.min(most, (COURANT * grid.h) / speed) : most;
  }

  /** Which faces have the velocity of the liquid: those that it was projected on. The sides of the grid keep theirs. */
  private chooseKnown(axis: 0 | 1 | 2): void {
    const { velocity, open, solidVelocity, phi, grid, settings } = this;
    const known = this.known[axis];
    const stride = grid.strides[axis];
    const [low, high] = settings.closedSides[axis];
    grid.forEach((c, i, j, k) => {
      const at = [i, j, k][axis];
      if ((at === 0 && low) || (at === grid.counts[axis] && high)) {
        velocity[axis][c] = solidVelocity[axis][c];
        known[c] = FIXED;
      } else known[c] = open[axis][c] > 0 && (phi[c] < 0 || phi[c - stride] < 0) ? 1 : 0;
    }, axis);
  }

  /** By the midpoint rule in the velocity of the faces, and out of solids. */
  private moveParticles(dt: number): void {
    const { grid, particles, velocity } = this;
    const { positions } = particles;
    for (let p = 0; p < particles.count; p++) {
      const k = 3 * p;
      const x = positions[k];
      const y = positions[k + 1];
      const z = positions[k + 2];
      const middleX = x + (dt / 2) * velocityAt(grid, velocity[0], 0, x, y, z);
      const middleY = y + (dt / 2) * velocityAt(grid, velocity[1], 1, x, y, z);
      const middleZ = z + (dt / 2) * velocityAt(grid, velocity[2], 2, x, y, z);
      for (let axis = 0; axis < 3; axis++) {
        positions[k + axis] += dt * velocityAt(grid, velocity[axis], axis, middleX, middleY, middleZ);
      }
    }
    this.obstacles.pushOut(positions, particles.count);
  }
}
