import { countShapes } from '../../geometry/elements/collapsedHex.ts';
import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { staticTransform } from '../../frames/makeStreams.ts';
import { encodeStatics } from '../../frames/Statics.ts';
import type { StaticTransform } from '../../frames/StaticStream.ts';
import { closeHoles } from '../../geometry/preflight/closeHoles.ts';
import { examineSurface } from '../../geometry/preflight/preflight.ts';
import type { FaultyFaces, PreflightReport } from '../../geometry/preflight/PreflightReport.ts';
import { dropUnreferenced } from '../../geometry/preflight/repairs.ts';
import { metresPerUnit as unitLengths } from '../../geometry/preflight/unitGuess.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import type { ImportedMesh } from '../../io/Importer.ts';
import { readMesh } from '../../io/readMesh.ts';
import type { MeshReport } from '../../protocol/requests/meshes.ts';
import { orientedPoint } from '../../simulation/rest/orientedPoint.ts';
import { hasInside } from './hasInside.ts';
import { listGroups } from './listGroups.ts';
import { meshFindings } from './meshFindings.ts';

export interface MeshFileRequest {
  readonly path: string;
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
}

/** Entity as which the surface is shown. */
const SHOWN = 'mesh';
/** Entity of what would close its holes. */
const PATCHES = 'patches';

/**
 * Reads a mesh file and looks at it. Throws what `readMesh` throws, each with file and remedy, `geometry-invalid` for a mesh that is too
 * large in its unit, and `cancelled`.
 */
export async function inspectMesh(request: MeshFileRequest, job: JobContext): Promise<MeshReport> {
  job.progress('read', 0);
  checkCancelled(job);
  const { mesh, importer } = await readMesh(request.path);
  checkCancelled(job);
  const surface = shownSurface(mesh);
  return describeSurface(request, importer, mesh, surface, examineSurface(surface, { job }), job);
}

/** The surface of a file; that of a volume file without the vertices inside, which are no fault. */
export function shownSurface({ surface, tets, hexes }: ImportedMesh): SurfaceMesh {
  return tets === undefined && hexes === undefined ? surface : dropUnreferenced(surface).mesh;
}

/** The report on a surface that was examined, in metres with Y up. */
export function describeSurface(
  request: MeshFileRequest,
  format: string,
  file: Pick<ImportedMesh, 'tets' | 'hexes' | 'elementGroups' | 'warnings'>,
  surface: SurfaceMesh,
  { report, faces }: { readonly report: PreflightReport; readonly faces: FaultyFaces },
  job: JobContext,
): MeshReport {
  const { path, metresPerUnit: unit } = request;
  const { mesh, faceOfTriangle } = triangulate(surface);
  const positions = inMetres(mesh.positions, request);
  const elements = elementsOf(file);
  job.progress('inside', 0);
  const fillable = elements !== undefined || hasInside(surface);
  checkCancelled(job);
  const patches = fillable && elements === undefined && !report.closed ? patchesOf(surface, request) : [];
  const described = {
    path,
    format,
    vertices: report.vertexCount,
    triangles: report.triangleCount,
    components: report.components,
    closed: report.closed,
    manifold: report.edgeManifold && report.vertexManifold,
    bounds: [...inMetres(Float64Array.from(cornersOf(report)), request)],
    volume: report.closed ? report.signedVolume * unit ** 3 : 0,
    area: report.area * unit ** 2,
    elements,
    fillable,
    groups: listGroups({ surface, elementGroups: file.elementGroups }),
    likelyMetresPerUnit: unitLengths[report.unit.unit],
    findings: meshFindings(report, faces, faceOfTriangle, file.warnings, fillable && elements === undefined),
    surface: new Uint8Array(
      encodeStatics({
        streams: [staticTransform(SHOWN, { positions, triangles: mesh.triangles }, 'guide'), ...patches],
      }),
    ),
  };
  const { bounds, volume, area } = described;
  if ([...bounds, volume, area].every(Number.isFinite)) return { ...described, bounds: orderedBox(bounds) };
  throw new CoreError('geometry-invalid', 'the mesh is too large in this unit', {
    file: path,
    remedy: 'Choose a smaller unit, or scale the mesh down.',
  });
}

/** What closing the holes would add, to be looked at before it is done. */
function patchesOf(surface: SurfaceMesh, request: MeshFileRequest): StaticTransform[] {
  const { mesh, triangles } = closeHoles(surface);
  if (triangles === 0) return [];
  const patch = mesh.faceVertices.subarray(mesh.faceVertices.length - 3 * triangles);
  const used = [...new Set(patch)];
  const index = new Map(used.map((vertex, k) => [vertex, k]));
  const points = Float64Array.from(used.flatMap((vertex) => [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)]));
  const corners = Uint32Array.from(patch, (vertex) => index.get(vertex)!);
  return [staticTransform(PATCHES, { positions: inMetres(points, request), triangles: corners }, 'guide')];
}

function elementsOf({ tets, hexes }: Pick<ImportedMesh, 'tets' | 'hexes'>): MeshReport['elements'] {
  if (tets !== undefined && tets.tets.length > 0) {
    return { kind: tets.midpoints === undefined ? 'tet' : 'tet10', count: tets.tets.length / 4 };
  }
  if (hexes !== undefined && hexes.hexes.length > 0) {
    const isMixed = countShapes(hexes.hexes).some(([shape]) => shape !== 'hex');
    return { kind: isMixed ? 'mixed' : 'hex', count: hexes.hexes.length / 8 };
  }
  return undefined;
}

function inMetres(points: Float64Array, { metresPerUnit, upAxis }: MeshFileRequest): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < out.length; i += 3) orientedPoint(points, i, metresPerUnit, upAxis, out);
  return out;
}

function cornersOf({ bounds }: PreflightReport): number[] {
  // A surface whose faces were all left out has no box.
  return bounds.min.every(Number.isFinite) ? [...bounds.min, ...bounds.max] : [0, 0, 0, 0, 0, 0];
}

/** Turning a box swaps the ends of an axis. */
function orderedBox(corners: readonly number[]): number[] {
  const low = [0, 1, 2].map((axis) => Math.min(corners[axis], corners[axis + 3]));
  const high = [0, 1, 2].map((axis) => Math.max(corners[axis], corners[axis + 3]));
  return [...low, ...high];
}
