import { templates } from '../../../scene/templates.ts';
import { createShot } from '../../shot/createShot.ts';
import type { CreatedResult, TaskOf } from '../jobMessages.ts';
import { meshDiagnostics, type MeshDiagnostic } from '../../meshJobs/meshDiagnostics.ts';

/** Makes a shot from a template, and looks at the artist's mesh where there is one. */
export async function createShotTask({ request }: TaskOf<'createShot'>): Promise<CreatedResult> {
  const { scene, imported } = await createShot(request);
  // The unit was chosen in the dialog.
  const use = { unitIsAssumed: false, methodIsFixed: templates.get(request.type).sampleMesh !== undefined };
  const doubts = imported === undefined ? [] : meshDiagnostics(imported, scene, use);
  return { kind: 'created', warnings: doubts.map(describe) };
}

function describe(doubt: MeshDiagnostic): string {
  const sentence = `${doubt.sentence.replace(/\.$/, '')}.`;
  return doubt.kind === 'thin' ? `${sentence} An edge of ${doubt.percent} % is half as long.` : sentence;
}
