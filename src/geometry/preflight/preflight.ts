import { areaVector } from '../areaVector.ts';
import type { SurfaceMesh, TriMesh } from '../TriMesh.ts';
import { triangulate } from '../triangulate.ts';
import { weldExact } from '../welding/weldExact.ts';
import { buildEdgeTable } from './EdgeTable.ts';
import { faceFaults } from './faceFaults.ts';
import { describeFindings } from './findings.ts';
import type { PreflightFacts, PreflightReport } from './PreflightReport.ts';
import { offerRepairs } from './repairs.ts';
import { selfIntersections } from './selfIntersections.ts';
import { findShells, insideOutShells } from './shells.ts';
import { superfluousCopies } from './superfluousCopies.ts';
import { superfluousFlatFaces } from './superfluousFlatFaces.ts';
import { surfaceTopology } from './surfaceTopology.ts';
import { lostBelowEdges, thinParts } from './thinParts.ts';
import { guessUnit } from './unitGuess.ts';

export interface PreflightOptions {
  /** The lattice edge that the mesh is to be filled with, in the surface's unit: asks for the search for thin parts. */
  readonly edgeLength?: number;
}

/** Examines a surface. Linear time but for the self-intersections, which are bounded. */
export function preflight(surface: SurfaceMesh, options: PreflightOptions = {}): PreflightReport {
  const { place, first } = weldExact(surface.positions);
  const places = surface.faceVertices.map((vertex) => place[vertex]);
  const faults = faceFaults(surface, places);
  const edges = buildEdgeTable(surface, places, faults.collapsed);
  const topology = surfaceTopology(surface, places, first.length, edges, faults.collapsed);
  const shells = findShells(surface, edges, faults.collapsed);
  const insideOut = insideOutShells(surface, shells);
  const triangles = soundTriangles(surface, place, first, faults);
  const measures = measure(triangles.all);
  const consistentlyOriented = topology.inconsistentEdges === 0;
  const facts: PreflightFacts = {
    ...topology,
    vertexCount: surface.positions.length / 3,
    faceCount: surface.faceOffsets.length - 1,
    triangleCount: triangles.all.triangles.length / 3,
    edgeManifold: topology.nonManifoldEdges === 0,
    vertexManifold: topology.nonManifoldVertices === 0 && topology.nonManifoldEdges === 0,
    consistentlyOriented,
    outward: topology.closed && consistentlyOriented ? insideOut.length === 0 && measures.signedVolume > 0 : undefined,
    insideOutPieces: insideOut.length,
    ...measures,
    duplicateFaces: faults.original.reduce((sum, first, face) => sum + (first === face ? 0 : 1), 0),
    degenerateFaces: countFlags(faults.flat),
    unreferencedVertices: countUnreferenced(surface),
    coincidentVertices: place.length - first.length,
    selfIntersections: selfIntersections(triangles.sound),
    thin:
      options.edgeLength === undefined ? undefined : thinParts(triangles.sound, lostBelowEdges * options.edgeLength),
    unit: guessUnit([0, 1, 2].map((axis) => measures.bounds.max[axis] - measures.bounds.min[axis])),
  };
  const turnable = shells.some((shell) => shell.turned.length > 0) || insideOut.length > 0;
  const flat = facts.degenerateFaces > 0 && superfluousFlatFaces(surface, faults, edges).includes(1);
  const copies = facts.duplicateFaces > 0 && superfluousCopies(surface, places, faults, edges).includes(1);
  const findings = describeFindings(facts, options.edgeLength);
  return { ...facts, findings, offered: offerRepairs(facts, { flat, copies, turnable }) };
}

/** All triangles as they are, and those with an area and no double over welded vertices. */
function soundTriangles(
  surface: SurfaceMesh,
  place: Uint32Array,
  first: Uint32Array,
  faults: { readonly flat: Uint8Array; readonly original: Uint32Array },
): { all: TriMesh; sound: TriMesh } {
  const { mesh, faceOfTriangle } = triangulate(surface);
  const welded = new Uint32Array(mesh.triangles.length);
  let next = 0;
  for (let triangle = 0; triangle < faceOfTriangle.length; triangle++) {
    const face = faceOfTriangle[triangle];
    if (faults.flat[face] === 1 || faults.original[face] !== face) continue;
    const a = first[place[mesh.triangles[3 * triangle]]];
    const b = first[place[mesh.triangles[3 * triangle + 1]]];
    const c = first[place[mesh.triangles[3 * triangle + 2]]];
    if (a === b || b === c || c === a) continue;
    welded[next++] = a;
    welded[next++] = b;
    welded[next++] = c;
  }
  return { all: mesh, sound: { positions: mesh.positions, triangles: welded.slice(0, next) } };
}

function measure({ positions, triangles }: TriMesh) {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], positions[3 * vertex + axis]);
      max[axis] = Math.max(max[axis], positions[3 * vertex + axis]);
    }
  }
  const centre = min.map((low, axis) => (low + max[axis]) / 2);
  const normal = new Float64Array(3);
  let signedVolume = 0;
  let area = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    area += areaVector(positions, triangles, at, normal) / 2;
    const a = 3 * triangles[at];
    signedVolume +=
      ((positions[a] - centre[0]) * normal[0] +
        (positions[a + 1] - centre[1]) * normal[1] +
        (positions[a + 2] - centre[2]) * normal[2]) /
      6;
  }
  return { bounds: { min, max }, signedVolume, area };
}

function countFlags(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

function countUnreferenced({ positions, faceVertices }: SurfaceMesh): number {
  const used = new Uint8Array(positions.length / 3);
  for (const vertex of faceVertices) used[vertex] = 1;
  return used.length - countFlags(used);
}
