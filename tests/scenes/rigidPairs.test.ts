import { describe, expect, test } from 'vitest';
import { TRANSLATION, valuesOf } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { atRest, irregularSheet, sampledSurface } from '../support/movingSurfaces.ts';
import { givenSource } from '../support/movingPlates.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const FPS = 24;
const GRAVITY = 9.81;

type Pair = readonly [one: string, other: string, said: object];

function shotOf(entities: readonly object[], pairs: readonly Pair[], physics: object = {}) {
  const contactPairs = pairs.map(([one, other, said]) => ({ bodies: [one, other], ...said }));
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a13',
      frameRate: { numerator: FPS },
      range: { first: 1, last: 25 },
      physics: { ...physics, contactPairs },
      entities,
    },
    catalogue,
  );
}

const crate = (id: string, position: readonly number[], more: object = {}) => ({
  id,
  kind: 'rigidBody',
  shape: { kind: 'registered', type: 'box', params: { sizeX: 0.2, sizeY: 0.2, sizeZ: 0.2 } },
  transform: { position },
  ...more,
});
const floor = { id: 'floor', kind: 'collider', shape: { kind: 'registered', type: 'plane' }, friction: 0.5 };
const block = {
  id: 'block',
  kind: 'solid',
  source: { kind: 'procedural', form: { shape: 'block', size: [0.4, 0.1, 0.4], cells: [4, 1, 4], elements: 'tets' } },
  transform: { position: [0, 0.0501, 0] },
};
const OFF = { enabled: false };

function placeOf({ simulation }: RunningShot, id: string): readonly number[] {
  const stream = simulation.currentFrame().streams.find(({ entity }) => entity === id)!;
  return Array.from(valuesOf(stream, TRANSLATION, Float64Array));
}

/** Height of a body that falls freely from rest, m, at a frame. */
const fallen = (from: number, frame: number) => from - 0.5 * GRAVITY * ((frame - 1) / FPS) ** 2;

describe('a pair that a shot keeps apart', () => {
  test('of rigid bodies passes through each other, and through nothing else', async () => {
    const bodies = [crate('low', [0, 0.1, 0]), crate('high', [0, 0.5, 0]), floor];
    const shot = await runShot(shotOf(bodies, [['high', 'low', OFF]]));
    shot.advanceTo(13);
    expect(placeOf(shot, 'high')[1]).toBeCloseTo(0.1, 3);
    expect(placeOf(shot, 'low')[1]).toBeCloseTo(0.1, 3);
    shot.dispose();
  });

  test.each([
    ['a collider', [floor]],
    ['an animation', [{ id: 'sheet', kind: 'importedAnimation', source: givenSource, collision: { surface: 'open' } }]],
    ['a solid', [block, floor]],
  ])('of a rigid body and %s lets it fall through', async (_, others) => {
    const animations = new Map([['sheet', sampledSurface(irregularSheet([4, 4], [2, 2]), atRest)]]);
    const pairs = others.map(({ id }): Pair => ['body', id, OFF]);
    const apart = await runShot(shotOf([crate('body', [0, 0.3, 0]), ...others], pairs), { animations });
    const together = await runShot(shotOf([crate('body', [0, 0.3, 0]), ...others], []), { animations });
    for (const shot of [apart, together]) shot.advanceTo(7);
    expect(placeOf(apart, 'body')[1]).toBeCloseTo(fallen(0.3, 7), 2);
    expect(placeOf(together, 'body')[1]).toBeGreaterThan(fallen(0.3, 7) + 0.05);
    apart.dispose();
    together.dispose();
  });
});

describe('a pair with a friction of its own', () => {
  const sliding = { velocity: [1, 0, 0] };

  test.each([
    ['a collider', 'floor', [floor]],
    [
      'another rigid body',
      'board',
      [
        crate('board', [0, -0.1, 0], {
          shape: { kind: 'registered', type: 'box', params: { sizeX: 4, sizeY: 0.2, sizeZ: 4 } },
          releaseFrame: 100,
        }),
      ],
    ],
  ])('slides on %s by that', async (_, id, others) => {
    const shot = await runShot(
      shotOf([crate('body', [0, 0.1, 0], sliding), ...others], [['body', id, { friction: 0.05 }]]),
    );
    shot.advanceTo(13);
    const time = 12 / FPS;
    expect(placeOf(shot, 'body')[0]).toBeCloseTo(time - 0.5 * 0.05 * GRAVITY * time ** 2, 2);
    shot.dispose();
  });
});

describe('what begins in something', () => {
  const warningsOf = async (entities: readonly object[], pairs: readonly Pair[] = []) => {
    const shot = await runShot(shotOf(entities, pairs));
    const { warnings } = shot.simulation.currentFrame().stats;
    shot.dispose();
    return warnings;
  };
  const deep = [crate('one', [0, 0.5, 0]), crate('two', [0.15, 0.5, 0])];

  test('is told of with its depth, unless the pair is kept apart', async () => {
    const [told, ...others] = await warningsOf(deep);
    expect(told).toContain("rigid body 'one' begins 50 mm deep in rigid body 'two'");
    expect(others).toEqual([]);
    expect(await warningsOf(deep, [['two', 'one', OFF]])).toEqual([]);
  });

  test('is not told of where a joint keeps it apart, or where it only touches', async () => {
    const joint = {
      id: 'hinge',
      kind: 'joint',
      body: 'one',
      to: 'two',
      type: { kind: 'hinge' },
      position: [0.075, 0.5, 0],
    };
    expect(await warningsOf([...deep, joint])).toEqual([]);
    expect(await warningsOf([crate('one', [0, 0.1, 0]), crate('two', [0, 0.3, 0]), floor])).toEqual([]);
  });

  test('is told of in a collider', async () => {
    const [told] = await warningsOf([crate('one', [0, 0.05, 0]), floor]);
    expect(told).toContain("rigid body 'one' begins 50 mm deep in collider 'floor'");
  });
});

test('pairs that do not meet by themselves are refused', () => {
  expect(() => shotOf([block, floor], [['block', 'floor', OFF]])).toThrow(
    /a contact pair cannot be 'block' and 'floor'/,
  );
});
