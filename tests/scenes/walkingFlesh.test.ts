import { expect, test } from 'vitest';
import { positionsOf } from '../../src/frames/Stream.ts';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { figureSkin, sampleAnimations } from '../support/smallShot.ts';

const LAST = 15;
/** Distance from the bones within which the sample attaches flesh, m. */
const ATTACHED = 0.004;

test('flesh swings on bones that walk, around them and whole, and a cape that hangs on it touches it alone', async () => {
  const scene = templateScene('walking-flesh', { element: 0.06, edge: 0.08, firmness: 1e4, preRoll: 0, frames: LAST });
  const sources = new Map([['flesh', await figureSkin()]]);
  const shot = await runShot(scene, { sources, animations: await sampleAnimations(scene) });
  const { simulation } = shot;
  const at = (id: string) =>
    Float64Array.from(positionsOf(simulation.currentFrame().streams.find(({ entity }) => entity === id)!));
  const trianglesOf = (id: string) => {
    const statics = simulation.statics().streams.find(({ entity }) => entity === id);
    if (statics?.type !== 'mesh' || statics.mesh.kind !== 'shell') throw new Error(`'${id}' is no surface`);
    return statics.mesh.mesh.triangles;
  };
  const { warnings, entities } = simulation.currentFrame().stats;
  expect(warnings).toEqual([]);
  const skin = at('flesh');
  const bones = { positions: at('bones'), triangles: trianglesOf('bones') };
  const depths = (positions: Float64Array, query: SurfaceQuery) =>
    Array.from({ length: positions.length / 3 }, (_, v) =>
      query.signedDistance(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
    );
  const before = depths(skin, new SurfaceQuery(bones));
  for (let frame = 2; frame <= LAST; frame++) {
    shot.advanceTo(frame);
    const { stats } = simulation.currentFrame();
    expect(stats.invertedElements).toBe(0);
    expect(stats.bodyContact?.intersectingPairs).toBe(0);
    expect(Math.abs(stats.entities.flesh.volume / entities.flesh.volume - 1)).toBeLessThan(0.01);
  }
  // What is not attached swings by a centimetre, and never into the bones; what is keeps its place on them.
  const after = depths(at('flesh'), new SurfaceQuery({ ...bones, positions: at('bones') }));
  const most = (attached: boolean) =>
    after.reduce(
      (all, depth, v) => (before[v] <= ATTACHED === attached ? Math.max(all, Math.abs(depth - before[v])) : all),
      0,
    );
  expect(most(true)).toBeLessThan(0.001);
  expect(most(false)).toBeGreaterThan(0.005);
  expect(Math.min(...after.filter((_, v) => before[v] > ATTACHED))).toBeGreaterThan(0);
  shot.dispose();
});
