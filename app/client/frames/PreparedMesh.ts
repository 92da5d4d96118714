import { elementDeterminants, type ElementMesh } from '../../../src/frames/derived/elementNumbers.ts';
import { elementsOf, type StaticMesh } from '../../../src/frames/StaticStream.ts';
import { splitAtCreases } from './creaseNormals.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { surfaceTriangles } from './surfaceTriangles.ts';
import { SurfaceNormals } from './SurfaceNormals.ts';
import { embed } from './embed.ts';

/** What decoding needs of a mesh, beside what is drawn of it. */
export interface PreparedMesh {
  readonly statics: MeshStatics;
  readonly mesh: ElementMesh;
  readonly vertexCount: number;
  /** Volume vertices and weights of each display vertex, `mesh.size` of each. */
  readonly embeddingVertices: Uint32Array;
  readonly embeddingWeights: Float32Array;
  readonly normals: SurfaceNormals;
  /** Sum of the rest determinants of the elements around each volume vertex. */
  readonly weightSums: Float32Array;
}

/** Makes a mesh ready: triangles, creases, normals at rest, the element under each vertex. `stream`: what its statics say beside. */
export function prepareMesh(
  volume: StaticMesh['mesh'],
  stream: Pick<MeshStatics, 'entity' | 'name' | 'purpose' | 'attributes' | 'measuredVolume' | 'isLiquid'>,
): PreparedMesh {
  const { surface, embedding } = volume;
  const mesh: ElementMesh = {
    size: embedding.size,
    elements: elementsOf(volume),
  };
  const triangles = surfaceTriangles(surface.positions, surface.faceOffsets, surface.faceVertices);
  const split = splitAtCreases(surface.positions, triangles);
  const { vertices, weights } = spreadEmbedding(embedding, split.source);
  const restVolume = Float32Array.from(volume.mesh.positions);
  const restPositions = new Float32Array(3 * split.source.length);
  embed(mesh.size, vertices, weights, restVolume, restPositions);
  const normals = new SurfaceNormals(split.triangles, split.source);
  const restNormals = new Float32Array(restPositions.length);
  const restHullNormals = normals.split ? new Float32Array(restPositions.length) : restNormals;
  normals.compute(restPositions, restNormals, restHullNormals);
  const restDeterminants = new Float32Array(mesh.elements.length / mesh.size);
  elementDeterminants(mesh, volume.mesh.positions, restDeterminants);
  const vertexCount = restVolume.length / 3;
  const statics: MeshStatics = {
    ...stream,
    type: 'mesh',
    elementSize: mesh.size,
    elements: mesh.elements,
    restVolume,
    restDeterminants,
    surface: {
      source: split.source,
      triangles: split.triangles,
      edges: polygonEdges(surface.faceOffsets, surface.faceVertices),
      element: carryingElements(mesh, vertexCount, vertices, weights),
      restPositions,
      restNormals,
      restHullNormals,
    },
  };
  return {
    statics,
    mesh,
    vertexCount,
    embeddingVertices: vertices,
    embeddingWeights: weights,
    normals,
    weightSums: sumsAtVertices(mesh, restDeterminants, vertexCount),
  };
}

function spreadEmbedding(
  embedding: { readonly size: number; readonly vertices: Uint32Array; readonly weights: Float64Array },
  source: Uint32Array,
): { vertices: Uint32Array; weights: Float32Array } {
  const { size } = embedding;
  const vertices = new Uint32Array(size * source.length);
  const weights = new Float32Array(size * source.length);
  source.forEach((vertex, k) => {
    vertices.set(embedding.vertices.subarray(size * vertex, size * vertex + size), size * k);
    weights.set(embedding.weights.subarray(size * vertex, size * vertex + size), size * k);
  });
  return { vertices, weights };
}

/** Pairs of vertices, each edge once, in the order in which faces name them. */
function polygonEdges(faceOffsets: Uint32Array, faceVertices: Uint32Array): Uint32Array {
  const seen = new Set<number>();
  const edges: number[] = [];
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const first = faceOffsets[face];
    const last = faceOffsets[face + 1] - 1;
    for (let k = first; k <= last; k++) {
      const a = faceVertices[k];
      const b = faceVertices[k === last ? first : k + 1];
      const name = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
      if (seen.has(name)) continue;
      seen.add(name);
      edges.push(a, b);
    }
  }
  return Uint32Array.from(edges);
}

/**
 * The element whose corners an embedded vertex rides on: the one that has all corners of non-zero weight (an embedding names corners, not
 * elements).
 */
function carryingElements(
  { size, elements }: ElementMesh,
  vertexCount: number,
  vertices: Uint32Array,
  weights: Float32Array,
): Uint32Array {
  const offsets = new Uint32Array(vertexCount + 1);
  for (const vertex of elements) offsets[vertex + 1]++;
  for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
  const around = new Uint32Array(elements.length);
  const next = offsets.slice();
  elements.forEach((vertex, corner) => (around[next[vertex]++] = Math.floor(corner / size)));
  const count = vertices.length / size;
  const found = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    const heaviest = heaviestCorner(weights, size * k, size);
    const vertex = vertices[size * k + heaviest];
    let best = 0;
    for (let at = offsets[vertex]; at < offsets[vertex + 1]; at++) {
      const shared = sharedWeight(elements, size * around[at], vertices, weights, size * k, size);
      if (shared > best) {
        best = shared;
        found[k] = around[at];
      }
    }
  }
  return found;
}

function heaviestCorner(weights: Float32Array, at: number, size: number): number {
  let heaviest = 0;
  for (let k = 1; k < size; k++) if (Math.abs(weights[at + k]) > Math.abs(weights[at + heaviest])) heaviest = k;
  return heaviest;
}

function sharedWeight(
  elements: Uint32Array,
  element: number,
  vertices: Uint32Array,
  weights: Float32Array,
  at: number,
  size: number,
): number {
  let sum = 0;
  for (let k = 0; k < size; k++) {
    for (let corner = 0; corner < size; corner++) {
      if (elements[element + corner] === vertices[at + k]) sum += Math.abs(weights[at + k]) + 1e-6;
    }
  }
  return sum;
}

function sumsAtVertices({ size, elements }: ElementMesh, values: Float32Array, vertexCount: number): Float32Array {
  const sums = new Float32Array(vertexCount);
  elements.forEach((vertex, corner) => (sums[vertex] += values[Math.floor(corner / size)]));
  return sums;
}
