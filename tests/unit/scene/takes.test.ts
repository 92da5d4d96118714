import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyChain } from '../../../src/frames/keys.ts';
import { initialInputs, sampleInterval } from '../../../src/scene/shotInputs.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { formatScene, parseScene } from '../../../src/scene/sceneText.ts';
import { branchTake, deleteTake, listTakes, renameTake, switchTake, takeScene } from '../../../src/scene/takes.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { testCatalogue } from '../../support/catalogue.ts';
import { smallScene } from '../../support/scenes.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const keysOf = (scene: Scene) =>
  keyChain('test', initialInputs(scene, 'draft'), scene.range, (frame) => sampleInterval(scene, frame));
const ids = (scene: Scene) => listTakes(scene).map(({ id }) => id);
const softer = (scene: Scene): Scene => ({ ...scene, physics: { ...scene.physics, seed: scene.physics.seed + 1 } });

describe('a branch', () => {
  const base = smallScene();
  const branched = branchTake(base, { id: 'b', name: 'Softer', frame: 40 });

  test('is worked on, has the same contents and keys, and knows where it comes from', () => {
    expect(branched.take).toEqual({ id: 'b', name: 'Softer', parent: 'main', branchFrame: 40 });
    expect(branched.entities).toBe(base.entities);
    expect(keysOf(branched)).toEqual(keysOf(base));
    expect(ids(branched)).toEqual(['main', 'b']);
  });

  test('leaves the other take as it was, whatever is edited', () => {
    const edited = softer(branched);
    expect(keysOf(edited)[0]).not.toBe(keysOf(base)[0]);
    expect(keysOf(takeScene(edited, 'main'))).toEqual(keysOf(base));
    expect(keysOf(takeScene(edited, 'b'))).toEqual(keysOf(edited));
    expect(takeScene(edited, undefined)).toBe(edited);
    const back = switchTake(edited, 'main');
    expect(back.take).toEqual(base.take);
    expect(back.physics).toEqual(base.physics);
    expect(switchTake(back, 'b')).toEqual(edited);
  });

  test('survives saving and reading', () => {
    const bytes = new TextEncoder().encode(formatScene(softer(branched)));
    expect(parseScene(bytes, testCatalogue)).toEqual(validateScene(softer(branched), testCatalogue));
  });

  test('of an id that is taken is refused, as is a take that is not there', () => {
    const invalid = expect.objectContaining({ code: 'document-invalid' }) as Error;
    expect(() => branchTake(branched, { id: 'main', name: '', frame: 1 })).toThrow(invalid);
    for (const act of [switchTake, deleteTake, (scene: Scene, id: string) => renameTake(scene, id, 'x')])
      expect(() => act(branched, 'c')).toThrow(invalid);
    expect(() => deleteTake(branched, 'b')).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('Switch') as string }),
    );
  });
});

test('names and the number of takes never enter keys', () => {
  const base = smallScene();
  const renamed = renameTake(renameTake(branchTake(base, { id: 'b', name: 'B', frame: 3 }), 'b', 'C'), 'main', 'D');
  expect(listTakes(renamed).map(({ name }) => name)).toEqual(['D', 'C']);
  expect(keysOf(renamed)).toEqual(keysOf(base));
});

test('takes branched from a deleted one descend from its parent', () => {
  let scene = branchTake(smallScene(), { id: 'b', name: '', frame: 10 });
  scene = branchTake(scene, { id: 'c', name: '', frame: 20 });
  scene = branchTake(switchTake(scene, 'main'), { id: 'a', name: '', frame: 5 });
  expect(ids(scene)).toEqual(['main', 'a', 'b', 'c']);
  const without = deleteTake(scene, 'b');
  expect(listTakes(without)).toEqual([
    { id: 'main', name: 'Main' },
    { id: 'a', name: '', parent: 'main', branchFrame: 5 },
    { id: 'c', name: '', parent: 'main', branchFrame: 20 },
  ]);
  expect(listTakes(deleteTake(without, 'main'))).toEqual([
    { id: 'a', name: '' },
    { id: 'c', name: '' },
  ]);
});

test('after any branches, switches, edits and deletions the document is valid and every take has the keys it had', () => {
  const step = fc.record({ act: fc.constantFrom('branch', 'switch', 'edit', 'delete', 'rename'), pick: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let scene = validateScene(smallScene({ range: { first: 0, last: 2 } }), testCatalogue);
      const model = new Map([['main', keysOf(scene)]]);
      steps.forEach(({ act, pick }, count) => {
        const takes = ids(scene);
        const id = takes[pick % takes.length];
        if (act === 'branch') {
          model.set(`t${count}`, keysOf(scene));
          scene = branchTake(scene, { id: `t${count}`, name: '', frame: pick });
        } else if (act === 'switch') scene = switchTake(scene, id);
        else if (act === 'rename') scene = renameTake(scene, id, `name ${count}`);
        else if (act === 'edit') {
          scene = softer(scene);
          model.set(scene.take.id, keysOf(scene));
        } else if (id !== scene.take.id) {
          scene = deleteTake(scene, id);
          model.delete(id);
        }
      });
      scene = validateScene(scene, testCatalogue);
      expect(ids(scene).sort()).toEqual([...model.keys()].sort());
      for (const [id, keys] of model) expect(keysOf(takeScene(scene, id))).toEqual(keys);
    }),
    { seed: 3, numRuns: 60 },
  );
});

test.each([
  ['an id given twice', { takes: [stored('main')] }, 'takes[0].id'],
  ['a parent that is not there', { takes: [{ ...stored('b'), parent: 'x' }] }, 'takes[0].parent'],
  [
    'takes that descend from each other',
    {
      takes: [
        { ...stored('b'), parent: 'c' },
        { ...stored('c'), parent: 'b' },
      ],
    },
    'takes[0].parent',
  ],
  [
    'an entity given twice in another take',
    { takes: [{ ...stored('b'), contents: { range: { first: 0, last: 1 }, entities: [camera(), camera()] } }] },
    'takes[0].contents.entities[1].id',
  ],
])('%s is refused with its place', (_name, changes, place) => {
  const document = { ...(JSON.parse(formatScene(smallScene())) as object), ...changes };
  expect(() => validateScene(document, testCatalogue)).toThrow(
    expect.objectContaining({ code: 'document-invalid', place }),
  );
});

function camera() {
  return { kind: 'camera', id: 'view' };
}

function stored(id: string) {
  return { id, contents: { range: { first: 0, last: 1 } } };
}
