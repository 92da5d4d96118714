import { useEffect, useMemo, useState } from 'react';
import { FileBox } from 'lucide-react';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { chooseFile } from '../shell/chooseFile.ts';
import { formatAgo } from '../shell/formatTime.ts';
import { useProgram, useSession } from '../state/Session.ts';
import { Badge } from '../ui/Badge.tsx';

type RecentShot = RequestResult<'recentShots'>['shots'][number];

/** The shots opened last. */
export function RecentList() {
  const { shots, problem } = useRecentShots();
  return (
    <section className="recent" aria-label="Recent shots">
      <h2>Recent</h2>
      {problem !== undefined && <p className="start-problem">{problem}</p>}
      {shots?.length === 0 && <p className="start-quiet">Shots that you open are listed here.</p>}
      <ul>
        {shots?.map((shot) => (
          <RecentRow key={shot.path} shot={shot} />
        ))}
      </ul>
    </section>
  );
}

function RecentRow({ shot }: { readonly shot: RecentShot }) {
  const session = useSession();
  const { path, name, folder, missing, recovered, openedSecondsAgo } = shot;
  const open = () =>
    session.shot.open(path).catch((error: unknown) => session.log.error(`could not open ${name}`, error));
  const locate = () =>
    void chooseFile(session, {
      purpose: 'locate-shot',
      name: undefined,
      choose: async (found) => {
        await session.shot.open(found);
      },
    });
  return (
    <li className="recent-row" data-missing={missing}>
      <button type="button" className="recent-open" onClick={missing ? locate : () => void open()} title={path}>
        <Thumbnail png={shot.thumbnail} />
        <span className="recent-text">
          <span className="recent-name">
            <strong>{name}</strong>
            {recovered && <Badge tone="warning">recovered</Badge>}
            {missing && <Badge tone="danger">not found</Badge>}
            {missing && <span className="recent-locate">Locate…</span>}
          </span>
          <span className="recent-folder">{folder}</span>
        </span>
        <span className="recent-age">{formatAgo(openedSecondsAgo)}</span>
      </button>
    </li>
  );
}

function Thumbnail({ png }: { readonly png: Uint8Array | undefined }) {
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
      {url === undefined ? <FileBox aria-hidden /> : <img src={url} alt="" draggable={false} />}
    </span>
  );
}

function useRecentShots() {
  const { connection } = useSession();
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
  return { shots, problem };
}
