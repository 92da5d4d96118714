import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { noted, readMeshIndex, type IndexRow } from '../../support/meshIndex.ts';
import { describeWithData, testDataFolder, testDataPath } from '../../support/testData.ts';

/** Files in which the other program counted what we leave out or join: broken faces and values, glTF in mesh space. */
const countedOtherwise =
  /out-of-range|bad faces|unparsable|NaN|short faces|TRUNCATED|could not parse|no faces|0 bytes|analysed in mesh space|git-lfs|auxiliary/;
/** Cut into triangles by the other program before it counted: a bridged outline, and quads whose diagonals meet. */
const cutBefore = new Set(['B_nasty/concave_polygon.obj', 'A_surface/suzanne.obj']);

/** Larger ones of the same formats show nothing else, and take most of the time. */
const largestBytes = 700_000;

const rows =
  testDataFolder === undefined
    ? []
    : readMeshIndex().filter(
        ({ file }) => (statSync(testDataPath(file), { throwIfNoEntry: false })?.size ?? 0) <= largestBytes,
      );
const surfaces = rows.filter(
  (row) => /^[AB]_/.test(row.file) && !countedOtherwise.test(row.notes) && !cutBefore.has(row.file),
);
const volumes = rows.filter(
  (row) => row.file.startsWith('C_') && /tet4|tetrahedra|TET|tets|hex8|CUBIC/.test(row.faces),
);

/** Vertices of the file: welded ones for STL. */
function expectedVertices({ vertices }: IndexRow): number {
  return Number(/\((\d+) welded\)/.exec(vertices)?.[1] ?? vertices);
}

describeWithData('surfaces measured by another program', () => {
  it.each(surfaces)('$file: counts, openness and manifoldness', async (row) => {
    const { mesh } = await readMesh(testDataPath(row.file));
    const report = preflight(mesh.surface);
    expect([report.vertexCount, report.faceCount]).toEqual([expectedVertices(row), Number(row.faces)]);
    const watertight = report.closed ? (report.edgeManifold ? 'yes' : 'closed but non-manifold') : 'no';
    const manifold = report.vertexManifold && report.duplicateFaces === 0 ? 'yes' : 'no';
    expect(`${watertight} / ${manifold}`).toBe(row.topology);
    expect(report.boundaryEdges).toBe(noted(row, 'boundary edges'));
    expect(report.nonManifoldEdges).toBe(noted(row, 'non-manifold edges'));
    expect(report.duplicateFaces).toBe(noted(row, 'duplicate faces'));
    expect(report.inconsistentEdges).toBe(noted(row, 'inconsistently oriented edges'));
    expect(report.unreferencedVertices).toBe(noted(row, 'unreferenced vertices'));
    expect(report.coincidentVertices).toBe(noted(row, 'coincident vertices'));
    expect(report.components).toBe(noted(row, 'components') || 1);
    if (row.notes.includes('inside-out')) expect(report.outward).toBe(false);
  });
});

describeWithData('volume meshes measured by another program', () => {
  it.each(volumes)('$file: cells and boundary', async (row) => {
    // The .ele half of a pair, and files of no cells are judged by the nasty set.
    if (/^0 /.test(row.faces)) return;
    const { mesh } = await readMesh(testDataPath(row.file));
    const counts = row.faces.matchAll(/(\d+) (?:tet4|tetrahedra|TET|tets|hex8|CUBIC|pyr5|prism6)/g);
    const cells = [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    expect((mesh.tets?.tets.length ?? 0) / 4 + (mesh.hexes?.hexes.length ?? 0) / 8).toBe(cells);
    if (row.vertices !== '-') expect(mesh.surface.positions.length / 3).toBe(Number(row.vertices));
    const boundary = noted(row, 'boundary tris');
    if (boundary > 0 && mesh.tets !== undefined) expect(mesh.surface.faceOffsets.length - 1).toBe(boundary);
    const turned = row.notes.includes('all tets negatively') ? cells : noted(row, 'negative-volume tets');
    expect(mesh.warnings.some((warning) => warning.endsWith(`turned: ${turned}`))).toBe(turned > 0);
  });
});
