import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '../../../src/io/Importer.ts';
import * as samples from '../../support/meshSamples.ts';
import { memorySource, readAs, type MemoryFiles } from '../../support/memorySource.ts';
import { importers } from '../../../src/io/Importer.ts';

const points = samples.twoTetPoints.flat();
const tets = samples.twoTets.flat();
const readFiles = (type: string, files: MemoryFiles, main: string): Promise<ImportedMesh> => {
  return importers.get(type).read(memorySource(files, main));
};
const groupsOf = (mesh: ImportedMesh): string[] => {
  return mesh.surface.groups.map(({ kind, name, faces }) => `${kind} ${name}: ${faces.length}`);
};

describe('two tetrahedra', () => {
  const same: readonly (readonly [string, () => Promise<ImportedMesh>])[] = [
    ['gmsh 2.2 text', () => readAs('gmsh', samples.msh2Tets)],
    ['gmsh 2.2 binary', () => readAs('gmsh', samples.msh2BinaryTets())],
    ['gmsh 2.2 binary, big endian', () => readAs('gmsh', samples.msh2BinaryTets(false))],
    ['gmsh 4.1 text with gaps in the numbers', () => readAs('gmsh', samples.msh4Tets)],
    ['gmsh 4.1 binary', () => readAs('gmsh', samples.msh4BinaryTets())],
    ['medit text', () => readAs('medit', samples.meditTets)],
    ['medit binary 1', () => readAs('medit', samples.meditBinaryTets(1))],
    ['medit binary 2', () => readAs('medit', samples.meditBinaryTets(2))],
    ['medit binary 3', () => readAs('medit', samples.meditBinaryTets(3))],
    ['tetgen from 0', () => readFiles('tetgen', samples.tetgenTets(0), 'sample.node')],
    ['tetgen from 1', () => readFiles('tetgen', samples.tetgenTets(1), 'sample.ele')],
    ['vtk text', () => readAs('vtk', samples.vtkTets)],
    ['vtk binary', () => readAs('vtk', samples.vtkBinaryTets())],
    ['vtk version 5', () => readAs('vtk', samples.vtkTets5)],
    ['vega from 0', () => readFiles('vega', samples.vegaTets(0), 'sample.veg')],
    ['vega from 1', () => readFiles('vega', samples.vegaTets(1), 'sample.veg')],
  ];

  it.each(same)('%s: vertices and tets in file order, boundary over the same vertices', async (_, read) => {
    const { surface, tets: mesh, hexes, warnings } = await read();
    expect([...(mesh?.positions ?? [])]).toEqual(points);
    expect([...(mesh?.tets ?? [])]).toEqual(tets);
    expect(hexes).toBeUndefined();
    expect(surface.positions).toBe(mesh?.positions);
    expect(surface.faceOffsets).toHaveLength(7);
    expect(warnings).toEqual([]);
  });

  it('keeps regions as materials and named faces as groups', async () => {
    expect(groupsOf(await readAs('gmsh', samples.msh2Tets))).toEqual([
      'material soft: 3',
      'material physical 7: 3',
      'group skin: 1',
    ]);
    expect(groupsOf(await readAs('gmsh', samples.msh4Tets))).toEqual(['material soft: 6']);
    expect(groupsOf(await readAs('medit', samples.meditTets))).toEqual(['material ref 2: 6', 'group ref 4: 1']);
    expect(groupsOf(await readFiles('vega', samples.vegaTets(1), 'sample.veg'))).toEqual(['material rubber: 3']);
    const tetgen = await readFiles('tetgen', samples.tetgenTets(1), 'sample.ele');
    expect(groupsOf(tetgen)).toEqual(['material region 30: 3', 'material region 31: 3']);
  });

  it('turns tets that are inside out and says so', async () => {
    const { tets: mesh, warnings } = await readAs('vtk', samples.vtkTets.replace('4 0 1 2 3', '4 0 2 1 3'));
    expect([...(mesh?.tets ?? [])]).toEqual([0, 2, 3, 1, 4, 2, 1, 3]);
    expect(warnings).toEqual(['tetrahedra that were inside out, turned: 1']);
  });

  it('leaves out flat tets and keeps the rest in step with its regions', async () => {
    const flat = samples.msh2Tets.replace('$Elements\n3\n', '$Elements\n4\n9 4 2 7 0 1 2 3 3\n');
    const mesh = await readAs('gmsh', flat);
    expect([...(mesh.tets?.tets ?? [])]).toEqual(tets);
    expect(mesh.warnings).toEqual(['line 19: flat tetrahedron left out']);
    expect(groupsOf(mesh)).toContain('material soft: 3');
  });

  it('refuses vertices that do not exist, and cells of no shape', async () => {
    await expect(readAs('vtk', samples.vtkTets.replace('4 0 1 2 3', '4 0 1 2 9'))).rejects.toMatchObject({
      code: 'format-malformed',
      place: 'line 13',
    });
    await expect(readAs('vtk', samples.vtkTets.replace('4 4 2 1 3', '4 4 2 1 nan'))).rejects.toMatchObject({
      place: 'line 14',
    });
    const prism = samples.meditTets.replace('End', 'Prisms\n1\n1 2 3 4 5 5 0\nEnd');
    await expect(readAs('medit', prism)).rejects.toMatchObject({ code: 'geometry-invalid' });
    await expect(readAs('vtk', samples.vtkTets.replace('0 0 1\n', '0 0 1e99\n'))).rejects.toMatchObject({
      code: 'geometry-invalid',
      place: 'vertex 3',
    });
  });

  it('refuses halves of pairs and missing included files', async () => {
    const node = { 'sample.node': samples.tetgenTets(0)['sample.node'] };
    await expect(readFiles('tetgen', node, 'sample.node')).rejects.toMatchObject({ code: 'file-missing' });
    const main = { 'sample.veg': samples.vegaTets(0)['sample.veg'] };
    await expect(readFiles('vega', main, 'sample.veg')).rejects.toMatchObject({
      code: 'file-missing',
      place: 'line 15',
    });
    const loop = { ...samples.vegaTets(0), 'tip.txt': '*INCLUDE tip.txt\n' };
    await expect(readFiles('vega', loop, 'sample.veg')).rejects.toMatchObject({ code: 'limit-exceeded' });
  });
});

describe('hexahedra and surfaces in volume formats', () => {
  const fileOrder = [0, 1, 3, 2, 4, 5, 7, 6];
  const msh = (order: readonly number[]): string =>
    `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n${samples.cubeCorners.map((p, at) => `${at + 1} ${p.join(' ')}\n`).join('')}` +
    `$EndNodes\n$Elements\n1\n1 5 0 ${order.map((v) => v + 1).join(' ')}\n$EndElements\n`;

  it('puts hex corners into i + 2j + 4k order with an outward boundary of quads', async () => {
    const { hexes, surface, tets: none } = await readAs('gmsh', msh(fileOrder));
    expect([...(hexes?.hexes ?? [])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(none).toBeUndefined();
    const quads = Array.from({ length: 6 }, (_, at) =>
      [...surface.faceVertices.subarray(4 * at, 4 * at + 4)].join(' '),
    );
    expect(quads.sort()).toEqual(samples.cubeQuads.map((quad) => quad.join(' ')).sort());
  });

  it('turns hexes that are inside out', async () => {
    const { hexes, warnings } = await readAs('gmsh', msh([4, 5, 7, 6, 0, 1, 3, 2]));
    expect([...(hexes?.hexes ?? [])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(warnings).toEqual(['hexahedra that were inside out, turned: 1']);
  });

  it('reads polygons as a surface', async () => {
    const { surface, tets: none } = await readAs('vtk', samples.vtkCube);
    expect(none).toBeUndefined();
    expect([...surface.faceVertices]).toEqual(samples.cubeQuads.flat());
    const strip = samples.vtkCube.replace(/POLYGONS[^]*/, 'TRIANGLE_STRIPS 1 5\n4 0 1 2 3\n');
    expect([...(await readAs('vtk', strip)).surface.faceVertices]).toEqual([0, 1, 2, 2, 1, 3]);
  });

  it('reads tets of ten nodes that are no midpoints by their corners', async () => {
    const curved = samples.tetgenTets(0);
    const ele = '1 10 0\n0 0 1 2 3 4 4 4 4 4 4\n';
    const { tets: mesh, warnings } = await readFiles('tetgen', { ...curved, 'sample.ele': ele }, 'sample.ele');
    expect([...(mesh?.tets ?? [])]).toEqual([0, 1, 2, 3]);
    expect(warnings).toEqual([
      'quadratic tetrahedra read by their corners, since their nodes are no midpoints of edges: 1',
      'vertices that belong to no tetrahedron: 1',
    ]);
  });
});
