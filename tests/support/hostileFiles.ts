import { gzipSync } from 'node:zlib';
import { bytesOf } from './memorySource.ts';

/** A small file that would cost much, and how it is refused; without a code it is read. */
export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly code?: string;
  readonly message?: RegExp;
}

const huge = Number.MAX_SAFE_INTEGER;
const plyOf = (...lines: string[]) => ['ply', 'format ascii 1.0', ...lines, 'end_header', ''].join('\n');
const plyPoints = ['element vertex 1', 'property float x', 'property float y', 'property float z'];

/** A scene with one accessor of `count` points that no buffer holds. */
function viewless(count: number): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    accessors: [{ componentType: 5126, count, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
  });
}

/** A triangle at the end of a chain of nodes. */
function chain(count: number): string {
  const positions = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64');
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${positions}` }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: Array.from({ length: count }, (_, k) => (k === count - 1 ? { mesh: 0 } : { children: [k + 1] })),
  });
}

/** Binary Medit: tables of edges that overlap, each read again for every keyword. */
function overlappingTables(count: number): Uint8Array {
  const words = [1, 2, 3, 20, 3];
  for (let k = 0; k < count; k++) words.push(5, 4 * (words.length + 3), count);
  return new Uint8Array(Int32Array.from([...words, ...new Array<number>(3 * count).fill(1)]).buffer);
}

/** `scale`: 1 for the sizes that were met with; less where the kind of refusal is looked at and not the cost. */
export function hostileFiles(scale: number): readonly HostileFile[] {
  const count = (full: number) => Math.ceil(scale * full);
  return [
    {
      what: 'strips without properties, as many as there are numbers',
      name: 'strips.ply',
      bytes: bytesOf(plyOf(`element tristrips ${huge}`)),
      code: 'format-unsupported',
      message: /'tristrips' has no list/,
    },
    {
      what: 'other elements without properties',
      name: 'elements.ply',
      bytes: bytesOf(`${plyOf(...plyPoints, `element other ${huge}`)}0 0 0\n`),
      code: 'geometry-empty',
      message: /no faces/,
    },
    {
      what: 'eight million points that no buffer holds',
      name: 'viewless.gltf',
      bytes: bytesOf(viewless(8e6)),
      code: 'limit-exceeded',
      message: /unfold to 96000000; at most 4194304/,
    },
    {
      what: 'a face of 210 000 corners',
      name: 'corners.obj',
      bytes: bytesOf(`v 0 0 0\nv 1 0 0\nv 0 1 0\nf${' 1 2 3'.repeat(70_000)}\n`),
      code: 'limit-exceeded',
      message: /210000 corners of one face are more than the limit of 16384/,
    },
    {
      what: 'more groups than any mesh has',
      name: 'groups.obj',
      bytes: bytesOf(`${Array.from({ length: 70_000 }, (_, k) => `g g${k}`).join('\n')}\n`),
      code: 'limit-exceeded',
      message: /groups are more than the limit of 65536/,
    },
    {
      what: 'tables that overlap',
      name: 'tables.meshb',
      bytes: overlappingTables(count(1_000_000)),
      code: 'format-malformed',
      message: /keyword 5 points to/,
    },
    {
      what: 'more values of JSON than any scene has',
      name: 'values.gltf',
      bytes: bytesOf(`{"asset":{"version":"2.0"},"nodes":[${'{},'.repeat(1_100_000)}{}]}`),
      code: 'limit-exceeded',
      message: /values of the JSON/,
    },
    { what: 'a long chain of nodes', name: 'chain.gltf', bytes: bytesOf(chain(count(200_000))) },
    {
      what: 'a gzip file that unfolds past all reason',
      name: 'zeros.obj.gz',
      bytes: gzipSync('v 0 0 0\n'.repeat(scale < 1 ? 5e6 : 3.3e7), { level: 9 }),
      code: 'limit-exceeded',
      message: /unfolds to more than the limit of \d+ bytes/,
    },
  ];
}
