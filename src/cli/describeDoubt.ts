import type { MeshDiagnostic } from '../host/meshJobs/meshDiagnostics.ts';

/** A doubt about the mesh of a new shot with the option that helps. */
export function describeDoubt(doubt: MeshDiagnostic, methodIsFixed: boolean): string {
  const { kind, sentence } = doubt;
  if (kind === 'file') return sentence;
  if (kind === 'elements') return `${sentence}: --set method=own keeps them.`;
  if (kind === 'unit') return `${sentence}: --unit METRES says how long a unit is.`;
  const shorter = `--set percent=${doubt.percent}`;
  return `${sentence} ${methodIsFixed ? shorter : `${shorter}, or method=embedded-bcc for whole cells throughout`}.`;
}
