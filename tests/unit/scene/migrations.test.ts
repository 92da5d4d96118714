import { describe, expect, test } from 'vitest';
import { migrateDocument, migrations } from '../../../src/scene/migrations.ts';
import frameRateStep from '../../../src/scene/migrations/001-frame-rate.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { testCatalogue } from '../../support/catalogue.ts';

test('every version below the current one has exactly one step, in order', () => {
  const versions = Array.from({ length: documentVersion - 1 }, (_, k) => k + 1);
  expect(migrations.map(({ from }) => from)).toEqual(versions);
});

describe('version 1 to 2: frame rate and damping form', () => {
  const before = {
    format: 'ductile-shot',
    version: 1,
    project: '7c1f6d5e-53c4-4e35-9d5c-5f3f5b0a6c01',
    fps: 23.976,
    range: { first: 1, last: 10 },
    physics: { damping: 'conserving', seed: 7 },
  };
  const after = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '7c1f6d5e-53c4-4e35-9d5c-5f3f5b0a6c01',
    frameRate: { numerator: 24000, denominator: 1001 },
    range: { first: 1, last: 10 },
    physics: { dampingForm: 'conserving', seed: 7 },
    take: { id: 'main', name: 'Main' },
    takes: [],
  };

  test('before and after', () => {
    const kept = structuredClone(before);
    expect(migrateDocument(before)).toEqual(after);
    expect(before).toEqual(kept);
  });

  test('the result is a valid scene', () => {
    const scene = validateScene(migrateDocument(before), testCatalogue);
    expect(scene.frameRate).toEqual({ numerator: 24000, denominator: 1001 });
    expect(scene.physics.dampingForm).toBe('conserving');
  });

  test.each([
    [24, 24, 1],
    [25, 25, 1],
    [23.98, 24000, 1001],
    [29.97, 30000, 1001],
    [59.94, 60000, 1001],
    [12.5, 12500, 1000],
  ])('%f frames per second', (fps, numerator, denominator) => {
    expect(frameRateStep.migrate({ fps })).toEqual({ frameRate: { numerator, denominator } });
  });

  test('a mistake stays a mistake: the schema names it', () => {
    expect(() => validateScene(migrateDocument({ ...before, fps: 'fast' }), testCatalogue)).toThrow(
      expect.objectContaining({ place: 'frameRate' }),
    );
    expect(() => validateScene(migrateDocument({ ...before, speed: 1 }), testCatalogue)).toThrow(
      expect.objectContaining({ place: 'speed' }),
    );
  });

  test('a current document passes unchanged', () => {
    expect(migrateDocument(after)).toEqual(after);
  });
});

describe('version 2 to 3: takes', () => {
  const before = {
    format: 'ductile-shot',
    version: 2,
    project: '7c1f6d5e-53c4-4e35-9d5c-5f3f5b0a6c01',
    range: { first: 1, last: 10 },
    entities: [{ kind: 'camera', id: 'view' }],
  };

  test('before and after', () => {
    const kept = structuredClone(before);
    expect(migrateDocument(before)).toEqual({
      ...before,
      version: documentVersion,
      take: { id: 'main', name: 'Main' },
      takes: [],
    });
    expect(before).toEqual(kept);
  });

  test('the result is a valid scene with the same contents', () => {
    const scene = validateScene(migrateDocument(before), testCatalogue);
    expect(scene.take).toEqual({ id: 'main', name: 'Main' });
    expect(scene.entities.map(({ id }) => id)).toEqual(['view']);
  });
});

describe('version 3 to 4: settings that nothing read', () => {
  const contents = {
    range: { first: 1, last: 10 },
    physics: { dampingForm: 'robust', conserveAngularMomentum: true, seed: 3 },
    quality: { draft: { edgeScale: 1, courantNumber: 1 }, final: { minSubsteps: 8, courantNumber: 0.5 } },
  };
  const before = {
    format: 'ductile-shot',
    version: 3,
    project: '7c1f6d5e-53c4-4e35-9d5c-5f3f5b0a6c01',
    take: { id: 'main', name: 'Main' },
    ...contents,
    takes: [{ id: 'other', name: 'Other', contents }],
  };
  const contentsAfter = {
    range: { first: 1, last: 10 },
    physics: { dampingForm: 'robust', seed: 3 },
    quality: { draft: { edgeScale: 1 }, final: { minSubsteps: 8 } },
  };

  test('before and after, in every take', () => {
    const kept = structuredClone(before);
    expect(migrateDocument(before)).toEqual({
      ...before,
      version: documentVersion,
      ...contentsAfter,
      takes: [{ id: 'other', name: 'Other', contents: contentsAfter }],
    });
    expect(before).toEqual(kept);
  });

  test('a Courant number that did nothing is not taken for one that does: liquids keep their two cells', () => {
    const scene = validateScene(migrateDocument(before), testCatalogue);
    expect(scene.quality.final.courantNumber).toBe(2);
    expect(scene.takes[0].contents.quality.draft.courantNumber).toBe(2);
  });

  test('what is no record is left to the schema, which names it', () => {
    expect(() => validateScene(migrateDocument({ ...before, quality: 'best' }), testCatalogue)).toThrow(
      expect.objectContaining({ place: 'quality' }),
    );
  });
});
