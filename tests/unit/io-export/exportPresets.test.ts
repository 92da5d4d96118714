import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { describeArchive } from '../../../src/io/alembic/describeArchive.ts';
import { spaceTransform, transformMatrix, transformVectors } from '../../../src/io/axes.ts';
import alembic from '../../../src/io/exporters/alembic.ts';
import { applyPreset, EXPORT_PRESETS, exportPreset, presetTransform } from '../../../src/io/exportPresets.ts';
import { exportJob, foldedSurface, swayingObject, temporaryFolder } from './exportFixtures.ts';

function determinant(r: readonly number[]): number {
  return r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
}

describe('export presets', () => {
  it('are pure rotations with a scale, and keep up up', () => {
    for (const preset of EXPORT_PRESETS) {
      const { scale, rotation3x3 } = presetTransform(preset);
      expect(determinant(rotation3x3)).toBe(1);
      expect(scale).toBe(preset.unit === 'cm' ? 100 : 1);
      const up = transformVectors(Float64Array.of(0, 1, 0), presetTransform(preset), 1);
      expect([...up]).toEqual(preset.up === 'y' ? [0, 1, 0] : [0, 0, 1]);
    }
    expect(() => exportPreset('cinema')).toThrowError(expect.objectContaining({ code: 'usage' }));
  });

  it('move a matrix so that converted points land where converted results are', () => {
    const transform = spaceTransform('z', 'cm');
    const matrix = Float64Array.of(0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 2, 0, 3, -4, 5, 1);
    const apply = (m: Float64Array, p: Float64Array) =>
      Float64Array.from([0, 1, 2], (row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]);
    const point = Float64Array.of(0.3, -1.2, 2.5);
    const expected = transformVectors(apply(matrix, point), transform, transform.scale);
    const found = apply(transformMatrix(matrix, transform), transformVectors(point, transform, transform.scale));
    for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(expected[k], 10);
  });

  it('convert everything of an object, and keep its topology the same from frame to frame', async () => {
    const object = applyPreset(swayingObject(), exportPreset('unreal-z'));
    const source = swayingObject();
    const [converted, original] = [await object.sample(7), await source.sample(7)];
    for (let i = 0; i < original.positions.length; i += 3) {
      const [x, y, z] = original.positions.subarray(i, i + 3);
      expect([...converted.positions.subarray(i, i + 3)]).toEqual([x, -z, y].map((value) => Math.fround(100 * value)));
    }
    expect(converted.velocities![2]).toBeCloseTo(100 * original.velocities![1], 4);
    expect([...object.surface!.normals!.values]).toEqual([0, -1, 0, 1, 0, 0]);
    const changing = applyPreset(
      { ...source, sample: async (f) => ({ ...(await source.sample(f)), topology }) },
      exportPreset('maya'),
    );
    expect((await changing.sample(1)).topology).toBe((await changing.sample(2)).topology);
  });

  it('leave metres with y up untouched', () => {
    const object = swayingObject();
    expect(applyPreset(object, exportPreset('houdini'))).toBe(object);
  });

  it('reach the file', async () => {
    const path = join(temporaryFolder(), 'maya.abc');
    const object = applyPreset(swayingObject(), exportPreset('maya'));
    await alembic.write(exportJob([object], path, [1, 3]), alembic.params.parse({}), quietJob);
    const { bounds } = describeArchive(path);
    expect(bounds![3]).toBeGreaterThan(90);
    expect(bounds![3]).toBeLessThan(120);
  });
});

const topology = foldedSurface();
