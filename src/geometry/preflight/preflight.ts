import { checkCancelled, quietJob, type JobContext } from '../../base/job.ts';
import { areaVector } from '../areaVector.ts';
import type { SurfaceMesh, TriMesh } from '../TriMesh.ts';
import { triangulate } from '../triangulate.ts';
import { weldExact } from '../welding/weldExact.ts';
import { buildEdgeTable } from './EdgeTable.ts';
import { faceFaults } from './faceFaults.ts';
import { describeFindings } from './findings.ts';
import { faultyFaces } from './faultyFaces.ts';
import type { FaultyFaces, PreflightFacts, PreflightReport } from './PreflightReport.ts';
import { offerRepairs } from './repairs.ts';
import { crossingTriangles } from './selfIntersections.ts';
import { findShells, insideOutShells, tinyPieces } from './shells.ts';
import { superfluousCopies } from './superfluousCopies.ts';
import { superfluousFlatFaces } from './superfluousFlatFaces.ts';
import { surfaceTopology } from './surfaceTopology.ts';
import { lostBelowEdges, thinParts } from './thinParts.ts';
import { guessUnit } from './unitGuess.ts';

export interface PreflightOptions {
  /** Lattice edge for filling the mesh, in the surface's unit; enables the search for thin parts. */
  readonly edgeLength?: number;
  /** Receives the progress and may cancel. */
  readonly job?: JobContext;
}

/** Examines a surface, in linear time except for the self-intersections, whose number is bounded. */
export function preflight(surface: SurfaceMesh, options: PreflightOptions = {}): PreflightReport {
  return examineSurface(surface, options).report;
}

/** Returns the diagnostics of a surface and the faces concerned. Throws `cancelled` once the job is cancelled. */
export function examineSurface(
  surface: SurfaceMesh,
  { edgeLength, job = quietJob }: PreflightOptions = {},
): { readonly report: PreflightReport; readonly faces: FaultyFaces } {
  const parts = takeApart(surface, job);
  const { place, first, faults, edges, shells } = parts;
  job.progress('shells', 0);
  const insideOut = insideOutShells(surface, shells);
  const topology = surfaceTopology(surface, parts.places, first.length, edges, faults.collapsed);
  checkCancelled(job);
  const triangles = soundTriangles(surface, place, first, faults);
  const measures = measure(triangles.all);
  const sides = [0, 1, 2].map((axis) => measures.bounds.max[axis] - measures.bounds.min[axis]);
  const tiny = tinyPieces(surface, parts.places, shells, Math.max(...sides));
  job.progress('self-intersections', 0);
  const { found, crossing } = crossingTriangles(triangles.sound, job);
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
    tinyPieces: tiny.length,
    ...measures,
    duplicateFaces: faults.original.reduce((sum, original, face) => sum + (original === face ? 0 : 1), 0),
    degenerateFaces: countFlags(faults.flat),
    unreferencedVertices: countUnreferenced(surface),
    coincidentVertices: place.length - first.length,
    selfIntersections: found,
    thin: edgeLength === undefined ? undefined : thinParts(triangles.sound, lostBelowEdges * edgeLength),
    unit: guessUnit(sides),
  };
  checkCancelled(job);
  const offered = offerRepairs(facts, {
    turnable: shells.some((shell) => shell.turned.length > 0) || insideOut.length > 0,
    flat: facts.degenerateFaces > 0 && superfluousFlatFaces(surface, faults, edges).includes(1),
    copies: facts.duplicateFaces > 0 && superfluousCopies(surface, parts.places, faults, edges).includes(1),
  });
  const report = { ...facts, findings: describeFindings(facts, edgeLength), offered };
  const crossed = triangles.faceOfSound.filter((_, triangle) => crossing[triangle] === 1);
  return { report, faces: faultyFaces(surface, { ...parts, insideOut, tiny: tiny.flat(), crossed }) };
}

/** Returns the positions, edges and patches of a surface. */
function takeApart(surface: SurfaceMesh, job: JobContext) {
  job.progress('edges', 0);
  const { place, first } = weldExact(surface.positions);
  const places = surface.faceVertices.map((vertex) => place[vertex]);
  const faults = faceFaults(surface, places);
  checkCancelled(job);
  const edges = buildEdgeTable(surface, places, faults.collapsed);
  checkCancelled(job);
  const shells = findShells(surface, edges, faults.collapsed);
  checkCancelled(job);
  return { place, places, first, faults, edges, shells };
}

/** Returns all triangles unchanged, and the non-degenerate, non-duplicate ones over welded vertices. */
function soundTriangles(
  surface: SurfaceMesh,
  place: Uint32Array,
  first: Uint32Array,
  faults: { readonly flat: Uint8Array; readonly original: Uint32Array },
): { all: TriMesh; sound: TriMesh; faceOfSound: Uint32Array } {
  const { mesh, faceOfTriangle } = triangulate(surface);
  const welded = new Uint32Array(mesh.triangles.length);
  const faceOfSound = new Uint32Array(faceOfTriangle.length);
  let next = 0;
  for (let triangle = 0; triangle < faceOfTriangle.length; triangle++) {
    const face = faceOfTriangle[triangle];
    if (faults.flat[face] === 1 || faults.original[face] !== face) continue;
    const a = first[place[mesh.triangles[3 * triangle]]];
    const b = first[place[mesh.triangles[3 * triangle + 1]]];
    const c = first[place[mesh.triangles[3 * triangle + 2]]];
    if (a === b || b === c || c === a) continue;
    faceOfSound[next / 3] = face;
    welded[next++] = a;
    welded[next++] = b;
    welded[next++] = c;
  }
  const sound = { positions: mesh.positions, triangles: welded.slice(0, next) };
  return { all: mesh, sound, faceOfSound: faceOfSound.slice(0, next / 3) };
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
