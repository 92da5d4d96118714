import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Boxes, Plus } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { useDocument, useSelection, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { EmptyState, PanelHead } from '../ui/Panel.tsx';
import { SearchField } from '../ui/TextField.tsx';
import { addEntries } from './addEntries.ts';
import { OutlinerRow } from './OutlinerRow.tsx';
import { outlineRows, rowsBetween, type OutlineRow } from './outlineRows.ts';
import './outliner.css';

/** What the shot holds: choose, rename, hide, disable, add. */
export function OutlinerPanel() {
  const session = useSession();
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const selected = useSelection((state) => state.ids);
  const [search, setSearch] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [renamed, setRenamed] = useState<string>();
  const [dragged, setDragged] = useState<string>();
  const anchor = useRef<string>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const rows = outlineRows(entities, search, folded);

  useEffect(
    () => session.panelActions.provide({ renameActive: () => setRenamed(session.selection.getState().ids.at(-1)) }),
    [session],
  );
  const toggleFold = (id: string): void =>
    setFolded((present) => new Set(present.has(id) ? [...present].filter((other) => other !== id) : [...present, id]));
  const select = (id: string, event: MouseEvent | KeyboardEvent): void => {
    if (event.shiftKey && anchor.current !== undefined) {
      session.selection.setState({ ids: rowsBetween(rows, anchor.current, id) });
      return;
    }
    anchor.current = id;
    const toggled = selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id];
    session.selection.setState({ ids: event.ctrlKey || event.metaKey ? toggled : [id] });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Views are on the keypad, whatever its lock says.
    if (event.code.startsWith('Numpad')) return;
    const current = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'];
    const index = rows.findIndex(({ id }) => id === current);
    const next = nextRow(rows, index, event.key);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.id)}"]`)?.focus();
    if (next.kind === 'entity') select(next.id, event);
  };
  return (
    <section className="outliner" aria-label="Outliner">
      <PanelHead title="Outliner">
        <Menu entries={() => addEntries(session)} align="end">
          <IconButton icon={Plus} label="Add to the shot" size="small" />
        </Menu>
      </PanelHead>
      <div className="outliner-search">
        <SearchField label="Search" value={search} onChange={setSearch} />
      </div>
      <div
        ref={list}
        className="outliner-rows"
        role="tree"
        aria-label="Objects of the shot"
        aria-multiselectable
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <OutlinerRow
            key={row.id}
            row={row}
            selected={selected.includes(row.id)}
            focusable={rowTakesFocus(rows, selected, index)}
            folded={folded.has(row.id)}
            renaming={renamed === row.id}
            dragged={dragged}
            onDrag={setDragged}
            onSelect={(event) => (row.kind === 'heading' ? toggleFold(row.id) : select(row.id, event))}
            onRename={(id) => setRenamed(id)}
          />
        ))}
        {rows.length === 0 && <Nothing search={search} onImport={() => runCommand(session, 'file.importMesh')} />}
      </div>
    </section>
  );
}

function Nothing({ search, onImport }: { readonly search: string; onImport(): void }) {
  if (search !== '') return <EmptyState title="Nothing found">No object has “{search}” in its name.</EmptyState>;
  return (
    <EmptyState icon={Boxes} title="The shot is empty" actions={<Button onClick={onImport}>Import mesh…</Button>}>
      Drop a mesh into the viewport, or add a primitive with +.
    </EmptyState>
  );
}

function nextRow(rows: readonly OutlineRow[], index: number, key: string): OutlineRow | undefined {
  if (key === 'ArrowDown') return rows[index + 1];
  if (key === 'ArrowUp') return rows[index - 1];
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  return undefined;
}

/** One row is in the order of Tab: the last selected one, or the first. */
function rowTakesFocus(rows: readonly OutlineRow[], selected: readonly string[], index: number): boolean {
  const active = selected.at(-1);
  const at = rows.findIndex(({ id }) => id === active);
  return index === Math.max(0, at);
}
