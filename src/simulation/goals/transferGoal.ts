import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { embedPositions, type VolumeMesh } from '../../geometry/TetMesh.ts';
import { ConjugateGradientScratch, solveProjected } from '../../math/projectedConjugateGradient.ts';
import { VectorLaplacian } from './VectorLaplacian.ts';

/** Weight of the surface against the smoothness inside, relative to the mean stiffness of a vertex: misses by about its inverse. */
const SURFACE_WEIGHT = 1e3;
const TOLERANCE = 1e-9;
const MAX_ITERATIONS = 2000;

/**
 * Returns the positions of a volume's vertices in a goal that gives those of its surface (`goalSurface`, xyz per vertex of `volume.surface`, m): the affine map that fits the surface best, plus the
 * displacement u with the smallest integral of |grad u|^2 that brings the surface the rest of the distance (harmonic inside). Affine goals are reproduced exactly. Throws `geometry-invalid` for
 * another number of vertices, and `cancelled`.
 */
export function transferGoal(volume: VolumeMesh, goalSurface: Float64Array, job: JobContext): Float64Array {
  const { surface, embedding, mesh } = volume;
  const [wanted, given] = [surface.positions.length / 3, goalSurface.length / 3];
  if (given !== wanted) {
    throw new CoreError('geometry-invalid', `the goal has ${given} vertices, the solid ${wanted}`, {
      remedy: 'Make the goal by moving the vertices of the mesh of the solid, without changing their number and order.',
    });
  }
  const rest = new Float64Array(goalSurface.length);
  embedPositions(embedding, mesh.positions, rest);
  const goal = affineImage(rest, goalSurface, mesh.positions);
  const reached = new Float64Array(goalSurface.length);
  embedPositions(embedding, goal, reached);
  const missing = goalSurface.map((value, k) => value - reached[k]);
  const displacement = new HarmonicFit(volume, job).solve(missing);
  return goal.map((value, k) => value + displacement[k]);
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
  private readonly volume: VolumeMesh;
  private readonly job: JobContext;
  private readonly laplacian: VectorLaplacian;
  /** Diagonal of the quadratic form, per vertex. */
  private readonly diagonal: Float64Array;
  private readonly weight: number;
  private readonly surface: Float64Array;

  constructor(volume: VolumeMesh, job: JobContext) {
    const { embedding } = volume;
    this.volume = volume;
    this.job = job;
    this.laplacian = new VectorLaplacian(volume);
    this.diagonal = this.laplacian.diagonal.slice();
    this.surface = new Float64Array(volume.surface.positions.length);
    const mean = this.diagonal.reduce((sum, value) => sum + value, 0) / this.diagonal.length;
    this.weight = SURFACE_WEIGHT * mean;
    for (let k = 0; k < embedding.weights.length; k++) {
      this.diagonal[embedding.vertices[k]] += this.weight * embedding.weights[k] ** 2;
    }
  }

  /** u for the wanted displacements d of the surface. */
  solve(wanted: Float64Array): Float64Array {
    const length = this.volume.mesh.positions.length;
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
    solveProjected(system, rightSide, TOLERANCE, MAX_ITERATIONS, solution, new ConjugateGradientScratch(length));
    return solution;
  }

  private multiply(x: Float64Array, out: Float64Array): void {
    checkCancelled(this.job);
    this.laplacian.multiply(x, out);
    embedPositions(this.volume.embedding, x, this.surface);
    this.addToVertices(this.surface, out);
  }

  /** out += w E^T values. */
  private addToVertices(values: Float64Array, out: Float64Array): void {
    const { size, vertices, weights } = this.volume.embedding;
    for (let k = 0; k < weights.length; k++) {
      const from = 3 * Math.floor(k / size);
      const to = 3 * vertices[k];
      for (let axis = 0; axis < 3; axis++) out[to + axis] += this.weight * weights[k] * values[from + axis];
    }
  }
}
