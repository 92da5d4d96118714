import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/hash.ts';
import { initialKey, keyChain, nextKey } from '../../../src/frames/keys.ts';
import { evaluate, evaluateSlope } from '../../../src/scene/curves.ts';
import {
  evaluateInterval,
  evaluateIntervalSlope,
  restrictCurve,
  type IntervalCurve,
} from '../../../src/scene/intervalCurves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';
import { initialInputs, sampleInterval, staticsInputs } from '../../../src/scene/shotInputs.ts';
import type { Scene, SceneInput } from '../../../src/scene/Scene.ts';
import { smallScene } from '../../support/scenes.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const keyArbitrary = fc.record({
  frame: fc.oneof(fc.integer({ min: 0, max: 20 }), finite(0, 20)),
  value: fc.oneof(fc.constantFrom(0, 1), finite(-5, 5)),
  interpolation: fc.constantFrom('step' as const, 'linear' as const, 'bezier' as const),
  handles: fc.option(
    fc.record({ in: fc.tuple(finite(-9, 0), finite(-5, 5)), out: fc.tuple(finite(0, 9), finite(-5, 5)) }),
    { nil: undefined },
  ),
});
const curveArbitrary = fc
  .uniqueArray(keyArbitrary, { minLength: 1, maxLength: 6, selector: (key) => key.frame })
  .map((keys): Curve => ({ keys: keys.sort((a, b) => a.frame - b.frame) as Key[] }))
  // Keys so close that a difference of frames loses all digits are not curves anyone draws.
  .filter(({ keys }) => keys.every((key, k) => k === 0 || key.frame - keys[k - 1].frame > 1e-3));

const valueAt = (curve: IntervalCurve, s: number): number => {
  const out = new Float64Array(1);
  evaluateInterval(curve, Float64Array.of(s), out, 0);
  return out[0];
};
const slopeAt = (curve: IntervalCurve, s: number): number => {
  const out = new Float64Array(1);
  evaluateIntervalSlope(curve, Float64Array.of(s), out, 0);
  return out[0];
};

describe('a curve restricted to an interval', () => {
  test('has the values and slopes of the curve', () => {
    fc.assert(
      fc.property(curveArbitrary, fc.integer({ min: -2, max: 23 }), fc.nat(1024), (curve, frame, step) => {
        // Dyadic, so that frame - 1 + s is exact.
        const s = step / 1024;
        const part = restrictCurve(curve, frame);
        const at = frame - 1 + s;
        const steep = 1 + Math.abs(evaluateSlope(curve, at)) + Math.abs(evaluateSlope(curve, at, 'after'));
        expect(Math.abs(valueAt(part, s) - evaluate(curve, at))).toBeLessThan(1e-6 * steep);
      }),
      { seed: 30, numRuns: 3000 },
    );
  });

  test('is exact at both ends', () => {
    fc.assert(
      fc.property(curveArbitrary, fc.integer({ min: -2, max: 23 }), (curve, frame) => {
        const part = restrictCurve(curve, frame);
        expect(valueAt(part, 1)).toBe(evaluate(curve, frame));
        expect(valueAt(part, 0)).toBeCloseTo(evaluate(curve, frame - 1), 12);
      }),
      { seed: 31, numRuns: 2000 },
    );
  });

  test('slopes of a tame curve', () => {
    const curve: Curve = {
      keys: [
        { frame: 0, value: 1, interpolation: 'bezier', handles: { out: [3, 2] } },
        { frame: 9, value: 4, interpolation: 'linear' },
        { frame: 14, value: 0, interpolation: 'step' },
      ],
    };
    for (let frame = 1; frame <= 16; frame++) {
      const part = restrictCurve(curve, frame);
      for (const s of [0.1, 0.5, 0.9]) {
        expect(slopeAt(part, s)).toBeCloseTo(evaluateSlope(curve, frame - 1 + s), 10);
      }
      expect(slopeAt(part, 1)).toBeCloseTo(evaluateSlope(curve, frame, 'before'), 10);
    }
  });

  test('a change of one key leaves every interval outside its two neighbours as it was', () => {
    fc.assert(
      fc.property(curveArbitrary, fc.nat(), finite(-5, 5), (curve, pick, value) => {
        const index = pick % curve.keys.length;
        const changed: Curve = { keys: curve.keys.map((key, k) => (k === index ? { ...key, value } : key)) };
        const from = curve.keys[index - 1]?.frame ?? -Infinity;
        const to = curve.keys[index + 1]?.frame ?? Infinity;
        for (let frame = 0; frame <= 22; frame++) {
          // The interval [frame - 1, frame] is closed: it holds the value at its end.
          if (frame > from && frame - 1 <= to) continue;
          expect(restrictCurve(changed, frame)).toEqual(restrictCurve(curve, frame));
        }
      }),
      { seed: 32, numRuns: 500 },
    );
  });

  test('constant is constant, however it is keyed', () => {
    const flat = (keys: Key[]) => restrictCurve({ keys }, 5);
    expect(restrictCurve(3, 5)).toBe(3);
    expect(flat([{ frame: 0, value: 3, interpolation: 'linear' }])).toBe(3);
    expect(flat([{ frame: 8, value: 3, interpolation: 'bezier' }])).toBe(3);
    for (const interpolation of ['step', 'linear', 'bezier'] as const) {
      expect(
        flat([
          { frame: 1, value: 3, interpolation },
          { frame: 90, value: 3, interpolation: 'linear' },
        ]),
      ).toBe(3);
      expect(
        flat([
          { frame: 4.3, value: 3, interpolation },
          { frame: 4.6, value: 3, interpolation },
        ]),
      ).toBe(3);
    }
  });

  test('a step on a frame belongs to the interval that ends there', () => {
    const curve: Curve = {
      keys: [
        { frame: 0, value: 0, interpolation: 'step' },
        { frame: 10, value: 1, interpolation: 'step' },
      ],
    };
    expect(restrictCurve(curve, 9)).toBe(0);
    expect(restrictCurve(curve, 10)).toEqual({ pieces: [[0, 1, 0]], end: 1 });
    expect(restrictCurve(curve, 11)).toBe(1);
  });

  test('overshooting handles are held inside the legal range', () => {
    const curve: Curve = {
      keys: [
        { frame: 0, value: 0, interpolation: 'bezier', handles: { out: [1, -9] } },
        { frame: 2, value: 1, interpolation: 'linear' },
      ],
    };
    expect(evaluate(curve, 0.5)).toBeLessThan(-1);
    expect(valueAt(restrictCurve(curve, 1, 0), 0.5)).toBe(0);
  });
});

type Edit = (scene: Scene) => void;
const edited = (edit: Edit, changes: Partial<SceneInput> = {}): Scene => {
  const scene = structuredClone(smallScene(changes));
  edit(scene);
  return scene;
};
const chainOf = (scene: Scene) =>
  keyChain('test 1', initialInputs(scene, 'draft'), scene.range, (frame) => sampleInterval(scene, frame));
const solidOf = (scene: Scene) => scene.entities[0] as Extract<Scene['entities'][number], { kind: 'solid' }>;
const colliderOf = (scene: Scene) => scene.entities[1] as Extract<Scene['entities'][number], { kind: 'collider' }>;

describe('keys of frames', () => {
  const base = chainOf(smallScene());
  const firstChange = (scene: Scene) =>
    chainOf(scene)
      .slice(0, base.length)
      .findIndex((key, k) => key !== base[k]);

  test('one per frame, all different, always the same', () => {
    expect(base).toHaveLength(101);
    expect(new Set(base).size).toBe(101);
    expect(chainOf(smallScene())).toEqual(base);
    expect(base[0]).toBe(initialKey('test 1', initialInputs(smallScene(), 'draft')));
    expect(base[1]).toBe(nextKey(base[0], sampleInterval(smallScene(), 1)));
  });

  test('another solver version changes all', () => {
    const scene = smallScene();
    const other = keyChain('test 2', initialInputs(scene, 'draft'), scene.range, (n) => sampleInterval(scene, n));
    expect(other.every((key, k) => key !== base[k])).toBe(true);
  });

  test.each<[string, Edit, number]>([
    ['name', (scene) => (scene.name = 'other'), -1],
    ['notes', (scene) => (scene.notes = 'look at the ear'), -1],
    ['colour', (scene) => (solidOf(scene).display.colour = '#ff0000'), -1],
    [
      'surface',
      (scene) => (solidOf(scene).display = { ...solidOf(scene).display, surface: 'jelly', roughness: 0.2 }),
      -1,
    ],
    ['entity name', (scene) => (solidOf(scene).name = 'Donut'), -1],
    ['camera', (scene) => scene.entities.pop(), -1],
    ['preset label', (scene) => (solidOf(scene).material.preset = 'gelatin'), -1],
    ['a longer range', (scene) => (scene.range.last = 200), -1],
    ['a disabled newcomer', (scene) => scene.entities.push({ ...colliderOf(scene), id: 'more', enabled: false }), -1],
    ['settings of the other quality', (scene) => (scene.quality.final.edgeScale = 0.3), -1],
    [
      'a constant keyed as such',
      (scene) => (scene.physics.gravity[1] = { keys: [{ frame: 50, value: -9.81, interpolation: 'linear' }] }),
      -1,
    ],
    ['density', (scene) => (solidOf(scene).material.density = 900), 0],
    [
      'a first key of a material that changes nothing',
      (scene) => (solidOf(scene).material.youngsModulus = keyed([30, 5e4])),
      -1,
    ],
    [
      'a keyed stiffness: from the last key at which it is as it was at first',
      (scene) => (solidOf(scene).material.youngsModulus = keyed([1, 5e4], [20, 5e4], [30, 1e5])),
      21,
    ],
    ['edge scale', (scene) => (scene.quality.draft.edgeScale = 0.9), 0],
    ['frame rate', (scene) => (scene.frameRate.numerator = 25), 0],
    ['a first velocity', (scene) => (solidOf(scene).velocity[0] = 1), 0],
    [
      'the strength key at 48: from its earlier neighbour at 36',
      (scene) => (keysOf(solidOf(scene).strength)[2].value = 0.5),
      37,
    ],
    ['the strength key at 36, after a step from 0', (scene) => (keysOf(solidOf(scene).strength)[1].value = 0.5), 36],
    [
      'the height key at 20: from its neighbour at 10',
      (scene) => (keysOf(colliderOf(scene).transform.position[1])[1].value = 2),
      11,
    ],
    [
      'a later release',
      (scene) => (scene.entities[2] = { ...scene.entities[2], releaseFrame: 31 } as Scene['entities'][number]),
      30,
    ],
    ['no wind', (scene) => (scene.entities[3].enabled = false), 0],
  ])('%s', (_name, edit, first) => {
    expect(firstChange(edited(edit))).toBe(first);
  });

  test('undo brings the old keys back', () => {
    const scene = smallScene();
    const key = keysOf(solidOf(scene).strength)[2];
    key.value = 0.25;
    expect(chainOf(scene)).not.toEqual(base);
    key.value = 1;
    expect(chainOf(scene)).toEqual(base);
  });

  test('the constant data have inputs of their own', () => {
    const inputs = (edit: Edit) => canonicalJson(staticsInputs(edited(edit), 'draft'));
    const unchanged = inputs(() => undefined);
    expect(inputs((scene) => (solidOf(scene).material.density = 900))).toBe(unchanged);
    expect(inputs((scene) => (solidOf(scene).meshing!.edge = { percent: 3 }))).not.toBe(unchanged);
  });

  test('a file counts by its content, not its path', () => {
    const file = (path: string, sha256: string) =>
      edited((scene) => {
        solidOf(scene).source = { kind: 'file', path, sha256, metresPerUnit: 1, upAxis: 'y' };
      });
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(chainOf(file('old/bunny.obj', a))).toEqual(chainOf(file('new/bunny.obj', a)));
    expect(chainOf(file('bunny.obj', a))[0]).not.toBe(chainOf(file('bunny.obj', b))[0]);
  });
});

function keyed(...keys: [number, number][]): Curve {
  return { keys: keys.map(([frame, value]) => ({ frame, value, interpolation: 'linear' })) };
}

function keysOf(keyable: unknown): Key[] {
  return (keyable as Curve).keys;
}
