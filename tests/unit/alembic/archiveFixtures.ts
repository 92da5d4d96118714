import { ArchiveReader, type ArchiveObject } from '../../../src/io/alembic/ArchiveReader.ts';
import { ArchiveWriter } from '../../../src/io/alembic/ArchiveWriter.ts';
import { MemorySink, type ByteSink } from '../../../src/io/alembic/ByteSink.ts';
import { MemorySource } from '../../../src/io/alembic/ByteSource.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';

/** Writes an archive in memory and opens it again. */
export function writeAndOpen(build: (archive: ArchiveWriter) => void): { archive: ArchiveReader; bytes: Uint8Array } {
  const sink = new MemorySink();
  const writer = new ArchiveWriter(sink, { _ai_Application: 'test' });
  build(writer);
  writer.close();
  return { archive: new ArchiveReader(new MemorySource(sink.bytes())), bytes: sink.bytes() };
}

export function objectAt(archive: ArchiveReader, path: string): ArchiveObject {
  const found = archive.objects().find((object) => object.path === path);
  if (found === undefined) throw new Error(`no object ${path}`);
  return found;
}

/** A sink that only counts, for measuring what a writer keeps. */
export class CountingSink implements ByteSink {
  written = 0;

  append(bytes: Uint8Array): void {
    this.written += bytes.length;
  }

  patch(): void {
    // The header is not needed.
  }

  close(): void {
    // Nothing is held.
  }
}

/** A quad and two triangles over six vertices, with uvs, two materials and a smoothing group. */
export function smallSurface(): SurfaceMesh {
  return {
    name: 'small',
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0.5, 2, 1, 0.5),
    faceOffsets: Uint32Array.of(0, 4, 7, 10),
    faceVertices: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 4, 5, 2),
    groups: [
      { kind: 'material', name: 'red', faces: Uint32Array.of(0) },
      { kind: 'material', name: 'blue paint', faces: Uint32Array.of(1, 2) },
      { kind: 'smoothing', name: '1', faces: Uint32Array.of(0, 1, 2) },
    ],
    uvs: {
      size: 2,
      values: Float32Array.of(0, 0, 0.5, 0, 0.5, 1, 0, 1, 1, 0, 1, 1),
      indices: Int32Array.of(0, 1, 2, 3, 1, 4, 2, 4, 5, 2),
    },
    vertexAttributes: [{ name: 'color', size: 3, values: Float32Array.from({ length: 18 }, (_, i) => i / 18) }],
  };
}

/** A fan of `count` triangles around vertex 0. */
export function fanSurface(count: number): SurfaceMesh {
  return {
    name: 'fan',
    positions: new Float64Array(3 * (count === 0 ? 0 : count + 2)),
    faceOffsets: Uint32Array.from({ length: count + 1 }, (_, i) => 3 * i),
    faceVertices: Uint32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3))),
    groups: [
      { kind: 'material', name: 'even', faces: Uint32Array.from({ length: Math.ceil(count / 2) }, (_, i) => 2 * i) },
    ],
    vertexAttributes: [],
  };
}
