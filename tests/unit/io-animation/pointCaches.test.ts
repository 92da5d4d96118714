import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import { cubeAt, cubeMdd, cubePc2, writeFiles } from '../../support/animationSamples.ts';
import { objCube, plyTextCube } from '../../support/meshSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('PC2', () => {
  it('counts frames from its start, by its step', async () => {
    const folder = await temporaryFolder();
    const bytes = cubePc2({ samples: 3, start: 10, step: 0.5, speed: 2 });
    const path = writeFiles(folder, { 'walk.pc2': bytes, 'body.obj': objCube }, 'walk.pc2');
    const { source } = await openAnimation(path, { framesPerSecond: 10, mesh: join(folder, 'body.obj') });
    const { header } = source;
    expect(header.doubts).toEqual([]);
    expect(header.objects[0]).toMatchObject({
      name: 'walk.pc2',
      type: 'mesh',
      vertices: 8,
      triangles: 12,
      topology: 'constant',
    });
    expect(header.objects[0].bounds).toEqual([0, 0, 0, 5, 1, 1]);
    expect([...header.objects[0].times]).toEqual([1, 1.05, 1.1]);
    const { positions, velocities } = source.sample(0, 1.0625);
    cubeAt(2.5).forEach((value, k) => expect(positions[k]).toBeCloseTo(value, 12));
    expect(velocities[0]).toBeCloseTo(40, 9);
    expect(velocities[1]).toBe(0);
    source.close();
  });

  it('takes the mesh of the same name, and says so', async () => {
    const files = { 'walk.pc2': cubePc2(), 'walk.obj': objCube, 'walk.ply': plyTextCube };
    const { source } = await openAnimation(writeFiles(await temporaryFolder(), files, 'walk.pc2'));
    expect(source.header.doubts).toEqual([
      'the file counts frames: 24 frames per second are assumed',
      'the topology is that of walk.obj, which has the same name',
      'walk.ply would fit by name too: name the mesh that moves',
    ]);
    source.close();
  });

  it('is a cloud of points without a mesh', async () => {
    const { source } = await openAnimation(writeFiles(await temporaryFolder(), { 'walk.pc2': cubePc2() }, 'walk.pc2'));
    expect(source.header.objects[0]).toMatchObject({ type: 'points', triangles: 0 });
    expect(source.header.doubts.at(-1)).toContain('name the mesh that moves');
    source.close();
  });

  it('refuses a mesh with another number of vertices', async () => {
    const folder = await temporaryFolder();
    const small = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
    const path = writeFiles(folder, { 'walk.pc2': cubePc2(), 'walk.obj': small }, 'walk.pc2');
    await expect(openAnimation(path)).rejects.toMatchObject({
      code: 'geometry-invalid',
      file: path,
      message: 'it moves 8 vertices, and the mesh walk.obj has 3',
    });
  });

  it('says how many samples of a cut file are whole', async () => {
    const path = writeFiles(await temporaryFolder(), { 'walk.pc2': cubePc2().slice(0, 32 + 2 * 96 + 50) }, 'walk.pc2');
    await expect(openAnimation(path)).rejects.toMatchObject({
      code: 'format-truncated',
      place: `byte ${32 + 2 * 96 + 50}`,
      message: 'the file ends after 2 of 5 samples',
    });
  });

  it('names sample and byte of a vertex that is no number', async () => {
    const bytes = cubePc2().slice();
    new DataView(bytes.buffer).setFloat32(32 + 96 + 24, Infinity, true);
    const { source } = await openAnimation(
      writeFiles(await temporaryFolder(), { 'walk.pc2': bytes, 'walk.obj': objCube }, 'walk.pc2'),
    ).catch((error: unknown) => ({ source: error }));
    expect(source).toMatchObject({
      code: 'geometry-invalid',
      place: `sample 1, byte ${32 + 96}`,
      message: 'vertex 2 has the coordinate Infinity',
    });
  });

  it('keeps the fingerprints of intervals before a changed sample', async () => {
    const prints = async (bytes: Uint8Array) => {
      const path = writeFiles(await temporaryFolder(), { 'walk.pc2': bytes, 'walk.obj': objCube }, 'walk.pc2');
      const { source } = await openAnimation(path);
      const found = [2, 3, 4, 5].map((frame) => source.fingerprint(0, (frame - 1) / 24, frame / 24));
      source.close();
      return found;
    };
    const edited = cubePc2().slice();
    edited[32 + 3 * 96] ^= 1;
    const [before, after] = [await prints(cubePc2()), await prints(edited)];
    expect(before.map((print, at) => print === after[at])).toEqual([true, true, false, false]);
  });
});

describe('MDD', () => {
  it('has times in seconds, on whole frames again where they were rounded', async () => {
    const times = Array.from({ length: 30 }, (_, frame) => (100 + frame) / 24);
    const path = writeFiles(
      await temporaryFolder(),
      { 'walk.mdd': cubeMdd({ times }), 'walk.obj': objCube },
      'walk.mdd',
    );
    const { source } = await openAnimation(path);
    expect(source.header.framesPerSecond).toBe(24);
    expect([...source.header.objects[0].times]).toEqual(times);
    expect(source.sample(0, 103.5 / 24).positions[0]).toBeCloseTo(1.75, 9);
    source.close();
  });

  it('keeps times that follow no rate', async () => {
    const bytes = cubeMdd({ times: [0, 0.5, 2] });
    const { source } = await openAnimation(writeFiles(await temporaryFolder(), { 'walk.mdd': bytes }, 'walk.mdd'));
    expect(source.header.framesPerSecond).toBeUndefined();
    expect([...source.header.objects[0].times]).toEqual([0, 0.5, 2]);
    expect(source.sample(0, 1.25).velocities[0]).toBeCloseTo(0.5 / 1.5, 9);
    source.close();
  });

  it.each([
    ['times that do not ascend', cubeMdd({ times: [0, 1, 1] }), 'format-malformed', 'byte 16'],
    ['samples that are missing', cubeMdd().slice(0, 200), 'format-truncated', 'byte 200'],
    ['no points', cubeMdd().map((byte, at) => (at >= 4 && at < 8 ? 0 : byte)), 'geometry-empty', undefined],
  ])('refuses %s', async (_, bytes, code, place) => {
    const path = writeFiles(await temporaryFolder(), { 'walk.mdd': bytes }, 'walk.mdd');
    await expect(openAnimation(path)).rejects.toMatchObject({ code, place, file: path });
  });
});
