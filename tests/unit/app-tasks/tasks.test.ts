import { describe, expect, test } from 'vitest';
import { DocumentStore } from '../../../app/document/documentStore.ts';
import { applySuggestion } from '../../../app/tasks/FailureTask.tsx';
import { describeFailure, failureRows } from '../../../app/state/describeFailure.ts';
import { shownBounds } from '../../../app/tasks/drawExportBox.ts';
import { exportCommand } from '../../../app/tasks/ExportTask.tsx';
import { defaultExportPath } from '../../../app/tasks/exportSettings.ts';
import { formatBytes } from '../../../app/units/formatBytes.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import { documentFormat, documentVersion, sceneSchema } from '../../../src/scene/Scene.ts';

const settings = {
  format: 'alembic',
  preset: 'maya',
  path: '/shots/my shot/export/a.abc',
  first: 1,
  last: 24,
  framesPerSecond: 24,
  withColliders: true,
  params: { normals: true },
};

describe('export', () => {
  test('the command writes the same file', () => {
    expect(exportCommand('/shots/my shot/a.ductile', 'draft', settings)).toBe(
      "npx ductile export '/shots/my shot/a.ductile' --quality draft --format alembic --preset maya --frames 1-24 --fps 24 --colliders" +
        " --set normals=true -o '/shots/my shot/export/a.abc'",
    );
  });

  test('a quote in a name stays one word', () => {
    expect(exportCommand("/it's.ductile", 'draft', settings)).toContain(String.raw`'/it'\''s.ductile'`);
  });

  test('the file is proposed beside the shot, sequences with the number of the frame', () => {
    const exporter = { kind: 'exporter', label: '', reference: '', params: {}, needsMesh: false, takesMesh: false };
    const exporters = [
      { ...exporter, type: 'alembic', extensions: ['abc'], sequence: false },
      { ...exporter, type: 'obj', extensions: ['obj'], sequence: true },
    ];
    expect(defaultExportPath('/a/b.ductile', 'alembic', exporters)).toBe('/a/export/b.abc');
    expect(defaultExportPath('C:\\a\\b.ductile', 'obj', exporters)).toBe('C:\\a\\export\\b.####.obj');
  });

  test('the box holds all bodies', () => {
    expect(
      shownBounds([{ positions: new Float32Array([0, 1, 2]) }, { positions: new Float32Array([-1, 5, 2]) }]),
    ).toEqual([-1, 1, 2, 0, 5, 2]);
    expect(shownBounds([])).toBeUndefined();
  });

  test.each([
    [0, '0\u00a0B'],
    [1500, '1.5\u00a0kB'],
    [11_640_000, '11.6\u00a0MB'],
    [999_999, '1.0\u00a0MB'],
    [20e9, '20.0\u00a0GB'],
  ])('%d bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('a failure', () => {
  const torus = newSolid([], 'torus');
  const scene = sceneSchema.parse({
    format: documentFormat,
    version: documentVersion,
    project: '6f1c1c54-9a3c-4a5e-8d0e-0d0f6a3b2c11',
    range: { first: 1, last: 10 },
    entities: [torus],
  });
  const suggestion = {
    title: 'Raise the damping',
    detail: 'It needs it.',
    changes: [
      { path: `entities.${torus.id}.material.dampingTime`, value: 0.5 },
      { path: 'quality.draft.maxSubsteps', value: 5000 },
      { path: 'entities.nobody.material.density', value: 1 },
    ],
  };

  test('a remedy is one step of undo, whatever of its places is gone', () => {
    const document = new DocumentStore();
    document.load('/a.ductile', scene);
    applySuggestion(document, suggestion);
    const [entity] = document.scene!.entities;
    expect(entity.kind === 'solid' && entity.material.dampingTime).toBe(0.5);
    expect(document.scene!.quality.draft.maxSubsteps).toBe(5000);
    document.undo();
    expect(document.scene).toBe(scene);
  });

  test('is told with names and numbers', () => {
    const failure = {
      frame: 12,
      time: 0.5,
      cause: 'too-many-substeps' as const,
      element: 524,
      measured: 4000,
      limit: 2000,
      unit: '',
      suggestions: [],
    };
    expect(describeFailure(failure, 'spot')).toMatch(/^Frame 12 .*element 524 of spot/);
    expect(failureRows(failure)[1]).toEqual({ label: 'Measured', value: '4000', limit: 'limit 2000' });
  });
});
