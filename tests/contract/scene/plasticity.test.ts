import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { initialInputs, sampleInterval } from '../../../src/scene/shotInputs.ts';
import type { SceneInput } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

function withPlasticity(plasticity: unknown): SceneInput {
  const input = tinyShotInput(5);
  return { ...input, entities: [{ ...input.entities[0], plasticity }, ...input.entities.slice(1)] } as SceneInput;
}

const scene = (plasticity: unknown) => validateScene(withPlasticity(plasticity), catalogue);

describe('plasticity in a document', () => {
  test('is filled in from nothing but its presence', () => {
    const [solid] = scene({ goal: {} }).entities;
    expect(solid).toMatchObject({
      plasticity: {
        law: 'log-strain',
        params: { yieldStrain: 0.05, compressible: false },
        stretchLimit: 4,
        goal: { shape: { kind: 'registered', type: 'stretch', params: { y: 0.4 } }, strength: 0.5, pull: 0 },
      },
    });
  });

  test.each<[string, unknown, string, RegExp]>([
    ['an unknown law', { law: 'log-strian' }, 'entities[0].plasticity.law', /unknown yield law/],
    ['an unknown parameter', { params: { gamma: 1 } }, 'entities[0].plasticity.params', /gamma/],
    ['a yield strain of nothing', { params: { yieldStrain: 0 } }, 'entities[0].plasticity.params.yieldStrain', /./],
    ['a stretch limit below 1', { stretchLimit: 0.5 }, 'entities[0].plasticity.stretchLimit', /./],
    ['an unknown member', { stretch: 3 }, 'entities[0].plasticity', /stretch/],
    ['a strength above 1', { goal: { strength: 2 } }, 'entities[0].plasticity.goal.strength', /./],
    ['a negative pull', { goal: { pull: -1 } }, 'entities[0].plasticity.goal.pull', /./],
    [
      'an unknown goal shape',
      { goal: { shape: { kind: 'registered', type: 'cube' } } },
      'entities[0].plasticity.goal.shape.type',
      /unknown goal shape/,
    ],
    [
      'a step that sculpts as nothing known does',
      {
        goal: {
          shape: {
            kind: 'sculpted',
            steps: [
              { type: 'twist', params: {} },
              { type: 'twsit', params: {} },
            ],
          },
        },
      },
      'entities[0].plasticity.goal.shape.steps[1].type',
      /unknown goal shape/,
    ],
    ['a goal sculpted in no step', { goal: { shape: { kind: 'sculpted', steps: [] } } }, 'goal.shape.steps', /step/],
    [
      'a goal file without its content',
      { goal: { shape: { kind: 'file', path: 'goal.obj' } } },
      'entities[0].plasticity.goal.shape.sha256',
      /./,
    ],
  ])('with %s is refused, by its place', (_, plasticity, place, message) => {
    expect(() => scene(plasticity)).toThrow(
      expect.objectContaining({
        code: 'document-invalid',
        place: expect.stringContaining(place),
        message: expect.stringMatching(message),
      }),
    );
  });

  test('changes the keys of its shot, and only by what the flow depends on', () => {
    const plain = validateScene(tinyShotInput(5), catalogue);
    const [own, other] = [scene({}), scene({ stretchLimit: 3 })];
    const initial = [plain, own, other].map((one) => JSON.stringify(initialInputs(one, 'draft')));
    expect(new Set(initial).size).toBe(3);
    expect(initial[0]).not.toContain('plasticity');
    const file = (path: string) => scene({ goal: { shape: { kind: 'file', path, sha256: 'a'.repeat(64) } } });
    // A goal counts by its content, wherever it lies.
    expect(initialInputs(file('here.obj'), 'draft')).toEqual(initialInputs(file('there/goal.obj'), 'draft'));
  });

  test('a keyed pull changes the intervals between its keys', () => {
    const pull = (value: number) => ({
      keys: [
        { frame: 1, value: 0 },
        { frame: 2, value: 0 },
        { frame: 4, value },
      ],
    });
    const [one, two] = [scene({ goal: { pull: pull(1) } }), scene({ goal: { pull: pull(2) } })];
    expect(sampleInterval(one, 2)).toEqual(sampleInterval(two, 2));
    expect(sampleInterval(one, 3)).not.toEqual(sampleInterval(two, 3));
    expect(initialInputs(one, 'draft')).toEqual(initialInputs(two, 'draft'));
  });
});
