import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { repair } from '../../../src/geometry/preflight/repairs.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { filesBelow } from '../../support/nasty.ts';
import { describeWithData, testDataFolder } from '../../support/testData.ts';

const largestBytes = 700_000;

const files =
  testDataFolder === undefined
    ? []
    : filesBelow(testDataFolder).filter(
        (name) => /^[AB]_/.test(name) && statSync(join(testDataFolder!, name)).size <= largestBytes,
      );

/** Undefined for files that are refused. */
async function surfaceOf(path: string): Promise<SurfaceMesh | undefined> {
  try {
    return (await readMesh(path)).mesh.surface;
  } catch (error) {
    if (error instanceof CoreError) return undefined;
    throw error;
  }
}

// Symptom guarded against: a repair that is called safe and opens a closed scan.
describeWithData('repairs that are offered for real meshes', () => {
  it('change something and make nothing worse', async () => {
    let done = 0;
    for (const name of files) {
      const surface = await surfaceOf(join(testDataFolder!, name));
      if (surface === undefined) continue;
      const before = preflight(surface);
      for (const { id } of before.offered) {
        const { mesh, changed } = repair(surface, id);
        const after = preflight(mesh);
        const what = `${basename(name)}, ${id}`;
        expect(changed, what).toBeGreaterThan(0);
        expect(after.boundaryEdges, what).toBeLessThanOrEqual(before.boundaryEdges);
        expect(after.nonManifoldEdges, what).toBeLessThanOrEqual(before.nonManifoldEdges);
        expect(after.inconsistentEdges, what).toBeLessThanOrEqual(before.inconsistentEdges);
        expect(after.closed || !before.closed, what).toBe(true);
        done++;
      }
    }
    expect(done).toBeGreaterThan(20);
  });
});
