import { describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { decodeFrame, encodeFrame } from '../../src/frames/Frame.ts';
import { FrameShapes } from '../../src/frames/FrameShapes.ts';
import { positionsOf, TRANSLATION, TRIANGLE, valuesOf, velocitiesOf, type Stream } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { changingBox } from '../support/changingBoxes.ts';
import { givenSource } from '../support/movingPlates.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const FPS = 24;
const LAST = 13;
const SPEED = 0.4;
const HEIGHT = 0.2;

function shotOf(entities: readonly Record<string, unknown>[]) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a12',
      frameRate: { numerator: FPS },
      range: { first: 1, last: LAST },
      entities,
    },
    catalogue,
  );
}

const lift = (more: object = {}) => ({ id: 'lift', kind: 'importedAnimation', source: givenSource, ...more });
const bodies = [
  {
    id: 'block',
    kind: 'solid',
    source: { kind: 'procedural', form: { shape: 'block', size: [0.2, 0.1, 0.2], cells: [4, 2, 4], elements: 'tets' } },
    transform: { position: [-0.6, HEIGHT / 2 + 0.051, 0] },
  },
  {
    id: 'crate',
    kind: 'rigidBody',
    shape: { kind: 'registered', type: 'box', params: { sizeX: 0.2, sizeY: 0.1, sizeZ: 0.2 } },
    transform: { position: [0, HEIGHT / 2 + 0.0501, 0] },
  },
  {
    id: 'sheet',
    kind: 'cloth',
    source: { kind: 'procedural', form: { shape: 'sheet', width: 0.2, depth: 0.2, edge: 0.05 } },
    transform: { position: [0.6, HEIGHT / 2 + 0.006, 0] },
  },
];

/** A box that rises and whose samples have 3, 4 and 5 squares along each edge in turn. */
const rising = (withVelocities = true) =>
  changingBox({
    size: [2, HEIGHT, 1],
    speed: SPEED,
    samples: LAST,
    rate: FPS,
    withVelocities,
    partsOf: (sample) => 3 + (sample % 3),
  });

const run = (entities: readonly Record<string, unknown>[], withVelocities = true) =>
  runShot(shotOf(entities), { animations: new Map([['lift', rising(withVelocities)]]) });

function streamIn({ simulation }: RunningShot, id: string): Stream {
  return simulation.currentFrame().streams.find(({ entity }) => entity === id)!;
}

function heights(positions: ArrayLike<number>): number[] {
  return Array.from({ length: positions.length / 3 }, (_, v) => positions[3 * v + 1]);
}

describe('an animation whose triangles change', () => {
  test('is stored as another surface in every frame', async () => {
    const shot = await run([lift()]);
    const [statics] = shot.simulation.statics().streams;
    expect(statics).toMatchObject({ type: 'mesh', topology: 'changing' });
    const shapes = new FrameShapes((statics as typeof statics & { type: 'mesh' }).mesh);
    for (let frame = 1; frame <= LAST; frame++) {
      shot.advanceTo(frame);
      const bytes = encodeFrame(shot.simulation.currentFrame());
      const [stream] = decodeFrame(bytes).streams;
      const parts = 3 + ((frame - 1) % 3);
      const { mesh } = shapes.at(stream);
      expect(valuesOf(stream, TRIANGLE, Uint32Array)).toHaveLength(6 * 6 * parts * parts);
      expect(mesh.positions).toHaveLength(3 * 6 * (parts + 1) ** 2);
      expect(Math.max(...heights(positionsOf(stream)))).toBeCloseTo(HEIGHT / 2 + (SPEED * (frame - 1)) / FPS, 6);
      expect(velocitiesOf(stream)[1]).toBeCloseTo(SPEED, 6);
    }
    shot.dispose();
  });

  test('lifts solids, rigid bodies and cloth at its speed, by whatever triangles', async () => {
    const shot = await run([lift(), ...bodies]);
    expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
    for (let frame = 2; frame <= LAST; frame++) {
      shot.advanceTo(frame);
      const top = HEIGHT / 2 + (SPEED * (frame - 1)) / FPS;
      expect(Math.min(...heights(positionsOf(streamIn(shot, 'block'))))).toBeGreaterThan(top - 1e-3);
      expect(Math.min(...heights(positionsOf(streamIn(shot, 'sheet'))))).toBeGreaterThan(top - 1e-3);
      expect(Math.abs(valuesOf(streamIn(shot, 'crate'), TRANSLATION, Float64Array)[1] - top - 0.05)).toBeLessThan(1e-3);
    }
    for (const id of ['block', 'sheet']) {
      const speeds = heights(velocitiesOf(streamIn(shot, id)));
      expect(Math.abs(speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length - SPEED)).toBeLessThan(0.1 * SPEED);
    }
    shot.dispose();
  });

  test('gives the same bytes after a stop', async () => {
    const whole = await run([lift(), ...bodies]);
    whole.advanceTo(4);
    const checkpoint = decodeCheckpoint(encodeCheckpoint(whole.simulation.checkpoint()));
    const resumed = await run([lift(), ...bodies]);
    resumed.simulation.restore(checkpoint);
    for (const shot of [whole, resumed]) shot.advanceTo(6);
    const [a, b] = [whole, resumed].map(({ simulation }) => encodeFrame(simulation.currentFrame()));
    expect(Buffer.compare(a, b)).toBe(0);
    whole.dispose();
    resumed.dispose();
  });

  test('says that it jumps where its file has no velocities', async () => {
    const shot = await run([lift()], false);
    expect(shot.simulation.currentFrame().stats.warnings.join()).toContain('it jumps from sample to sample');
    shot.dispose();
    const shown = await run([lift({ collision: { enabled: false } })], false);
    expect(shown.simulation.currentFrame().stats.warnings).toEqual([]);
    shown.dispose();
  });

  const pin = {
    id: 'pin',
    kind: 'pin',
    target: 'sheet',
    selection: { kind: 'sphere', centre: [0.6, 0.1, 0], radius: 0.05 },
    follow: 'lift',
  };
  test.each([
    ['as an open surface', [lift({ collision: { surface: 'open' } })]],
    ['no bind pose', [lift({ preRoll: { kind: 'from-bind-pose' } })]],
    ["pin 'pin' cannot follow it", [lift(), ...bodies, pin]],
    ["target of solid 'block'", [lift(), { ...bodies[0], animatedTarget: { animation: 'lift' } }]],
  ])('is refused where that asks for one topology: %s', async (reason, entities) => {
    await expect(run(entities)).rejects.toMatchObject({
      code: 'document-invalid',
      message: expect.stringContaining(reason) as string,
      place: "animation 'lift'",
    });
  });
});
