import { useEffect } from 'react';
import { ShieldCheck } from 'lucide-react';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { Section } from '../../inspector/Section.tsx';
import { useDocument, useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckList } from '../import/CheckList.tsx';
import { checkRows, checkSummary, offeredRepairs } from '../import/checkRows.ts';
import { useMeshInspection } from '../import/useMeshInspection.ts';
import { joinPath } from '../../commands/joinPath.ts';

interface SourceChecksProps {
  readonly solid: Solid;
  /** Whether to look now: filling goes first. */
  readonly look: boolean;
}

/** What is right and wrong with the surface that is filled; a form of our own is always in order. */
export function SourceChecks({ solid, look }: SourceChecksProps) {
  const session = useSession();
  const shot = useDocument((state) => state.open?.path);
  const { inspection, state } = useMeshInspection();
  const path = shot === undefined ? undefined : sourcePath(solid, shot);
  useEffect(() => {
    if (path !== undefined && look) void inspection.open(path);
  }, [inspection, path, look]);
  const { report, problem, busy } = state;
  if (path === undefined) return null;
  const rows = report === undefined ? [] : checkRows(report);
  const summary = report === undefined ? unseen(problem !== undefined, busy !== undefined) : checkSummary(rows);
  const cures = report === undefined ? [] : offeredRepairs(report);
  const importAgain = (): void => {
    session.shell.setState({ droppedMesh: path });
    session.view.setState({ task: 'import' });
  };
  return (
    <Section
      title="Source surface"
      icon={ShieldCheck}
      initiallyOpen={false}
      action={<span className="task-count">{summary}</span>}
    >
      {problem !== undefined && (
        <p className="form-note" data-warning>
          {[problem.message, problem.place, problem.remedy].filter((part) => part !== undefined).join('. ')}
        </p>
      )}
      <CheckList rows={rows} shown={undefined} />
      {cures.length > 0 && (
        <p className="form-note">
          Some of it can be repaired.{' '}
          <Button size="small" variant="ghost" onClick={importAgain}>
            Repair on import…
          </Button>
        </p>
      )}
    </Section>
  );
}

function unseen(unreadable: boolean, looking: boolean): string {
  if (unreadable) return 'cannot be read';
  return looking ? 'looking…' : 'waiting';
}

/** Absolute path of the file that a solid is made of, on the host's machine; undefined for a form. */
export function sourcePath({ source }: Pick<Solid, 'source'>, shotPath: string): string | undefined {
  if (source.kind !== 'file') return undefined;
  const { path } = source;
  if (/^([A-Za-z]:)?[\\/]/.test(path)) return path;
  return joinPath(shotPath.replace(/[\\/][^\\/]*$/, ''), path);
}
