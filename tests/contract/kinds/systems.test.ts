import { describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../../src/frames/Checkpoint.ts';
import { decodeFrame, encodeFrame } from '../../../src/frames/Frame.ts';
import { decodeStatics, encodeStatics } from '../../../src/frames/Statics.ts';
import { attributeOf, positionsOf } from '../../../src/frames/Stream.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { inOrder } from '../../../src/systems/createSystems.ts';
import type { SystemKind } from '../../../src/systems/SystemKind.ts';
import { systemKindOf, systemKinds } from '../../../src/systems/systemKinds.ts';
import { runShot, type RunningShot } from '../../support/shots.ts';

const LAST = 25;
const FPS = 24;

/** A marble that swings from the side of its anchor, without gravity. */
function marbleShot(marble: Record<string, unknown>, more: readonly Record<string, unknown>[] = []) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
      frameRate: { numerator: FPS },
      range: { first: 1, last: LAST },
      physics: { gravity: [0, 0, 0] },
      entities: [{ id: 'ball', kind: 'marble', anchor: [0, 1, 0], start: [0.2, 0, 0], mass: 2, ...marble }, ...more],
    },
    catalogue,
  );
}

function positionOf({ simulation }: RunningShot): number[] {
  return [...(simulation.checkpoint().arrays.get('ball/position') ?? [])];
}

/** Mean of the vertices, m. */
function centreOf(positions: ArrayLike<number>): number[] {
  const sum = [0, 0, 0];
  for (let k = 0; k < positions.length; k++) sum[k % 3] += positions[k];
  return sum.map((value) => (3 * value) / positions.length);
}

describe('kinds of systems', () => {
  test('are found by their files, those for tests among them', () => {
    expect(systemKinds.types()).toEqual([
      'cloth',
      'collider',
      'importedAnimation',
      'joint',
      'liquid',
      'marble',
      'rigidBody',
      'solid',
    ]);
  });

  test('are made after those that they need, else by name', () => {
    const kind = (type: SystemKind['type'], after: SystemKind['after']): SystemKind => {
      return { type, after, create: () => ({ id: type }) };
    };
    const found = inOrder([kind('cloth', ['solid', 'pin']), kind('marble', []), kind('solid', ['marble'])]);
    expect(found.map(({ type }) => type)).toEqual(['marble', 'solid', 'cloth']);
    expect(() => inOrder([kind('cloth', ['solid']), kind('solid', ['cloth'])])).toThrow(/circle/);
  });
});

describe('attributes that are computed on request', () => {
  const form = { shape: 'block', size: [0.2, 0.2, 0.2], cells: [2, 2, 2], elements: 'tets' };
  const elastic = { id: 'elastic', kind: 'solid', source: { kind: 'procedural', form } };

  test('are computed by the kind of the entity whose statics declare them, and by no other', async () => {
    const scene = marbleShot({}, [elastic]);
    const shot = await runShot(scene);
    const declared = shot.simulation.statics().streams.flatMap(({ entity, attributes }) => {
      return attributes.filter(({ onRequest }) => onRequest === true).map(({ name }) => `${entity}: ${name}`);
    });
    const computed = scene.entities.flatMap((entity) => {
      return (systemKindOf(entity)?.requested ?? []).map((attribute) => `${entity.id}: ${attribute.declared.name}`);
    });
    expect(declared).toEqual(['elastic: von Mises stress']);
    expect(computed).toEqual(declared);
    shot.dispose();
  });
});

describe('a kind of a few files', () => {
  test('is simulated: a ball on a spring swings with the period of its mass and stiffness', async () => {
    const stiffness = 40;
    const shot = await runShot(marbleShot({ stiffness }));
    const omega = Math.sqrt(stiffness / 2);
    for (let frame = 1; frame <= LAST; frame++) {
      shot.advanceTo(frame);
      const [x, y, z] = positionOf(shot);
      expect(Math.abs(x - 0.2 * Math.cos((omega * (frame - 1)) / FPS))).toBeLessThan(0.01);
      expect([y, z]).toEqual([1, 0]);
    }
    shot.dispose();
  });

  test('is in frames and statics, as the streams that it gives', async () => {
    const shot = await runShot(marbleShot({ radius: 0.05 }));
    shot.advanceTo(3);
    const { streams } = decodeFrame(encodeFrame(shot.simulation.currentFrame()));
    expect(streams.map(({ entity, type }) => [entity, type])).toEqual([['ball', 'mesh']]);
    const centre = centreOf(positionsOf(streams[0]));
    positionOf(shot).forEach((value, axis) => expect(centre[axis]).toBeCloseTo(value, 6));
    const force = attributeOf(streams[0], 'spring force')!;
    expect(force).toMatchObject({ unit: 'N', location: 'vertex', components: 1 });
    expect(force.values[0]).toBeCloseTo(40 * Math.abs(positionOf(shot)[0]), 4);
    const [ball] = decodeStatics(encodeStatics(shot.simulation.statics())).streams;
    if (ball.type !== 'mesh') throw new Error(`it is ${ball.type}`);
    expect(ball).toMatchObject({ entity: 'ball', purpose: 'result' });
    centreOf(ball.mesh.mesh.positions).forEach((value, axis) => expect(value).toBeCloseTo([0.2, 1, 0][axis], 12));
    shot.dispose();
  });

  test('has energies and substeps in the statistics of frames', async () => {
    const shot = await runShot(marbleShot({ stiffness: 40 }));
    const whole = 0.5 * 40 * 0.2 ** 2;
    expect(shot.simulation.currentFrame().stats).toMatchObject({ substeps: 0, energies: { kinetic: 0 } });
    expect(shot.simulation.currentFrame().stats.energies.elastic).toBeCloseTo(whole, 12);
    shot.advanceTo(8);
    const { substeps, longestStep, energies } = shot.simulation.currentFrame().stats;
    // A substep lasts at most a twentieth of sqrt(m / k).
    expect(substeps).toBe(Math.ceil(1 / FPS / (0.05 * Math.sqrt(2 / 40))));
    expect(longestStep * substeps).toBeCloseTo(1 / FPS, 12);
    expect(energies.kinetic).toBeGreaterThan(0.5 * whole);
    expect(Math.abs(energies.kinetic + energies.elastic - whole)).toBeLessThan(0.05 * whole);
    shot.dispose();
  });

  test('follows its keys: a spring that is let go leaves the ball as it moves', async () => {
    const keys = [
      { frame: 5, value: 40, interpolation: 'step' },
      { frame: 6, value: 0 },
    ];
    const shot = await runShot(marbleShot({ stiffness: { keys } }));
    const places: number[] = [];
    for (let frame = 6; frame <= 12; frame++) {
      shot.advanceTo(frame);
      places.push(positionOf(shot)[0]);
    }
    const moves = places.slice(1).map((x, k) => x - places[k]);
    expect(Math.abs(moves[0])).toBeGreaterThan(0.01);
    for (const move of moves) expect(move).toBeCloseTo(moves[0], 12);
    shot.dispose();
  });

  test('goes on from a checkpoint with the same bytes, beside a solid that it does not touch', async () => {
    const form = { shape: 'block', size: [0.2, 0.2, 0.2], cells: [2, 2, 2], elements: 'tets' };
    const solid = { id: 'block', kind: 'solid', source: { kind: 'procedural', form } };
    const scene = marbleShot({}, [solid]);
    const [whole, resumed] = [await runShot(scene), await runShot(scene)];
    whole.advanceTo(4);
    resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(whole.simulation.checkpoint())));
    for (const shot of [whole, resumed]) shot.advanceTo(8);
    expect(encodeCheckpoint(resumed.simulation.checkpoint())).toEqual(encodeCheckpoint(whole.simulation.checkpoint()));
    expect(positionOf(whole)[0]).not.toBe(0.2);
    whole.dispose();
    resumed.dispose();
  });
});
