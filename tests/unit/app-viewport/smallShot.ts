import { prepareMesh, type PreparedMesh } from '../../../app/client/frames/PreparedMesh.ts';
import { encodeFrame, type Frame } from '../../../src/frames/Frame.ts';
import { encodeStatics } from '../../../src/frames/Statics.ts';
import type { StaticMesh } from '../../../src/frames/StaticStream.ts';
import { meshStream, poseStream, staticMesh, staticTransform } from '../../../src/frames/makeStreams.ts';
import type { Attribute } from '../../../src/frames/Stream.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { embedSurface } from '../../../src/meshing/embedding.ts';
import { freudenthalBox } from '../../support/freudenthalBox.ts';

/** The name of what the host computes of each mesh. */
export const STRESS = 'von Mises stress';

/** A torus that rides on a box of `cells`^3 x 6 tetrahedra around it. */
export function torusInBox(cells: number, segments = 24): StaticMesh {
  const surface = torusSurface(0.5, 0.2, segments, segments);
  return bodyOf('torus', surface, cells);
}

/** A surface within [-1, 1]^3 that rides on a box of tetrahedra. */
export function bodyOf(id: string, surface: SurfaceMesh, cells: number): StaticMesh {
  const mesh = freudenthalBox(cells, cells, cells, 2 / cells);
  for (let k = 0; k < mesh.positions.length; k++) mesh.positions[k] -= 1;
  const stress = { name: STRESS, unit: 'Pa', location: 'element', components: 1, onRequest: true } as const;
  const display = { label: 'von Mises stress', detail: '', range: 'from-zero', least: 1 } as const;
  const volume = { kind: 'tet', mesh, surface, embedding: embedSurface(mesh, surface) } as const;
  return staticMesh(id, volume, [{ ...stress, display }]);
}

/** A mesh as the viewport has it before anything is simulated. */
export function preparedMesh({ entity, name, purpose, mesh }: StaticMesh): PreparedMesh {
  return prepareMesh(mesh, { entity, name, purpose, attributes: [] });
}

export function staticsBytes(body: StaticMesh): Uint8Array {
  const positions = Float64Array.of(-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1);
  const floor = { positions, triangles: Uint32Array.of(0, 2, 1, 0, 3, 2) };
  return encodeStatics({ streams: [body, staticTransform('floor', floor, 'surroundings')] });
}

/** A frame in which every vertex of the body stands at `map(x, y, z)` and moves with its frame number, m/s. */
export function frameOf(
  { entity, mesh: volume }: StaticMesh,
  frame: number,
  map: (x: number, y: number, z: number) => readonly number[] = (x, y, z) => [x, y + 0.01 * frame, z],
  fields: readonly Attribute[] = [],
): Frame {
  const rest = volume.mesh.positions;
  const positions = new Float32Array(rest.length);
  const velocities = new Float32Array(rest.length);
  for (let k = 0; k < rest.length; k += 3) {
    positions.set(map(rest[k], rest[k + 1], rest[k + 2]), k);
    velocities[k] = frame;
  }
  const energies = { kinetic: frame, elastic: 0, gravity: 0 };
  return {
    streams: [
      meshStream(entity, { positions, velocities }, fields),
      poseStream('floor', { rotation: Float64Array.of(0, 0, 0, 1), translation: new Float64Array(3) }),
    ],
    stats: {
      substeps: 2,
      shortestStep: 0.01,
      longestStep: 0.02,
      cgIterations: 9,
      invertedElements: 0,
      volume: 8,
      energies,
      contacts: 0,
      entities: { [entity]: { invertedElements: 0, volume: 8, energies } },
      warnings: [],
    },
  };
}

export function frameBytesOf(body: StaticMesh, frame: number): Uint8Array {
  return encodeFrame(frameOf(body, frame));
}

/** 64 hex digits. */
export function testKey(frame: number, version = 0): string {
  return (version * 1e7 + frame).toString(16).padStart(64, '0');
}
