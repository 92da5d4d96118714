import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { previewMesh } from '../../../src/host/meshJobs/previewMesh.ts';
import { meshers } from '../../../src/meshing/Mesher.ts';
import { solid } from '../../../src/scene/kinds/solid.ts';

/** A ring across which two edges lie. */
const ring = (method: string, across?: number) =>
  solid.parse({
    kind: 'solid',
    id: 'ring',
    source: { kind: 'procedural', form: { shape: 'torus', majorRadius: 0.4, minorRadius: 0.1 } },
    meshing: { method, edge: { metres: 0.13 }, across, params: meshers.get(method).params.parse({}) },
  });

async function bendingOf(method: string, across?: number) {
  const request = { solid: ring(method, across), meshPath: undefined, edgeScale: 1, cacheFolder: undefined };
  return (await previewMesh(request, quietJob)).bending;
}

test('shorter edges where a solid is thin are offered where the mesher makes them, and cure it', async () => {
  const before = await bendingOf('graded-stuffing');
  expect(before.stiffness).toBeGreaterThan(1.1);
  const { linearAcross } = before;
  expect(linearAcross).toBeGreaterThan(before.across!);
  const after = await bendingOf('graded-stuffing', linearAcross);
  expect(after.stiffness).toBeLessThan(1.1);
  expect(after.linearAcross).toBeUndefined();
  expect(after.across).toBeGreaterThanOrEqual(linearAcross!);
});

test('they are not offered where the mesher makes elements of one size', async () => {
  const { stiffness, linearAcross, linearPercent } = await bendingOf('stuffing');
  expect(stiffness).toBeGreaterThan(1.1);
  expect(linearAcross).toBeUndefined();
  expect(linearPercent).toBeGreaterThan(0);
});
