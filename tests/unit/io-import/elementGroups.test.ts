import { describe, expect, it } from 'vitest';
import { meshGroups } from '../../../src/geometry/meshGroups.ts';
import { readAs } from '../../support/memorySource.ts';
import * as samples from '../../support/meshSamples.ts';

const groupsIn = async (type: string, file: string | Uint8Array) => {
  const { elementGroups, warnings } = await readAs(type, file);
  expect(warnings).toEqual([]);
  return elementGroups?.map(({ name, elements }) => `${name}: ${[...elements].join(' ')}`);
};

describe('groups of elements', () => {
  it('are the regions of the file', async () => {
    expect(await groupsIn('gmsh', samples.msh2Tets)).toEqual(['soft: 0', 'physical 7: 1']);
    expect(await groupsIn('medit', samples.meditTets)).toEqual(['ref 2: 0 1']);
    expect(await groupsIn('vtk', samples.vtkTets)).toBeUndefined();
  });

  it.each([
    ['scalars after those of points', 'CELL_DATA 2\nSCALARS material int 1\nLOOKUP_TABLE default\n3 7\n'],
    ['without a lookup table', 'CELL_DATA 2\nSCALARS material int\n3 7\n'],
    [
      'an array of a field, after others',
      'CELL_DATA 2\nVECTORS pull float\n1 2 3 4 5 6\nFIELD data 2\nheat 1 2 float\n1 2\nMETADATA\nINFORMATION 0\n\nmaterial 1 2 vtktypeint64\n3 7\n',
    ],
  ])('are whole numbers of the cells of a VTK file: %s', async (_, data) => {
    expect(await groupsIn('vtk', `${samples.vtkTets}${data}`)).toEqual(['material 3: 0', 'material 7: 1']);
  });

  it('are those of a binary VTK file', async () => {
    const head = new TextEncoder().encode('CELL_DATA 2\nSCALARS MaterialIds int 1\nLOOKUP_TABLE default\n');
    const numbers = Uint8Array.of(0, 0, 0, 5, 0, 0, 0, 5);
    expect(await groupsIn('vtk', Uint8Array.from([...samples.vtkBinaryTets(), ...head, ...numbers]))).toEqual([
      'MaterialIds 5: 0 1',
    ]);
  });

  it('are none where numbers are no parts, and data that cannot be read leave the mesh whole', async () => {
    expect(await groupsIn('vtk', `${samples.vtkTets}CELL_DATA 2\nSCALARS quality int 1\n3 7\n`)).toBeUndefined();
    expect(await groupsIn('vtk', `${samples.vtkTets}CELL_DATA 2\nSCALARS material float 1\n3 7\n`)).toBeUndefined();
    const { tets, warnings } = await readAs('vtk', `${samples.vtkTets}CELL_DATA 2\nSCALARS material int 1\n3 x\n`);
    expect(tets!.tets).toHaveLength(8);
    expect(warnings).toEqual([expect.stringContaining('point or cell data not read')]);
  });
});

describe('groups that tell parts of a mesh from each other', () => {
  const halves = samples.objCube.replace(/(f .*\n)/, 'usemtl red\n$1usemtl blue\n');

  it('are listed by kinds, without one that is the whole', async () => {
    expect(meshGroups(await readAs('obj', halves))).toEqual([{ of: 'material', names: ['red', 'blue'] }]);
    expect(meshGroups(await readAs('obj', samples.objCube.replace('f ', 'usemtl red\nf ')))).toEqual([]);
    expect(meshGroups(await readAs('gmsh', samples.msh2Tets))).toEqual([
      { of: 'material', names: ['soft', 'physical 7'] },
      { of: 'group', names: ['skin'] },
    ]);
  });
});
