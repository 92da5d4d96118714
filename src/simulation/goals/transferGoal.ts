import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { embedPositions, type Embedding, type VolumeMesh } from '../../geometry/TetMesh.ts';
import { ConjugateGradientScratch, solveProjected } from '../../math/projectedConjugateGradient.ts';
import { VectorLaplacian } from './VectorLaplacian.ts';

/** Weight of the surface against the smoothness inside, relative to the mean stiffness of a vertex: misses by about its inverse. */
const SURFACE_WEIGHT = 1e3;
const TOLERANCE = 1e-9;
const MAX_ITERATIONS = 2000;

/**
 * Returns the positions of a volume's vertices in a goal that gives those of its surface (`goalSurface`, xyz per vertex of `volume.surface`, m), as `GoalTransfer` extends it. Throws
 * `geometry-invalid` for another number of vertices, and `cancelled`.
 */
export function transferGoal(volume: VolumeMesh, goalSurface: Float64Array, job: JobContext): Float64Array {
  const [wanted, given] = [volume.surface.positions.length / 3, goalSurface.length / 3];
  if (given !== wanted) {
    throw new CoreError('geometry-invalid', `the goal has ${given} vertices, the solid ${wanted}`, {
      remedy: 'Make the goal by moving the vertices of the mesh of the solid, without changing their number and order.',
    });
  }
  return new GoalTransfer(volume, volume.embedding, job, TOLERANCE).extend(goalSurface);
}

/**
 * Extends positions of points of a volume, as those of its surface, into all of it: the affine map that fits the points best, plus the displacement u with the smallest integral of |grad u|^2 that brings the points the rest of
 * the distance (harmonic inside). Affine images are reproduced exactly.
 */
export class GoalTransfer {
  /** The points in the volume at rest, xyz, m. */
  readonly rest: Float64Array;
  private readonly volume: VolumeMesh;
  private readonly points: Embedding;
  private readonly job: JobContext;
  private readonly tolerance: number;
  /** Made where an image is not affine. */
  private fit: HarmonicFit | undefined;

  /** `points`: where in the volume they lie; `tolerance`: of the harmonic part, relative to its right-hand side. */
  constructor(volume: VolumeMesh, points: Embedding, job: JobContext, tolerance: number) {
    this.volume = volume;
    this.points = points;
    this.job = job;
    this.tolerance = tolerance;
    this.rest = new Float64Array((3 * points.weights.length) / points.size);
    embedPositions(points, volume.mesh.positions, this.rest);
  }

  /** Returns the positions of the volume's vertices with the points at `image`, xyz, m. Throws `cancelled`. */
  extend(image: Float64Array): Float64Array {
    const { volume, points, rest, job, tolerance } = this;
    const goal = affineImage(rest, image, volume.mesh.positions);
    const reached = new Float64Array(image.length);
    embedPositions(points, goal, reached);
    const missing = image.map((value, k) => value - reached[k]);
    if (!isSeen(missing, goal)) return goal;
    this.fit ??= new HarmonicFit(volume, points, job, tolerance);
    const displacement = this.fit.solve(missing);
    return goal.map((value, k) => value + displacement[k]);
  }
}

/** Displacements below this share of the largest coordinate are rounding. */
const ROUNDING = 1e-12;

function isSeen(displacements: Float64Array, positions: Float64Array): boolean {
  const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest(displacements) > ROUNDING * largest(positions);
}

/** The points under the affine map that brings `from` to `to` best (least squares); a translation where `from` is flat. */
function affineImage(from: Float64Array, to: Float64Array, points: Float64Array): Float64Array {
  const count = from.length / 3;
  const [meanFrom, meanTo] = [new Float64Array(3), new Float64Array(3)];
  for (let k = 0; k < from.length; k++) {
    meanFrom[k % 3] += from[k] / count;
    meanTo[k % 3] += to[k] / count;
  }
  const [spread, cross] = [new Float64Array(9), new Float64Array(9)];
  for (let v = 0; v < from.length; v += 3) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        spread[3 * i + j] += (from[v + i] - meanFrom[i]) * (from[v + j] - meanFrom[j]);
        cross[3 * i + j] += (to[v + i] - meanTo[i]) * (from[v + j] - meanFrom[j]);
      }
    }
  }
  const map = quotient(cross, spread) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return points.map((_, k) => {
    const v = k - (k % 3);
    const row = 3 * (k % 3);
    let sum = meanTo[k % 3];
    for (let j = 0; j < 3; j++) sum += map[row + j] * (points[v + j] - meanFrom[j]);
    return sum;
  });
}

/** Fraction of the determinant that three equal spreads give, below which points count as flat. */
const FLAT = 1e-12;

/** a b^-1 for symmetric b, or undefined where b is singular. */
function quotient(a: Float64Array, b: Float64Array): number[] | undefined {
  const c = [
    b[4] * b[8] - b[5] * b[7],
    b[2] * b[7] - b[1] * b[8],
    b[1] * b[5] - b[2] * b[4],
    b[5] * b[6] - b[3] * b[8],
    b[0] * b[8] - b[2] * b[6],
    b[2] * b[3] - b[0] * b[5],
    b[3] * b[7] - b[4] * b[6],
    b[1] * b[6] - b[0] * b[7],
    b[0] * b[4] - b[1] * b[3],
  ];
  const determinant = b[0] * c[0] + b[1] * c[3] + b[2] * c[6];
  const size = (b[0] + b[4] + b[8]) / 3;
  if (!(determinant > FLAT * size ** 3)) return undefined;
  return Array.from({ length: 9 }, (_, k) => {
    const row = 3 * Math.floor(k / 3);
    return [0, 1, 2].reduce((sum, j) => sum + (a[row + j] * c[3 * j + (k % 3)]) / determinant, 0);
  });
}

/** Minimises sum V |grad u|^2 + w sum_s |E u - d|_s^2 over the displacements u of the vertices; E: embedding of the surface. */
class HarmonicFit {
  private readonly points: Embedding;
  private readonly job: JobContext;
  private readonly laplacian: VectorLaplacian;
  /** Diagonal of the quadratic form, per vertex. */
  private readonly diagonal: Float64Array;
  private readonly weight: number;
  private readonly surface: Float64Array;
  private readonly tolerance: number;
  private readonly scratch: ConjugateGradientScratch;

  constructor(volume: VolumeMesh, points: Embedding, job: JobContext, tolerance: number) {
    this.points = points;
    this.job = job;
    this.laplacian = new VectorLaplacian(volume);
    this.diagonal = this.laplacian.diagonal.slice();
    this.surface = new Float64Array((3 * points.weights.length) / points.size);
    this.tolerance = tolerance;
    this.scratch = new ConjugateGradientScratch(volume.mesh.positions.length);
    const mean = this.diagonal.reduce((sum, value) => sum + value, 0) / this.diagonal.length;
    this.weight = SURFACE_WEIGHT * mean;
    for (let k = 0; k < points.weights.length; k++) {
      this.diagonal[points.vertices[k]] += this.weight * points.weights[k] ** 2;
    }
  }

  /** u for the wanted displacements d of the surface. */
  solve(wanted: Float64Array): Float64Array {
    const length = 3 * this.diagonal.length;
    const [rightSide, solution] = [new Float64Array(length), new Float64Array(length)];
    this.addToVertices(wanted, rightSide);
    const { diagonal } = this;
    const system = {
      multiply: (x: Float64Array, out: Float64Array) => this.multiply(x, out),
      precondition: (r: Float64Array, out: Float64Array) => {
        for (let k = 0; k < r.length; k++) out[k] = r[k] / diagonal[Math.floor(k / 3)];
      },
      project: () => undefined,
    };
    solveProjected(system, rightSide, this.tolerance, MAX_ITERATIONS, solution, this.scratch);
    return solution;
  }

  private multiply(x: Float64Array, out: Float64Array): void {
    checkCancelled(this.job);
    this.laplacian.multiply(x, out);
    embedPositions(this.points, x, this.surface);
    this.addToVertices(this.surface, out);
  }

  /** out += w E^T values. */
  private addToVertices(values: Float64Array, out: Float64Array): void {
    const { size, vertices, weights } = this.points;
    for (let k = 0; k < weights.length; k++) {
      const from = 3 * Math.floor(k / size);
      const to = 3 * vertices[k];
      for (let axis = 0; axis < 3; axis++) out[to + axis] += this.weight * weights[k] * values[from + axis];
    }
  }
}
