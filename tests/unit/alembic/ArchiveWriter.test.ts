import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { ArchiveWriter } from '../../../src/io/alembic/ArchiveWriter.ts';
import { MemorySink } from '../../../src/io/alembic/ByteSink.ts';
import { bytesOf } from '../../../src/io/alembic/elementType.ts';

describe('ArchiveWriter', () => {
  it('writes one triangle over two frames byte for byte as the Alembic library does', () => {
    const sink = new MemorySink();
    const archive = new ArchiveWriter(sink, {
      _ai_AlembicVersion: 'Alembic 1.8.12 (abcwriter.mjs)',
      _ai_Application: 'tiny',
    });
    const sampling = archive.timeSampling({ timePerCycle: 1 / 24, times: [1 / 24] });
    const schema = 'schema=AbcGeom_PolyMesh_v1;schemaBaseType=AbcGeom_GeomBase_v1';
    const tri = archive.top.child('tri', `${schema};schemaObjTitle=AbcGeom_PolyMesh_v1:.geom`);
    const geom = tri.properties.compound('.geom', schema);
    const bounds = geom.property({
      kind: 'scalar',
      name: '.selfBnds',
      data: { type: 'float64_t', extent: 6 },
      metadata: 'interpretation=box',
      sampling,
    });
    const points = geom.property({
      kind: 'array',
      name: 'P',
      data: { type: 'float32_t', extent: 3 },
      metadata: 'geoScope=vtx;interpretation=point',
      sampling,
    });
    const topology = { kind: 'array', data: { type: 'int32_t', extent: 1 }, sampling } as const;
    const indices = geom.property({ ...topology, name: '.faceIndices' });
    const counts = geom.property({ ...topology, name: '.faceCounts' });
    for (const z of [0, 1]) {
      bounds.write(bytesOf(Float64Array.of(0, 0, z, 1, 1, z)));
      points.write(bytesOf(Float32Array.of(0, 0, z, 0, 1, z, 1, 0, z)));
      indices.write(bytesOf(Int32Array.of(0, 1, 2)));
      counts.write(bytesOf(Int32Array.of(3)));
    }
    archive.close();
    expect(sink.bytes().length).toBe(1199);
    expect(sha256Hex(sink.bytes())).toBe('1ddc6b0053f18d50e3fc9445e4fadf139ec1690d1b1653fb497bcc4fa0feb4d3');
  });
});
