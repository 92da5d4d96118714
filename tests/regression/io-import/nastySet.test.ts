import { afterAll, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { filesBelow, outcomeLine, tryReading, writeTable } from '../../support/nasty.ts';
import { describeWithData, testDataFolder } from '../../support/testData.ts';

/** Archives are exported and read back elsewhere; as meshes they are refused. */
const files = testDataFolder === undefined ? [] : filesBelow(testDataFolder).filter((name) => !name.endsWith('.md'));
/** Largest resident memory of the process that reads all files, MB. */
const memoryLimitMB = 2000;

/** Errors about a file as a whole have no place inside it. */
const wholeFile = new Set(['geometry-empty', 'format-unknown', 'format-unsupported', 'file-missing']);

function expectReport(surface: SurfaceMesh): void {
  const report = preflight(surface);
  expect(report.findings.length).toBeGreaterThan(0);
  expect(Number.isFinite(report.signedVolume) && Number.isFinite(report.area)).toBe(true);
}

// Symptom guarded against: a crash, a hang or NaN in the scene after dropping a damaged or unusual file into it.
describeWithData('real and broken meshes', () => {
  const lines: string[] = [];
  afterAll(() => writeTable('nasty-set.txt', lines));

  it.each(files)('%s loads with a report or says what is wrong', async (file) => {
    const outcome = await tryReading(testDataFolder!, file);
    const { result, error } = outcome;
    if (result === undefined) {
      if (!(error instanceof CoreError)) throw error;
      expect(error.file).toBeDefined();
      expect(error.remedy).toMatch(/\w/);
      if (!wholeFile.has(error.code)) expect(error.place).toMatch(/\d/);
    } else {
      const { surface, tets, hexes } = result.mesh;
      const vertexCount = surface.positions.length / 3;
      expect(surface.positions.every((value) => Number.isFinite(value))).toBe(true);
      expect(surface.faceVertices.every((vertex) => vertex < vertexCount)).toBe(true);
      expect(tets?.tets.every((vertex) => vertex < vertexCount) ?? true).toBe(true);
      expect(hexes?.hexes.every((vertex) => vertex < vertexCount) ?? true).toBe(true);
      // The sound ones are examined where they are compared with another program's table.
      if (!file.startsWith('A_')) expectReport(surface);
    }
    const peakMB = process.resourceUsage().maxRSS / 1024;
    expect(peakMB).toBeLessThan(memoryLimitMB);
    lines.push(`${outcomeLine(outcome)}`);
  });
});
