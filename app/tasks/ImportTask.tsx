import { useEffect, useState } from 'react';
import { Box, CircleCheck, FolderOpen, PersonStanding, Plus, Pyramid, ShieldCheck, Wand2 } from 'lucide-react';
import type { MeshReport } from '../../src/protocol/requests/meshes.ts';
import { Section } from '../inspector/Section.tsx';
import { chooseFile } from '../commands/chooseFile.ts';
import { formatDuration } from '../units/formatTime.ts';
import { meshExtensions } from '../commands/openDropped.ts';
import { appKind } from '../entities/appKinds.ts';
import { has } from '../entities/properties.ts';
import { useDocument, useJobs, useProgram, useSession, useShell } from '../session/Session.ts';
import { formatNumber } from '../units/formatNumber.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { addImported, meshUse, meshUses, proposedUse, type ImportChoice } from './import/addImported.ts';
import { CheckList } from './import/CheckList.tsx';
import { checkRows, checkSummary, offeredRepairs, refusal, type CheckRow } from './import/checkRows.ts';
import { unitOfLength } from './import/fileUnits.ts';
import { ImportSettings } from './import/ImportSettings.tsx';
import { importMotion, mayMove } from './import/importMotion.ts';
import type { InspectionState, MeshInspection } from './import/MeshInspection.ts';
import { TaskProblem } from './TaskProblem.tsx';
import { useImportPreview } from './import/useImportPreview.ts';
import { useMeshInspection } from './import/useMeshInspection.ts';

/** Brings a mesh into the shot: looks at it first, says what is wrong with it, and adds it as one step of undo. */
export function ImportTask() {
  const session = useSession();
  const { inspection, state } = useMeshInspection();
  const { report, statics, busy, problem, name } = state;
  const [changes, setChanges] = useState<Partial<ImportChoice>>({});
  const [finding, setFinding] = useState<CheckRow>();
  const [added, setAdded] = useState<string>();
  const dropped = useShell(({ droppedMesh }) => droppedMesh);
  useEffect(() => {
    if (dropped === undefined) return;
    session.shell.setState({ droppedMesh: undefined });
    setAdded(undefined);
    setChanges({});
    void inspection.open(dropped);
  }, [session, inspection, dropped]);
  useEffect(() => setFinding(undefined), [report]);

  const choice: ImportChoice = {
    as: (report === undefined ? meshUses()[0] : proposedUse(report)).kind,
    unit: report === undefined ? 'm' : unitOfLength(report.likelyMetresPerUnit),
    upAxis: 'y',
    ...changes,
  };
  // Once it is added, the shot shows it.
  useImportPreview({ report: added === undefined ? report : undefined, statics, choice, finding });
  const choose = () =>
    void chooseFile(session, {
      purpose: 'open-mesh',
      name: undefined,
      choose: (path) => {
        session.shell.setState({ droppedMesh: path });
        return Promise.resolve();
      },
    });
  const add = async (): Promise<void> => {
    try {
      setAdded(await addImported(session, report!, choice));
      session.view.setState({ preview: undefined });
    } catch (error) {
      session.log.error(`could not import ${name}`, error, { toast: true });
    }
  };
  if (added !== undefined) return <Added id={added} onMore={choose} />;
  if (report === undefined) {
    return <Unread state={state} onChoose={choose} onCancel={() => inspection.cancel()} />;
  }
  const use = meshUse(choice.as);
  const refused = !use.needsInside && report.triangles > 0 ? undefined : refusal(report);
  return (
    <>
      <div className="task-body">
        <FileHead report={report} name={name} onChoose={choose} />
        {problem !== undefined && <TaskProblem problem={problem} name={name} />}
        <Checks
          report={report}
          seconds={state.seconds}
          inspection={inspection}
          busy={busy !== undefined}
          shown={finding}
          onShow={setFinding}
        />
        {refused === undefined ? (
          <ImportSettings
            report={report}
            choice={choice}
            onChange={(change) => setChanges((before) => ({ ...before, ...change }))}
          />
        ) : (
          <TaskProblem
            problem={{ message: refused.reason, place: undefined, remedy: refused.remedy }}
            name={`${name} cannot be filled`}
          />
        )}
      </div>
      {busy !== undefined && <Busy state={state} />}
      <footer className="task-actions">
        {busy === undefined ? (
          <Button
            variant="primary"
            icon={Plus}
            disabled={refused !== undefined && `${name} encloses no volume.`}
            onClick={() => void add()}
          >
            Add {use.label.toLowerCase()}
          </Button>
        ) : (
          <Button onClick={() => inspection.cancel()}>Cancel</Button>
        )}
        {mayMove(report.path) && (
          <Button icon={PersonStanding} onClick={() => importMotion(session, report.path)}>
            Import its motion…
          </Button>
        )}
        <Button icon={FolderOpen} onClick={choose}>
          Another file…
        </Button>
      </footer>
    </>
  );
}

interface UnreadProps {
  readonly state: InspectionState;
  onChoose(): void;
  onCancel(): void;
}

/** No report yet: nothing was chosen, it is being read, or it could not be. */
function Unread({ state, onChoose, onCancel }: UnreadProps) {
  const session = useSession();
  useProgram(({ catalogue }) => catalogue);
  const { busy, name, problem } = state;
  if (busy !== undefined) {
    return (
      <>
        <div className="task-body">
          <EmptyState icon={Box} title={name ?? ''}>
            {busy.what === 'upload'
              ? 'The file is being sent to the simulation process.'
              : 'The file is being read and checked.'}
          </EmptyState>
        </div>
        <Busy state={state} />
        <footer className="task-actions">
          <Button onClick={onCancel}>Cancel</Button>
        </footer>
      </>
    );
  }
  return (
    <div className="task-body">
      {problem !== undefined && <TaskProblem problem={problem} name={name} />}
      <EmptyState
        icon={Box}
        title={problem === undefined ? 'Choose a mesh' : 'Choose another mesh'}
        actions={
          <Button variant="primary" icon={FolderOpen} onClick={onChoose}>
            Choose a file…
          </Button>
        }
      >
        Or drop one anywhere on this window: {meshExtensions(session).join(', ')}. It is checked before anything is
        added to the shot.
      </EmptyState>
    </div>
  );
}

function Busy({ state: { busy, name } }: { readonly state: InspectionState }) {
  const job = useJobs(({ jobs }) =>
    [...jobs.values()].find(({ kind, state }) => (kind === 'inspect' || kind === 'repair') && state === 'running'),
  );
  const what = { upload: 'Sending', inspect: 'Checking', repair: 'Repairing' }[busy?.what ?? 'inspect'];
  const fraction = busy?.what === 'upload' ? busy.fraction : (job?.fraction ?? 0);
  return (
    <div className="task-busy" role="status">
      <span>
        {what} {name}
        {job !== undefined && busy?.what !== 'upload' ? `: ${job.stage}` : ''}
      </span>
      <ProgressBar label={`${what} ${name ?? ''}`} fraction={fraction} />
    </div>
  );
}

interface FileHeadProps {
  readonly report: MeshReport;
  readonly name: string | undefined;
  onChoose(): void;
}

function FileHead({ report, name, onChoose }: FileHeadProps) {
  return (
    <header className="task-file">
      <Box aria-hidden />
      <div>
        <h3 title={report.path}>{name}</h3>
        <p>
          {report.format} · {formatNumber(report.triangles)} tris · {formatNumber(report.vertices)} vertices
        </p>
      </div>
      <Button size="small" variant="ghost" onClick={onChoose}>
        Change…
      </Button>
    </header>
  );
}

interface ChecksProps {
  readonly report: MeshReport;
  /** What looking at it took. */
  readonly seconds: number | undefined;
  readonly inspection: MeshInspection;
  readonly busy: boolean;
  readonly shown: CheckRow | undefined;
  onShow(row: CheckRow | undefined): void;
}

function Checks({ report, seconds, inspection, busy, shown, onShow }: ChecksProps) {
  const rows = checkRows(report);
  const repairs = offeredRepairs(report);
  return (
    <Section
      title="Preflight"
      icon={ShieldCheck}
      summary={checkSummary(rows)}
      action={
        repairs.length < 2 ? (
          <span className="task-count">{checkSummary(rows)}</span>
        ) : (
          <Button
            size="small"
            icon={Wand2}
            disabled={busy && 'The file is being worked on.'}
            onClick={() => void inspection.repair(repairs)}
          >
            Repair all
          </Button>
        )
      }
    >
      <CheckList
        rows={rows}
        shown={shown?.code}
        busy={busy}
        onShow={onShow}
        onRepair={(repair) => void inspection.repair([repair])}
      />
      {repairs.length > 0 && (
        <p className="form-note">
          A repair takes about {formatDuration(seconds ?? 1)} and writes a copy beside the file, which is not changed.
        </p>
      )}
    </Section>
  );
}

/** It is in the shot: what comes next. */
function Added({ id, onMore }: { readonly id: string; onMore(): void }) {
  const { view } = useSession();
  const entity = useDocument((state) => state.open?.scene.entities.find((one) => one.id === id));
  const canMesh = entity !== undefined && has(entity, 'meshing') && entity.meshing !== undefined;
  return (
    <>
      <div className="task-body">
        <EmptyState
          icon={CircleCheck}
          title={entity === undefined ? 'It was removed' : `${entity.name} is in the shot`}
        >
          {entity !== undefined && appKind(entity.kind).fromMesh?.next(entity)}
        </EmptyState>
      </div>
      <footer className="task-actions">
        {canMesh && (
          <Button variant="primary" icon={Pyramid} onClick={() => view.setState({ task: 'mesh' })}>
            Mesh it
          </Button>
        )}
        <Button onClick={() => view.setState({ task: 'none' })}>Done</Button>
        <Button variant="ghost" icon={FolderOpen} onClick={onMore}>
          Another file…
        </Button>
      </footer>
    </>
  );
}
