import { checkCancelled, quietJob, type JobContext } from '../../base/job.ts';
import type { SurfaceMesh } from '../TriMesh.ts';
import { examineSurface } from './preflight.ts';
import type { FaultyFaces, PreflightReport, RepairId } from './PreflightReport.ts';
import { repair, repairIds } from './repairs.ts';

/** Rounds of preflight and repair: one repair can enable another, such as orienting a piece once its duplicates are removed. */
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
  /** Report on the repaired surface. */
  readonly report: PreflightReport;
  readonly faces: FaultyFaces;
}

/**
 * Applies the listed repairs in their fixed order; without a list, all that the preflight offers, then all that it offers after these. The given
 * surface is not changed. Throws `cancelled` once the job is cancelled.
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
