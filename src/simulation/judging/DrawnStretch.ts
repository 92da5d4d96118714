import type { EntityStats } from '../../frames/EntityStats.ts';
import type { Judgement } from '../../frames/judgements.ts';
import { embedPositions, type VolumeMesh } from '../../geometry/TetMesh.ts';
import type { StatisticsSections } from '../../scene/statistics/statistic.ts';

type SurfaceStretch = StatisticsSections['surfaceStretch'];

/** An edge of the drawn surface that is stretched more than this is one whose textures smear and whose faces show as spikes. */
export const LARGEST_STRETCH = 3;
/**
 * Stretch of the surface relative to that of the elements above which it no longer only follows them. Weights within an element keep an edge at the element's stretch, and edges across two elements
 * near it: twice as much means that its ends are embedded in elements that parted.
 */
export const LARGEST_RELATIVE = 2;
/** Relative stretch below which the surface follows its elements, and nothing is noted in the frame. */
const NOTED_RELATIVE = 1.5;
/** Edges shorter than this share of the mean count as so long: the stretch of what has no length is rounding. */
const SHORTEST = 0.01;
/** Stretch of a carrier that has not been measured yet. */
const UNKNOWN = -1;

/**
 * Stretch of the edges of a body's drawn surface against that of the elements that carry them. An element's stretch is the largest of
 * the distances between its corners, each over that at rest: for affine elements no edge inside is stretched farther than
 * their largest singular value, which is near it.
 */
export class DrawnStretch {
  private readonly volume: VolumeMesh;
  /** Two surface vertices per edge, each edge once. */
  private readonly edges: Uint32Array;
  /** m. */
  private readonly lengths: Float64Array;
  private readonly drawn: Float64Array;
  private readonly carried: Float64Array;
  /** Distances at rest of each pair of the corners that carry a surface vertex, m. */
  private readonly restSpans: Float64Array;
  /** Distance of the pair that is looked at, m. */
  private readonly span = new Float64Array(1);

  constructor(volume: VolumeMesh) {
    this.volume = volume;
    this.edges = surfaceEdges(volume.surface);
    this.drawn = new Float64Array(volume.surface.positions.length);
    this.carried = new Float64Array(volume.surface.positions.length / 3);
    embedPositions(volume.embedding, volume.mesh.positions, this.drawn);
    this.restSpans = restSpans(volume);
    this.lengths = new Float64Array(this.edges.length / 2);
    let sum = 0;
    for (let edge = 0; edge < this.lengths.length; edge++) {
      writeDistance(this.drawn, this.edges[2 * edge], this.edges[2 * edge + 1], this.lengths, edge);
      sum += this.lengths[edge];
    }
    const shortest = (SHORTEST * sum) / Math.max(1, this.lengths.length);
    for (let edge = 0; edge < this.lengths.length; edge++) {
      this.lengths[edge] = Math.max(this.lengths[edge], shortest);
    }
  }

  /** Measures the stretch with the volume's vertices at `positions`, m. */
  measure(positions: Float64Array): SurfaceStretch {
    return this.measureEdges(positions, 0);
  }

  /** Measures what a frame keeps of it: nothing where the surface follows its elements everywhere. */
  noted(positions: Float64Array): SurfaceStretch | undefined {
    return notedStretch(this.measureEdges(positions, NOTED_RELATIVE));
  }

  /** Measures the stretch; edges whose own is below `least` are left out of what is relative, which is no larger. */
  private measureEdges(positions: Float64Array, least: number): SurfaceStretch {
    const { drawn, edges, lengths, carried, span } = this;
    embedPositions(this.volume.embedding, positions, this.drawn);
    carried.fill(UNKNOWN);
    let largest = 0;
    let relative = 0;
    let tooFar = 0;
    for (let edge = 0; edge < lengths.length; edge++) {
      if (lengths[edge] === 0) continue;
      const a = edges[2 * edge];
      const b = edges[2 * edge + 1];
      writeDistance(drawn, a, b, span, 0);
      const stretch = span[0] / lengths[edge];
      if (stretch > largest) largest = stretch;
      if (stretch < least) continue;
      if (carried[a] === UNKNOWN) this.stretchCarrier(a, positions);
      if (carried[b] === UNKNOWN) this.stretchCarrier(b, positions);
      const beyond = stretch / Math.max(1, carried[a], carried[b]);
      if (beyond > relative) relative = beyond;
      if (stretch > LARGEST_STRETCH && beyond > LARGEST_RELATIVE) tooFar++;
    }
    return { largest, relative, share: tooFar / lengths.length };
  }

  /** carried[vertex] = the stretch of the element that carries a surface vertex. */
  private stretchCarrier(vertex: number, positions: Float64Array): void {
    const { span, restSpans: rest } = this;
    const { size, vertices } = this.volume.embedding;
    const end = size * (vertex + 1);
    let pair = (vertex * size * (size - 1)) / 2;
    let most = 0;
    for (let a = size * vertex; a < end; a++) {
      for (let b = a + 1; b < end; b++, pair++) {
        if (rest[pair] === 0) continue;
        writeDistance(positions, vertices[a], vertices[b], span, 0);
        most = Math.max(most, span[0] / rest[pair]);
      }
    }
    this.carried[vertex] = most;
  }
}

/** Returns the distances at rest, m, of the pairs of corners that carry each surface vertex. */
function restSpans({ mesh, embedding: { size, vertices } }: VolumeMesh): Float64Array {
  const perVertex = (size * (size - 1)) / 2;
  const spans = new Float64Array((perVertex * vertices.length) / size);
  let pair = 0;
  for (let first = 0; first < vertices.length; first += size) {
    for (let a = first; a < first + size; a++) {
      for (let b = a + 1; b < first + size; b++) writeDistance(mesh.positions, vertices[a], vertices[b], spans, pair++);
    }
  }
  return spans;
}

/** What a frame keeps of it: nothing where the surface follows its elements everywhere. */
function notedStretch(drawn: SurfaceStretch): SurfaceStretch | undefined {
  return drawn.relative < NOTED_RELATIVE ? undefined : drawn;
}

/** Every edge of the faces once. */
function surfaceEdges({ faceOffsets, faceVertices, positions }: VolumeMesh['surface']): Uint32Array {
  const count = positions.length / 3;
  const seen = new Set<number>();
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const end = faceOffsets[face + 1];
    for (let at = faceOffsets[face]; at < end; at++) {
      const a = faceVertices[at];
      const b = faceVertices[at + 1 < end ? at + 1 : faceOffsets[face]];
      if (a !== b) seen.add(Math.min(a, b) * count + Math.max(a, b));
    }
  }
  const edges = new Uint32Array(2 * seen.size);
  let next = 0;
  for (const key of seen) {
    edges[next++] = Math.floor(key / count);
    edges[next++] = key % count;
  }
  return edges;
}

/** out[at] = distance between points `a` and `b`: in an array, since a number that is returned may be a new object. */
function writeDistance(positions: Float64Array, a: number, b: number, out: Float64Array, at: number): void {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  out[at] = Math.sqrt(x * x + y * y + z * z);
}

/** Reports that the drawn surface left the elements behind, where it did. */
export function judgeStretch(entity: string, { sections }: EntityStats): Judgement[] {
  const drawn = sections?.surfaceStretch;
  if (drawn === undefined || drawn.share === 0) return [];
  const share = Number((100 * drawn.share).toPrecision(2));
  const times = (value: number) => `${Number(value.toPrecision(2))}-fold`;
  return [
    {
      kind: 'surface-stretch',
      severity: 'warning',
      entity,
      value: drawn.largest,
      limit: LARGEST_STRETCH,
      unit: '',
      label: `surface stretched ${times(drawn.largest)}`,
      sentence:
        `solid '${entity}': its drawn surface is stretched up to ${times(drawn.largest)}, ${times(drawn.relative)} as much as its elements, ` +
        `at ${share} % of its edges`,
      remedy: 'mesh it again with a shorter edge, or with the embedded BCC lattice',
    },
  ];
}
