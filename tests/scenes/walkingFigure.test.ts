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

test('a cape goes along with the shoulders that it is attached to, without a crossing pair of triangles', async () => {
  const { scene, ...files } = await smallShot('walking-cape');
  const shot = await runShot(scene, files);
  const statics = shot.simulation.statics().streams.find(({ entity }) => entity === 'figure');
  if (statics?.type !== 'mesh' || statics.mesh.kind !== 'shell') throw new Error('the figure is no surface');
  const { triangles } = statics.mesh.mesh;
  const at = (id: string) =>
    Float64Array.from(positionsOf(shot.simulation.currentFrame().streams.find(({ entity }) => entity === id)!));
  const distances = () => {
    const query = new SurfaceQuery({ positions: at('figure'), triangles });
    const cape = at('cape');
    return Array.from({ length: cape.length / 3 }, (_, v) =>
      query.signedDistance(cape[3 * v], cape[3 * v + 1], cape[3 * v + 2]),
    );
  };
  const cape = at('cape');
  const top = cape.reduce((most, y, k) => (k % 3 === 1 ? Math.max(most, y) : most), 0);
  const seam = [...cape.keys()].filter(
    (k) => k % 3 === 1 && cape[k] > top - 0.02 && Math.abs(Math.abs(cape[k - 1]) - 0.13) < 0.04,
  );
  const first = distances();
  expect(seam.length).toBeGreaterThan(1);
  for (let frame = 2; frame <= 13; frame++) {
    shot.advanceTo(frame);
    const { stats } = shot.simulation.currentFrame();
    expect(stats.bodyContact?.intersectingPairs).toBe(0);
    expect(stats.judgements ?? []).toEqual([]);
    if (frame % 4 !== 1) continue;
    const now = distances();
    expect(Math.min(...now)).toBeGreaterThan(0);
    for (const k of seam) expect(Math.abs(now[(k - 1) / 3] - first[(k - 1) / 3])).toBeLessThan(0.01);
  }
  shot.dispose();
});
