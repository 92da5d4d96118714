import { describe, expect, it } from 'vitest';
import { readAs } from '../../support/memorySource.ts';

const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const read = (text: string) => readAs('obj', text);

describe('obj', () => {
  it('keeps polygons of any size and the order of vertices', async () => {
    const { surface, warnings } = await read(`${triangle}v 5 5 5\nv 1 1 0\nf 1 2 5 3\nf 1 3 2\n`);
    expect([...surface.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5, 1, 1, 0]);
    expect([...surface.faceOffsets]).toEqual([0, 4, 7]);
    expect([...surface.faceVertices]).toEqual([0, 1, 4, 2, 0, 2, 1]);
    expect(warnings).toEqual([]);
  });

  it('counts negative indices from the last value read so far', async () => {
    const { surface } = await read(`${triangle}vt 0 0\nvt 1 1\nf -3/-2 -2/-1 -1/1\nv 9 9 9\nf -4 -3 -2\n`);
    expect([...surface.faceVertices]).toEqual([0, 1, 2, 0, 1, 2]);
    expect([...(surface.uvs?.indices ?? [])]).toEqual([0, 1, 0, -1, -1, -1]);
  });

  it('keeps uvs and normals with their own indices', async () => {
    const { surface } = await read(`${triangle}vt 0 0.5\nvn 0 0 1\nf 1/1/1 2//1 3/1\n`);
    expect([...(surface.uvs?.indices ?? [])]).toEqual([0, -1, 0]);
    expect([...(surface.normals?.indices ?? [])]).toEqual([0, 0, -1]);
    expect([...(surface.uvs?.values ?? [])]).toEqual([0, 0.5]);
    expect([...(surface.normals?.values ?? [])]).toEqual([0, 0, 1]);
  });

  it('collects groups, objects, materials and smoothing groups', async () => {
    const { surface } = await read(
      `${triangle}o thing one\ng a b\nusemtl red paint\ns 1\nf 1 2 3\ng b\ns off\nf 1 3 2\nusemtl blue\nf 2 3 1\ng\nf 3 1 2\n`,
    );
    const groups = surface.groups.map(({ kind, name, faces }) => `${kind} ${name}: ${[...faces].join(' ')}`);
    expect(groups.sort()).toEqual([
      'group a: 0',
      'group b: 0 1 2',
      'material blue: 2 3',
      'material red paint: 0 1',
      'object thing one: 0 1 2 3',
      'smoothing 1: 0',
    ]);
  });

  it('reads colours after the position, and a fourth coordinate as nothing', async () => {
    const { surface } = await read('v 0 0 0 1\nv 1 0 0 0.25 0.5 1\nv 0 1 0\nf 1 2 3\n');
    expect(surface.vertexAttributes).toHaveLength(1);
    expect(surface.vertexAttributes[0].name).toBe('color');
    expect([...surface.vertexAttributes[0].values]).toEqual([1, 1, 1, 0.25, 0.5, 1, 1, 1, 1]);
  });

  it('copes with continued lines, line ends, comments, a missing material file and UTF-16', async () => {
    const text = `mtllib none.mtl\r\n# note\r\n${triangle.replaceAll('\n', '\r\n')}f 1 \\\r\n 2 3 # face\r\n`;
    expect([...(await read(text)).surface.faceVertices]).toEqual([0, 1, 2]);
    expect([...(await read(text.replaceAll('\r\n', '\r'))).surface.faceVertices]).toEqual([0, 1, 2]);
    const wide = Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect([...(await readAs('obj', wide)).surface.faceVertices]).toEqual([0, 1, 2]);
  });

  it('may name vertices that come later', async () => {
    expect([...(await read(`f 1 2 3\n${triangle}`)).surface.faceVertices]).toEqual([0, 1, 2]);
  });

  it('leaves out broken faces, says where, and keeps groups and uvs in step', async () => {
    const { surface, warnings } = await read(
      `${triangle}vt 0 0\nvt 1 1\nvt 2 2\ng a\nf 1 2 9\ng b\nf 1/1 2/2 3/3\nf 1 0 2\ng c\nf 3/3 2/2 1/1\nf 1/1 3/3 2/2\n`,
    );
    expect([...surface.faceVertices]).toEqual([0, 1, 2, 2, 1, 0, 0, 2, 1]);
    expect([...(surface.uvs?.indices ?? [])]).toEqual([0, 1, 2, 2, 1, 0, 0, 2, 1]);
    expect(surface.groups.map(({ name, faces }) => `${name}: ${[...faces].join(' ')}`)).toEqual(['b: 0', 'c: 1 2']);
    expect(warnings).toEqual([
      'line 8: face with a vertex that does not exist left out',
      'line 11: face with a vertex that does not exist left out',
    ]);
  });

  it('moves vertices that are no numbers and leaves out their faces', async () => {
    const { surface, warnings } = await read(`v 1 1 1\nv nan 0 0\nv 1 2 x\n${triangle}f 1 2 3\nf 4 5 6\nf 6 5 4\n`);
    expect([...surface.positions.subarray(3, 9)]).toEqual([1, 1, 1, 1, 1, 1]);
    expect(surface.faceOffsets).toHaveLength(3);
    expect(warnings[0]).toBe('line 2: vertex without a usable position; its faces are left out');
  });

  it('refuses a file in which most faces are broken', async () => {
    await expect(read(`${triangle}f 1 2 3\nf 7 8 9\nf 1 2\n`)).rejects.toMatchObject({
      code: 'format-malformed',
      place: 'line 5',
    });
  });

  it('refuses files without faces', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'geometry-empty' });
    await expect(read(`${triangle}l 1 2\n`)).rejects.toMatchObject({ code: 'geometry-empty' });
  });

  it('lists a few warnings of a kind and counts the rest', async () => {
    const { warnings } = await read(`${triangle}${'f 1 2 3\n'.repeat(200)}${'f 1 2 9\n'.repeat(100)}`);
    expect(warnings).toHaveLength(6);
    expect(warnings[5]).toBe('95 more faces with a vertex that does not exist');
  });
});
