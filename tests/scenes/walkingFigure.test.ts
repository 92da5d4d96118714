import { expect, test } from 'vitest';
import { positionsOf } from '../../src/frames/Stream.ts';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { runShot } from '../support/shots.ts';
import { smallShot } from '../support/smallShot.ts';

const LAST = 25;

test('a sheet falls over a walking figure and goes along, without a crossing pair of triangles or a vertex inside', async () => {
  const { scene, ...files } = await smallShot('walking-figure');
  const shot = await runShot(scene, files);
  const figure = shot.simulation.statics().streams.find(({ entity }) => entity === 'figure');
  if (figure?.type !== 'mesh' || figure.mesh.kind !== 'shell') throw new Error('the figure is no surface');
  const { triangles } = figure.mesh.mesh;
  for (let frame = 1; frame <= LAST; frame++) {
    shot.advanceTo(frame);
    const { stats, streams } = shot.simulation.currentFrame();
    expect(stats.bodyContact?.intersectingPairs).toBe(0);
    expect(stats.judgements ?? []).toEqual([]);
    if (frame % 8 !== 1) continue;
    const at = (id: string) => positionsOf(streams.find(({ entity }) => entity === id)!);
    const query = new SurfaceQuery({ positions: Float64Array.from(at('figure')), triangles });
    const sheet = at('sheet');
    let inside = 0;
    for (let k = 0; k < sheet.length; k += 3) {
      if (query.windingNumber(sheet[k], sheet[k + 1], sheet[k + 2]) > 0.5) inside++;
    }
    expect(inside).toBe(0);
    // It covers the figure wherever that has gone.
    const meanZ = (x: ArrayLike<number>) =>
      Array.from(x).reduce((sum, z, k) => sum + (k % 3 === 2 ? (3 * z) / x.length : 0), 0);
    if (frame > 16) expect(Math.abs(meanZ(sheet) - meanZ(at('figure')))).toBeLessThan(0.25);
  }
  shot.dispose();
});
