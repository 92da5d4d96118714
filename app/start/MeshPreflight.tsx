import { useEffect, useRef } from 'react';
import { CircleX, LoaderCircle } from 'lucide-react';
import { CheckList } from '../tasks/import/CheckList.tsx';
import { checkRows, checkSummary, offeredRepairs, refusal } from '../tasks/import/checkRows.ts';
import { boxInMetres, plainLength, sidesOf, unitOfLength } from '../tasks/import/fileUnits.ts';
import { useMeshInspection } from '../tasks/import/useMeshInspection.ts';
import { formatDuration } from '../shell/formatTime.ts';
import type { NewShotSettings } from '../state/shellStore.ts';
import { formatNumber } from '../units/formatNumber.ts';
import { Button } from '../ui/Button.tsx';
import '../tasks/tasks.css';

interface MeshPreflightProps {
  /** Path of the file. */
  readonly mesh: string;
  readonly settings: NewShotSettings;
  /** What the look at the file proposes: its unit, and the repaired copy. */
  onChange(part: Partial<NewShotSettings>): void;
  /** Why no shot can be made of it; undefined where one can, or while it is looked at. */
  onRefused(reason: string | undefined): void;
}

/** What a look at the mesh of a new shot finds, and the repairs that it offers: before anything is made of it. */
export function MeshPreflight({ mesh, settings, onChange, onRefused }: MeshPreflightProps) {
  const { inspection, state } = useMeshInspection();
  const { report, seconds, busy, problem, name } = state;
  const unitProposed = useRef(false);
  useEffect(() => {
    if (inspection.store.getState().report?.path === mesh) return;
    unitProposed.current = false;
    void inspection.open(mesh);
  }, [inspection, mesh]);
  const refused = report === undefined ? undefined : refusal(report);
  const reason = problem !== undefined ? `${name ?? 'The file'} cannot be read.` : refused && `${name} has no inside.`;
  useEffect(() => {
    onRefused(reason);
    return () => onRefused(undefined);
  }, [reason]);
  useEffect(() => {
    if (report === undefined) return;
    // A repaired copy keeps the unit that was chosen meanwhile.
    onChange({ mesh: report.path, ...(unitProposed.current ? {} : { metresPerUnit: report.likelyMetresPerUnit }) });
    unitProposed.current = true;
  }, [report]);
  const failure = problem ?? (refused && { message: refused.reason, remedy: refused.remedy });
  const repairs = report === undefined ? [] : offeredRepairs(report);
  return (
    <section className="new-shot-preflight" aria-label="Preflight" aria-busy={busy !== undefined}>
      {busy !== undefined && (
        <p className="new-shot-busy" role="status">
          <LoaderCircle aria-hidden />
          {busy.what === 'repair' ? `Repairing ${name}` : `Looking at ${name}`}
        </p>
      )}
      {failure !== undefined && (
        <div className="task-problem" role="alert">
          <CircleX aria-hidden />
          <div>
            <h3>{name}</h3>
            <p>{failure.message}</p>
            {failure.remedy !== undefined && <p>{failure.remedy}</p>}
          </div>
        </div>
      )}
      {report !== undefined && busy === undefined && (
        <>
          <p className="new-shot-found">
            <strong>Preflight: {checkSummary(checkRows(report))}</strong>
            <span className="mono">
              {formatNumber(report.triangles)} tris · {sizeText(report.bounds, settings)}
            </span>
          </p>
          <CheckList
            rows={checkRows(report)}
            shown={undefined}
            onRepair={(repair) => void inspection.repair([repair])}
          />
          {repairs.length > 1 && (
            <Button size="small" onClick={() => void inspection.repair(repairs)}>
              Repair all
            </Button>
          )}
          {repairs.length > 0 && (
            <p className="form-note">
              A repair takes {formatDuration(seconds ?? 1)} or so and writes a copy beside the file, which stays as it
              is.
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** `41 × 32 × 40 cm` in the chosen unit. */
function sizeText(bounds: readonly number[], { metresPerUnit, upAxis }: NewShotSettings): string {
  return sidesOf(boxInMetres(bounds, unitOfLength(metresPerUnit), upAxis))
    .map(plainLength)
    .join(' × ');
}
