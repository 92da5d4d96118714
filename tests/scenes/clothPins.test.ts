import { expect, test } from 'vitest';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { volumeBoundary } from '../../src/geometry/volumeBoundary.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import type { EntityInput } from '../../src/scene/templates/parts/EntityInput.ts';
import { keyedCurve } from '../../src/scene/templates/parts/keyedCurve.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import type { Frame } from '../../src/frames/Frame.ts';
import { simulateStored, storeShot } from '../support/shotRuns.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn, staticMeshesIn } from '../support/streams.ts';

/** m. */
const SIDE = 0.4;
const RADIUS = 0.05;
const TURN = 1.2;

/** A sheet at a height of 1 m with more entities; the frames from the first to `last`. */
async function sheetShot(entities: readonly EntityInput[], last: number): Promise<Frame[]> {
  const scene = validateScene(
    {
      ...templateScene('empty'),
      entities: [
        {
          kind: 'cloth',
          id: 'cloth',
          source: { kind: 'procedural', form: { shape: 'sheet', width: SIDE, depth: SIDE, edge: 0.05 } },
          transform: { position: [0, 1, 0] },
        },
        ...entities,
      ],
    },
    catalogue,
  );
  const run = await runShot(scene);
  const frames: Frame[] = [];
  for (let frame = 1; frame <= last; frame++) {
    run.advanceTo(frame);
    frames.push(run.simulation.currentFrame());
  }
  run.dispose();
  return frames;
}

test('cloth that is grown to a collider goes along as it moves and turns', async () => {
  const centre = [-SIDE / 2, 1, 0];
  const frames = await sheetShot(
    [
      {
        kind: 'collider',
        id: 'hand',
        shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS } },
        transform: {
          position: [-SIDE / 2, keyedCurve([1, 1, 'linear'], [13, 1.3, 'linear']), 0],
          rotation: [0, keyedCurve([1, 0, 'linear'], [13, TURN, 'linear']), 0],
        },
      },
      { kind: 'pin', id: 'grip', target: 'cloth', selection: { kind: 'near', distance: 0.06 }, follow: 'hand' },
    ],
    13,
  );
  const [first, last] = [meshesIn(frames[0])[0].positions, meshesIn(frames.at(-1)!)[0].positions];
  const offset = (k: number, axis: number) => first[k + axis] - centre[axis];
  const held = [...first.keys()].filter(
    (k) => k % 3 === 0 && Math.hypot(offset(k, 0), offset(k, 1), offset(k, 2)) < RADIUS + 0.06 - 1e-6,
  );
  expect(held.length).toBeGreaterThan(4);
  for (const k of held) {
    const [x, z] = [offset(k, 0), offset(k, 2)];
    expect(last[k]).toBeCloseTo(centre[0] + Math.cos(TURN) * x + Math.sin(TURN) * z, 6);
    expect(last[k + 1]).toBeCloseTo(1.3, 6);
    expect(last[k + 2]).toBeCloseTo(-Math.sin(TURN) * x + Math.cos(TURN) * z, 6);
  }
});

/** A block that is thrown and turns, with a cloth grown to its top, which is 2 cm below. */
function flagOnBlock(contact: { readonly others: boolean }): Scene {
  return validateScene(
    {
      ...templateScene('empty'),
      range: { first: 1, last: 9 },
      entities: [
        {
          kind: 'cloth',
          id: 'cloth',
          source: { kind: 'procedural', form: { shape: 'sheet', width: SIDE, depth: SIDE, edge: 0.05 } },
          contact,
          transform: { position: [0.2, 1, 0] },
        },
        {
          kind: 'solid',
          id: 'block',
          source: { kind: 'procedural', form: { shape: 'block', size: [0.3, 0.3, 0.3], cells: [3, 3, 3] } },
          material: { youngsModulus: 2e4 },
          contact,
          transform: { position: [0, 0.83, 0] },
          velocity: [0.5, 1, 0],
          angularVelocity: [1, 2, 3],
        },
        {
          kind: 'collider',
          id: 'wall',
          shape: { kind: 'registered', type: 'plane' },
          transform: { position: [0, 0.6, 0] },
        },
        { kind: 'pin', id: 'seam', target: 'cloth', selection: { kind: 'near', distance: 0.021 }, follow: 'block' },
      ],
    },
    catalogue,
  );
}

test.each([true, false])('cloth that is grown to a soft solid stays on its surface; touching: %s', async (others) => {
  const run = await runShot(flagOnBlock({ others }));
  const [cloth, block] = staticMeshesIn(run.simulation.statics());
  if (block.mesh.kind !== 'tet' || cloth.mesh.kind !== 'shell') throw new Error('other meshes than those asked for');
  const triangles = volumeBoundary(block.mesh.mesh.tets, 4).faceVertices;
  const distances = (frame: Frame) => {
    const [points, solid] = meshesIn(frame).map(({ positions }) => Float64Array.from(positions));
    const query = new SurfaceQuery({ positions: solid, triangles });
    return Array.from({ length: points.length / 3 }, (_, v) =>
      query.distanceWithin(points[3 * v], points[3 * v + 1], points[3 * v + 2], 10),
    );
  };
  const first = distances(run.simulation.currentFrame());
  const held = [...first.keys()].filter((v) => first[v] < 0.021);
  expect(held.length).toBeGreaterThan(10);
  expect(held.length).toBeLessThan(first.length / 2);
  for (let frame = 2; frame <= 9; frame++) {
    run.advanceTo(frame);
    const now = distances(run.simulation.currentFrame());
    // A point off the surface may come nearer to a neighbouring triangle where that bends towards it, never farther than it was.
    for (const v of held) {
      expect(now[v]).toBeLessThan(first[v] + 1e-5);
      expect(now[v]).toBeGreaterThan(0.9 * first[v]);
    }
  }
  run.dispose();
});

test('goes on from any frame with the same bytes where cloth is grown to a solid', async () => {
  const whole = await simulateStored(await storeShot(flagOnBlock({ others: true })));
  const path = await storeShot(flagOnBlock({ others: true }));
  const hashes: string[] = [];
  for (let frame = 1; frame <= 9; frame++) {
    const { outcomes } = await simulateStored(path, { first: frame, last: frame, threads: 2 });
    hashes.push(outcomes[0].sha256);
  }
  expect(hashes).toEqual(whole.hashes);
});

test('a pin of a solid does not follow a solid, nor a pin of cloth another cloth', () => {
  const scene = flagOnBlock({ others: false });
  const following = (target: string, follow: string) =>
    scene.entities.map((entity) => (entity.kind === 'pin' ? { ...entity, target, follow } : entity));
  const check = (target: string, follow: string) =>
    validateScene({ ...scene, entities: following(target, follow) }, catalogue);
  expect(() => check('block', 'block')).toThrow("'block' is a solid, not a collider");
  expect(() => check('cloth', 'cloth')).toThrow("'cloth' is a cloth, not a collider");
  expect(() => check('cloth', 'block')).not.toThrow();
});
