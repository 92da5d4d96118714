import { useEffect, useMemo, useState } from 'react';
import { FileBox, Unlink, X } from 'lucide-react';
import type { ShotProgress } from '../../src/protocol/requests/program.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { chooseFile } from '../commands/chooseFile.ts';
import { formatAgo } from '../units/formatTime.ts';
import { useProgram, useSession } from '../session/Session.ts';
import { qualityTitles } from '../state/qualityTitles.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { formatNumber } from '../units/formatNumber.ts';

type RecentShot = RequestResult<'recentShots'>['shots'][number];

/** The shots opened last, how far each is simulated, and what can be done about those whose file is gone. */
export function RecentList() {
  const { shots, problem, forget } = useRecentShots();
  const missing = shots?.filter((shot) => shot.missing).map(({ path }) => path) ?? [];
  return (
    <section className="recent" aria-label="Recent shots">
      <header>
        <h2>Recent</h2>
        {missing.length > 0 && (
          <Button size="small" variant="ghost" onClick={() => forget(missing)}>
            Clear missing
          </Button>
        )}
      </header>
      {problem !== undefined && <p className="start-problem">{problem}</p>}
      {shots?.length === 0 && <p className="start-quiet">Shots that you open are listed here.</p>}
      <ul>
        {shots?.map((shot) => (
          <RecentRow key={shot.path} shot={shot} forget={() => forget([shot.path])} />
        ))}
      </ul>
    </section>
  );
}

interface RecentRowProps {
  readonly shot: RecentShot;
  /** Takes it off the list; its file stays. */
  forget(): void;
}

function RecentRow({ shot, forget }: RecentRowProps) {
  const session = useSession();
  const { path, name, folder, missing, recovered, progress, openedSecondsAgo } = shot;
  const open = () =>
    session.shot.open(path).catch((error: unknown) => session.log.error(`could not open ${name}`, error));
  const locate = () =>
    void chooseFile(session, {
      purpose: 'locate-shot',
      name: undefined,
      choose: async (found) => {
        await session.shot.open(found);
        // It is on the list under its new path now.
        if (found !== path) forget();
      },
    });
  return (
    <li className="recent-row" data-missing={missing}>
      <button type="button" className="recent-open" onClick={missing ? locate : () => void open()} title={path}>
        <Thumbnail png={shot.thumbnail} missing={missing} />
        <span className="recent-text">
          <span className="recent-name">
            <strong>{name}</strong>
            {recovered && <Badge tone="warning">unsaved edits</Badge>}
          </span>
          <span className="recent-folder">{missing ? 'File not found' : progressText(progress, folder)}</span>
        </span>
        <span className="recent-state">
          <span className="recent-age">{formatAgo(openedSecondsAgo)}</span>
          {!missing && <ProgressBadge progress={progress} />}
        </span>
      </button>
      {missing ? (
        <span className="recent-actions">
          <Button size="small" variant="ghost" onClick={locate}>
            Locate…
          </Button>
          <Button size="small" variant="ghost" onClick={forget}>
            Remove
          </Button>
        </span>
      ) : (
        <IconButton
          icon={X}
          size="small"
          className="recent-forget"
          label="Remove from the list"
          text="The file and its frames stay."
          onClick={forget}
        />
      )}
    </li>
  );
}

function progressText(progress: ShotProgress | undefined, folder: string): string {
  if (progress === undefined) return folder;
  const { made, frames, quality } = progress;
  return `${formatNumber(made)} of ${formatNumber(frames)} frames, ${qualityTitles[quality]}`;
}

/** How the simulation stood when the shot was last seen; nothing where there is nothing to say. */
function ProgressBadge({ progress }: { readonly progress: ShotProgress | undefined }) {
  if (progress === undefined) return null;
  const { frames, made, stale, failedAt } = progress;
  if (failedAt !== undefined) return <Badge tone="danger">failed at {failedAt}</Badge>;
  if (stale > 0) return <Badge tone="warning">{formatNumber(stale)} stale</Badge>;
  return made === frames ? <Badge tone="success">complete</Badge> : null;
}

interface ThumbnailProps {
  readonly png: Uint8Array | undefined;
  readonly missing: boolean;
}

function Thumbnail({ png, missing }: ThumbnailProps) {
  const Icon = missing ? Unlink : FileBox;
  const url = useMemo(
    () => (png === undefined ? undefined : URL.createObjectURL(new Blob([new Uint8Array(png)], { type: 'image/png' }))),
    [png],
  );
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );
  return (
    <span className="recent-thumbnail">
      {url === undefined || missing ? <Icon aria-hidden /> : <img src={url} alt="" draggable={false} />}
    </span>
  );
}

function useRecentShots() {
  const { connection, log } = useSession();
  const connected = useProgram((state) => state.connection.kind === 'connected');
  const [shots, setShots] = useState<readonly RecentShot[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!connected) return undefined;
    let current = true;
    connection.call('recentShots', {}).then(
      (answer) => {
        if (!current) return;
        setShots(answer.shots);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (current) setProblem(`The recent shots could not be read: ${error instanceof Error ? error.message : ''}`);
      },
    );
    return () => {
      current = false;
    };
  }, [connection, connected]);
  const forget = (paths: readonly string[]): void => {
    connection.call('forgetRecentShots', { paths: [...paths] }).then(
      () => setShots((present) => present?.filter(({ path }) => !paths.includes(path))),
      (error: unknown) => log.error('could not remove it from the list', error),
    );
  };
  return { shots, problem, forget };
}
