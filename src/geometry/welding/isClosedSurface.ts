import { manifoldReport } from '../manifoldReport.ts';
import type { TriMesh } from '../TriMesh.ts';
import { weldExact } from './weldExact.ts';

/** Whether every edge of a surface has one triangle on each side. Vertices at the same place count as one: files repeat them along seams of texture coordinates. */
export function isClosedSurface({ positions, triangles }: TriMesh): boolean {
  const { place, first } = weldExact(positions);
  const welded = triangles.map((vertex) => place[vertex]);
  return manifoldReport(welded, first.length).badEdges === 0;
}
