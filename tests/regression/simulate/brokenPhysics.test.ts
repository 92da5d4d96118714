import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../src/frames/judgements.ts';
import { JudgedFrames } from '../../../src/frames/judgements.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../../src/frames/Checkpoint.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

// Symptom: two bodies half in each other crossed in 84 pairs of triangles in every frame, a body under absurd gravity had no volume left, one was turned inside out or thrown
// across the scene, all with exit 0 and no warning. Cause: a frame that could be stored was taken for one that could be right.

type Entity = Record<string, unknown>;

function block(id: string, position: number[], more: Entity = {}): Entity {
  const form = { shape: 'block', size: [1, 1, 1], cells: [3, 3, 3], elements: 'tets' };
  return { kind: 'solid', id, source: { kind: 'procedural', form }, transform: { position }, ...more };
}

const floor = { kind: 'collider', id: 'floor', shape: { kind: 'registered', type: 'plane' } };
const touches = { contact: { others: true } };
const weak = { material: { youngsModulus: 1 } };

function shot(entities: Entity[], physics: Entity = {}): Scene {
  return validateScene({ ...tinyShotInput(40), entities, physics }, catalogue);
}

/** What is told of the frame after the first, where the body `a` begins with its points (about its place) mapped. */
async function judged(scene: Scene, map?: (x: number) => number): Promise<readonly Judgement[]> {
  const { simulation, dispose } = await runShot(scene);
  if (map !== undefined) simulation.motionOf('a').positions.forEach((x, k, all) => (all[k] = map(x)));
  simulation.advance(() => false);
  const { judgements = [] } = simulation.currentFrame().stats;
  dispose();
  return judgements;
}

const still = { gravity: [0, 0, 0] };

describe('a frame whose physics is broken', () => {
  test.each([
    [
      'bodies in each other',
      shot([block('a', [0, 2, 0], touches), block('b', [0.4, 2.3, 0.1], touches)]),
      'crossing',
      'move it out',
    ],
    [
      'heavy as lead stars',
      shot([block('a', [0, 0.6, 0]), floor], { gravity: [0, -1e5, 0] }),
      'volume',
      'lower the gravity',
    ],
    [
      'too far for stored positions',
      shot([block('a', [9999, 2, 0], { transform: { position: [9999, 2, 0], scale: [0.05, 0.05, 0.05] } })]),
      'far-away',
      'nearer',
    ],
  ])('is told, with what helps: %s', async (_, scene, kind, remedy) => {
    const found = (await judged(scene)).filter((one) => one.kind === kind);
    expect(found).toHaveLength(1);
    expect(found[0].value > found[0].limit).toBe(kind !== 'volume');
    expect(found[0].sentence).toMatch(/solid '[ab]'/);
    expect(found[0].remedy).toContain(remedy);
  });

  test.each([
    ['leaves a quarter of its room', 0.25, ['broken']],
    ['leaves too little', 0.9, ['warning']],
    ['leaves room', 1.1, []],
  ])('is told of a rigid body that a keyed one presses against the floor and %s', async (_, room, severities) => {
    const keys = [
      { frame: 1, value: 2 },
      { frame: 3, value: room + 0.5 },
    ];
    const box = { kind: 'rigidBody', shape: { kind: 'registered', type: 'box' } };
    const crate = { ...box, id: 'crate', transform: { position: [0, 0.5, 0] } };
    const press = { ...box, id: 'press', transform: { position: [0, { keys }, 0] }, releaseFrame: 40 };
    const { simulation, dispose } = await runShot(shot([floor, crate, press]));
    for (let frame = 2; frame <= 4; frame++) simulation.advance(() => false);
    const { judgements = [] } = simulation.currentFrame().stats;
    dispose();
    expect(judgements.map(({ severity }) => severity)).toEqual(severities);
    for (const { entity, sentence, remedy } of judgements) {
      expect(entity).toBe('crate');
      expect(sentence).toMatch(/'crate' is .* deep in what it touches, and 1 m thick/);
      expect(remedy).toMatch(/leave it room/);
    }
  });

  test.each([
    ['27 times as large', 3, ['volume']],
    ['inside out', -1, ['volume', 'inverted']],
  ])('is told of a body that is %s', async (_, factor, kinds) => {
    const found = await judged(shot([block('a', [0, 0, 0], weak)], still), (x) => factor * x);
    expect(found.map(({ kind, severity }) => [kind, severity])).toEqual(kinds.map((kind) => [kind, 'broken']));
  });

  test('is not told of limp bodies, and of what flies fast', async () => {
    const limp = { ...weak, strength: { keys: [{ frame: 1, value: 0 }] } };
    expect(await judged(shot([block('a', [0, 0, 0], limp)], still), (x) => -x)).toEqual([]);
    expect(await judged(shot([block('a', [0, 50, 0], { velocity: [900, 0, 900] })]))).toEqual([]);
  });

  test('is told alike after a checkpoint', async () => {
    const scene = shot([block('a', [0, 2, 0], touches), block('b', [0.4, 2.3, 0.1], touches)]);
    const { simulation, dispose } = await runShot(scene);
    const all = new JudgedFrames();
    simulation.advance(() => false);
    const checkpoint = decodeCheckpoint(encodeCheckpoint(simulation.checkpoint()));
    simulation.advance(() => false);
    const { stats } = simulation.currentFrame();
    const resumed = await runShot(scene);
    resumed.simulation.restore(checkpoint);
    resumed.simulation.advance(() => false);
    expect(resumed.simulation.currentFrame().stats).toEqual(stats);
    all.add(3, stats.judgements);
    expect(all.lines()).toEqual([
      expect.stringMatching(/^frame 3: solid 'b' passes through solid 'a'.*; move it out, by \(/),
    ]);
    resumed.dispose();
    dispose();
  });

  test.each([
    ['gravity', { gravity: [0, -1e30, 0] }, [0, 0, 0]],
    ['place', {}, [1e15, 0, 0]],
  ])('is refused where a number is absurd: %s', (_, physics, position) => {
    expect(() => shot([block('a', position)], physics)).toThrow(expect.objectContaining({ code: 'document-invalid' }));
  });
});
