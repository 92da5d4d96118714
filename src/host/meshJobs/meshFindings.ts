import type {
  FaultyFaces,
  FindingCode,
  PreflightReport,
  RepairId,
  Severity,
} from '../../geometry/preflight/PreflightReport.ts';
import { mostListedFaces, type MeshReport } from '../../protocol/requests/meshes.ts';

type MeshFinding = MeshReport['findings'][number];

const severities: Readonly<Record<Severity, MeshFinding['severity']>> = {
  problem: 'error',
  warning: 'warning',
  note: 'info',
};

/** The repair that cures a fault, where it is offered. */
const cures: Partial<Record<FindingCode, RepairId>> = {
  open: 'close-holes',
  'inside-out': 'orient',
  inconsistent: 'orient',
  coincident: 'weld',
  degenerate: 'drop-degenerate',
  duplicate: 'drop-duplicate',
  unreferenced: 'drop-unreferenced',
};

/** What the preflight found and what the reader passed over, with the triangles concerned. */
export function meshFindings(
  report: PreflightReport,
  faces: FaultyFaces,
  faceOfTriangle: Uint32Array,
  warnings: readonly string[],
  fillable: boolean,
): MeshFinding[] {
  const found = report.findings.map(({ code, severity, sentence, count }): MeshFinding => {
    const cure = cures[code];
    // A sheet has no holes: its rim is meant.
    const offered = cure === 'close-holes' ? fillable : report.offered.some(({ id }) => id === cure);
    return {
      code,
      severity: severities[severity],
      message: sentence,
      count,
      faces: trianglesOf(faces.get(code), faceOfTriangle),
      repair: offered ? cure : undefined,
    };
  });
  const read = warnings.map((message): MeshFinding => {
    return { code: 'import', severity: 'warning', message, count: 1, faces: [] };
  });
  return [...found, ...read];
}

/** The first triangles of the given faces; both ascend. */
function trianglesOf(faces: Uint32Array | undefined, faceOfTriangle: Uint32Array): number[] {
  const triangles: number[] = [];
  if (faces === undefined) return triangles;
  let next = 0;
  for (let triangle = 0; triangle < faceOfTriangle.length && triangles.length < mostListedFaces; triangle++) {
    while (next < faces.length && faces[next] < faceOfTriangle[triangle]) next++;
    if (next === faces.length) break;
    if (faces[next] === faceOfTriangle[triangle]) triangles.push(triangle);
  }
  return triangles;
}
