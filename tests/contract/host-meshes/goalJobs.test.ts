import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { proceduralMesh } from '../../../src/simulation/rest/proceduralMesh.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { openHosted, type HostConnection } from '../../support/hostConnection.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** The document with a ball that has this goal. */
function withGoal(scene: Scene, goal: unknown): { scene: Scene; entity: string } {
  const solid = { ...newSolid(scene.entities, 'sphere', { percent: 12 }), plasticity: { goal } };
  return { scene: validateScene({ ...scene, entities: [...scene.entities, solid] }, catalogue), entity: solid.id };
}

async function preview(connection: HostConnection, request: { scene: Scene; entity: string }) {
  const { jobId } = await connection.client.call('previewGoal', { ...request, quality: 'draft' });
  return connection.ended(jobId);
}

/** Writes the vertices of the ball, moved, and gives the reference of a document. */
async function writeGoal(connection: HostConnection, shotPath: string, move: (x: number, axis: number) => number) {
  const solid = newSolid([], 'sphere');
  if (solid.source.kind !== 'procedural') throw new Error('a form is wanted');
  const { positions } = proceduralMesh(solid.source.form).surface;
  const lines: string[] = [];
  for (let v = 0; v < positions.length; v += 3) {
    lines.push(`v ${[0, 1, 2].map((axis) => move(positions[v + axis], axis)).join(' ')}`);
  }
  const path = join(dirname(shotPath), 'goal.obj');
  await writeFile(path, [...lines, 'f 1 2 3'].join('\n'));
  return { path, shape: { kind: 'file', ...(await connection.client.call('referMesh', { path })) } };
}

const floats = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer);

test('the goal of a solid is told as it stands, with what is wrong with it', async () => {
  const { connection, opened } = await openHosted(tinyShot(4));
  const stretch = (y: number) => ({ type: 'stretch', params: { x: 1, y, z: 1 } });
  const whole = await preview(connection, withGoal(opened.scene, { shape: { kind: 'registered', ...stretch(1) } }));
  const half = await preview(
    connection,
    withGoal(opened.scene, { shape: { kind: 'sculpted', steps: [stretch(0.8), stretch(0.625)] } }),
  );
  if (whole.result?.kind !== 'goal' || half.result?.kind !== 'goal') throw new Error('the goals were not found');
  const [a, b] = [whole, half].map(({ result }) => (result?.kind === 'goal' ? result.preview : undefined)!);
  expect(a).toMatchObject({ clamped: 0, inverted: 0, noisy: 0 });
  expect(a.largestStretch).toBeCloseTo(1, 9);
  expect(a.elements).toBeGreaterThan(100);
  expect(b.triangles).toEqual(a.triangles);
  const height = (x: Float32Array) => {
    const ys = x.filter((_, k) => k % 3 === 1);
    return Math.max(...ys) - Math.min(...ys);
  };
  expect(height(floats(b.positions)) / height(floats(a.positions))).toBeCloseTo(0.5, 5);

  const far = await preview(connection, withGoal(opened.scene, { shape: { kind: 'registered', ...stretch(0.05) } }));
  if (far.result?.kind !== 'goal') throw new Error('no goal');
  const { clamped, largestStretch } = far.result.preview;
  expect(clamped).toBe(a.elements);
  // Pressed to a twentieth, with the change of volume taken out.
  expect(largestStretch).toBeCloseTo(20 ** (2 / 3), 5);
});

test('a mesh with the vertices of the solid is its goal; others are refused, and a solid without a goal', async () => {
  const { connection, opened, path } = await openHosted(tinyShot(4));
  const good = await writeGoal(connection, path, (x, axis) => (axis === 1 ? 0.5 * x : x));
  const fits = await preview(connection, withGoal(opened.scene, { shape: good.shape }));
  expect(fits).toMatchObject({ outcome: 'done', result: { kind: 'goal', preview: { inverted: 0, clamped: 0 } } });

  await writeFile(good.path, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const refused = await preview(connection, withGoal(opened.scene, { shape: good.shape }));
  expect(refused).toMatchObject({ outcome: 'failed', error: { code: 'geometry-invalid' } });
  expect(refused.error?.message).toMatch(/the goal has 3 vertices/);
  expect(refused.error?.remedy).toMatch(/number and order/);

  const { scene, entity } = withGoal(opened.scene, undefined);
  expect(await preview(connection, { scene, entity })).toMatchObject({ outcome: 'failed', error: { code: 'usage' } });
});
