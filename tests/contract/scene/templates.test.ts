import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/hash.ts';
import { keyChain } from '../../../src/frames/keys.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { initialInputs, IntervalSampler, sampleInterval } from '../../../src/scene/shotInputs.ts';
import { qualityNames } from '../../../src/scene/Scene.ts';
import { formatScene, parseScene } from '../../../src/scene/sceneText.ts';
import { createFromTemplate, templates } from '../../../src/scene/templates.ts';

const request = {
  project: '7c1f6d5e-53c4-4e35-9d5c-5f3f5b0a6c01',
  name: 'sample',
  mesh: {
    path: 'scan.ply',
    sha256: 'a'.repeat(64),
    metresPerUnit: 1,
    upAxis: 'y' as const,
    bounds: [-0.5, 0, -0.5, 0.5, 1, 0.5],
  },
};

const FRAMES = 24;

describe.each(templates.types())('template %s', (type) => {
  const create = () => createFromTemplate(type, {}, request, catalogue);

  test('gives a shot of registered definitions that is the same after saving and reading', () => {
    const scene = create();
    expect(scene.entities.some(({ kind }) => ['solid', 'rigidBody', 'liquid', 'cloth'].includes(kind))).toBe(
      type !== 'empty',
    );
    expect(parseScene(new TextEncoder().encode(formatScene(scene)), catalogue)).toEqual(scene);
  });

  test('always gives the same document, and so the same keys', () => {
    const scenes = [create(), create()];
    const [text, again] = scenes.map(formatScene);
    expect(again).toBe(text);
    for (const quality of qualityNames) {
      const [keys, same] = scenes.map((scene) => {
        // What a frame is made of is sampled in the same way for all of them: some are enough.
        const range = { ...scene.range, last: Math.min(scene.range.last, scene.range.first + FRAMES) };
        return keyChain('test', initialInputs(scene, quality), range, (frame) => sampleInterval(scene, frame));
      });
      expect(same).toEqual(keys);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test('is sampled as text for the keys as it is for the simulation', () => {
    const scene = create();
    const sampler = new IntervalSampler(scene);
    for (const frame of [1, 2, FRAMES]) {
      const at = scene.range.first + frame;
      expect(sampler.textAt(at)).toBe(canonicalJson(sampleInterval(scene, at)));
    }
  });

  test('refuses a parameter that it does not have', () => {
    expect(() => createFromTemplate(type, { noSuchThing: 1 }, request, catalogue)).toThrow(
      expect.objectContaining({ code: 'document-invalid', place: 'params.noSuchThing' }),
    );
  });
});
