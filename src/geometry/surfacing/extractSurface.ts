import { CUBE_CASES, EDGE_CORNERS } from './cubeCases.ts';
import { BLOCK_EDGE, BLOCK_SAMPLES } from './SampleBlocks.ts';
import { type SampledField, WIDE_SAMPLES, WIDE_STRIDES } from './SampledField.ts';

/** Smallest fraction of an edge between a vertex and the samples at its ends: keeps triangles from degenerating. */
const LEAST_SHARE = 0.01;

/** Closed triangles, counter-clockwise seen from outside, in units of the lattice, with the field's vectors. */
export interface ExtractedSurface {
  /** xyz per vertex. */
  readonly positions: Float64Array;
  readonly vectors: Float32Array;
  readonly triangles: Uint32Array;
}

/** The surface where a field is 0, by marching cubes: a closed manifold, vertices and triangles in the order of blocks and samples. */
export function extractSurface(field: SampledField): ExtractedSurface {
  const march = new March(field);
  march.placeVertices();
  march.joinVertices();
  return march.surface();
}

/** Offset of each corner of a cube among the samples of a widened block. */
const CORNER_OFFSETS = Array.from({ length: 8 }, (_, corner) =>
  WIDE_STRIDES.reduce((sum, stride, axis) => sum + ((corner >> axis) & 1) * stride, 0),
);

class March {
  private readonly field: SampledField;
  private readonly samples = new Int32Array(WIDE_SAMPLES);
  /** Vertex on the edge from each sample in x, y, z. */
  private readonly vertexOf: Uint32Array;
  /** Blocks that the surface crosses. */
  private readonly passed: number[] = [];
  private positions = new Float64Array(3 * 1024);
  private vectors = new Float32Array(3 * 1024);
  private triangles = new Uint32Array(3 * 2048);
  private vertexCount = 0;
  private cornerCount = 0;

  constructor(field: SampledField) {
    this.field = field;
    this.vertexOf = new Uint32Array(3 * field.values.length);
  }

  surface(): ExtractedSurface {
    return {
      positions: this.positions.slice(0, 3 * this.vertexCount),
      vectors: this.vectors.slice(0, 3 * this.vertexCount),
      triangles: this.triangles.slice(0, this.cornerCount),
    };
  }

  /** Adds a vertex on every edge that starts in a block with samples and crosses the surface. */
  placeVertices(): void {
    const { field, samples } = this;
    for (let block = 0; block < field.blocks.count; block++) {
      if (field.full[block] === 1) continue;
      field.locate(block, samples);
      const before = this.vertexCount;
      for (let s = 0; s < BLOCK_SAMPLES; s++) {
        const wide = wideIndex(s);
        const isIn = this.isInside(samples[wide]);
        for (let axis = 0; axis < 3; axis++) {
          const end = samples[wide + WIDE_STRIDES[axis]];
          if (this.isInside(end) !== isIn) this.placeVertex(block, s, axis, samples[wide], end);
        }
      }
      if (this.vertexCount > before || this.hasFaces(samples)) this.passed.push(block);
    }
  }

  /** Adds the triangles of every cube that starts in a block that the surface crosses. */
  joinVertices(): void {
    const { field, samples, vertexOf } = this;
    for (const block of this.passed) {
      field.locate(block, samples);
      for (let s = 0; s < BLOCK_SAMPLES; s++) {
        const wide = wideIndex(s);
        let inside = 0;
        for (let corner = 0; corner < 8; corner++) {
          if (this.isInside(samples[wide + CORNER_OFFSETS[corner]])) inside |= 1 << corner;
        }
        const edges = CUBE_CASES[inside];
        if (edges.length === 0) continue;
        this.reserveCorners(edges.length);
        for (const edge of edges) {
          const start = samples[wide + CORNER_OFFSETS[EDGE_CORNERS[edge]]];
          this.triangles[this.cornerCount++] = vertexOf[3 * start + (edge >> 2)];
        }
      }
    }
  }

  /** Returns whether a sample is inside; `sample`: an index of `SampledField.locate`. */
  private isInside(sample: number): boolean {
    return sample === -1 || (sample >= 0 && this.field.values[sample] < 0);
  }

  /** Returns whether some samples are inside and others are not. */
  private hasFaces(samples: Int32Array): boolean {
    const first = this.isInside(samples[0]);
    for (const sample of samples) if (this.isInside(sample) !== first) return true;
    return false;
  }

  private placeVertex(block: number, sample: number, axis: number, start: number, end: number): void {
    const { field, vertexCount } = this;
    const { values, vectors, beyond } = field;
    if (3 * vertexCount === this.positions.length) this.growVertices();
    // The surface stays within samples (`sealFullBlocks`); beyond the last block there are none.
    const low = values[start];
    const high = end >= 0 ? values[end] : beyond;
    const share = Math.min(Math.max(low / (low - high), LEAST_SHARE), 1 - LEAST_SHARE);
    for (let a = 0; a < 3; a++) {
      const place = field.blocks.places[3 * block + a] * BLOCK_EDGE + ((sample >> (3 * a)) & 7);
      this.positions[3 * vertexCount + a] = place + (a === axis ? share : 0);
      const there = vectors[3 * (low < beyond ? start : end) + a];
      const beside = vectors[3 * (high < beyond ? end : start) + a];
      this.vectors[3 * vertexCount + a] = there + share * (beside - there);
    }
    this.vertexOf[3 * start + axis] = vertexCount;
    this.vertexCount++;
  }

  private growVertices(): void {
    const [positions, vectors] = [this.positions, this.vectors];
    this.positions = new Float64Array(2 * positions.length);
    this.positions.set(positions);
    this.vectors = new Float32Array(2 * vectors.length);
    this.vectors.set(vectors);
  }

  private reserveCorners(count: number): void {
    if (this.cornerCount + count <= this.triangles.length) return;
    const { triangles } = this;
    this.triangles = new Uint32Array(2 * triangles.length);
    this.triangles.set(triangles);
  }
}

function wideIndex(sample: number): number {
  return (sample & 7) + ((sample >> 3) & 7) * WIDE_STRIDES[1] + (sample >> 6) * WIDE_STRIDES[2];
}
