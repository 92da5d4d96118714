import { checkCancelled, quietJob, type JobContext } from '../../base/job.ts';
import type { SurfaceMesh } from '../TriMesh.ts';
import { examineSurface } from './preflight.ts';
import type { FaultyFaces, PreflightReport, RepairId } from './PreflightReport.ts';
import { repair, repairIds } from './repairs.ts';

/** One repair can make room for another: a piece that was cut free of copies can be turned. As often the preflight is asked again. */
const ROUNDS = 4;

export interface RepairDone {
  readonly repair: RepairId;
  /** Vertices or faces that changed. */
  readonly changed: number;
  readonly sentence: string;
}

export interface RepairedSurface {
  readonly surface: SurfaceMesh;
  readonly done: readonly RepairDone[];
  /** Of the repaired surface. */
  readonly report: PreflightReport;
  readonly faces: FaultyFaces;
}

/**
 * Does the repairs of the list, in their fixed order; left out, all that the preflight offers, then what it offers after that. The given
 * surface is not changed. Throws `cancelled` when the job asks.
 */
export function repairSurface(
  surface: SurfaceMesh,
  chosen: readonly RepairId[] | undefined,
  job: JobContext = quietJob,
): RepairedSurface {
  const done: RepairDone[] = [];
  let mesh = surface;
  let examined = chosen === undefined ? examineSurface(mesh, { job }) : undefined;
  for (let round = 0; round < (chosen === undefined ? ROUNDS : 1); round++) {
    const wanted = chosen ?? examined?.report.offered.map(({ id }) => id) ?? [];
    if (wanted.length === 0) break;
    for (const id of repairIds.filter((known) => wanted.includes(known))) {
      job.progress(id, 0);
      checkCancelled(job);
      const { mesh: repaired, changed, sentence } = repair(mesh, id);
      mesh = repaired;
      done.push({ repair: id, changed, sentence });
    }
    examined = examineSurface(mesh, { job });
  }
  return { surface: mesh, done, ...(examined ?? examineSurface(mesh, { job })) };
}
