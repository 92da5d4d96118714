import { describe, expect, it } from 'vitest';
import { BinaryWriter } from '../../support/BinaryWriter.ts';
import { cubeTriangles, stlBinaryCube, stlTextCube } from '../../support/meshSamples.ts';
import { readAs } from '../../support/memorySource.ts';

const read = (content: string | Uint8Array) => readAs('stl', content);

describe('stl', () => {
  it.each([
    ['text', stlTextCube],
    ['binary', stlBinaryCube()],
    ['binary with a header that starts with solid', stlBinaryCube('solid facet')],
  ])('welds the corners of a cube, %s', async (_, content) => {
    const { surface, warnings } = await read(content);
    expect(surface.positions).toHaveLength(24);
    expect(surface.faceVertices).toHaveLength(36);
    // First appearance numbers the vertices.
    expect([...surface.faceVertices.subarray(0, 6)]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(warnings).toEqual([]);
  });

  it('names solids as objects when there are several', async () => {
    const { surface } = await read(
      stlTextCube.replace('solid cube', 'SOLID one') + stlTextCube.replace('solid cube', 'solid'),
    );
    expect(surface.groups.map(({ kind, name, faces }) => [kind, name, faces.length])).toEqual([
      ['object', 'one', 12],
      ['object', 'solid 2', 12],
    ]);
  });

  it('leaves out triangles that are no numbers', async () => {
    const writer = new BinaryWriter().text(''.padEnd(80)).int32(3);
    for (const last of [1, Number.NaN, 2]) writer.float32(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, last, 0).uint16(0);
    const { surface, warnings } = await read(writer.bytes());
    expect(surface.faceOffsets).toHaveLength(3);
    expect(warnings[0]).toBe('byte 134: vertex without a usable position; its faces are left out');
  });

  it('tells a wrong count from a file that was cut', async () => {
    const wrong = stlBinaryCube();
    new DataView(wrong.buffer).setUint32(80, 20, true);
    const { surface, warnings } = await read(wrong);
    expect(surface.faceOffsets).toHaveLength(cubeTriangles.length + 1);
    expect(warnings).toEqual(['byte 80: the header names 20 triangles, the file holds 12']);
    await expect(read(wrong.slice(0, 200))).rejects.toMatchObject({ code: 'format-truncated', place: 'byte 200' });
    await expect(read(stlTextCube.slice(0, 300))).rejects.toMatchObject({ code: 'format-truncated' });
  });

  it('passes over vertices beyond the third of a facet', async () => {
    const { surface, warnings } = await read(stlTextCube.replace('endloop', 'vertex 9 9 9\nendloop'));
    expect(surface.positions).toHaveLength(24);
    expect(warnings).toEqual(['line 7: vertex beyond the third of its facet skipped']);
  });
});
