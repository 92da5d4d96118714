import type { Frame } from '../../src/frames/Frame.ts';
import type { Statics } from '../../src/frames/Statics.ts';
import { createRandom } from './random.ts';

/** A frame of two bodies and a collider with seeded numbers. */
export function sampleFrame(seed: number, vertices = 5): Frame {
  const random = createRandom(seed);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => 2 * random() - 1);
  const energies = { kinetic: random(), elastic: random(), gravity: -random() };
  return {
    bodies: [
      {
        id: 'torus',
        positions: numbers(3 * vertices),
        velocities: numbers(3 * vertices),
        fields: [
          { name: 'speed', unit: 'm/s', location: 'vertex', values: numbers(vertices) },
          { name: 'stress', unit: 'Pa', location: 'element', values: numbers(3) },
        ],
      },
      { id: 'ball', positions: numbers(3), velocities: numbers(3), fields: [] },
    ],
    liquids: [{ id: 'water', positions: numbers(6), velocities: numbers(6), ids: new Uint32Array([7, 4_000_000_000]) }],
    colliders: [
      { id: 'gear', rotation: new Float64Array([0, 0.6, 0, 0.8]), translation: new Float64Array([random(), 2, 3]) },
    ],
    stats: {
      substeps: 4,
      shortestStep: 0.01,
      longestStep: 0.0125,
      cgIterations: 37,
      invertedElements: 1,
      volume: random(),
      energies,
      contacts: 2,
      bodies: { torus: { invertedElements: 1, volume: random(), energies } },
      warnings: [],
    },
  };
}

/** A tetrahedron and a hexahedron with surfaces that have groups, uvs, normals and attributes. */
export function sampleStatics(): Statics {
  const surface = {
    name: 'patch ä',
    positions: new Float64Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]),
    faceOffsets: new Uint32Array([0, 3, 7]),
    faceVertices: new Uint32Array([0, 1, 2, 0, 1, 2, 3]),
    groups: [{ kind: 'material' as const, name: 'skin', faces: new Uint32Array([1]) }],
    uvs: { size: 2, values: new Float32Array([0, 0, 1, 1]), indices: new Int32Array([0, 1, 0, 1, -1, 0, 0]) },
    normals: { size: 3, values: new Float32Array([0, 0, 1]), indices: new Int32Array(7) },
    vertexAttributes: [{ name: 'colour', size: 3, values: new Float32Array(12).fill(0.5) }],
  };
  const cube = Float64Array.from({ length: 24 }, (_, k) => (Math.floor(k / 3) >> (k % 3)) & 1);
  return {
    bodies: [
      {
        id: 'tet',
        volume: {
          kind: 'tet',
          mesh: {
            positions: new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
            tets: new Uint32Array([0, 1, 2, 3]),
          },
          surface,
          embedding: {
            size: 4,
            vertices: Uint32Array.from({ length: 16 }, (_, k) => k % 4),
            weights: new Float64Array(16).fill(0.25),
          },
        },
      },
      {
        id: 'hex',
        volume: {
          kind: 'hex',
          mesh: { positions: cube, hexes: new Uint32Array([0, 1, 2, 3, 4, 5, 6, 7]) },
          surface: { ...surface, uvs: undefined, normals: undefined, groups: [], vertexAttributes: [] },
          embedding: {
            size: 8,
            vertices: Uint32Array.from({ length: 32 }, (_, k) => k % 8),
            weights: new Float64Array(32).fill(0.125),
          },
        },
      },
    ],
    liquids: ['water'],
    colliders: [{ id: 'floor', display: { positions: new Float64Array(9), triangles: new Uint32Array([0, 1, 2]) } }],
  };
}
