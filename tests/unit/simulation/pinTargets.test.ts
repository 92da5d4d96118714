import { describe, expect, test } from 'vitest';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { frameToSeconds, isKind, type Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { KeyedCollider } from '../../../src/simulation/keyed/KeyedCollider.ts';
import { KeyedInputs } from '../../../src/simulation/keyed/KeyedInputs.ts';
import { pinTargets, selectVertices } from '../../../src/simulation/attachment/pinTargets.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

const POINTS = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3);
/** The points before the solid was moved. */
const OWN_POINTS = POINTS.map((coordinate, i) => (i % 3 === 0 ? coordinate - 5 : coordinate));
const MASSES = Float64Array.of(1, 2, 3, 6);
/** Solves so tight that vertices do not tremble. */
const tight = { draft: { solverTolerance: 1e-10 } };
const linear = (frame: number, value: number) => ({ frame, value, interpolation: 'linear' });
const everything = { kind: 'box', min: [-9, -9, -9], max: [9, 9, 9] };

function pinnedScene(pin: Record<string, unknown>, last = 20): Scene {
  const input = tinyShotInput(last);
  const [block] = input.entities;
  const entities = [
    { ...block, angularVelocity: [0, 0, 0] },
    { kind: 'pin', id: 'hook', target: 'block', selection: everything, ...pin },
  ];
  return validateScene({ ...input, quality: tight, entities }, catalogue);
}

function targetsOf(scene: Scene, frame: number) {
  const inputs = new KeyedInputs(scene);
  inputs.moveTo(frame);
  const pin = scene.entities.find(isKind('pin')) as Pin;
  return pinTargets(pin, { positions: POINTS, ownPositions: OWN_POINTS, masses: MASSES }, inputs);
}

describe('selectVertices', () => {
  test.each([
    [{ kind: 'sphere', centre: [0, 0, 0], radius: 1 }, [0, 1]],
    [{ kind: 'sphere', centre: [0, 0, 3], radius: 0 }, [3]],
    [{ kind: 'box', min: [0, 0, 0], max: [0, 2, 3] }, [0, 2, 3]],
    [{ kind: 'box', min: [5, 5, 5], max: [6, 6, 6] }, []],
    [{ kind: 'vertices', indices: [2, 0] }, [2, 0]],
  ] as const)('%o holds %o', (selection, held) => {
    expect([...selectVertices(selection as unknown as Parameters<typeof selectVertices>[0], POINTS)]).toEqual(held);
  });
});

describe('pinTargets', () => {
  test('turns held vertices about the pivot and moves them, as keyed', () => {
    const angle = Math.PI / 2;
    const scene = pinnedScene({
      pivot: [1, 0, 0],
      motion: {
        position: [0, { keys: [linear(1, 0), linear(5, 4)] }, 0],
        rotation: [0, 0, { keys: [linear(1, 0), linear(5, angle)] }],
      },
    });
    const out = new Float64Array(12);
    targetsOf(scene, 5).positionsAt(frameToSeconds(scene, 5), out);
    // A quarter turn about z through (1, 0, 0) takes (x, y) to (1 - y, x - 1); then 4 up.
    const expected = [1, -1 + 4, 0, 1, 0 + 4, 0, 1 - 2, -1 + 4, 0, 1, -1 + 4, 3];
    expected.forEach((value, k) => expect(out[k]).toBeCloseTo(value, 12));
    targetsOf(scene, 3).positionsAt(frameToSeconds(scene, 3), out);
    expect(out[3]).toBeCloseTo(1, 12);
    expect(out[4]).toBeCloseTo(2, 12);
    expect(Math.hypot(out[0] - 1, out[1] - 2)).toBeCloseTo(1, 12);
  });

  test('holds until the release and not from it on', () => {
    const scene = pinnedScene({ releaseFrame: 6 });
    const active = (frame: number, at: number) => targetsOf(scene, frame).activeAt(frameToSeconds(scene, at));
    expect([active(5, 4.5), active(6, 5.9), active(6, 6), active(7, 6.1), active(9, 8.5)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('soft pins swing a mean vertex at their frequency', () => {
    const { spring } = targetsOf(pinnedScene({ hold: { kind: 'soft', frequency: 2, dampingRatio: 0.3 } }), 2);
    expect(spring!.stiffness).toBeCloseTo(3 * (4 * Math.PI) ** 2, 9);
    expect(spring!.dampingRatio).toBe(0.3);
    expect(targetsOf(pinnedScene({}), 2).spring).toBeUndefined();
  });

  /** Stroke at the second point, fading away from it: in the solid's own frame. */
  const painted = { radius: 4, hardness: 0.25, points: [-4, 0, 0] };

  test('hold what is painted at least half, in the frame of the solid', () => {
    const targets = targetsOf(pinnedScene({ selection: { kind: 'painted', field: { strokes: [painted] } } }), 2);
    expect([...targets.vertices]).toEqual([0, 1, 2]);
    const out = new Float64Array(9);
    targets.positionsAt(0, out);
    expect([...out]).toEqual([...POINTS.slice(0, 9)]);
    const faint = { kind: 'painted', field: { strokes: [{ ...painted, opacity: 0.5 }] } };
    expect([...targetsOf(pinnedScene({ selection: faint }), 2).vertices]).toEqual([0, 1]);
  });

  test('soft pins hold as strongly as is painted: the frequency goes with the root', () => {
    const selection = { kind: 'painted', field: { strokes: [painted, { ...painted, radius: 0.5, value: 0.01 }] } };
    const hold = { kind: 'soft', frequency: 2 };
    const targets = targetsOf(pinnedScene({ selection, hold }), 2);
    expect([...targets.vertices]).toEqual([0, 2, 3]);
    const mean = (MASSES[0] + MASSES[2] + MASSES[3]) / 3;
    expect(targets.spring!.stiffness).toBeCloseTo(mean * (4 * Math.PI) ** 2, 9);
    // u^2 (3 - 2 u) with u = (1 - t) / (1 - hardness) and t the distance in radii.
    const share = (distance: number) => {
      const u = Math.min(1, (1 - distance / 4) / 0.75);
      return u * u * (3 - 2 * u);
    };
    const expected = [share(1), share(Math.hypot(1, 2)), share(Math.hypot(1, 3))];
    expect(targets.spring!.shares).toHaveLength(3);
    expected.forEach((value, i) => expect(targets.spring!.shares![i]).toBeCloseTo(value, 12));
  });

  test.each([
    [{ kind: 'painted', field: {} }, /no vertex of 'block'/],
    [{ kind: 'painted', field: { strokes: [{ ...painted, value: 0.4 }] } }, /no vertex of 'block'/],
    [{ kind: 'sphere', centre: [50, 0, 0], radius: 1 }, /no vertex of 'block'/],
    [{ kind: 'vertices', indices: [1, 4] }, /vertex 4.* 4 vertices/],
  ])('refuses %o', (selection, message) => {
    expect(() => targetsOf(pinnedScene({ selection }), 2)).toThrow(
      expect.objectContaining({
        code: 'document-invalid',
        place: "pin 'hook'",
        message: expect.stringMatching(message) as string,
      }),
    );
  });
});

describe('a pinned block', () => {
  test('stays exactly where a hard pin holds it and falls from the release on', async () => {
    const scene = pinnedScene({ releaseFrame: 6 });
    const shot = await runShot(scene);
    const { positions, velocities } = shot.simulation.motionOf('block');
    const start = positions.slice();
    shot.advanceTo(6);
    expect([...positions]).toEqual([...start]);
    expect(velocities.every((value) => value === 0)).toBe(true);
    shot.advanceTo(12);
    const time = frameToSeconds(scene, 12) - frameToSeconds(scene, 6);
    expect(positions[1] - start[1]).toBeCloseTo((-9.81 * time * time) / 2, 6);
    shot.dispose();
  });

  test('is carried along by a hard pin that moves, with its velocity', async () => {
    const motion = { position: [{ keys: [linear(1, 0), linear(9, 2)] }, 0, 0], rotation: [0, 0, 0] };
    const shot = await runShot(pinnedScene({ motion }));
    const { positions, velocities } = shot.simulation.motionOf('block');
    const start = positions[0];
    shot.advanceTo(5);
    expect(positions[0] - start).toBeCloseTo(1, 12);
    expect(velocities[0]).toBeCloseTo(0.25 * 24, 9);
    shot.dispose();
  });
});

describe('pins that follow a collider', () => {
  const bone = {
    kind: 'collider',
    id: 'bone',
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.2 } },
    transform: {
      position: [{ keys: [linear(1, 0), linear(3, 1)] }, 2, 0],
      rotation: [0, 0, { keys: [linear(1, 0.5), linear(3, 0.5 + Math.PI / 2)] }],
    },
  };

  function attached(pin: Record<string, unknown>, collider: Record<string, unknown> = {}) {
    const input = tinyShotInput(20);
    const [block] = input.entities;
    const hook = { kind: 'pin', id: 'hook', target: 'block', selection: everything, follow: 'bone', ...pin };
    const entities = [block, { ...bone, ...collider }, hook];
    const scene = validateScene({ ...input, quality: tight, entities }, catalogue);
    const inputs = new KeyedInputs(scene);
    inputs.moveTo(2);
    const shape = colliderShapes.get('sphere').create({ radius: 0.2 });
    const colliders = scene.entities
      .filter(isKind('collider'))
      .filter(({ enabled }) => enabled)
      .map((collider) => new KeyedCollider(collider, shape, inputs));
    const found = scene.entities.find(isKind('pin')) as Pin;
    const body = { positions: POINTS, ownPositions: OWN_POINTS, masses: MASSES };
    const targets = pinTargets(found, body, inputs, colliders);
    return { scene, inputs, targets };
  }

  test('carry what they hold with its pose, from where it stands at the first frame', () => {
    const { scene, inputs, targets } = attached({});
    const out = new Float64Array(12);
    targets.positionsAt(0, out);
    POINTS.forEach((value, k) => expect(out[k]).toBeCloseTo(value, 12));
    inputs.moveTo(3);
    targets.positionsAt(frameToSeconds(scene, 3), out);
    // A quarter turn about (0, 2, 0), then 1 m along x.
    const expected = [3, 2, 0, 3, 3, 0, 1, 2, 0, 3, 2, 3];
    expected.forEach((value, k) => expect(out[k]).toBeCloseTo(value, 12));
  });

  test('hold what is near its surface or inside', () => {
    expect([...attached({ selection: { kind: 'near', distance: 0.1 } }).targets.vertices]).toEqual([2]);
    expect([...attached({ selection: { kind: 'near', distance: 2 } }).targets.vertices]).toEqual([0, 2]);
    expect(() =>
      attached({ selection: { kind: 'near', distance: 0.1 } }, { transform: { position: [9, 9, 9] } }),
    ).toThrow('selects no vertex');
  });

  test('say what is wrong', () => {
    expect(() => attached({ follow: 'block' })).toThrow("'block' is a solid, not a collider");
    expect(() => attached({ follow: 'bon' })).toThrow("there is no entity 'bon'");
    expect(() => attached({}, { enabled: false })).toThrow("attached to 'bone', which is disabled");
    expect(() => attached({ follow: undefined, selection: { kind: 'near' } })).toThrow('it has none');
  });
});
