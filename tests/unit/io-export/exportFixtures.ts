import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { ExportJob, ExportObject } from '../../../src/io/Exporter.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { emptyFolder } from '../../support/temporaryFolder.ts';

/** Two quads folded along an edge, with uvs (one corner without), hard normals, groups, materials and colours. */
export function foldedSurface(): SurfaceMesh {
  return {
    name: 'folded',
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1, 1, 1, -1),
    faceOffsets: Uint32Array.of(0, 4, 7, 10),
    faceVertices: Uint32Array.of(0, 1, 2, 3, 1, 4, 5, 1, 5, 2),
    groups: [
      { kind: 'material', name: 'clay', faces: Uint32Array.of(0) },
      { kind: 'material', name: 'red paint', faces: Uint32Array.of(1, 2) },
      { kind: 'group', name: 'all', faces: Uint32Array.of(0, 1, 2) },
      { kind: 'group', name: 'side', faces: Uint32Array.of(1, 2) },
      { kind: 'smoothing', name: '1', faces: Uint32Array.of(0) },
    ],
    uvs: {
      size: 2,
      values: Float32Array.of(0.1, 0, 0.5, 0, 0.5, 1, 0, 1, 1, 0, 1, 1 / 3),
      indices: Int32Array.of(0, 1, 2, 3, 1, 4, 5, 1, -1, 2),
    },
    normals: {
      size: 3,
      values: Float32Array.of(0, 0, 1, 1, 0, 0),
      indices: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1, 1, 1),
    },
    vertexAttributes: [{ name: 'color', size: 3, values: Float32Array.from({ length: 18 }, (_, i) => i / 18) }],
  };
}

export function swayingPositions(surface: SurfaceMesh, frame: number): Float32Array {
  return Float32Array.from(surface.positions, (value, i) => value + 0.1 * Math.sin(0.7 * frame + i));
}

/** A mesh that sways, with velocities. */
export function swayingObject(name = 'cloth', surface = foldedSurface()): ExportObject {
  return {
    name,
    kind: 'mesh',
    surface,
    sample: (frame) =>
      Promise.resolve({
        positions: swayingPositions(surface, frame),
        velocities: Float32Array.from(surface.positions, (_, i) => 0.07 * Math.cos(0.7 * frame + i)),
      }),
  };
}

export function exportJob(objects: readonly ExportObject[], path: string, range: readonly [number, number]): ExportJob {
  const [firstFrame, lastFrame] = range;
  const texts = { application: 'Ductile', description: 'a test' };
  return { objects, firstFrame, lastFrame, framesPerSecond: 24, path, ...texts };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = emptyFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
