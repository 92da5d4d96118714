import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import { writeFiles } from '../../support/animationSamples.ts';
import { cubeCorners, objCube } from '../../support/meshSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const moved = (x: number): string => objCube.replaceAll(/^v (\S+)/gm, (_, value: string) => `v ${Number(value) + x}`);
const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';

async function sequence(frames: readonly number[], content: (frame: number) => string = moved, name = 'walk') {
  const folder = await temporaryFolder();
  const files = Object.fromEntries(
    frames.map((frame) => [`${name}.${String(frame).padStart(4, '0')}.obj`, content(frame)]),
  );
  writeFiles(folder, files, '');
  return folder;
}

describe('sequences of files', () => {
  it.each(['walk.####.obj', 'walk.%04d.obj', 'walk.0002.obj'])('are found by %s', async (name) => {
    const folder = await sequence([1, 2, 3, 10]);
    writeFileSync(join(folder, 'walk.obj'), objCube);
    writeFileSync(join(folder, 'walk.12.obj'), objCube);
    writeFileSync(join(folder, 'run.0004.obj'), objCube);
    const { source, format } = await openAnimation(join(folder, name), { framesPerSecond: 10 });
    expect(format.type).toBe('objSequence');
    expect([...source.header.objects[0].times]).toEqual([0.1, 0.2, 0.3, 1]);
    expect(source.header.objects[0].bounds).toEqual([1, 0, 0, 11, 1, 1]);
  });

  it('tells gaps, and is linear across them', async () => {
    const folder = await sequence([1, 2, 3, 4, 8, 9, 11], (frame) => moved(frame * frame));
    const { source } = await openAnimation(join(folder, 'walk.####.obj'));
    expect(source.header.doubts).toEqual([
      'frames 5-7 are missing: the motion is linear across the gap',
      'frame 10 is missing: the motion is linear across the gap',
      'files of a sequence have no rate: 24 frames per second are assumed',
      'topology and bounds are those of the first and the last of 7 frames',
    ]);
    const { positions, velocities } = source.sample(0, 6 / 24);
    expect(positions[0]).toBeCloseTo((16 + 64) / 2, 12);
    expect(velocities[0]).toBeCloseTo(24 * 12, 9);
  });

  it('takes every second frame as it is', async () => {
    const folder = await sequence([1, 3, 5, 9, 11, 13]);
    const { header } = (await openAnimation(join(folder, 'walk.####.obj'), { framesPerSecond: 24 })).source;
    expect(header.doubts[0]).toBe('frames 7-8 are missing: the motion is linear across the gap');
    expect(header.doubts[1]).toBe('one frame in 2 has a file: the motion is linear in between');
  });

  it('jumps where the topology changes, and interpolates where it does not', async () => {
    const folder = await sequence([1, 2, 3, 4], (frame) =>
      frame < 3 ? moved(frame) : tetrahedron.replace('1 0 0', `${frame} 0 0`),
    );
    const { source } = await openAnimation(join(folder, 'walk.####.obj'));
    expect(source.header.objects[0]).toMatchObject({ topology: 'changing', vertices: 8, triangles: 12 });
    expect(source.header.doubts).toContain(
      'the topology changes and there are no velocities: the mesh jumps from frame to frame',
    );
    expect(source.sample(0, 1.5 / 24).positions[0]).toBeCloseTo(1.5, 12);
    const before = source.sample(0, 2.9 / 24);
    expect([before.positions.length, before.positions[0], before.triangles.length]).toEqual([24, 2, 36]);
    const after = source.sample(0, 3.5 / 24);
    expect([after.positions.length, after.triangles.length]).toEqual([12, 12]);
    expect(after.positions[3]).toBeCloseTo(3.5, 12);
    expect(after.velocities[3]).toBeCloseTo(24, 9);
  });

  it('names the file of a frame that is damaged or has gone', async () => {
    const folder = await sequence([1, 2, 3]);
    const { source } = await openAnimation(join(folder, 'walk.####.obj'));
    const path = join(folder, 'walk.0002.obj');
    writeFileSync(path, 'v 0 0 0\n');
    expect(() => source.sample(0, 2 / 24)).toThrowError(
      expect.objectContaining({ code: 'geometry-empty', file: path }),
    );
    rmSync(path);
    expect(() => source.sample(0, 2 / 24)).toThrowError(expect.objectContaining({ code: 'file-missing', file: path }));
    // What is around another time is read all the same.
    expect(source.sample(0, 4).positions).toHaveLength(3 * cubeCorners.length);
  });

  it('changes the fingerprint of the intervals at a changed frame alone', async () => {
    const changed = async (content: (frame: number) => string) => {
      const folder = await sequence([1, 2, 3, 4, 5], content);
      const { source } = await openAnimation(join(folder, 'walk.####.obj'));
      return [2, 3, 4, 5].map((frame) => source.fingerprint(0, (frame - 1) / 24, frame / 24));
    };
    const before = await changed(moved);
    const after = await changed((frame) => moved(frame === 4 ? 7 : frame));
    expect(before.map((print, at) => print === after[at])).toEqual([true, true, false, false]);
  });

  it('says what is missing', async () => {
    const folder = await sequence([1]);
    await expect(openAnimation(join(folder, 'run.####.obj'))).rejects.toMatchObject({ code: 'file-missing' });
    writeFileSync(join(folder, 'walk.obj'), objCube);
    await expect(openAnimation(join(folder, 'walk.obj'))).rejects.toMatchObject({
      code: 'usage',
      message: 'the name has no frame number',
    });
    await expect(openAnimation(join(folder, 'walk.####.obj'), { framesPerSecond: 0 })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});
