import { CoreError } from '../base/errors.ts';
import type { JobContext } from '../base/job.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';
import { holeLoops } from '../geometry/preflight/holeLoops.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import { coversAll, enclosedMaterial } from './material/enclosedMaterial.ts';
import { meshers, type MesherDefinition, type WantedDetail } from './Mesher.ts';
import { meshingSurface, type MeshingSurface } from './meshingSurface.ts';
import { isWhole, measureWholeness, type Wholeness } from './wholeness.ts';

/** Mesher of whole lattice cells, which works for any shape: the fallback of meshers that follow the surface. */
const FALLBACK = 'embedded-bcc';

/** Errors of a mesher that finds no valid part of the body to fill at this edge length. */
const FOUND_NOTHING: readonly string[] = ['geometry-empty', 'mesh-failed'];

/**
 * Fills a surface by a method, or by whole lattice cells where the method would lose parts of the body, join parts that only come near
 * each other, or embed surface vertices in elements of other parts: `note` then gives the reason. Throws the errors of the method.
 */
export async function fillSurface<Params>(
  mesher: MesherDefinition<Params>,
  surface: SurfaceMesh,
  edge: number,
  params: Params,
  job: JobContext,
  detail?: WantedDetail,
): Promise<VolumeMesh> {
  if (mesher.coversSurface === true) return filledCells(mesher, surface, edge, params, job, detail);
  let failure: CoreError | undefined;
  let reason = 'finds nothing to fill';
  try {
    const volume = await mesher.mesh(surface, edge, params, job, detail);
    job.progress('check that the whole body is filled', 0);
    const source = meshingSurface(surface, edge);
    const wholeness = measureWholeness(volume, source, edge);
    if (isWhole(wholeness)) return filled(volume, source, false, job);
    reason = describe(wholeness);
  } catch (error) {
    // What is open may have no inside at all: thin parts are those of closed surfaces.
    const found = error instanceof CoreError && FOUND_NOTHING.includes(error.code);
    if (!found || holeLoops(surface).loops.length > 0) throw error;
    failure = error;
  }
  const fallback = meshers.get(FALLBACK);
  try {
    const volume = await filledCells(fallback, surface, edge, fallback.params.parse({}), job, detail);
    const note = `${mesher.label} ${reason} at this edge, so whole lattice cells fill the body instead (${fallback.label}); a shorter edge follows the shape closer`;
    return { ...volume, note };
  } catch (error) {
    throw failure ?? error;
  }
}

/** Fills a surface by a mesher of whole cells. */
async function filledCells<Params>(
  mesher: MesherDefinition<Params>,
  surface: SurfaceMesh,
  edge: number,
  params: Params,
  job: JobContext,
  detail: WantedDetail | undefined,
): Promise<VolumeMesh> {
  const volume = await mesher.mesh(surface, edge, params, job, detail);
  return coversAll(volume) ? filled(volume, meshingSurface(surface, edge), true, job) : volume;
}

function filled(volume: VolumeMesh, source: MeshingSurface, ofCells: boolean, job: JobContext): VolumeMesh {
  const material = enclosedMaterial(volume, source, ofCells, job);
  return material === undefined ? volume : { ...volume, material };
}

/** Describes a failure, such as `would lose 24 % of the surface and leave 2 pieces of 1`. */
function describe({ pieces, surfacePieces, lost, joined, astray, drawnOut }: Wholeness): string {
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
  const reasons = [
    lost > LEAST_REPORTED && `lose ${percent(lost)} of the surface`,
    joined > LEAST_REPORTED && `close gaps along ${percent(joined)} of it`,
    pieces !== surfacePieces && `make ${pieces} ${pieces === 1 ? 'piece' : 'pieces'} of ${surfacePieces}`,
    lost <= LEAST_REPORTED &&
      astray > 0 &&
      `leave ${astray} vertices or edges of the surface to elements of other parts`,
    lost <= LEAST_REPORTED &&
      astray === 0 &&
      drawnOut > 0 &&
      `overstretch ${drawnOut} edges of the surface, embedded in distant elements`,
  ].filter((one) => one !== false);
  return `would ${reasons.join(' and ')}`;
}

/** Shares below this are not reported. */
const LEAST_REPORTED = 0.001;
