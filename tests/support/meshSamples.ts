import { Document, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { defaultExports } from '../../src/base/registry.ts';
import { importers } from '../../src/io/Importer.ts';
import { BinaryWriter } from './BinaryWriter.ts';
import type { MemoryFiles, MeshSample } from './memorySource.ts';

/** A unit cube at the origin: corner i + 2j + 4k, quads counter-clockwise from outside. */
export const cubeCorners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2]);
export const cubeQuads = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];
export const cubeTriangles = cubeQuads.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]);

/** Two tetrahedra that share the face (1, 2, 3), positively oriented. */
export const twoTetPoints = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 1],
];
export const twoTets = [
  [0, 1, 2, 3],
  [4, 2, 1, 3],
];

const lines = (rows: readonly (readonly (number | string)[])[]): string =>
  rows.map((row) => `${row.join(' ')}\n`).join('');

export const objCube =
  `# a cube\n${lines(cubeCorners.map((p) => ['v', ...p]))}` +
  lines(cubeQuads.map((q) => ['f', ...q.map((v) => v + 1)]));

const plyHeader = (format: string, faces = 6): string =>
  `ply\nformat ${format} 1.0\ncomment a cube\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n` +
  `element face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;

export const plyTextCube = `${plyHeader('ascii')}${lines(cubeCorners)}${lines(cubeQuads.map((q) => [4, ...q]))}`;

export function plyBinaryCube(littleEndian: boolean): Uint8Array {
  const writer = new BinaryWriter(littleEndian);
  writer.text(plyHeader(littleEndian ? 'binary_little_endian' : 'binary_big_endian'));
  for (const corner of cubeCorners) writer.float32(...corner);
  for (const quad of cubeQuads) writer.uint8(4).int32(...quad);
  return writer.bytes();
}

export const stlTextCube = `solid cube\n${cubeTriangles
  .map(
    (t) => `facet normal 0 0 0\nouter loop\n${lines(t.map((v) => ['vertex', ...cubeCorners[v]]))}endloop\nendfacet\n`,
  )
  .join('')}endsolid cube\n`;

export function stlBinaryCube(header = ''): Uint8Array {
  const writer = new BinaryWriter().text(header.padEnd(80)).int32(cubeTriangles.length);
  for (const triangle of cubeTriangles) {
    writer.float32(0, 0, 0);
    for (const vertex of triangle) writer.float32(...cubeCorners[vertex]);
    writer.uint16(0);
  }
  return writer.bytes();
}

export const offCube = `OFF\n8 6 12\n${lines(cubeCorners)}${lines(cubeQuads.map((q) => [4, ...q]))}`;

export const msh2Tets =
  '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n3 1 "soft"\n2 5 "skin"\n$EndPhysicalNames\n' +
  `$Nodes\n5\n${lines(twoTetPoints.map((p, at) => [at + 1, ...p]))}$EndNodes\n` +
  `$Elements\n3\n1 2 2 5 0 1 3 2\n${lines(twoTets.map((t, at) => [at + 2, 4, 2, at === 0 ? 1 : 7, 0, ...t.map((v) => v + 1)]))}$EndElements\n`;

export function msh2BinaryTets(littleEndian = true): Uint8Array {
  const writer = new BinaryWriter(littleEndian)
    .text('$MeshFormat\n2.2 1 8\n')
    .int32(1)
    .text('\n$EndMeshFormat\n$Nodes\n5\n');
  twoTetPoints.forEach((point, at) => writer.int32(at + 1).float64(...point));
  writer.text('\n$EndNodes\n$Elements\n2\n').int32(4, 2, 2);
  twoTets.forEach((tet, at) => writer.int32(at + 1, 1, 0, ...tet.map((v) => v + 1)));
  return writer.text('\n$EndElements\n').bytes();
}

export const msh4Tets =
  '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 9 "soft"\n$EndPhysicalNames\n' +
  '$Entities\n0 0 0 1\n1 0 0 0 1 1 1 1 9 0\n$EndEntities\n' +
  `$Nodes\n1 5 10 14\n3 1 0 5\n10\n11\n12\n13\n14\n${lines(twoTetPoints)}$EndNodes\n` +
  `$Elements\n1 2 1 2\n3 1 4 2\n${lines(twoTets.map((t, at) => [at + 1, ...t.map((v) => v + 10)]))}$EndElements\n`;

export function msh4BinaryTets(): Uint8Array {
  const writer = new BinaryWriter().text('$MeshFormat\n4.1 1 8\n').int32(1).text('\n$EndMeshFormat\n$Nodes\n');
  writer.uint64(1, 5, 1, 5).int32(3, 1, 0).uint64(5, 1, 2, 3, 4, 5);
  for (const point of twoTetPoints) writer.float64(...point);
  writer.text('\n$EndNodes\n$Elements\n').uint64(1, 2, 1, 2).int32(3, 1, 4).uint64(2);
  twoTets.forEach((tet, at) => writer.uint64(at + 1, ...tet.map((v) => v + 1)));
  return writer.text('\n$EndElements\n').bytes();
}

export const meditTets =
  `MeshVersionFormatted 1\nDimension\n3\n# five points\nVertices\n5\n${lines(twoTetPoints.map((p) => [...p, 0]))}` +
  `Triangles\n1\n1 3 2 4\nTetrahedra\n2\n${lines(twoTets.map((t) => [...t.map((v) => v + 1), 2]))}End\n`;

export function meditBinaryTets(version: 1 | 2 | 3): Uint8Array {
  const writer = new BinaryWriter().int32(1, version);
  const section = (code: number, body: BinaryWriter): void => {
    const wide = version === 3;
    const next = writer.length + 4 + (wide ? 8 : 4) + body.length;
    writer.int32(code);
    if (wide) writer.uint64(next);
    else writer.int32(next);
    writer.uint8(...body.bytes());
  };
  section(3, new BinaryWriter().int32(3));
  const vertices = new BinaryWriter().int32(5);
  for (const point of twoTetPoints) (version === 1 ? vertices.float32(...point) : vertices.float64(...point)).int32(0);
  section(4, vertices);
  const tets = new BinaryWriter().int32(2);
  for (const tet of twoTets) tets.int32(...tet.map((v) => v + 1), 0);
  section(8, tets);
  return writer.int32(54).bytes();
}

/** The pair of files with numbers from `base`. */
export function tetgenTets(base: 0 | 1): MemoryFiles {
  return {
    'sample.node': `# points\n5 3 0 0\n${lines(twoTetPoints.map((p, at) => [at + base, ...p]))}`,
    'sample.ele': `2 4 1\n${lines(twoTets.map((t, at) => [at + base, ...t.map((v) => v + base), 30 + at]))}`,
  };
}

const vtkHeader = (form: string, dataset = 'UNSTRUCTURED_GRID'): string =>
  `# vtk DataFile Version 3.0\ntwo tets\n${form}\nDATASET ${dataset}\n`;

export const vtkTets =
  `${vtkHeader('ASCII')}POINTS 5 float\n${lines(twoTetPoints)}\nCELLS 2 10\n${lines(twoTets.map((t) => [4, ...t]))}` +
  'CELL_TYPES 2\n10\n10\nPOINT_DATA 5\nSCALARS heat float 1\nLOOKUP_TABLE default\n1 2 3 4 5\n';

export function vtkBinaryTets(): Uint8Array {
  const writer = new BinaryWriter(false)
    .text(`${vtkHeader('BINARY')}POINTS 5 double\n`)
    .float64(...twoTetPoints.flat());
  writer.text('\nCELLS 2 10\n');
  for (const tet of twoTets) writer.int32(4, ...tet);
  return writer.text('\nCELL_TYPES 2\n').int32(10, 10).text('\n').bytes();
}

export const vtkTets5 =
  `# vtk DataFile Version 5.1\ntwo tets\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n${lines(twoTetPoints)}` +
  `METADATA\nINFORMATION 0\n\nCELLS 3 8\nOFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n${lines(twoTets)}` +
  'CELL_TYPES 2\n10\n10\n';

export const vtkCube =
  `${vtkHeader('ASCII', 'POLYDATA')}POINTS 8 float\n${lines(cubeCorners)}POLYGONS 6 30\n` +
  lines(cubeQuads.map((q) => [4, ...q]));

/** `base`: number of the first vertex and element. The set of soft elements is in an included file. */
export function vegaTets(base: 0 | 1): MemoryFiles {
  return {
    'sample.veg':
      `# two tets\n*VERTICES\n5 3 0 0\n${lines(twoTetPoints.map((p, at) => [at + base, ...p]))}` +
      `*ELEMENTS\nTET\n2 4 0\n${lines(twoTets.map((t, at) => [at + base, ...t.map((v) => v + base)]))}` +
      '*SET tip\n*INCLUDE tip.txt\n*MATERIAL rubber\nENU, 1000, 1e6, 0.4\n*REGION\ntip, rubber\n',
    'tip.txt': `${base + 1},\n`,
  };
}

const cubePositions = Float32Array.from(cubeCorners.flat());
const cubeIndices = Uint16Array.from(cubeTriangles.flat());

/** A cube of edge 1 under a node that doubles it and moves it to x = 10. */
export function gltfCubeDocument(): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const positions = document.createAccessor().setType('VEC3').setArray(cubePositions.slice()).setBuffer(buffer);
  const indices = document.createAccessor().setType('SCALAR').setArray(cubeIndices.slice()).setBuffer(buffer);
  const material = document.createMaterial('clay');
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', positions)
    .setIndices(indices)
    .setMaterial(material);
  const node = document.createNode('box').setMesh(document.createMesh('cube').addPrimitive(primitive));
  node.setTranslation([10, 0, 0]).setScale([2, 2, 2]);
  document.createScene().addChild(node);
  return document;
}

export async function glbCube(compression?: 'draco' | 'meshopt'): Promise<Uint8Array> {
  const document = gltfCubeDocument();
  const io = new WebIO().registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression]);
  if (compression === 'draco') {
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ quantizationBits: { POSITION: 14 } });
    io.registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
  }
  if (compression === 'meshopt') {
    document.createExtension(EXTMeshoptCompression).setRequired(true);
    await MeshoptEncoder.ready;
    io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
  }
  return io.writeBinary(document);
}

/** Returns the same cube as .gltf with its buffer in `cube.bin`. */
export async function gltfCubeFiles(): Promise<MemoryFiles> {
  const { json, resources } = await new WebIO().writeJSON(gltfCubeDocument(), { basename: 'cube' });
  return { ...resources, 'sample.gltf': JSON.stringify(json) };
}

/** Files of the formats that exist for tests alone. */
const madeUp = defaultExports<MeshSample>(import.meta.glob('./kinds/*.sample.ts', { eager: true }));

/** One small file for every registered importer, and further files of the same format. */
export async function meshSamples(): Promise<MeshSample[]> {
  const one = (type: string, name: string, main: string, content: string | Uint8Array): MeshSample => {
    return { type, name, files: { [main]: content }, main };
  };
  return [
    one('obj', 'text', 'sample.obj', objCube),
    one('ply', 'text', 'sample.ply', plyTextCube),
    one('ply', 'little endian', 'sample.ply', plyBinaryCube(true)),
    one('ply', 'big endian', 'sample.ply', plyBinaryCube(false)),
    one('stl', 'text', 'sample.stl', stlTextCube),
    one('stl', 'binary', 'sample.stl', stlBinaryCube()),
    one('off', 'text', 'sample.off', offCube),
    one('gmsh', '2.2 text', 'sample.msh', msh2Tets),
    one('gmsh', '2.2 binary', 'sample.msh', msh2BinaryTets()),
    one('gmsh', '4.1 text', 'sample.msh', msh4Tets),
    one('gmsh', '4.1 binary', 'sample.msh', msh4BinaryTets()),
    one('medit', 'text', 'sample.mesh', meditTets),
    one('medit', 'binary', 'sample.meshb', meditBinaryTets(2)),
    { type: 'tetgen', name: 'from 1', files: tetgenTets(1), main: 'sample.node' },
    { type: 'tetgen', name: 'from 0', files: tetgenTets(0), main: 'sample.ele' },
    one('vtk', 'text', 'sample.vtk', vtkTets),
    one('vtk', 'binary', 'sample.vtk', vtkBinaryTets()),
    one('vtk', 'version 5', 'sample.vtk', vtkTets5),
    { type: 'vega', name: 'text', files: vegaTets(1), main: 'sample.veg' },
    one('gltf', 'glb', 'sample.glb', await glbCube()),
    one('gltf', 'Draco', 'sample.glb', await glbCube('draco')),
    one('gltf', 'meshopt', 'sample.glb', await glbCube('meshopt')),
    { type: 'gltf', name: 'with .bin', files: await gltfCubeFiles(), main: 'sample.gltf' },
    ...madeUp.filter(({ type }) => importers.has(type)),
  ];
}
