import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../src/frames/judgements.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

// Symptom: a solid that began inside a box collider went from .125 to 27 m3, one 50 m below a floor was brought up in one frame, and two that began half in each other stayed
// so, all with exit 0 and no warning. Cause: nothing looked at where solids begin, and what was inside a collider was put outside in one substep.

type Entity = Record<string, unknown>;

function block(id: string, position: number[], more: Entity = {}): Entity {
  const form = { shape: 'block', size: [1, 1, 1], cells: [4, 4, 4], elements: 'tets' };
  return { kind: 'solid', id, source: { kind: 'procedural', form }, transform: { position }, ...more };
}

function collider(type: string, params: Entity = {}, position: unknown[] = [0, 0, 0]): Entity {
  return { kind: 'collider', id: type, shape: { kind: 'registered', type, params }, transform: { position } };
}

const shot = (...entities: Entity[]): Scene => validateScene({ ...tinyShotInput(40), entities }, catalogue);
const touches = { contact: { others: true } };

async function toldOf(scene: Scene): Promise<Judgement[]> {
  const running = await runShot(scene);
  const { judgements = [] } = running.simulation.currentFrame().stats;
  running.dispose();
  return judgements.filter(({ kind }) => kind === 'start-overlap');
}

/** The scene with the told one moved as it is told. */
function moved(scene: Scene, { entity, move }: Judgement): Scene {
  const entities = scene.entities.map((one) =>
    one.id === entity && one.kind === 'solid'
      ? { ...one, transform: { ...one.transform, position: one.transform.position.map((x, k) => x + move![k]) } }
      : one,
  );
  return validateScene({ ...scene, entities }, catalogue);
}

const half = {
  keys: [
    { frame: 1, value: 0 },
    { frame: 3, value: -4 },
  ],
};

describe('where solids begin', () => {
  test.each([
    ['wholly in a box', shot(block('a', [0, 0, 0]), collider('box', { sizeX: 3, sizeY: 3, sizeZ: 3 })), 'collider', 2],
    ['50 m below a floor', shot(block('a', [0, -50, 0]), collider('plane')), 'collider', 50.5],
    ['half in a ball', shot(block('a', [0, 0.9, 0]), collider('sphere', { radius: 0.5 })), 'collider', 0.1],
    ['in a ball that goes', shot(block('a', [0, 0.9, 0]), collider('sphere', {}, [0, half, 0])), 'collider', 0.1],
    ['half in another', shot(block('a', [0, 0, 0], touches), block('b', [0.5, 0.1, 0], touches)), 'solid', 0.4],
  ])('is told, and where to move them: %s', async (_, scene, kind, depth) => {
    const [told, ...others] = await toldOf(scene);
    expect(others).toEqual([]);
    expect(told.sentence).toContain(`inside ${kind} '`);
    expect(told.value).toBeGreaterThan(0.5 * depth);
    expect(told.value).toBeLessThan(1.1 * depth);
    expect(await toldOf(moved(scene, told))).toEqual([]);
  });

  test('is not told where they stand on a floor, are held inside, or do not touch each other', async () => {
    const pin = { kind: 'pin', id: 'held', target: 'a', selection: { kind: 'box', min: [-9, -9, -9], max: [9, 9, 9] } };
    expect(await toldOf(shot(block('a', [0, 0.5, 0]), collider('plane')))).toEqual([]);
    expect(await toldOf(shot(block('a', [0, 0, 0]), collider('plane'), pin))).toEqual([]);
    expect(await toldOf(shot(block('a', [0, 0, 0]), block('b', [0.5, 0, 0])))).toEqual([]);
  });

  test('is refused before the second frame where nothing of them is outside', async () => {
    const running = await runShot(shot(block('a', [0, -50, 0]), collider('plane')));
    expect(() => running.simulation.advance(() => false)).toThrow(
      expect.objectContaining({
        code: 'simulation-failed',
        remedy: expect.stringMatching(/Move it out, by \(0, 50/),
        failure: expect.objectContaining({
          cause: 'begins-inside',
          frame: 2,
          suggestions: [
            expect.objectContaining({
              title: 'Move it out',
              changes: [{ path: 'entities.a.transform.position', value: [0, expect.closeTo(0.5, 1), 0] }],
            }),
          ],
        }),
      }),
    );
    running.dispose();
  });

  test('is what is mended first where a frame fails', async () => {
    const solid = block('a', [0, 0.4, 0]);
    const scene = shot(solid, collider('plane'));
    scene.quality.draft.maxSubsteps = 2;
    const running = await runShot(scene);
    expect(() => running.simulation.advance(() => false)).toThrow(
      expect.objectContaining({
        remedy: expect.stringMatching(
          /^Move it out: Solid 'a' starts with 25 of 125 vertices .*\. Raise the maximum substeps /,
        ),
        failure: expect.objectContaining({
          cause: 'too-many-substeps',
          suggestions: [
            expect.objectContaining({ title: 'Move it out' }),
            expect.objectContaining({ title: expect.stringMatching(/^Raise the maximum substeps /) }),
            expect.anything(),
          ],
        }),
      }),
    );
    running.dispose();
  });

  test('is left no faster than by a diagonal of the solid in a second', async () => {
    const scene = shot(block('a', [0, 0, 0]), collider('plane'));
    expect((await toldOf(scene))[0].sentence).toMatch(/free from about frame 8 on/);
    const { simulation, dispose } = await runShot(scene);
    const lowest = () =>
      simulation.motionOf('a').positions.reduce((y, value, k) => (k % 3 === 1 ? Math.min(y, value) : y), 0);
    const before = lowest();
    simulation.advance(() => false);
    expect(lowest() - before).toBeGreaterThan(0);
    expect(lowest() - before).toBeLessThan(Math.sqrt(3) / 24 + 1e-6);
    while (simulation.frame < 14) simulation.advance(() => false);
    expect(lowest()).toBeGreaterThan(-1e-3);
    dispose();
  });
});
