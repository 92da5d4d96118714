import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { writeFileAtomically } from '../../cache/atomicFile.ts';
import type { RepairId } from '../../geometry/preflight/PreflightReport.ts';
import { repairIds } from '../../geometry/preflight/repairs.ts';
import { repairSurface } from '../../geometry/preflight/repairSurface.ts';
import { encodeSurface } from '../../io/encodeSurface.ts';
import { readMesh } from '../../io/readMesh.ts';
import type { MeshReport } from '../../protocol/requests/meshes.ts';
import { describeSurface, shownSurface, type MeshFileRequest } from './inspectMesh.ts';

export interface RepairRequest extends MeshFileRequest {
  readonly repairs: readonly string[];
}

/** Most numbered names that are tried. */
const MOST_COPIES = 1000;

/**
 * Repairs a mesh and writes the result beside the file, as OBJ in the file's own unit and axes with its uvs, normals and groups; the file
 * itself is never touched. Gives the report on the copy, in whose `path` it lies. Throws `usage` for an unknown repair, what
 * reading and writing throw, and `cancelled`.
 */
export async function repairMesh(request: RepairRequest, job: JobContext): Promise<MeshReport> {
  const repairs = knownRepairs(request.repairs);
  job.progress('read', 0);
  const { mesh } = await readMesh(request.path);
  const { surface, report, faces } = repairSurface(shownSurface(mesh), repairs, job);
  const path = await freeName(request.path);
  const described = describeSurface({ ...request, path }, 'obj', { warnings: [] }, surface, { report, faces }, job);
  job.progress('write', 0);
  checkCancelled(job);
  await writeFileAtomically(path, [encodeSurface(surface, path)]);
  return described;
}

function knownRepairs(names: readonly string[]): RepairId[] {
  const unknown = names.find((name) => !repairIds.some((id) => id === name));
  if (unknown !== undefined) {
    throw new CoreError('usage', `there is no repair '${unknown}'`, { remedy: `Use one of: ${repairIds.join(', ')}.` });
  }
  return repairIds.filter((id) => names.includes(id));
}

/** `bunny-repaired.obj`, or with the first number that is free. */
async function freeName(path: string): Promise<string> {
  const plain = basename(path, extname(path)).replace(/-repaired(-\d+)?$/, '');
  for (let number = 1; number <= MOST_COPIES; number++) {
    const name = join(dirname(path), `${plain}-repaired${number === 1 ? '' : `-${number}`}.obj`);
    const taken = await stat(name).then(
      () => true,
      () => false,
    );
    if (!taken) return name;
  }
  throw new CoreError('file-unwritable', `there are ${MOST_COPIES} repaired copies of ${path} already`, {
    file: path,
    remedy: 'Delete those that are not used.',
  });
}
