import { CircleX, LoaderCircle, ShieldCheck, Undo2, Wand2 } from 'lucide-react';
import { CheckList } from '../tasks/import/CheckList.tsx';
import { checkRows, checkSummary, offeredRepairs, refusal, type CheckRow } from '../tasks/import/checkRows.ts';
import type { MeshInspection, InspectionState } from '../tasks/import/MeshInspection.ts';
import { Section } from '../inspector/Section.tsx';
import { formatDuration } from '../units/formatTime.ts';
import { Button } from '../ui/Button.tsx';

interface MeshPreflightProps {
  readonly inspection: MeshInspection;
  readonly state: InspectionState;
  /** The finding whose triangles are marked in the picture. */
  readonly shown: CheckRow | undefined;
  onShow(row: CheckRow | undefined): void;
  /** The file before the last repair; undefined where nothing was repaired. */
  readonly before: string | undefined;
  onUndo(): void;
}

/** What a look at the mesh of a new shot finds, where that is, and the repairs that it offers: before anything is made of it. */
export function MeshPreflight({ inspection, state, shown, onShow, before, onUndo }: MeshPreflightProps) {
  const { report, seconds, busy, problem, name } = state;
  const refused = report === undefined ? undefined : refusal(report);
  const failure = problem ?? (refused && { message: refused.reason, place: undefined, remedy: refused.remedy });
  const repairs = report === undefined ? [] : offeredRepairs(report);
  const rows = report === undefined ? [] : checkRows(report);
  return (
    <Section
      title="Preflight"
      icon={ShieldCheck}
      summary={checkSummary(rows)}
      action={
        <span className="new-shot-repairs">
          {before !== undefined && (
            <Button size="small" icon={Undo2} disabled={busy !== undefined} onClick={onUndo}>
              Undo repair
            </Button>
          )}
          {repairs.length > 1 && (
            <Button
              size="small"
              icon={Wand2}
              disabled={busy !== undefined}
              onClick={() => void inspection.repair(repairs)}
            >
              Repair all
            </Button>
          )}
        </span>
      }
    >
      <div className="new-shot-preflight" role="region" aria-label="Preflight" aria-busy={busy !== undefined}>
        {busy !== undefined && (
          <p className="new-shot-busy" role="status">
            <LoaderCircle aria-hidden />
            {busy.what === 'repair' ? `Repairing ${name}` : `Checking ${name}`}
          </p>
        )}
        {failure !== undefined && (
          <div className="task-problem" role="alert">
            <CircleX aria-hidden />
            <div>
              <h3>{name}</h3>
              <p>
                {failure.place !== undefined && <span className="mono">{failure.place}: </span>}
                {failure.message}
              </p>
              {failure.remedy !== undefined && <p>{failure.remedy}</p>}
            </div>
          </div>
        )}
        {before !== undefined && busy === undefined && (
          <p className="new-shot-repaired" role="status">
            <ShieldCheck aria-hidden />
            Repaired, in a copy beside the file
          </p>
        )}
        <CheckList
          rows={rows}
          shown={shown?.code}
          busy={busy !== undefined}
          onShow={onShow}
          onRepair={(repair) => void inspection.repair([repair])}
        />
        {repairs.length > 0 && (
          <p className="form-note">
            A repair takes about {formatDuration(seconds ?? 1)} and writes a copy beside the file, which is not changed.
          </p>
        )}
      </div>
    </Section>
  );
}
