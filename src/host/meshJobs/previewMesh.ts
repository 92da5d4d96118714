import { checkCancelled, type JobContext } from '../../base/job.ts';
import { CoreError } from '../../base/errors.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import { staticMesh } from '../../frames/makeStreams.ts';
import { encodeStatics } from '../../frames/Statics.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { MeshPreview } from '../../protocol/requests/meshes.ts';
import { largestKey } from '../../scene/curves.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { fillSolid } from '../../simulation/rest/fillSolid.ts';
import { boundsDiagonal } from '../../simulation/rest/boundsDiagonal.ts';
import { elementsAcross, wantedEdge } from '../../simulation/rest/elementOrder.ts';
import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import { acrossFor, expectedStiffness } from '../../geometry/elements/expectedStiffness.ts';
import { ignoredDetail } from '../../simulation/rest/wantedDetail.ts';
import { startPoints } from '../../simulation/rest/placement.ts';
import { sourceMesh, storedVolume } from '../simulation/prepareAssets.ts';
import { elementQuality } from './elementQuality.ts';
import { massReport } from '../../solids/massReport.ts';
import { bodyEstimate } from '../../systems/bodyEstimate.ts';

export interface PreviewRequest {
  readonly solid: Solid;
  /** Absolute, where the solid's source is a file. */
  readonly meshPath: string | undefined;
  /** Edge scale of the quality. */
  readonly edgeScale: number;
  /** Cache folder of the open shot: a solid that was meshed before is read from it. Nothing is written to it. */
  readonly cacheFolder: string | undefined;
}

/**
 * Fills one solid on trial and says what it is worth and what it costs. Throws what reading and meshing throw, naming the solid and its file,
 * and `cancelled`.
 */
export async function previewMesh(request: PreviewRequest, job: JobContext): Promise<MeshPreview> {
  const { solid, meshPath } = request;
  const began = performance.now();
  try {
    const { volume, cached } = await previewVolume(request, job);
    checkCancelled(job);
    const seconds = (performance.now() - began) / 1000;
    return describePreview(request, volume, cached, seconds, job);
  } catch (error) {
    if (!(error instanceof CoreError) || error.code === 'cancelled') throw error;
    throw error.within({ file: meshPath, place: `solid '${solid.id}'` });
  }
}

/** The solid, filled: from the cache, or now. */
export async function previewVolume(
  request: PreviewRequest,
  job: JobContext,
): Promise<{ readonly volume: VolumeMesh; readonly cached: boolean }> {
  const stored = await cachedVolume(request);
  return { volume: stored ?? (await fill(request, job)), cached: stored !== undefined };
}

async function cachedVolume({ solid, edgeScale, cacheFolder }: PreviewRequest): Promise<VolumeMesh | undefined> {
  if (cacheFolder === undefined) return undefined;
  return storedVolume(solid, edgeScale, await FrameCache.open(cacheFolder));
}

async function fill({ solid, meshPath, edgeScale }: PreviewRequest, job: JobContext): Promise<VolumeMesh> {
  job.progress('read', 0);
  const source = await sourceMesh(solid, meshPath);
  checkCancelled(job);
  return fillSolid(solid, source, edgeScale, job);
}

function describePreview(
  { solid, edgeScale }: PreviewRequest,
  volume: VolumeMesh,
  cached: boolean,
  seconds: number,
  job: JobContext,
): MeshPreview {
  job.progress('measure', 0);
  const quality = elementQuality(volume, job);
  const edgeLength = edgeOf(solid, volume, edgeScale);
  checkCancelled(job);
  const { elements, minDihedral, maxDihedral, worstAspect, dihedrals, inverted } = quality;
  const flat = inverted === 0 ? [] : [`${inverted} elements are flat or inverted: simulating them fails.`];
  const vertices = volume.mesh.positions.length / 3;
  const streams = [staticMesh(solid.id, placed(volume, solid), [])];
  const statics = new Uint8Array(encodeStatics({ streams }));
  const { memoryBytes = 0, frameBytes } = bodyEstimate(volume, statics.length);
  return {
    kind: volume.kind,
    tets: elements,
    vertices,
    edgeLength,
    bending: describeBending(solid, volume, edgeScale),
    cached,
    seconds,
    simulationBytes: memoryBytes,
    frameBytes,
    minDihedral,
    maxDihedral,
    worstAspect,
    dihedrals,
    ...massOf(volume, solid),
    warnings: [...flat, ...[noteOf(volume), ignoredDetail(solid)].filter((warning) => warning !== undefined)],
    statics,
  };
}

/** What the solid weighs with the density that it begins with. */
function massOf(volume: VolumeMesh, { material }: Solid): Pick<MeshPreview, 'mass'> {
  const report = massReport(volume);
  if (report === undefined) return {};
  const { volume: cubicMetres, massError: error, inertiaError } = report;
  const density = typeof material.density === 'number' ? material.density : material.density.keys[0].value;
  return { mass: { kilograms: density * cubicMetres, error, inertiaError } };
}

/** The long edge that the mesher was asked for, m. */
function edgeOf(solid: Solid, { surface }: VolumeMesh, edgeScale: number): number | undefined {
  if (solid.meshing === undefined) return undefined;
  return edgeScale * wantedEdge(solid.meshing, surface);
}

/** How much too stiff linear elements may be where a shorter edge is to cure it. */
const ACCEPTED_STIFFNESS = 1.1;

/** What the elements can carry where the solid is thin. */
function describeBending(solid: Solid, volume: VolumeMesh, edgeScale: number): MeshPreview['bending'] {
  const { kind } = elementsOfVolume(volume).type;
  // Wherever it is keyed, the most incompressible is the stiffest.
  const poissonRatio = largestKey(solid.material.poissonRatio);
  const across = elementsAcross(solid, volume, edgeScale);
  const tets = solid.meshing === undefined ? 'tet' : 'lattice';
  const wanted = acrossFor(kind === 'hex' ? kind : tets, ACCEPTED_STIFFNESS, poissonRatio);
  const edge = edgeOf(solid, volume, 1);
  const percent = edge === undefined ? undefined : (100 * edge) / boundsDiagonal(volume.surface.positions);
  return {
    order: kind === 'tet10' ? 'quadratic' : 'linear',
    ...(across < Infinity && { across }),
    stiffness: expectedStiffness(kind === 'tet' ? tets : kind, across, poissonRatio),
    ...(percent !== undefined && across < wanted && { linearPercent: (percent * across) / wanted }),
    ...(across < wanted && canHaveAcross(solid, volume, edgeScale, wanted) && { linearAcross: wanted }),
  };
}

/** Whether shorter edges in thin parts alone make so many lie across them. */
function canHaveAcross(solid: Solid, volume: VolumeMesh, edgeScale: number, across: number): boolean {
  const { meshing } = solid;
  return meshing !== undefined && elementsAcross({ meshing: { ...meshing, across } }, volume, edgeScale) >= across;
}

/** What became of the method, as a sentence. */
function noteOf({ note }: VolumeMesh): string | undefined {
  return note === undefined ? undefined : `${note}.`;
}

/** Places the volume as it stands at the first frame. */
function placed(volume: VolumeMesh, solid: Solid): VolumeMesh {
  const positions = startPoints(volume.mesh.positions, solid);
  const surface = { ...volume.surface, positions: startPoints(volume.surface.positions, solid) };
  if (volume.kind === 'tet') return { ...volume, mesh: { ...volume.mesh, positions }, surface };
  return { ...volume, mesh: { ...volume.mesh, positions }, surface };
}
