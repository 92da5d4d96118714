import { expect, test } from 'vitest';
import { evaluate } from '../../../src/scene/curves.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { suggestChanges, type FailedState } from '../../../src/systems/solid/failures/failureSuggestions.ts';
import { stableStep } from '../../../src/solids/timeStep.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const scene = tinyShot(4);
const solid = scene.entities.find(isKind('solid'))!;

function state(
  changes: Partial<Omit<FailedState, 'limits'>>,
  limits: Partial<FailedState['limits']> = {},
): FailedState {
  const [frequency, dampingTime, stiffening] = [
    limits.frequency ?? 1e5,
    limits.dampingTime ?? 0,
    limits.stiffening ?? 1,
  ];
  const stiffened = stableStep(frequency, dampingTime, stiffening);
  return {
    solid: { ...solid, material: { ...solid.material, model: 'neo-hookean', dampingTime } },
    quality: 'draft',
    settings: { ...scene.quality.draft, maxSubsteps: 1000 },
    cause: 'too-many-substeps',
    duration: 1 / 24,
    dt: stiffened,
    limits: {
      fibres: Infinity,
      elastic: stableStep(frequency, dampingTime, 1),
      stiffened,
      motion: Infinity,
      stiffening,
      frequency,
      dampingTime,
      speed: 0,
      fastestElement: 0,
      smallestElement: 0,
      worstElement: 7,
      smallestStretch: 0.2,
      ...limits,
    },
    ...changes,
  };
}

const pathsOf = (failed: FailedState) => suggestChanges(failed).map(({ changes }) => changes.map(({ path }) => path));

test('a force that is not finite is met by a model that stays finite, damping, and more substeps', () => {
  expect(pathsOf(state({ cause: 'not-finite' }))).toEqual([
    ['entities.block.material.model', 'entities.block.material.params'],
    ['entities.block.material.dampingTime'],
    ['quality.draft.minSubsteps'],
  ]);
  const linear = state({ cause: 'inverted' });
  expect(pathsOf({ ...linear, solid })).toEqual([
    ['entities.block.material.dampingTime'],
    ['quality.draft.minSubsteps'],
  ]);
});

test('elements that stiffen far are met by a model that does not', () => {
  const [first] = suggestChanges(state({}, { stiffening: 400 }));
  expect(first.changes[0]).toEqual({ path: 'entities.block.material.model', value: 'rotated-linear' });
  expect(first.detail).toContain('400.0 times as stiff');
  expect(first.detail).toContain('element 7 is compressed to 0.20');
});

test('suggested stiffness and damping make the frame fit the allowed substeps with room to spare', () => {
  for (const frequency of [3e4, 1e5, 1e7]) {
    for (const dampingTime of [0, 1e-7]) {
      const failed = state({}, { frequency, dampingTime });
      const goal = failed.duration / failed.settings.maxSubsteps;
      if (failed.dt >= goal) continue;
      for (const { changes } of suggestChanges(failed)) {
        const [{ path, value }] = changes;
        if (path.endsWith('youngsModulus')) {
          const slower = frequency * Math.sqrt((value as number) / evaluate(failed.solid.material.youngsModulus, 1));
          expect(stableStep(slower, dampingTime, 1)).toBeGreaterThan(goal);
        }
        if (path.endsWith('dampingTime')) expect(stableStep(frequency, value as number, 1)).toBeGreaterThan(goal);
        if (path.endsWith('maxSubsteps')) expect((value as number) * failed.dt).toBeGreaterThan(failed.duration);
      }
    }
  }
});

test('nothing is suggested that a document refuses', () => {
  const hopeless = state({ dt: 1e-12 }, { motion: 1e-12, speed: 1e9 });
  for (const { changes } of suggestChanges(hopeless))
    for (const { value } of changes) if (typeof value === 'number') expect(value).toBeLessThanOrEqual(100_000);
  expect(suggestChanges(state({})).length).toBeLessThanOrEqual(3);
});

test('what neither elements nor their speed ask for is met by more substeps alone', () => {
  // A pin's spring asks for short substeps while the body stands still.
  const still = state({ dt: 2e-6 }, { frequency: 1e3, motion: 1e9, speed: 1e-12 });
  expect(pathsOf(still)).toEqual([['quality.draft.maxSubsteps']]);
  const moving = state({ dt: 3e-5 }, { frequency: 1e3, motion: 3e-5, speed: 300 });
  expect(pathsOf(moving)[1]).toEqual(['quality.draft.edgeScale']);
  expect(suggestChanges(moving)[1].detail).toContain('300 m/s');
});

test('strength that rises within the frame is met by implicit integration and by less of it', () => {
  const strong = {
    ...solid,
    strength: {
      keys: [
        { frame: 8, value: 1, interpolation: 'bezier' as const },
        { frame: 19, value: 1000, interpolation: 'bezier' as const },
      ],
    },
  };
  const failed = state({ solid: strong });
  const rising = { ...failed, dt: failed.limits.stiffened / 5 };
  const suggestions = suggestChanges(rising);
  expect(suggestions.map(({ changes }) => changes[0].path)).toEqual([
    'quality.draft.maxSubsteps',
    'entities.block.integration',
    'entities.block.strength',
  ]);
  expect(suggestions[2].changes[0].value).toEqual({
    keys: [
      { frame: 8, value: 1, interpolation: 'bezier' },
      { frame: 19, value: 1, interpolation: 'bezier' },
    ],
  });
  const kept = {
    ...strong,
    volumeConservation: { enabled: true, recoveryTime: 0.1, tolerance: 0.01, maxIterations: 5000 },
  };
  expect(pathsOf({ ...rising, solid: kept }).flat()).not.toContain('entities.block.integration');
});

test('texts hold no infinite number, and every number its unit', () => {
  const limp = { frequency: 0, stiffened: Infinity, elastic: Infinity, dampingTime: 0 };
  const states = [
    state({ cause: 'not-finite', dt: 1e-4 }, limp),
    state({ cause: 'not-finite', dt: 3e-9 }, { stiffening: Infinity, smallestStretch: NaN }),
    state({ cause: 'inverted', dt: 1e-4 }, { stiffening: 12, smallestStretch: -0.3 }),
    state({ cause: 'inverted', dt: 1e-4 }, { stiffening: 12, smallestStretch: 1.7 }),
    state({ dt: 4e-9 }, { motion: 4e-9, speed: 1e9 }),
  ];
  for (const failed of states) {
    const suggestions = suggestChanges(failed);
    for (const { title, detail } of suggestions) {
      expect(`${title} ${detail}`).not.toMatch(/Infinity|NaN|e[+-]\d/);
      expect(detail).not.toMatch(/\d [.;,]/);
    }
  }
  expect(suggestChanges(states[0]).map(({ detail }) => detail)).toContainEqual(
    'The minimum is 2 now; it failed in a substep of 100 µs.',
  );
  expect(suggestChanges(states[3])[0].detail).not.toContain('squeezed');
});
