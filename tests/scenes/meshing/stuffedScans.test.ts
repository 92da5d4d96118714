import { expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { meshers } from '../../../src/meshing/Mesher.ts';
import { meshingSurface } from '../../../src/meshing/meshingSurface.ts';
import { meshReport } from '../../../src/meshing/meshReport.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';

describeWithData('stuffed scans', () => {
  for (const scan of ['dino-toy.off', 'cow.obj']) {
    for (const method of ['stuffing', 'graded-stuffing']) {
      it(`${method} meets its bars on ${scan} at 2 %`, async () => {
        const { surface } = (await readMesh(testDataPath(`A_surface/${scan}`))).mesh;
        const bounds = meshingSurface(surface, 1).query.bounds();
        const edge = 0.02 * Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
        const mesher = meshers.get(method);
        const volume = await mesher.mesh(surface, edge, mesher.params.parse({}), quietJob);
        const report = meshReport(volume, meshingSurface(surface, edge).query, edge);
        expect(report.minDihedral).toBeGreaterThanOrEqual(28);
        expect(report.p1MinDihedral).toBeGreaterThanOrEqual(35);
        expect(report.maxDihedral).toBeLessThanOrEqual(130);
        expect(report.worstAspect).toBeLessThanOrEqual(4.5);
        expect(report).toMatchObject({ inverted: 0, boundaryManifold: true, noTetWithFourBoundaryVertices: true });
        expect(report.relative.meshToSurfaceMax).toBeLessThanOrEqual(0.8);
        expect(report.relative.meshToSurfaceP99).toBeLessThanOrEqual(0.35);
        expect(report.offSurface.fraction).toBeLessThanOrEqual(0.02);
        expect(report.relative.offSurfaceMax).toBeLessThanOrEqual(0.15);
      });
    }
  }
});
