import { expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { splitSpray } from '../../src/frames/splitSpray.ts';
import { SPRAY } from '../../src/frames/Stream.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { isExtracted } from '../../src/frames/StaticStream.ts';
import { extractSurface } from '../../src/systems/liquid/extractSurface.ts';
import { sceneLiquidStreams } from '../../src/systems/liquid/sceneLiquidStreams.ts';
import { filled, liquidShot } from '../support/liquidShot.ts';
import { runShot } from '../support/shots.ts';
import { pointsIn } from '../support/streams.ts';

type Transport = 'affine' | 'flip' | 'level-set' | 'markers';

/** A block of water that is thrown against a wall, so that it bursts. */
function thrown(type: Transport, more: object = { spray: { enabled: true } }): Scene {
  const transport = type === 'level-set' ? { type, params: { markers: 16 } } : { type };
  const block = {
    kind: 'region',
    id: 'block',
    liquid: 'water',
    role: { kind: 'fill', velocity: [4, 1, 0] },
    shape: { kind: 'registered', type: 'box', params: { sizeX: 0.2, sizeY: 0.2, sizeZ: 0.2 } },
    transform: { position: [0, 0.25, 0] },
  };
  const domain = { centre: [0, 0.25, 0], size: [0.5, 0.5, 0.5], walls: { top: true } };
  return liquidShot([block], { cell: 0.025, last: 14, liquid: { transport, domain, ...more } });
}

async function framesOf(scene: Scene): Promise<Frame[]> {
  const shot = await runShot(scene);
  const frames = [shot.simulation.currentFrame()];
  while (shot.simulation.frame < scene.range.last) {
    shot.simulation.advance(() => false);
    frames.push(shot.simulation.currentFrame());
  }
  shot.dispose();
  return frames;
}

test.each<Transport>(['affine', 'flip', 'level-set', 'markers'])(
  '%s: what bursts off is spray, and lands again',
  async (type) => {
    const scene = thrown(type);
    const frames = await framesOf(scene);
    const counts = frames.map(({ stats }) => stats.entities['water'].sections!.spray!.particles);
    expect(counts[0]).toBe(0);
    const most = Math.max(...counts);
    expect(most).toBeGreaterThan(20);
    const [first, last] = [frames[0], frames.at(-1)!].map(({ stats }) => stats.entities['water']);
    // All that flies is part of the volume.
    expect(Math.abs(last.volume / first.volume - 1)).toBeLessThan(1e-6);
    const frame = frames[counts.indexOf(most)];
    const [liquid] = pointsIn(frame);
    const stats = frame.stats.entities['water'];
    expect(splitSpray(liquid.stream, true).ids).toHaveLength(most);
    expect(splitSpray(liquid.stream, false).ids).toHaveLength(liquid.ids.length - most);
    expect(stats.sections!.liquid!.particles).toBe(liquid.ids.length);
    expect(stats.sections!.spray!.volume).toBeCloseTo((most * 0.025 ** 3) / (type === 'level-set' ? 16 : 8), 15);
    expect(new Set(liquid.ids).size).toBe(liquid.ids.length);
    const [decoded] = pointsIn(decodeFrame(encodeFrame(frame)));
    expect(decoded.spray).toEqual(liquid.spray);
  },
);

test.each<Transport>(['affine', 'level-set', 'markers'])(
  '%s: spray has the same bytes twice, and from a checkpoint',
  async (type) => {
    const scene = thrown(type, {
      spray: { enabled: true },
      vortices: { enabled: true, source: 'everywhere', rate: 200, strength: 20 },
    });
    const [one, two, resumed] = [await runShot(scene), await runShot(scene), await runShot(scene)];
    const step = (shots: readonly (typeof one)[], count: number) => {
      for (let k = 0; k < count; k++) for (const { simulation } of shots) simulation.advance(() => false);
    };
    step([one, two], 6);
    expect(one.simulation.currentFrame().stats.entities['water'].sections!.spray!.particles).toBeGreaterThan(0);
    expect(one.simulation.currentFrame().stats.entities['water'].sections!.liquid!.vortices).toBeGreaterThan(0);
    resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(one.simulation.checkpoint())));
    step([one, two, resumed], 4);
    const bytes = [one, two, resumed].map(({ simulation }) => encodeFrame(simulation.currentFrame()));
    expect(bytes[1]).toEqual(bytes[0]);
    expect(bytes[2]).toEqual(bytes[0]);
    for (const shot of [one, two, resumed]) shot.dispose();
  },
);

test('the skin of a liquid of particles leaves its spray out', async () => {
  const scene = thrown('flip');
  const frames = await framesOf(scene);
  const [{ stream }] = pointsIn(frames[8]);
  const [declared] = sceneLiquidStreams(scene, 'draft').filter(isExtracted);
  const untold = { ...stream, attributes: stream.attributes.filter(({ name }) => name !== SPRAY) };
  const [own, whole] = [stream, untold].map((shown) => extractSurface(declared, { streams: [shown] })!);
  expect(own.triangles.length).toBeLessThan(whole.triangles.length);
});

test('a pool at rest has no spray, and the same particles as without', async () => {
  const [apart, plain] = await Promise.all(
    [{ spray: { enabled: true } }, {}].map((liquid) => framesOf(liquidShot([filled(0.2)], { last: 4, liquid }))),
  );
  const [one, two] = [pointsIn(apart.at(-1)!)[0], pointsIn(plain.at(-1)!)[0]];
  expect(one.spray!.every((flag) => flag === 0)).toBe(true);
  expect(two.spray).toBeUndefined();
  expect(one.positions).toEqual(two.positions);
});
