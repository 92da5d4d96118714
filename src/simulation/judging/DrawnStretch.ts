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
  /** Distances of the pair that is looked at, m. */
  private readonly spans = new Float64Array(2);

  constructor(volume: VolumeMesh) {
    this.volume = volume;
    this.edges = surfaceEdges(volume.surface);
    this.drawn = new Float64Array(volume.surface.positions.length);
    this.carried = new Float64Array(volume.surface.positions.length / 3);
    embedPositions(volume.embedding, volume.mesh.positions, this.drawn);
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
    const { drawn, edges, lengths, carried, spans } = this;
    embedPositions(this.volume.embedding, positions, this.drawn);
    this.stretchCarriers(positions);
    let largest = 0;
    let relative = 0;
    let tooFar = 0;
    for (let edge = 0; edge < lengths.length; edge++) {
      if (lengths[edge] === 0) continue;
      writeDistance(drawn, edges[2 * edge], edges[2 * edge + 1], spans, 0);
      const stretch = spans[0] / lengths[edge];
      const beyond = stretch / Math.max(1, carried[edges[2 * edge]], carried[edges[2 * edge + 1]]);
      if (stretch > largest) largest = stretch;
      if (beyond > relative) relative = beyond;
      if (stretch > LARGEST_STRETCH && beyond > LARGEST_RELATIVE) tooFar++;
    }
    return { largest, relative, share: tooFar / lengths.length };
  }

  /** The stretch of the element that carries each surface vertex. */
  private stretchCarriers(positions: Float64Array): void {
    const { spans } = this;
    const { mesh, embedding } = this.volume;
    const { size, vertices } = embedding;
    for (let vertex = 0; vertex < this.carried.length; vertex++) {
      let most = 0;
      for (let a = size * vertex; a < size * (vertex + 1); a++) {
        for (let b = a + 1; b < size * (vertex + 1); b++) {
          writeDistance(mesh.positions, vertices[a], vertices[b], spans, 0);
          writeDistance(positions, vertices[a], vertices[b], spans, 1);
          if (spans[0] > 0) most = Math.max(most, spans[1] / spans[0]);
        }
      }
      this.carried[vertex] = most;
    }
  }
}

/** What a frame keeps of it: nothing where the surface follows its elements everywhere. */
export function notedStretch(drawn: SurfaceStretch): SurfaceStretch | undefined {
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
