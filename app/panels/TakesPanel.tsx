import { useEffect, useMemo, useRef } from 'react';
import { CircleDot, Circle, Columns2, GitBranch, Pencil, Trash2 } from 'lucide-react';
import { deleteTake, listTakes, renameTake, switchTake } from '../../src/scene/takes.ts';
import type { Take } from '../../src/scene/Scene.ts';
import { runCommand } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { useDocument, useFrames, useSession, useView, type Session } from '../session/Session.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ContextMenu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { PanelHead } from '../ui/Panel.tsx';
import { CacheUse } from './CacheUse.tsx';
import { useRenaming } from '../ui/useRenaming.ts';
import './panels.css';

/** The versions of the shot, and the disk that their frames take. */
export function TakesPanel() {
  const scene = useDocument((state) => state.open?.scene);
  const takes = useMemo(() => (scene === undefined ? [] : listTakes(scene)), [scene]);
  const session = useSession();
  const keys = useKeyLabel();
  const compare = useView((state) => state.compare);
  const other = takes.find(({ id }) => id !== scene?.take.id);
  return (
    <section className="ui-panel" aria-label="Takes and cache">
      <PanelHead title="Takes">
        <IconButton
          icon={Columns2}
          size="small"
          label={compare === undefined ? 'Compare with another take' : 'Stop comparing'}
          pressed={compare !== undefined}
          disabled={other === undefined && 'Branch a take first: then there are two to compare.'}
          onClick={() => toggleCompare(session, other)}
        />
        <IconButton
          icon={GitBranch}
          size="small"
          label="Branch take at the playhead"
          keys={keys('simulate.branchTake')}
          onClick={() => runCommand(session, 'simulate.branchTake')}
        />
      </PanelHead>
      <ul className="take-list" aria-label="Takes">
        {takes.map((take) => (
          <TakeRow key={take.id} take={take} active={take.id === scene?.take.id} />
        ))}
      </ul>
      <CacheUse />
    </section>
  );
}

function takeName({ id, name }: Take): string {
  return name === '' ? id : name;
}

function toggleCompare({ view }: Session, other: Take | undefined): void {
  const { compare } = view.getState();
  view.setState({
    compare:
      compare !== undefined || other === undefined ? undefined : { take: other.id, how: 'side-by-side', wipe: 0.5 },
  });
}

function TakeRow({ take, active }: { readonly take: Take; readonly active: boolean }) {
  const session = useSession();
  const { document } = session;
  const renaming = useRenaming(takeName(take), (name) =>
    document.replace(`rename ${takeName(take)}`, renameTake(document.scene!, take.id, name)),
  );
  const row = useRef<HTMLLIElement>(null);
  // In a low window the list has room for a row or two.
  useEffect(() => {
    const list = row.current?.parentElement;
    if (!active || list === null || list === undefined) return;
    // Called at once, too.
    const resizing = new ResizeObserver(() => row.current?.scrollIntoView({ block: 'nearest' }));
    resizing.observe(list);
    return () => resizing.disconnect();
  }, [active]);
  const choose = () => {
    if (!active) document.replace(`switch to ${takeName(take)}`, switchTake(document.scene!, take.id));
  };
  return (
    <li ref={row} data-active={active}>
      <ContextMenu entries={() => takeMenu(session, take, active, renaming.begin)}>
        {renaming.active ? (
          <input {...renaming.field} className="take-rename" aria-label="Name of the take" />
        ) : (
          <button
            type="button"
            className="take-row"
            aria-current={active}
            onClick={choose}
            onDoubleClick={renaming.begin}
            onKeyDown={(event) => {
              if (event.key !== 'F2') return;
              event.preventDefault();
              renaming.begin();
            }}
          >
            {active ? <CircleDot aria-hidden /> : <Circle aria-hidden />}
            <span className="take-name">{takeName(take)}</span>
            <span className="take-detail">
              {take.branchFrame !== undefined && take.parent !== undefined ? `from ${take.branchFrame}` : ''}
            </span>
            {active && <TakeProgress />}
          </button>
        )}
      </ContextMenu>
    </li>
  );
}

/** Share of the frames that are there. */
function TakeProgress() {
  const share = useFrames(({ cells }) =>
    cells.length === 0 ? 0 : Math.floor((100 * cells.filter(({ state }) => state === 'cached').length) / cells.length),
  );
  return <span className="mono take-share">{share} %</span>;
}

function takeMenu(session: Session, take: Take, active: boolean, rename: () => void): MenuEntry[] {
  const { document, view } = session;
  return [
    {
      kind: 'item',
      label: 'Switch to it',
      disabled: active && 'This is the active take.',
      onSelect: () => document.replace(`switch to ${takeName(take)}`, switchTake(document.scene!, take.id)),
    },
    {
      kind: 'item',
      label: 'Compare side by side',
      icon: Columns2,
      disabled: active && 'Compare needs another take.',
      onSelect: () => view.setState({ compare: { take: take.id, how: 'side-by-side', wipe: 0.5 } }),
    },
    {
      kind: 'item',
      label: 'Compare with a wipe',
      disabled: active && 'Compare needs another take.',
      onSelect: () => view.setState({ compare: { take: take.id, how: 'wipe', wipe: 0.5 } }),
    },
    { kind: 'separator' },
    { kind: 'item', label: 'Rename', icon: Pencil, keys: 'F2', onSelect: () => setTimeout(rename) },
    {
      kind: 'item',
      label: 'Delete',
      icon: Trash2,
      danger: true,
      disabled: active && 'Switch to another take first.',
      onSelect: () => {
        if (view.getState().compare?.take === take.id) view.setState({ compare: undefined });
        document.replace(`delete ${takeName(take)}`, deleteTake(document.scene!, take.id));
      },
    },
  ];
}
