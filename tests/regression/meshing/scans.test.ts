import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import redGreen from '../../../src/meshing/meshers/redGreen.ts';
import { meshingSurface } from '../../../src/meshing/meshingSurface.ts';
import { meshReport } from '../../../src/meshing/meshReport.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';

/**
 * Symptom: boundary vertices of candidates that start far outside were pressed onto the opposite side of narrow gaps (dragon, happy
 * Buddha, cow), or repairs enveloped outside vertices, which stretched elements over the gap: faces up to 1.1 edges off the surface.
 */
describeWithData('red-green meshes of scans at 2 % of the diagonal meet the bars', () => {
  test.each(['dragon.obj', 'happy-buddha-100k.obj', 'cow.obj', 'dino-toy.off'])('%s', async (name) => {
    const surface = (await readMesh(testDataPath(`A_surface/${name}`))).mesh.surface;
    const { box } = meshingSurface(surface, 1);
    const edge = 0.02 * Math.hypot(...[0, 1, 2].map((axis) => box.max[axis] - box.min[axis]));
    const volume = await redGreen.mesh(surface, edge, redGreen.params.parse({}), quietJob);
    const report = meshReport(volume, meshingSurface(surface, edge).query, edge);
    expect(report.inverted).toBe(0);
    expect(report.boundaryManifold).toBe(true);
    expect(report.noTetWithFourBoundaryVertices).toBe(true);
    expect(report.minDihedral).toBeGreaterThanOrEqual(25);
    expect(report.p1MinDihedral).toBeGreaterThanOrEqual(32);
    expect(report.maxDihedral).toBeLessThanOrEqual(135);
    expect(report.worstAspect).toBeLessThanOrEqual(5);
    expect(report.relative.meshToSurfaceMax).toBeLessThanOrEqual(0.8);
    expect(report.relative.meshToSurfaceP99).toBeLessThanOrEqual(0.35);
    expect(report.offSurface.fraction).toBeLessThanOrEqual(0.02);
    expect(report.relative.offSurfaceMax).toBeLessThanOrEqual(0.15);
  });
});
