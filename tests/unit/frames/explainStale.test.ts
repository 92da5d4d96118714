import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainStale } from '../../../src/frames/explainStale.ts';
import { initialInputs } from '../../../src/scene/shotInputs.ts';
import { smallScene } from '../../support/scenes.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

test('names the first input that differs, with both values', () => {
  const scene = smallScene();
  const changed = structuredClone(scene);
  if (changed.entities[0].kind === 'solid') changed.entities[0].material.density = 900;
  expect(explainStale(initialInputs(scene, 'draft'), initialInputs(changed, 'draft'))).toEqual({
    path: 'entities.torus.material.density',
    stored: 1000,
    wanted: 900,
  });
});

test.each([
  [{ a: 1 }, { a: 1 }, undefined],
  [{ a: [1, 2] }, { a: [1, 3] }, { path: 'a[1]', stored: 2, wanted: 3 }],
  [{ a: 1 }, { b: 1 }, { path: 'a', stored: 1, wanted: undefined }],
  [{ a: { b: 1 } }, { a: 2 }, { path: 'a', stored: { b: 1 }, wanted: 2 }],
  [[1], { 0: 1 }, { path: '', stored: [1], wanted: { 0: 1 } }],
  [{ a: 1 }, { a: 1, b: { c: { d: 2 } } }, { path: 'b.c.d', stored: undefined, wanted: 2 }],
  [{ a: { b: 1, c: 2 } }, {}, { path: 'a', stored: { b: 1, c: 2 }, wanted: undefined }],
])('%j and %j', (stored, wanted, difference) => {
  expect(explainStale(stored, wanted)).toEqual(difference);
});

test('finds a difference exactly where the JSON differs', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const [x, y] = [JSON.parse(JSON.stringify(a)) as unknown, JSON.parse(JSON.stringify(b)) as unknown];
      expect(explainStale(x, structuredClone(x))).toBeUndefined();
      if (JSON.stringify(x) !== JSON.stringify(y)) {
        const same = explainStale(x, y) === undefined;
        // Only the order of members may differ then.
        if (same) expect(x).toEqual(y);
      }
    }),
    { seed: 61, numRuns: 500 },
  );
});
