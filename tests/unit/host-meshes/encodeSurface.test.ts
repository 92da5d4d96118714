import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encodeSurface } from '../../../src/io/encodeSurface.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { polygonMesh } from '../../support/polygonMesh.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

it('an OBJ keeps every bit of the positions, and uvs, normals and groups', async () => {
  // Far from the origin float32 would round corners together.
  const points = cubeCorners.map((corner) => corner.map((value) => 1e7 + value / 3));
  const corners = cubeQuads.flat().length;
  const surface: SurfaceMesh = {
    ...polygonMesh(points, cubeQuads),
    name: 'box',
    uvs: {
      size: 2,
      values: Float32Array.of(0, 0, 0.1, 0.2, 1, 1),
      indices: Int32Array.from({ length: corners }, (_, corner) => (corner === 5 ? -1 : corner % 3)),
    },
    normals: { size: 3, values: Float32Array.of(0, 0, 1, 1, 0, 0), indices: new Int32Array(corners).fill(1) },
    groups: [
      { kind: 'material', name: 'wood', faces: Uint32Array.of(0, 1, 2) },
      { kind: 'group', name: 'lid', faces: Uint32Array.of(5) },
    ],
  };
  const path = join(await temporaryFolder(), 'box.obj');
  await writeFile(path, encodeSurface(surface, path));
  const read = (await readMesh(path)).mesh.surface;
  expect(read.positions).toEqual(surface.positions);
  expect(read.faceVertices).toEqual(surface.faceVertices);
  expect(read.uvs).toEqual(surface.uvs);
  expect(read.normals?.indices).toEqual(surface.normals?.indices);
  for (const { kind, name, faces } of surface.groups) {
    expect(read.groups.find((group) => group.kind === kind && group.name === name)?.faces).toEqual(faces);
  }
});

it('refuses endings that it does not write', () => {
  expect(() => encodeSurface(polygonMesh(cubeCorners, cubeQuads), 'a.stl')).toThrow(/not '.stl'/);
});
