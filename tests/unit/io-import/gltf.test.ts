import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '../../../src/io/Importer.ts';
import { importers } from '../../../src/io/Importer.ts';
import { cubeCorners, cubeTriangles, glbCube, gltfCubeFiles } from '../../support/meshSamples.ts';
import { memorySource, readAs } from '../../support/memorySource.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (array: Float32Array | Uint16Array | Uint8Array): Uint8Array => {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
};

/** A document with one buffer of three floats a vertex and one of indices; `change` edits it before it is read. */
function triangleGltf(change: (json: Record<string, unknown[]>) => void = () => undefined): string {
  const positions = bytesOf(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0));
  const indices = bytesOf(Uint16Array.of(0, 1, 2, 3));
  const uri = (bytes: Uint8Array): string => `data:application/octet-stream;base64,${base64(bytes)}`;
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 5 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 4, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: positions.length },
      { buffer: 1, byteLength: indices.length },
    ],
    buffers: [
      { uri: uri(positions), byteLength: positions.length },
      { uri: uri(indices), byteLength: indices.length },
    ],
  };
  change(json as unknown as Record<string, unknown[]>);
  return JSON.stringify(json);
}

const read = (content: string | Uint8Array): Promise<ImportedMesh> => readAs('gltf', content);
const world = cubeCorners.flatMap(([x, y, z]) => [10 + 2 * x, 2 * y, 2 * z]);

describe('gltf', () => {
  it('applies node transforms and keeps node and material names', async () => {
    const { surface, warnings } = await read(await glbCube());
    expect([...surface.positions]).toEqual(world);
    expect([...surface.faceVertices]).toEqual(cubeTriangles.flat());
    expect(surface.groups.map(({ kind, name, faces }) => [kind, name, faces.length])).toEqual([
      ['object', 'box', 12],
      ['material', 'clay', 12],
    ]);
    expect(warnings).toEqual([]);
  });

  it('reads the buffer beside the file', async () => {
    const files = await gltfCubeFiles();
    const { surface } = await importers.get('gltf').read(memorySource(files, 'sample.gltf'));
    expect([...surface.positions]).toEqual(world);
    const { 'sample.gltf': alone } = files;
    await expect(read(alone)).rejects.toMatchObject({ code: 'file-missing', place: 'buffers[0].uri' });
  });

  it.each(['draco', 'meshopt'] as const)('undoes %s compression', async (compression) => {
    const { surface } = await read(await glbCube(compression));
    expect(surface.faceOffsets).toHaveLength(13);
    const corners = new Set<string>();
    for (let at = 0; at < surface.positions.length; at += 3) {
      corners.add([...surface.positions.subarray(at, at + 3)].map((value) => Math.round(1e3 * value) / 1e3).join(' '));
    }
    const expected = cubeCorners.map(([x, y, z]) => [10 + 2 * x, 2 * y, 2 * z].join(' '));
    expect([...corners].sort()).toEqual(expected.sort());
  });

  it('unrolls strips and fans', async () => {
    expect([...(await read(triangleGltf())).surface.faceVertices]).toEqual([0, 1, 2, 2, 1, 3]);
    const fan = triangleGltf(
      (json) => ((json['meshes'][0] as { primitives: { mode: number }[] }).primitives[0].mode = 6),
    );
    expect([...(await read(fan)).surface.faceVertices]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('turns faces of mirrored nodes and instances meshes', async () => {
    const text = triangleGltf((json) => {
      json['nodes'] = [
        { mesh: 0, scale: [-1, 1, 1], children: [1] },
        { mesh: 0, translation: [5, 0, 0] },
      ];
    });
    const { surface } = await read(text);
    expect([...surface.faceVertices]).toEqual([0, 2, 1, 2, 3, 1, 4, 6, 5, 6, 7, 5]);
    expect([...surface.positions.subarray(12, 15)]).toEqual([-5, 0, 0]);
  });

  it('reads sparse accessors', async () => {
    const text = triangleGltf((json) => {
      const data = new Uint8Array(16);
      new DataView(data.buffer).setUint16(0, 3, true);
      new DataView(data.buffer).setFloat32(4, 7, true);
      json['buffers'].push({ uri: `data:;base64,${base64(data)}`, byteLength: 16 });
      json['bufferViews'].push({ buffer: 2, byteLength: 2 }, { buffer: 2, byteOffset: 4, byteLength: 12 });
      const sparse = { count: 1, indices: { bufferView: 2, componentType: 5123 }, values: { bufferView: 3 } };
      Object.assign(json['accessors'][0] as object, { sparse });
    });
    expect([...(await read(text)).surface.positions.subarray(9)]).toEqual([7, 0, 0]);
  });

  it('turns uvs to count from the bottom', async () => {
    const text = triangleGltf((json) => {
      const uvs = bytesOf(Float32Array.of(0, 0, 0.25, 0, 0, 0.75, 1, 1));
      json['buffers'].push({ uri: `data:;base64,${base64(uvs)}`, byteLength: 32 });
      json['bufferViews'].push({ buffer: 2, byteLength: 32 });
      json['accessors'].push({ bufferView: 2, componentType: 5126, count: 4, type: 'VEC2' });
      (json['meshes'][0] as { primitives: { attributes: object }[] }).primitives[0].attributes = {
        POSITION: 0,
        TEXCOORD_0: 2,
      };
    });
    const { surface } = await read(text);
    expect([...(surface.uvs?.values ?? [])]).toEqual([0, 1, 0.25, 1, 0, 0.25, 1, 0]);
    expect([...(surface.uvs?.indices ?? [])]).toEqual([0, 1, 2, 2, 1, 3]);
  });

  const edit = (list: string, at: number, values: object) =>
    triangleGltf((json) => Object.assign(json[list][at] as object, values));

  it.each([
    ['accessors[0]', edit('accessors', 0, { count: 4_000_000_000 }), 'format-malformed'],
    ['accessors[0]', edit('accessors', 0, { bufferView: 99 }), 'format-malformed'],
    ['bufferViews[0]', edit('bufferViews', 0, { byteLength: 1e9 }), 'format-truncated'],
    ['nodes[0].children', edit('nodes', 0, { children: [7] }), 'format-malformed'],
    ['nodes[0]', edit('nodes', 0, { children: [0] }), 'format-malformed'],
    ['accessors[0].type', edit('accessors', 0, { type: 'VEC9' }), 'format-malformed'],
    ['asset.version', triangleGltf((json) => Object.assign(json, { asset: { version: '1.0' } })), 'format-unsupported'],
    [
      'extensionsRequired',
      triangleGltf((json) => Object.assign(json, { extensionsRequired: ['X_new'] })),
      'format-unsupported',
    ],
    ['accessors', edit('accessors', 0, { bufferView: undefined, count: 1e9 }), 'limit-exceeded'],
  ])('names %s when it is wrong', async (place, text, code) => {
    await expect(read(text)).rejects.toMatchObject({ code, place });
  });

  it('bounds what instances can amount to', async () => {
    const text = triangleGltf((json) => {
      const attributes = { POSITION: 0 };
      json['meshes'] = [{ primitives: Array.from({ length: 4000 }, () => ({ attributes, indices: 1 })) }];
      json['nodes'] = Array.from({ length: 10_000 }, () => ({ mesh: 0 }));
      json['scenes'] = [{ nodes: json['nodes'].map((_, at) => at) }];
    });
    await expect(read(text)).rejects.toMatchObject({ code: 'limit-exceeded' });
  });
});
