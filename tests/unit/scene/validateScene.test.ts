import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { testCatalogue } from '../../support/catalogue.ts';
import { smallSceneInput } from '../../support/scenes.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

type Json = Record<string, unknown>;

function errorOf(document: unknown): CoreError {
  try {
    validateScene(document, testCatalogue);
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  }
  throw new Error('the document was accepted');
}

/** Every object inside a value with its path; params of definitions included. */
function objectsIn(value: unknown, path = ''): { path: string; object: Json }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Array.isArray(value)
    ? value.flatMap((item, k) => objectsIn(item, `${path}[${k}]`))
    : Object.entries(value).flatMap(([name, item]) => objectsIn(item, path === '' ? name : `${path}.${name}`));
  return Array.isArray(value) ? inner : [{ path, object: value as Json }, ...inner];
}

const full = () => structuredClone(validateScene(smallSceneInput(), testCatalogue)) as unknown as Json;

test('the small scene is accepted and has the defaults of its definitions', () => {
  const scene = validateScene(smallSceneInput(), testCatalogue);
  expect(scene.entities[0]).toMatchObject({ meshing: { params: { fineness: 2 } } });
  expect(scene.entities[1]).toMatchObject({ shape: { params: { tilt: 0 } } });
  expect(validateScene(scene, testCatalogue)).toEqual(scene);
});

test('an unknown member at any level is an error that names its path', () => {
  const count = objectsIn(full()).length;
  expect(count).toBeGreaterThan(30);
  const name = fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' })
    .filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(fc.nat(count - 1), name, (index, member) => {
      const document = full();
      const { path, object } = objectsIn(document)[index];
      fc.pre(!(member in object));
      // The optional members that the full document leaves out.
      fc.pre(!['releaseFrame', 'handles', 'preset', 'in', 'out', 'meshing'].includes(member));
      object[member] = 1;
      const error = errorOf(document);
      expect(error.code).toBe('document-invalid');
      expect(error.place).toBe(path === '' ? member : `${path}.${member}`);
    }),
    { seed: 20, numRuns: 400 },
  );
});

test('every object of the document refuses one unknown member', () => {
  const count = objectsIn(full()).length;
  for (let index = 0; index < count; index++) {
    const document = full();
    const { path, object } = objectsIn(document)[index];
    object['nonsense'] = 1;
    expect(errorOf(document).place).toBe(path === '' ? 'nonsense' : `${path}.nonsense`);
  }
});

describe('suggestions', () => {
  test.each([
    ['gravty', ['physics'], "Did you mean 'gravity'?"],
    ['youngModulus', ['entities', 0, 'material'], "Did you mean 'youngsModulus'?"],
    ['majorradius', ['entities', 0, 'source', 'form'], "Did you mean 'majorRadius'?"],
    ['finenes', ['entities', 0, 'meshing', 'params'], "Did you mean 'fineness'?"],
    ['vlaue', ['entities', 0, 'strength', 'keys', 1], "Did you mean 'value'?"],
    ['radiu', ['entities', 2, 'selection'], "Did you mean 'radius'?"],
  ])('%s', (typo, path, remedy) => {
    const document = full();
    let place: Json = document;
    for (const step of path) place = place[step] as Json;
    place[typo] = 1;
    expect(errorOf(document).remedy).toBe(remedy);
  });

  test('far from everything, the known members are listed', () => {
    const document = full();
    (document['range'] as Json)['qqqqqqqq'] = 1;
    expect(errorOf(document).remedy).toBe('Use one of: first, last, preRoll.');
  });

  test('unknown registered types', () => {
    const error = errorOf(changed(['entities', 0, 'material', 'model'], 'rotated-lineal'));
    expect(error.place).toBe('entities[0].material.model');
    expect(error.remedy).toBe("Did you mean 'rotated-linear'?");
    expect(errorOf(changed(['entities', 0, 'meshing', 'method'], 'latice')).remedy).toBe("Did you mean 'lattice'?");
    expect(errorOf(changed(['entities', 1, 'shape', 'type'], 'planet')).remedy).toBe("Did you mean 'plane'?");
  });
});

function changed(path: readonly (string | number)[], value: unknown): Json {
  const document = full();
  let place: Json = document;
  for (const step of path.slice(0, -1)) place = place[step] as Json;
  place[path[path.length - 1]] = value;
  return document;
}

test.each([
  ['negative mass', ['entities', 0, 'material', 'density'], -1, 'entities[0].material.density'],
  [
    'a key out of range',
    ['entities', 0, 'material', 'youngsModulus'],
    {
      keys: [
        { frame: 1, value: 5e4 },
        { frame: 9, value: -1 },
      ],
    },
    'entities[0].material.youngsModulus.keys[1].value',
  ],
  ['incompressible', ['entities', 0, 'material', 'poissonRatio'], 0.5, 'entities[0].material.poissonRatio'],
  ['NaN', ['entities', 0, 'velocity', 1], NaN, 'entities[0].velocity[1]'],
  ['infinity', ['physics', 'gravity', 0], Infinity, 'physics.gravity[0]'],
  ['zero length', ['range', 'last'], 0, 'range'],
  ['backward range', ['range', 'first'], 200, 'range'],
  ['fractional frame', ['range', 'last'], 10.5, 'range.last'],
  ['rate zero', ['frameRate', 'numerator'], 0, 'frameRate.numerator'],
  ['no project', ['project'], 'mine', 'project'],
  ['flat scale', ['entities', 0, 'transform', 'scale', 2], 0, 'entities[0].transform.scale[2]'],
  ['text for a number', ['entities', 0, 'material', 'density'], 'heavy', 'entities[0].material.density'],
  ['empty curve', ['entities', 0, 'strength', 'keys'], [], 'entities[0].strength.keys'],
  ['keys out of order', ['entities', 0, 'strength', 'keys', 2, 'frame'], 5, 'entities[0].strength.keys[2].frame'],
  ['negative key', ['entities', 0, 'strength', 'keys', 2, 'value'], -5, 'entities[0].strength.keys[2].value'],
  ['two entities of one id', ['entities', 3, 'id'], 'floor', 'entities[3].id'],
  ['dangling pin', ['entities', 2, 'target'], 'tours', 'entities[2].target'],
  ['a pin on a collider', ['entities', 2, 'target'], 'floor', 'entities[2].target'],
  ['dangling force', ['entities', 3, 'targets'], ['torus', 'nobody'], 'entities[3].targets[1]'],
  ['a param out of range', ['entities', 0, 'meshing', 'params', 'fineness'], 11, 'entities[0].meshing.params.fineness'],
  ['an unknown kind', ['entities', 3, 'kind'], 'smoke', 'entities[3].kind'],
  ['an id with a slash', ['entities', 3, 'id'], '../x', 'entities[3].id'],
  ['substeps crossed', ['quality', 'draft', 'minSubsteps'], 3000, 'quality.draft.maxSubsteps'],
])('%s is refused at its place', (_name, path, value, place) => {
  const error = errorOf(changed(path, value));
  expect(error.code).toBe('document-invalid');
  expect(error.place).toBe(place);
});

test('there is one zero only: the text of a document, from which keys are made, cannot tell two apart', () => {
  const scene = validateScene(changed(['physics', 'gravity', 0], -0), testCatalogue);
  expect(Object.is(scene.physics.gravity[0], 0)).toBe(true);
});

test('a missing member is named', () => {
  const document = full();
  delete (document['range'] as Json)['first'];
  expect(errorOf(document).place).toBe('range.first');
});

test('any JSON at all gives a scene or a typed error', () => {
  fc.assert(
    fc.property(fc.nat(), fc.jsonValue(), (index, value) => {
      const document = full();
      const objects = objectsIn(document);
      const { object } = objects[index % objects.length];
      const members = Object.keys(object);
      object[members[index % members.length]] = value;
      try {
        validateScene(document, testCatalogue);
      } catch (error) {
        expect(error).toBeInstanceOf(CoreError);
        expect((error as CoreError).place).toBeTruthy();
      }
    }),
    { seed: 21, numRuns: 500 },
  );
});
