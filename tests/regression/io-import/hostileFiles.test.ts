import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { chooseImporter } from '../../../src/io/chooseImporter.ts';
import { gunzip } from '../../../src/io/reading/gunzip.ts';
import { parseFibreVtk } from '../../../src/io/readFibreVtk.ts';
import { proceduralMesh } from '../../../src/simulation/proceduralMesh.ts';
import type { ProceduralForm } from '../../../src/scene/entities/sources.ts';
import { bytesOf, memorySource } from '../../support/memorySource.ts';

/**
 * Small files that would cost much time or memory. That each is refused before memory is taken for what it claims is seen from its error: the counts
 * are checked first.
 */

const huge = Number.MAX_SAFE_INTEGER;
const plyOf = (...lines: string[]) => ['ply', 'format ascii 1.0', ...lines, 'end_header', ''].join('\n');

/** A scene with one accessor of `count` points that no buffer holds. */
function viewless(count: number): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    accessors: [{ componentType: 5126, count, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
  });
}

function groupsOf(count: number): string {
  return Array.from({ length: count }, (_, k) => `g g${k}`).join('\n');
}

/** Binary Medit: tables of edges that overlap, each read again for every keyword. */
function overlappingTables(count: number): Uint8Array {
  const words = [1, 2, 3, 20, 3];
  for (let k = 0; k < count; k++) words.push(5, 4 * (words.length + 3), count);
  return new Uint8Array(Int32Array.from([...words, ...new Array<number>(3 * count).fill(1)]).buffer);
}

const files: readonly [string, string, string | Uint8Array, string, RegExp][] = [
  [
    'strips without properties, as many as there are numbers',
    'a.ply',
    plyOf(`element tristrips ${huge}`),
    'format-unsupported',
    /'tristrips' has no list/,
  ],
  [
    'an element of others without properties',
    'a.ply',
    plyOf('element vertex 1', 'property float x', 'property float y', 'property float z', `element other ${huge}`) +
      '0 0 0\n',
    'geometry-empty',
    /no faces/,
  ],
  [
    'an accessor of eight million points that no buffer holds',
    'a.gltf',
    viewless(8e6),
    'limit-exceeded',
    /unfold to 96000000; at most 4194304/,
  ],
  [
    'a face of 200 000 corners',
    'a.obj',
    `v 0 0 0\nv 1 0 0\nv 0 1 0\nf${' 1 2 3'.repeat(70_000)}\n`,
    'limit-exceeded',
    /210000 corners of one face are more than the limit of 16384/,
  ],
  [
    'more groups than any mesh has',
    'a.obj',
    `${groupsOf(70_000)}\n`,
    'limit-exceeded',
    /groups are more than the limit of 65536/,
  ],
  ['tables that overlap', 'a.meshb', overlappingTables(64), 'format-malformed', /keyword 5 points to/],
  [
    'a scene of more values than any has',
    'a.gltf',
    `{"asset":{"version":"2.0"},"nodes":[${'{},'.repeat(1_100_000)}{}]}`,
    'limit-exceeded',
    /values of the JSON/,
  ],
];

test.each(files)('%s: refused with its limit', async (_, name, content, code, message) => {
  const source = memorySource({ [name]: content }, name);
  const error = await Promise.resolve()
    .then(() => chooseImporter(name, source.bytes).read(source))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CoreError);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
  expect((error as CoreError).remedy).toMatch(/\w/);
});

test('a chain of 50 000 nodes is read', async () => {
  const positions = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64');
  const nodes = Array.from({ length: 50_000 }, (_, k) => (k === 49_999 ? { mesh: 0 } : { children: [k + 1] }));
  const scene = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${positions}` }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes,
  };
  const source = memorySource({ 'a.gltf': JSON.stringify(scene) }, 'a.gltf');
  const { surface } = await chooseImporter('a.gltf', source.bytes).read(source);
  expect(surface.faceOffsets.length).toBe(2);
});

test('a small gzip file that unfolds past all reason is refused while it unfolds', () => {
  const packed = gzipSync(bytesOf('v 0 0 0\n'.repeat(5e6)), { level: 6 });
  expect(packed.length).toBeLessThan(1e5);
  const limit = 2 ** 24 + 200 * packed.length;
  expect(() => gunzip(packed, 'a.obj.gz', 2 ** 28)).toThrow(`unfolds to more than the limit of ${limit} bytes`);
});

test('fibres of more numbers than the file holds are refused', () => {
  const text = '# vtk DataFile Version 3.0\nx\nASCII\nPOINTS 16000000 float\n1 2 3\n';
  expect(() => parseFibreVtk(bytesOf(text), 'a.vtk')).toThrow(
    'an array of 48000000 numbers ends early: it is more than the file holds',
  );
});

test.each<[ProceduralForm, RegExp]>([
  [
    { shape: 'torus', majorRadius: 1, minorRadius: 0.2, majorSegments: 4096, minorSegments: 4096 },
    /the torus has about 16777216 vertices/,
  ],
  [{ shape: 'sphere', radius: 1, segments: 4096 }, /the sphere has about 8388608 vertices/],
  [
    { shape: 'hollow-sphere', radius: 1, thickness: 0.1, segments: 1024, layers: 64 },
    /the hollow sphere has about 34078720 vertices/,
  ],
])('a form of too many vertices is refused with the limit: %o', (form, message) => {
  expect(() => proceduralMesh(form)).toThrow(message);
  try {
    proceduralMesh(form);
  } catch (error) {
    expect(error).toMatchObject({ code: 'limit-exceeded', remedy: expect.stringContaining('1000000') as string });
  }
});
