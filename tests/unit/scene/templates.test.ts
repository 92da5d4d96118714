import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/scene/curves.ts';
import { createFromTemplate, templates } from '../../../src/scene/templates.ts';
import { testCatalogue } from '../../support/catalogue.ts';

const request = {
  project: '7c1f6d5e-53c4-4e35-9d5c-5f3f5b0a6c01',
  name: 'fall',
  mesh: {
    path: 'meshes/bunny.ply',
    sha256: 'a'.repeat(64),
    metresPerUnit: 0.01,
    upAxis: 'y' as const,
    bounds: [1, -0.5, 2, 4, 3.5, 14],
  },
};

describe('drop test', () => {
  test('the mesh hangs centred, its lowest point half a diagonal (13 m) above the floor', () => {
    const scene = createFromTemplate('drop-test', {}, request, testCatalogue);
    const [body, floor] = scene.entities;
    expect(body).toMatchObject({
      kind: 'solid',
      source: { kind: 'file', path: 'meshes/bunny.ply', metresPerUnit: 0.01 },
      transform: { position: [-2.5, 6.5 + 0.5, -8] },
    });
    expect(floor).toMatchObject({ kind: 'collider', shape: { kind: 'registered', type: 'plane' } });
    expect(scene.range).toEqual({ first: 1, last: 72 });
  });

  test('the camera stands back from a tall mesh, whose top it would cut off', () => {
    const eye = (bounds: readonly number[]) => {
      const { entities } = createFromTemplate(
        'drop-test',
        {},
        { ...request, mesh: { ...request.mesh, bounds } },
        testCatalogue,
      );
      return entities.find(({ kind }) => kind === 'camera');
    };
    const [flat, tall] = [eye([0, 0, 0, 4, 0, 0]), eye([0, 0, 0, 0, 4, 0])];
    expect(flat).toMatchObject({ position: [5.6, 3.6, 8], target: [0, 1.6, 0] });
    const back = 6 / (1.1 * 4);
    expect(tall).toMatchObject({ position: [5.6, 3.6, 8].map((x) => expect.closeTo(back * x, 9) as number) });
  });

  test('stiffness follows the size, so that shots of any size look alike', () => {
    const stiffness = (size: number) => {
      const mesh = { ...request.mesh, bounds: request.mesh.bounds.map((x) => x * size) };
      const [body] = createFromTemplate('drop-test', {}, { ...request, mesh }, testCatalogue).entities;
      return body.kind === 'solid' ? evaluate(body.material.youngsModulus, 1) : NaN;
    };
    expect(stiffness(0.1) / stiffness(1)).toBeCloseTo(0.1, 2);
  });

  test('without a mesh, with a typo, or unknown: an error that says what to do', () => {
    const create = (type: string, params: unknown, changes = {}) => {
      return () => createFromTemplate(type, params, { ...request, ...changes }, testCatalogue);
    };
    expect(create('drop-test', {}, { mesh: undefined })).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(create('drop-test', { heigth: 1 })).toThrow(expect.objectContaining({ remedy: "Did you mean 'height'?" }));
    expect(create('drop-tset', {})).toThrow(expect.objectContaining({ code: 'document-invalid' }));
  });
});

test('every template describes itself', () => {
  for (const { type, label, reference } of templates.all()) {
    expect(type).toMatch(/^[a-z0-9-]+$/);
    expect(label.length * reference.length).toBeGreaterThan(0);
  }
});
