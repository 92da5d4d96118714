import { describe, expect, it } from 'vitest';
import { cubeCorners, cubeQuads, offCube } from '../../support/meshSamples.ts';
import { readAs } from '../../support/memorySource.ts';

const read = (content: string) => readAs('off', content);

describe('off', () => {
  it.each([
    ['plain', offCube],
    ['counts behind the keyword', offCube.replace('OFF\n', 'OFF ')],
    ['no blank behind the keyword', offCube.replace('OFF\n', 'OFF')],
    ['no edge count', offCube.replace('8 6 12', '8 6')],
    ['no keyword', offCube.replace('OFF\n', '')],
    [
      'comments and empty lines',
      offCube.replace('OFF\n', '# a cube\n\nOFF # text\n# counts\n').replaceAll('\n4', ' # note\n\n4'),
    ],
    ['face colours', offCube.replaceAll(/^4 .*$/gm, '$& 0.5 0.5 0.5')],
  ])('reads a cube: %s', async (_, text) => {
    const { surface, warnings } = await read(text);
    expect([...surface.positions]).toEqual(cubeCorners.flat());
    expect([...surface.faceVertices]).toEqual(cubeQuads.flat());
    expect(warnings).toEqual([]);
  });

  const triangle = '3 1 0\n0 0 0 A\n1 0 0 B\n0 1 0 C\n3 0 1 2\n';
  const rows = (keyword: string, a: string, b: string, c: string): string =>
    `${keyword}\n${triangle.replace('A', a).replace('B', b).replace('C', c)}`;

  it('reads colours of both scales', async () => {
    const whole = await read(rows('COFF', '255 0 0 255', '0 255 0 255', '0 0 255 51'));
    expect(whole.surface.vertexAttributes[0].size).toBe(4);
    expect(whole.surface.vertexAttributes[0].values[11]).toBeCloseTo(0.2, 6);
    const fractions = await read(rows('COFF', '1 0 0', '0 1 0', '0 0.5 1'));
    expect([...fractions.surface.vertexAttributes[0].values]).toEqual([1, 0, 0, 0, 1, 0, 0, 0.5, 1]);
  });

  it('reads normals, colours and uvs together in their order', async () => {
    const { surface } = await read(rows('STCNOFF', '0 0 1 1 0 0 0.5 0.25', '0 0 1 0 1 0 1 0', '0 0 1 0 0 1 0 1'));
    expect([...(surface.normals?.values ?? [])]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect([...(surface.uvs?.values ?? [])]).toEqual([0.5, 0.25, 1, 0, 0, 1]);
    expect([...surface.vertexAttributes[0].values]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('refuses lies, cuts and other dimensions', async () => {
    await expect(read('OFF\n1000000000 1 0\n0 0 0\n')).rejects.toMatchObject({ code: 'format-truncated' });
    await expect(read(offCube.slice(0, 60))).rejects.toMatchObject({ code: 'format-truncated' });
    await expect(read(offCube.replace('OFF', '4OFF'))).rejects.toMatchObject({ code: 'format-unsupported' });
    await expect(read(offCube.replace('OFF', 'OFF BINARY'))).rejects.toMatchObject({ code: 'format-unsupported' });
  });
});
