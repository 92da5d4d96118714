import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import obj from '../../../src/io/exporters/obj.ts';
import { framePath } from '../../../src/io/exporters/sequence/framePath.ts';
import { float32Text } from '../../../src/io/exporters/shared/float32Text.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { exportJob, foldedSurface, swayingObject, swayingPositions, temporaryFolder } from './exportFixtures.ts';

const defaults = obj.params.parse({});

describe('OBJ sequence', () => {
  it('writes numbered files that read back with uvs, normals and groups', async () => {
    const folder = temporaryFolder();
    const job = exportJob([swayingObject('left leaf'), swayingObject('right')], join(folder, 'leaf.obj'), [9, 11]);
    const report = await obj.write(job, defaults, quietJob);
    expect(readdirSync(folder)).toEqual(['leaf.0009.obj', 'leaf.0010.obj', 'leaf.0011.obj']);
    expect(report.checks.every(({ passed }) => passed)).toBe(true);
    expect(report.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'positions',
        'polygon corners',
        'uvs',
        'normals',
        'faces of materials',
        'faces of groups',
      ]),
    );
    const { mesh } = await readMesh(join(folder, 'leaf.0010.obj'));
    const source = foldedSurface();
    const vertices = source.positions.length / 3;
    expect(Float32Array.from(mesh.surface.positions.subarray(3 * vertices))).toEqual(swayingPositions(source, 10));
    expect([...mesh.surface.faceVertices.subarray(0, 10)]).toEqual([...source.faceVertices]);
    const material = mesh.surface.groups.find(({ kind, name }) => kind === 'material' && name === 'red_paint');
    expect([...material!.faces]).toEqual([1, 2, 4, 5]);
    expect(mesh.surface.uvs!.indices[8]).toBe(-1);
    const colour = mesh.surface.vertexAttributes.find(({ name }) => name === 'color');
    expect(colour?.values.subarray(0, 18)).toEqual(source.vertexAttributes[0].values);
    expect(mesh.warnings).toEqual([]);
  });

  it('names no group or material of nothing, save to end that of the mesh before', async () => {
    const folder = temporaryFolder();
    const grouped = swayingObject('grouped');
    const plain = swayingObject('plain', { ...foldedSurface(), groups: [] });
    const bare = async (objects: (typeof grouped)[], file: string) => {
      await obj.write(exportJob(objects, join(folder, file), [1, 1]), defaults, quietJob);
      const [written] = readdirSync(folder).filter((name) => name.startsWith(file.replace('.obj', '')));
      return readFileSync(join(folder, written), 'utf8')
        .split('\n')
        .filter((line) => ['g', 'usemtl', 's off'].includes(line));
    };
    expect(await bare([plain, plain], 'none.obj')).toEqual([]);
    const [alone, before] = [await bare([grouped], 'alone.obj'), await bare([grouped, plain], 'before.obj')];
    expect(before.length).toBeGreaterThan(alone.length);
    expect(before.slice(alone.length)).toContain('usemtl');
  });

  it('applies transforms, which OBJ cannot hold', async () => {
    const folder = temporaryFolder();
    const lifted = {
      ...swayingObject(),
      transform: () => Float64Array.of(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 10, 0, 1),
    };
    await obj.write(exportJob([lifted], join(folder, 'a.%03d.obj'), [5, 5]), defaults, quietJob);
    const { mesh } = await readMesh(join(folder, 'a.005.obj'));
    const local = swayingPositions(foldedSurface(), 5);
    expect(mesh.surface.positions[4]).toBeCloseTo(2 * local[4] + 10, 5);
  });

  it('leaves nothing behind when cancelled', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.0001.obj'), 'earlier');
    let asked = 0;
    const context = { progress: () => undefined, cancelled: () => ++asked > 2 };
    const attempt = obj.write(exportJob([swayingObject()], join(folder, 'a.obj'), [1, 9]), defaults, context);
    await expect(attempt).rejects.toMatchObject({ code: 'cancelled' });
    expect(readdirSync(folder)).toEqual(['a.0001.obj']);
    expect(readFileSync(join(folder, 'a.0001.obj'), 'utf8')).toBe('earlier');
  });
});

describe('frame paths', () => {
  it.each([
    ['out/a.obj', 7, 'out/a.0007.obj'],
    ['out/a', 7, 'out/a.0007.obj'],
    ['out/a.######.obj', 7, 'out/a.000007.obj'],
    ['out/a_%03d.obj', 1234, 'out/a_1234.obj'],
    ['out/a.####', 12, 'out/a.0012.obj'],
    ['a.b.obj', -3, 'a.b.-0003.obj'],
    ['a%d.OBJ', 3, 'a3.OBJ'],
  ])('%s, frame %i', (pattern, frame, expected) => {
    expect(framePath(pattern, frame, 'obj')).toBe(expected);
  });
});

describe('float text', () => {
  it('reads back as the same number, in few digits', () => {
    expect(float32Text(Math.fround(0.1))).toBe('0.1');
    expect(float32Text(3)).toBe('3');
    let seed = 1;
    for (let i = 0; i < 20000; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const value = new Float32Array(Uint32Array.of(seed).buffer)[0];
      if (Number.isFinite(value)) expect(Math.fround(Number(float32Text(value)))).toBe(value);
    }
  });
});
