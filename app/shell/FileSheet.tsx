import { useEffect, useRef, useState } from 'react';
import { ArrowUp, Box, File, FileBox, Folder, FolderOpen } from 'lucide-react';
import { CoreError } from '../../src/base/errors.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { useSession } from '../session/Session.ts';
import type { FileRequest } from '../state/shellStore.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { formatAgo, formatBytes } from '../units/formatTime.ts';
import { joinPath } from '../commands/joinPath.ts';
import './files.css';

type Folder = RequestResult<'listFolder'>;
type Entry = Folder['entries'][number];

const titles: Readonly<Record<FileRequest['purpose'], string>> = {
  'open-shot': 'Open a shot',
  'locate-shot': 'Locate the shot',
  'save-shot': 'Save the shot as',
  'open-mesh': 'Choose a mesh',
  'open-animation': 'Choose an animation',
  'locate-mesh': 'Locate the mesh',
  'open-fibres': 'Choose fibre directions',
};
/** What may be chosen. */
function kindsOf(purpose: FileRequest['purpose']): readonly Entry['kind'][] {
  if (purpose === 'open-fibres' || purpose === 'open-animation') return ['mesh', 'other'];
  return purpose === 'open-mesh' || purpose === 'locate-mesh' ? ['mesh'] : ['shot'];
}

const hints: Readonly<Record<Entry['kind'], string>> = {
  folder: '',
  shot: 'Shot files end in .ductile.',
  mesh: 'Mesh formats: obj, ply, stl, glb, off, msh, vtk, mesh.',
  other: 'Text file with a direction per line, or VTK file with vectors; archive or cache of animated geometry.',
};

const icons = { folder: Folder, shot: FileBox, mesh: Box, other: File } as const;

interface FileSheetProps {
  readonly request: FileRequest;
  onClose(): void;
}

/** Files of the workspace, to open one or to name one: what the system's dialog is elsewhere. */
export function FileSheet({ request, onClose }: FileSheetProps) {
  const { folder, problem, visit } = useFolder(request.folder);
  const [failure, setFailure] = useState<CoreError>();
  const [name, setName] = useState(request.name ?? 'untitled');
  const saving = request.purpose === 'save-shot';
  const wanted = kindsOf(request.purpose);
  const choose = (path: string, replace: boolean) => {
    setFailure(undefined);
    request.choose(path, replace).then(onClose, (error: unknown) => setFailure(asCoreError(error)));
  };
  const target = folder === undefined ? '' : joinPath(folder.path, `${name.trim().replace(/\.ductile$/, '')}.ductile`);
  const exists = failure?.code === 'file-exists';
  return (
    <Sheet
      title={request.purpose === 'locate-mesh' ? `Locate ${request.name ?? 'the mesh'}` : titles[request.purpose]}
      text={folder?.path}
      onClose={onClose}
      actions={
        saving && (
          <Button
            variant={exists ? 'danger' : 'primary'}
            disabled={name.trim() === '' && 'Type a name.'}
            onClick={() => choose(target, exists)}
          >
            {exists ? 'Replace it' : 'Save'}
          </Button>
        )
      }
    >
      {saving && (
        <div className="ui-field files-name" data-size="normal">
          <input
            aria-label="Name"
            value={name}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setName(event.target.value);
              setFailure(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && name.trim() !== '') choose(target, exists);
            }}
          />
          <span className="ui-field-unit">.ductile</span>
        </div>
      )}
      {(failure ?? problem) !== undefined && <p className="files-problem">{(failure ?? problem)?.describe()}</p>}
      {folder !== undefined && (
        <FileList
          folder={folder}
          wanted={wanted}
          focused={!saving}
          onVisit={visit}
          onChoose={({ path, name: file }) => (saving ? setName(file.replace(/\.ductile$/, '')) : choose(path, false))}
        />
      )}
    </Sheet>
  );
}

interface FileListProps {
  readonly folder: Folder;
  readonly wanted: readonly Entry['kind'][];
  /** Takes the focus when a folder is shown. */
  readonly focused: boolean;
  onVisit(path: string): void;
  onChoose(entry: Entry): void;
}

function FileList({ folder, wanted, focused, onVisit, onChoose }: FileListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (focused) list.current?.querySelector('button')?.focus();
  }, [folder.path, focused]);
  const { parent } = folder;
  const shown = folder.entries.filter(({ kind }) => kind === 'folder' || wanted.includes(kind));
  return (
    <>
      {parent !== undefined && (
        <IconButton icon={ArrowUp} label="Folder above" size="small" onClick={() => onVisit(parent)} />
      )}
      {shown.length === 0 && (
        <EmptyState icon={FolderOpen} title="Nothing to choose here">
          {hints[wanted[wanted.length - 1]]}
        </EmptyState>
      )}
      <ul ref={list} className="files-list" aria-label="Files" onKeyDown={moveByArrows}>
        {shown.map((entry) => {
          const Icon = icons[entry.kind];
          return (
            <li key={entry.path}>
              <button
                type="button"
                className="files-entry"
                onClick={() => (entry.kind === 'folder' ? onVisit(entry.path) : onChoose(entry))}
              >
                <Icon aria-hidden />
                <span className="files-entry-name">{entry.name}</span>
                <span className="mono">{entry.kind === 'folder' ? '' : formatBytes(entry.bytes)}</span>
                <span className="files-age">{formatAgo(entry.secondsAgo)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function moveByArrows(event: React.KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  buttons[Math.min(Math.max(index + step, 0), buttons.length - 1)]?.focus();
}

function useFolder(first: string | undefined) {
  const { connection } = useSession();
  const [path, visit] = useState(first);
  const [folder, setFolder] = useState<Folder>();
  const [problem, setProblem] = useState<CoreError>();
  useEffect(() => {
    let current = true;
    connection.call('listFolder', path === undefined ? {} : { path }).then(
      (answer) => {
        if (!current) return;
        setFolder(answer);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (current) setProblem(asCoreError(error));
      },
    );
    return () => {
      current = false;
    };
  }, [connection, path]);
  return { folder, problem, visit };
}

function asCoreError(error: unknown): CoreError {
  return error instanceof CoreError ? error : new CoreError('internal', String(error));
}
