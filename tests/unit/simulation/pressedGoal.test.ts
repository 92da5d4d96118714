import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { colliderShapes, type ColliderShape } from '../../../src/collision/CollisionBody.ts';
import { DISTANCE } from '../../../src/collision/distances.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { solid } from '../../../src/scene/kinds/solid.ts';
import { createPose } from '../../../src/scene/poses.ts';
import { initialInputs } from '../../../src/scene/shotInputs.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { fillSolid } from '../../../src/simulation/rest/fillSolid.ts';
import { pressedGoal } from '../../../src/simulation/goals/pressedGoal.ts';
import { placePoints } from '../../../src/simulation/rest/placement.ts';
import { proceduralMesh } from '../../../src/simulation/rest/proceduralMesh.ts';
import { StaticPress } from '../../../src/simulation/goals/StaticPress.ts';
import { runShot, templateScene } from '../../support/shots.ts';

/** A cube of 1 m that stands on y = 0. */
async function cube(cells = 6): Promise<VolumeMesh> {
  const form = { shape: 'block', size: [1, 1, 1], cells: [cells, cells, cells] };
  const parsed = solid.parse({ kind: 'solid', id: 'a', source: { kind: 'procedural', form } });
  if (parsed.source.kind !== 'procedural') throw new Error('a form is wanted');
  return fillSolid(parsed, proceduralMesh(parsed.source.form), 1, quietJob);
}

function shape(type: string, params: Record<string, number>): ColliderShape {
  const definition = colliderShapes.get(type);
  return definition.create(definition.params.parse(params));
}

const still = (of: ColliderShape) => ({ shape: of, poses: [createPose()] });

function distances(of: ColliderShape, points: Float64Array): number[] {
  const answer = new Float64Array(4);
  return Array.from({ length: points.length / 3 }, (_, v) => {
    of.signedDistance(points.slice(3 * v, 3 * v + 3), answer);
    return answer[DISTANCE];
  });
}

const top = (points: Float64Array) => points.filter((_, k) => k % 3 === 1).reduce((a, b) => Math.max(a, b), -Infinity);

describe('a body that a shape is pressed into', () => {
  test('lies outside of it, and stays where the press does not reach', async () => {
    const volume = await cube();
    const { positions } = volume.mesh;
    // A ball of 0.4 m whose lowest point is 0.2 m below the top.
    const points = positions.map((value, k) => value - (k % 3 === 1 ? top(positions) + 0.2 : 0));
    const ball = shape('sphere', { radius: 0.4 });
    const body = new StaticPress(volume, points, [still(ball)], { reach: 0.1, size: 1 });
    expect(body.press()).toBe(true);
    const found = distances(ball, body.positions);
    expect(Math.min(...found)).toBeGreaterThan(-2e-3);
    expect(found.filter((d) => Math.abs(d) < 2e-3).length).toBeGreaterThan(4);
    const moved = points.map((value, k) => Math.abs(value - body.positions[k]));
    const floor = Math.min(...points.filter((_, k) => k % 3 === 1));
    expect(Math.max(...moved.filter((_, k) => points[3 * Math.floor(k / 3) + 1] === floor))).toBeLessThan(5e-3);
    expect(Math.max(...moved)).toBeGreaterThan(0.15);
  });

  test('moves as a whole before a plane where all of it is in reach, and where it is not shortens', async () => {
    const volume = await cube(4);
    const { positions } = volume.mesh;
    const plane = shape('plane', {});
    const lowest = Math.min(...positions.filter((_, k) => k % 3 === 1));
    // A tenth of it is under the plane y = 0.
    const points = positions.map((value, k) => (k % 3 === 1 ? value - lowest - 0.1 : value));
    for (const [reach, least, most] of [
      [100, 0.0999, 0.1001],
      [0.05, 0, 1e-3],
    ]) {
      const body = new StaticPress(volume, points, [still(plane)], { reach, size: 1 });
      body.press();
      expect(Math.min(...distances(plane, body.positions))).toBeGreaterThan(-1e-4);
      const lift = top(body.positions) - top(points);
      expect(lift).toBeGreaterThanOrEqual(least);
      expect(lift).toBeLessThan(most);
    }
  });

  test('is at rest where the shape does not reach it', async () => {
    const volume = await cube(2);
    const far = shape('sphere', { radius: 0.1 });
    const points = volume.mesh.positions.map((value) => value + 5);
    const body = new StaticPress(volume, points, [still(far)], { reach: 0.2, size: 1 });
    expect(body.press()).toBe(false);
    expect(body.positions).toEqual(points);
  });
});

describe('a shot whose goal is pressed', () => {
  const scene = (params = {}) =>
    templateScene('clay-press', { percent: 12, frames: 13, towardsPrint: true, ...params });
  const withShape = (change: object, others: readonly object[] = []) => {
    const made = scene();
    const entities = made.entities.map((entity) =>
      entity.kind === 'solid'
        ? {
            ...entity,
            plasticity: {
              ...entity.plasticity,
              goal: { shape: { kind: 'pressed', collider: 'plate', frame: 7, ...change } },
            },
          }
        : entity,
    );
    return validateScene({ ...made, entities: [...entities, ...others] }, catalogue);
  };

  test('has it under the collider as that stands at the frame, and nears it', async () => {
    const made = scene();
    const shot = await runShot(made);
    const { simulation, volumes } = shot;
    const [volume] = volumes.values();
    const ball = made.entities.find((entity) => entity.kind === 'solid');
    const plate = shape('box', { sizeX: 1.7, sizeY: 0.1, sizeZ: 1.7, rounding: 0.02 });
    if (ball?.kind !== 'solid') throw new Error('a solid is wanted');
    const goal = pressedGoal(ball, made, volume, (id) => (id === 'plate' ? plate : shape('plane', {})));
    // Half of its height is pressed away, under a plate whose lower side is then at half a metre.
    expect(top(placePoints(goal!, ball.transform))).toBeLessThan(0.5 + 1e-3);
    simulation.advance(() => false);
    const distance = () => simulation.currentFrame().stats.entities[ball.id].sections!.plasticity!.goalDistance!;
    const before = distance();
    expect(before).toBeGreaterThan(0.05);
    let nearest = before;
    while (simulation.frame < made.range.last) {
      simulation.advance(() => false);
      nearest = Math.min(nearest, distance());
    }
    expect(nearest).toBeLessThan(0.45 * before);
    // When the plate has gone, some of it springs back.
    expect(distance()).toBeLessThan(0.9 * before);
    shot.dispose();
  });

  test('depends on the way of the collider to that frame, and on the reach', () => {
    const key = (change: object) => JSON.stringify(initialInputs(withShape(change), 'draft'));
    expect(key({ frame: 7 })).not.toBe(key({ frame: 6 }));
    expect(key({ frame: 7, reach: 0.7 })).not.toBe(key({ frame: 7 }));
    expect(JSON.stringify(initialInputs(scene({ towardsPrint: false }), 'draft'))).not.toContain('"press"');
  });

  test('follows the motion of the named collider alone: others stay as at the first frame', async () => {
    const sizes = { sizeX: 0.5, sizeY: 2, sizeZ: 2 };
    const goalOf = async (collider: string, end: number) => {
      const x = { keys: [1, 7].map((frame, k) => ({ frame, value: [-1, end][k] })) };
      const ram = {
        kind: 'collider',
        id: 'ram',
        shape: { kind: 'registered', type: 'box', params: sizes },
        transform: { position: [x, 0, 0] },
      };
      const made = withShape({ collider, reach: 2 }, [ram]);
      const ball = made.entities.find((entity) => entity.kind === 'solid');
      if (ball?.source.kind !== 'procedural') throw new Error('a solid of a form is wanted');
      const volume = await fillSolid(ball, proceduralMesh(ball.source.form), 1, quietJob);
      const plate = shape('box', { sizeX: 1.7, sizeY: 0.1, sizeZ: 1.7, rounding: 0.02 });
      const shapes = new Map([
        ['plate', plate],
        ['ram', shape('box', sizes)],
      ]);
      return pressedGoal(ball, made, volume, (id) => shapes.get(id) ?? shape('plane', {}))!;
    };
    const still = await goalOf('plate', -1);
    expect(await goalOf('plate', -0.5)).toEqual(still);
    const pushed = await goalOf('ram', -0.5);
    const left = (points: Float64Array) => Math.min(...points.filter((_, k) => k % 3 === 0));
    expect(left(pushed)).toBeGreaterThan(left(still) + 0.2);
    expect(top(pushed)).toBeGreaterThan(top(still) + 0.2);
  });

  test('tells where the collider is that it lacks, and where it does not reach', async () => {
    expect(() => withShape({ collider: 'plat' })).toThrow(
      expect.objectContaining({ code: 'document-invalid', place: expect.stringContaining('goal.shape.collider') }),
    );
    const off = withShape({});
    const without = {
      ...off,
      entities: off.entities.map((entity) => (entity.id === 'plate' ? { ...entity, enabled: false } : entity)),
    };
    await expect(runShot(without)).rejects.toThrow(/imprint of 'plate', which is disabled/);
    const shot = await runShot(withShape({ frame: 1 }));
    expect(shot.simulation.currentFrame().stats.warnings.join()).toMatch(/does not reach the solid by frame 1/);
    shot.dispose();
  });
});
