import { centreSlopes } from '../../../src/frames/derived/elementShapes.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';

/** Lines along the longest side of a body's box. */
const ACROSS = 24;
/** Length of a line at rest, over the distance between lines. */
const LENGTH = 0.72;
/** Height of lines over the surface, as a share of their length. */
const LIFT = 0.03;

/**
 * Short lines on the surface of a body: where they are and how they follow its elements. A line at display vertex p of element e, with fibre a at rest, is
 * p +- F a l / 2; F a = sum over the corners of e of w_c x_c, with the weights w_c = (gradient of corner c) . a.
 */
export class FibreShape {
  readonly count: number;
  /** m. */
  private readonly length: number;
  private readonly body: MeshStatics;
  private readonly places: Uint32Array;
  private readonly weights: Float32Array;

  /** `directions`: unit vectors at rest, xyz per element. */
  constructor(body: MeshStatics, directions: Float32Array) {
    this.body = body;
    const { elementSize: size, surface } = body;
    const { spacing, places } = spreadPlaces(surface.restPositions);
    this.length = LENGTH * spacing;
    const weights = new Float32Array(size * places.length);
    const kept: number[] = [];
    for (const place of places) {
      const at = size * kept.length;
      if (writeWeights(body, directions, surface.element[place], weights.subarray(at, at + size))) kept.push(place);
    }
    this.places = Uint32Array.from(kept);
    this.weights = weights;
    this.count = kept.length;
  }

  /**
   * Writes two ends per line (xyz) and one stretch per line. `volume`: positions of the volume's vertices; `positions`, `normals`: those of the display
   * vertices.
   */
  write(
    volume: Float32Array,
    positions: Float32Array,
    normals: Float32Array,
    ends: Float32Array,
    stretches: Float32Array,
  ): void {
    const { elementSize: size, elements, surface } = this.body;
    const fibre = [0, 0, 0];
    for (let line = 0; line < this.count; line++) {
      const place = this.places[line];
      const first = size * surface.element[place];
      fibre.fill(0);
      for (let corner = 0; corner < size; corner++) {
        const weight = this.weights[size * line + corner];
        for (let axis = 0; axis < 3; axis++) fibre[axis] += weight * volume[3 * elements[first + corner] + axis];
      }
      const normal = normals.subarray(3 * place, 3 * place + 3);
      stretches[line] = Math.hypot(fibre[0], fibre[1], fibre[2]);
      // In the surface, so that no half of a line is inside.
      const out = fibre[0] * normal[0] + fibre[1] * normal[1] + fibre[2] * normal[2];
      for (let axis = 0; axis < 3; axis++) {
        const middle = positions[3 * place + axis] + LIFT * this.length * normal[axis];
        const half = 0.5 * this.length * (fibre[axis] - out * normal[axis]);
        ends[6 * line + axis] = middle - half;
        ends[6 * line + 3 + axis] = middle + half;
      }
    }
  }
}

/** Vertices no nearer to each other than about the spacing: the first in each cell of a grid. */
function spreadPlaces(positions: Float32Array): { readonly spacing: number; readonly places: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  const spacing = Math.max(...high.map((value, axis) => value - low[axis])) / ACROSS;
  const taken = new Set<number>();
  const places: number[] = [];
  for (let v = 0; v < positions.length / 3; v++) {
    const [i, j, k] = [0, 1, 2].map((axis) => Math.floor((positions[3 * v + axis] - low[axis]) / spacing));
    const cell = i + (ACROSS + 1) * (j + (ACROSS + 1) * k);
    if (taken.has(cell)) continue;
    taken.add(cell);
    places.push(v);
  }
  return { spacing, places };
}

/** out = w_c of an element; false where it has no fibre, or is flat at rest. */
function writeWeights(
  { elementSize: size, elements, restVolume }: MeshStatics,
  directions: Float32Array,
  element: number,
  out: Float32Array,
): boolean {
  const slopes = centreSlopes(size);
  if (slopes === undefined) return false;
  const axes = [0, 1, 2].map((column) =>
    [0, 1, 2].map((row) => {
      let sum = 0;
      for (let c = 0; c < size; c++) sum += slopes[3 * c + column] * restVolume[3 * elements[size * element + c] + row];
      return sum;
    }),
  );
  const a = [...directions.subarray(3 * element, 3 * element + 3)];
  const determinant = dot(axes[0], cross(axes[1], axes[2]));
  if (determinant === 0 || !(Math.hypot(...a) > 0)) return false;
  const inner = [0, 1, 2].map((k) => dot(a, cross(axes[(k + 1) % 3], axes[(k + 2) % 3])) / determinant);
  for (let c = 0; c < size; c++) {
    out[c] = inner.reduce((sum, value, column) => sum + value * slopes[3 * c + column], 0);
  }
  return true;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
