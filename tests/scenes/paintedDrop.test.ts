import { describe, expect, test } from 'vitest';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { paintedValues } from '../../src/scene/painting/PaintedPoints.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

const HEIGHT = 0.8;
const RELEASE = 20;
const scene = templateScene('painted-drop', { percent: 12, release: RELEASE, frames: 41 });

/** Returns the same shot with nothing painted on the body. */
function unpainted(): Scene {
  const entities = scene.entities.map((entity) =>
    isKind('solid')(entity) ? { ...entity, painted: undefined } : entity,
  );
  return { ...scene, entities };
}

const positionsOf = (shot: RunningShot) => shot.simulation.motionOf('body').positions;
const top = (positions: Float64Array) => positions.reduce((most, y, k) => (k % 3 === 1 ? Math.max(most, y) : most), -9);

/** Whether the pin holds a vertex, by where it is at rest. */
function held(shot: RunningShot): boolean[] {
  const { selection } = scene.entities.find(isKind('pin'))!;
  if (selection.kind !== 'painted') throw new Error('the pin is not painted');
  const { positions } = shot.volumes.get('body')!.mesh;
  return [...paintedValues(selection.field, positions, new Float64Array(positions.length / 3))].map((v) => v >= 0.5);
}

describe('painted-drop', () => {
  test('holds the painted foot until the release; the painted head sags many times as far', async () => {
    const painted = await runShot(scene);
    const plain = await runShot(unpainted());
    const before = positionsOf(painted).slice();
    const pinned = held(painted);
    expect(pinned.filter(Boolean).length).toBeGreaterThan(10);
    const sag = [painted, plain].map((shot) => {
      const start = top(positionsOf(shot));
      shot.advanceTo(RELEASE - 1);
      return start - top(positionsOf(shot));
    });
    expect(sag[0]).toBeGreaterThan(5 * sag[1]);
    expect(sag[0]).toBeLessThan(0.25 * HEIGHT);
    positionsOf(painted).forEach((value, k) => {
      if (pinned[Math.floor(k / 3)]) expect(value).toBe(before[k]);
    });
    plain.dispose();

    painted.advanceTo(RELEASE + 6);
    const foot = pinned.indexOf(true);
    expect(positionsOf(painted)[3 * foot + 1]).toBeLessThan(before[3 * foot + 1] - 0.1);
    painted.advanceTo(scene.range.last);
    const { stats } = painted.simulation.currentFrame();
    expect(positionsOf(painted).every(Number.isFinite)).toBe(true);
    expect(stats.warnings).toEqual([]);
    painted.dispose();
  });

  test('the painted head has finer elements', async () => {
    const counts = await Promise.all(
      [scene, unpainted()].map(async (shot) => {
        const running = await runShot(shot);
        const { positions } = running.volumes.get('body')!.mesh;
        running.dispose();
        const heights = Array.from({ length: positions.length / 3 }, (_, v) => positions[3 * v + 1]);
        return [heights.filter((y) => y > 0.2).length, heights.filter((y) => y < -0.1).length];
      }),
    );
    expect(counts[0][0]).toBeGreaterThan(3 * counts[1][0]);
    expect(counts[0][1]).toBeLessThan(1.1 * counts[1][1]);
  });

  test('gives the same bytes with one and two threads', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(async (threads) => {
        const shot = await runShot(scene, { threads });
        shot.advanceTo(12);
        const positions = positionsOf(shot).slice();
        shot.dispose();
        return positions;
      }),
    );
    expect(two).toEqual(one);
  });
});
