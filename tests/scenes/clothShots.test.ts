import { expect, test } from 'vitest';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { volumeBoundary } from '../../src/geometry/volumeBoundary.ts';
import type { Frame } from '../../src/frames/Frame.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { type RunningShot, runShot, templateScene } from '../support/shots.ts';
import { meshesIn, staticMeshesIn } from '../support/streams.ts';

/** Runs a whole shot; every frame is free of intersecting triangles and of warnings. */
async function everyFrame(scene: Scene, look: (frame: Frame, run: RunningShot) => void): Promise<void> {
  const run = await runShot(scene);
  for (let number = scene.range.first; number <= scene.range.last; number++) {
    run.advanceTo(number);
    const frame = run.simulation.currentFrame();
    expect(frame.stats.warnings).toEqual([]);
    expect(frame.stats.bodyContact?.intersectingPairs).toBe(0);
    expect(frame.stats.bodyContact?.stopped).toBe(0);
    look(frame, run);
  }
  run.dispose();
}

/** Least and greatest coordinate of the first body along an axis, m. */
function extent(frame: Frame, axis: number): [number, number] {
  const bodies = meshesIn(frame);
  const values = bodies[0].positions.filter((_, k) => k % 3 === axis);
  return [Math.min(...values), Math.max(...values)];
}

/** Returns the area of the first body, m2. */
function area(frame: Frame, run: RunningShot): number {
  const bodies = meshesIn(frame);
  const { mesh: volume } = staticMeshesIn(run.simulation.statics())[0];
  if (volume.kind !== 'shell') throw new Error('the first body is no cloth');
  const { triangles } = volume.mesh;
  const x = bodies[0].positions;
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => x.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const [p, q] = [b, c].map((end) => [0, 1, 2].map((axis) => end[axis] - a[axis]));
    sum += Math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]) / 2;
  }
  return sum;
}

test('a sheet that is crumpled from all sides never meets itself', async () => {
  const widths: number[] = [];
  const heights: number[] = [];
  const areas: number[] = [];
  await everyFrame(templateScene('cloth-crumple', { edge: 0.045, frames: 31 }), (frame, run) => {
    const [low, high] = extent(frame, 0);
    widths.push(high - low);
    heights.push(extent(frame, 1)[1]);
    areas.push(area(frame, run));
  });
  // It folds: pressed together in its plane it would lie flat, with half of its area.
  expect(Math.max(...heights.slice(0, 15))).toBeGreaterThan(0.03);
  expect(Math.max(...heights)).toBeGreaterThan(0.08);
  expect(Math.min(...areas) / areas[0]).toBeGreaterThan(0.8);
  // Nothing slips out between the bars, which leave 0.24 m.
  expect(widths[0]).toBeGreaterThan(0.7);
  expect(Math.min(...widths)).toBeLessThan(0.28);
});

test('a ribbon that is lowered folds into a pile and never meets itself', async () => {
  const heights: number[] = [];
  await everyFrame(templateScene('ribbon-pile', { edge: 0.028, frames: 37 }), (frame) => {
    const [low, high] = extent(frame, 1);
    // Layers meet each other last, and may press one into the floor: by less than the half thickness that is left free.
    expect(low).toBeGreaterThan(-1e-3);
    heights.push(high);
  });
  expect(heights[0]).toBeGreaterThan(1.2);
  expect(heights.at(-1)).toBeLessThan(0.25);
});

test('a cape that is hit by a ball stays outside the body and does not meet itself', async () => {
  const scene = templateScene('cape', { edge: 0.05, percent: 14, frames: 17 });
  let hit = false;
  await everyFrame(scene, (frame, run) => {
    const bodies = new Map(meshesIn(frame).map((body) => [body.id, Float64Array.from(body.positions)]));
    const { mesh: volume } = staticMeshesIn(run.simulation.statics()).find(({ entity }) => entity === 'scan')!;
    if (volume.kind !== 'tet') throw new Error('the body has no tetrahedra');
    const triangles = volumeBoundary(volume.mesh.tets, 4).faceVertices;
    const skin = new SurfaceQuery({ positions: bodies.get('scan')!, triangles });
    const cape = bodies.get('cape')!;
    for (let k = 0; k < cape.length; k += 3) {
      expect(skin.windingNumber(cape[k], cape[k + 1], cape[k + 2])).toBeLessThan(0.5);
    }
    const ball = meshesIn(frame).find(({ id }) => id === 'ball')!;
    hit ||= ball.velocities[2] < 0;
  });
  expect(hit).toBe(true);
});

test('the seams of a cape go along with a keyed body', async () => {
  const scene = templateScene('cape', { body: 'keyed', edge: 0.05, frames: 13 });
  await everyFrame(scene, () => undefined);
});
