import { describe, expect, it } from 'vitest';
import { BinaryWriter } from '../../support/BinaryWriter.ts';
import { cubeCorners, cubeQuads, plyBinaryCube, plyTextCube } from '../../support/meshSamples.ts';
import { readAs } from '../../support/memorySource.ts';

const read = (content: string | Uint8Array) => readAs('ply', content);
const header = (format: string, ...rest: string[]): string =>
  ['ply', `format ${format} 1.0`, ...rest, 'end_header', ''].join('\n');
const xyz = ['property float x', 'property float y', 'property float z'];
const faces = (count: number): string[] => [`element face ${count}`, 'property list uchar int vertex_indices'];

describe('ply', () => {
  it.each([
    ['text', plyTextCube],
    ['little endian', plyBinaryCube(true)],
    ['big endian', plyBinaryCube(false)],
  ])('reads quads, %s', async (_, content) => {
    const { surface, warnings } = await read(content);
    expect([...surface.positions]).toEqual(cubeCorners.flat());
    expect([...surface.faceVertices]).toEqual(cubeQuads.flat());
    expect([...surface.faceOffsets]).toEqual([0, 4, 8, 12, 16, 20, 24]);
    expect(warnings).toEqual([]);
  });

  it('keeps colours, uvs, normals and further properties', async () => {
    const properties = [
      ...xyz,
      ...['property uchar red', 'property uchar green', 'property uchar blue'],
      ...['property float nx', 'property float ny', 'property float nz', 'property float s', 'property float t'],
      'property short quality',
    ];
    const rows = ['0 0 0 255 0 51 0 0 1 0.25 0.75 -7', '1 0 0 0 255 0 0 0 1 0.5 0.5 8', '0 1 0 0 0 255 0 0 1 1 1 9'];
    const { surface } = await read(
      `${header('ascii', 'element vertex 3', ...properties, ...faces(1))}${rows.join('\n')}\n3 0 2 1\n`,
    );
    const [colour, quality] = surface.vertexAttributes;
    expect([colour.name, colour.size]).toEqual(['color', 3]);
    expect(colour.values[2]).toBeCloseTo(0.2, 6);
    expect([quality.name, ...quality.values]).toEqual(['quality', -7, 8, 9]);
    expect([...(surface.normals?.values.subarray(0, 3) ?? [])]).toEqual([0, 0, 1]);
    expect([...(surface.uvs?.values.subarray(0, 2) ?? [])]).toEqual([0.25, 0.75]);
    expect([...(surface.uvs?.indices ?? [])]).toEqual([0, 2, 1]);
  });

  it('reads wedge uvs', async () => {
    const text = header('ascii', 'element vertex 3', ...xyz, ...faces(1), 'property list uchar float texcoord');
    const { surface } = await read(`${text}0 0 0\n1 0 0\n0 1 0\n3 0 1 2 6 0 0 1 0 0.5 1\n`);
    expect([...(surface.uvs?.values ?? [])]).toEqual([0, 0, 1, 0, 0.5, 1]);
    expect([...(surface.uvs?.indices ?? [])]).toEqual([0, 1, 2]);
  });

  it('unrolls triangle strips with alternating winding and restarts', async () => {
    const strips = ['element tristrips 1', 'property list int int vertex_indices'];
    const text = header('ascii', 'element vertex 5', ...xyz, ...strips);
    const { surface } = await read(`${text}0 0 0\n1 0 0\n0 1 0\n1 1 0\n2 1 0\n8 0 1 2 3 -1 1 4 3\n`);
    expect([...surface.faceVertices]).toEqual([0, 1, 2, 2, 1, 3, 1, 4, 3]);
  });

  it('copes with elements in any order, unknown elements, and lists among vertices', async () => {
    const writer = new BinaryWriter().text(
      header(
        'binary_little_endian',
        ...faces(1),
        'element camera 2',
        'property double f',
        'property list uchar short w',
        'element vertex 3',
        'property list uchar float bones',
        ...xyz,
      ),
    );
    writer.uint8(3).int32(0, 1, 2);
    for (let camera = 0; camera < 2; camera++) writer.float64(1).uint8(2).uint16(7, 7);
    for (const point of [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ])
      writer.uint8(1).float32(0.5, ...point);
    const { surface, warnings } = await read(writer.bytes());
    expect([...surface.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(warnings).toContain("element 'camera' skipped");
  });

  it('reads headers with every line end before binary data', async () => {
    for (const end of ['\r\n', '\r', '\n']) {
      const text = new TextDecoder('latin1').decode(plyBinaryCube(true));
      const cut = text.indexOf('end_header\n') + 'end_header\n'.length;
      const head = new BinaryWriter()
        .text(text.slice(0, cut).replaceAll('\n', end))
        .uint8(...plyBinaryCube(true).subarray(cut));
      expect([...(await read(head.bytes())).surface.faceVertices]).toEqual(cubeQuads.flat());
    }
  });

  it('does not believe headers that name more than the file holds', async () => {
    const lie = plyTextCube.replace('element vertex 8', 'element vertex 4000000000');
    await expect(read(lie)).rejects.toMatchObject({ code: 'format-truncated' });
    const list = new BinaryWriter().text(
      header(
        'binary_little_endian',
        'element vertex 1',
        ...xyz,
        'element face 1',
        'property list uint int vertex_indices',
      ),
    );
    list.float32(0, 0, 0).int32(2_000_000_000);
    await expect(read(list.bytes())).rejects.toMatchObject({ code: 'format-malformed' });
  });

  it('says where text is no number and where faces name nothing', async () => {
    await expect(read(plyTextCube.replace('0 0 0\n', '0 zero 0\n'))).rejects.toMatchObject({ place: 'line 11' });
    const { warnings } = await read(plyTextCube.replace('4 0 4 6 2', '4 0 4 6 8'));
    expect(warnings).toEqual(['line 19: face with a vertex that does not exist left out']);
  });
});
