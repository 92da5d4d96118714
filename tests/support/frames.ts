import type { Frame } from '../../src/frames/Frame.ts';
import {
  meshStream,
  PARTICLES,
  pointMotion,
  poseStream,
  staticMesh,
  staticTransform,
  withValues,
} from '../../src/frames/makeStreams.ts';
import type { Statics } from '../../src/frames/StaticStream.ts';
import type { Stream } from '../../src/frames/Stream.ts';
import { createRandom } from './random.ts';

/** Particles at a frame. */
export function particleStream(
  entity: string,
  positions: Float32Array,
  velocities: Float32Array,
  ids: Uint32Array,
): Stream {
  const [position, velocity, id] = pointMotion;
  const attributes = [withValues(position, positions), withValues(velocity, velocities), withValues(id, ids)];
  return { entity, name: PARTICLES, type: 'points', topology: 'changing', attributes };
}

/** A frame of two meshes, particles, a level set and two transforms with seeded numbers. */
export function sampleFrame(seed: number, vertices = 5): Frame {
  const random = createRandom(seed);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => 2 * random() - 1);
  const energies = { kinetic: random(), elastic: random(), gravity: -random() };
  return {
    streams: [
      meshStream('torus', { positions: numbers(3 * vertices), velocities: numbers(3 * vertices) }, [
        { name: 'heat', unit: 'K', location: 'vertex', components: 1, values: numbers(vertices) },
        { name: 'stress', unit: 'Pa', location: 'element', components: 1, values: numbers(3) },
      ]),
      meshStream('ball', { positions: numbers(3), velocities: numbers(3) }, []),
      particleStream('water', numbers(6), numbers(6), new Uint32Array([7, 4_000_000_000])),
      {
        entity: 'water',
        name: 'level set',
        type: 'grid',
        topology: 'changing',
        attributes: [
          { name: 'cell', unit: '', location: 'cell', components: 1, values: new Uint32Array([3, 9]) },
          { name: 'distance', unit: 'm', location: 'cell', components: 1, values: numbers(2) },
          { name: 'velocity', unit: 'm/s', location: 'cell', components: 3, values: numbers(6) },
        ],
      },
      poseStream('gear', {
        rotation: new Float64Array([0, 0.6, 0, 0.8]),
        translation: new Float64Array([random(), 2, 3]),
      }),
      poseStream('wall', { rotation: new Float64Array([0, 0, 0, 1]), translation: new Float64Array([0, random(), 0]) }),
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
      entities: { torus: { invertedElements: 1, volume: random(), energies } },
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
    streams: [
      staticMesh(
        'tet',
        {
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
        [
          { name: 'heat', unit: 'K', location: 'vertex', components: 1 },
          {
            name: 'stress',
            unit: 'Pa',
            location: 'element',
            components: 1,
            onRequest: true,
            display: { label: 'Stress', detail: 'of all', range: [0, 2], colours: 'alarm' },
          },
        ],
      ),
      staticMesh(
        'hex',
        {
          kind: 'hex',
          mesh: { positions: cube, hexes: new Uint32Array([0, 1, 2, 3, 4, 5, 6, 7]) },
          surface: { ...surface, uvs: undefined, normals: undefined, groups: [], vertexAttributes: [] },
          embedding: {
            size: 8,
            vertices: Uint32Array.from({ length: 32 }, (_, k) => k % 8),
            weights: new Float64Array(32).fill(0.125),
          },
        },
        [],
      ),
      {
        entity: 'water',
        name: PARTICLES,
        type: 'points',
        topology: 'changing',
        purpose: 'result',
        attributes: pointMotion,
        diameter: 0.02,
        sprayDiameter: 0.01,
        surface: {
          box: { origin: [0, 0, 0], spacing: 0.1, counts: [3, 4, 5] },
          spacing: 0.05,
          pointRadius: 0.04,
          smoothing: 2,
          closedSides: [
            [true, false],
            [true, true],
            [false, false],
          ],
        },
      },
      staticTransform(
        'floor',
        { positions: new Float64Array(9), triangles: new Uint32Array([0, 1, 2]) },
        'surroundings',
      ),
    ],
  };
}
