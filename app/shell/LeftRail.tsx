import { Database, GitBranch, PanelLeftOpen, Plus } from 'lucide-react';
import { entityName } from '../document/entityEdits.ts';
import { addEntries } from '../outliner/addEntries.ts';
import { entityIcon } from '../entities/entityFacts.ts';
import { outlineRows } from '../outliner/outlineRows.ts';
import { runCommand } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { useDocument, useSelection, useSession, useShell } from '../session/Session.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';

const NOTHING_FOLDED: ReadonlySet<string> = new Set();

/** The objects of the shot as pictures, where the outliner is folded away: a narrow window leaves the room to the viewport. */
export function LeftRail() {
  const session = useSession();
  const keys = useKeyLabel();
  const folded = useShell(({ hiddenParts }) => hiddenParts.includes('left'));
  const entities = useDocument(({ open }) => open?.scene.entities) ?? [];
  const selected = useSelection(({ ids }) => ids);
  if (!folded) return null;
  const rows = outlineRows(entities, '', NOTHING_FOLDED);
  return (
    <nav className="left-rail" aria-label="Objects of the shot">
      <IconButton
        icon={PanelLeftOpen}
        label="Show outliner and takes"
        keys={keys('window.toggle-left')}
        tooltipSide="right"
        onClick={() => runCommand(session, 'window.toggle-left')}
      />
      <div className="left-rail-objects">
        {rows.map((row) =>
          row.kind === 'heading' ? null : (
            <IconButton
              key={row.id}
              icon={entityIcon(row.entity)}
              label={entityName(row.entity)}
              pressed={selected.includes(row.id)}
              tooltipSide="right"
              onClick={(event) => {
                const others = event.ctrlKey || event.metaKey ? selected.filter((id) => id !== row.id) : [];
                session.selection.setState({ ids: [...others, row.id] });
              }}
            />
          ),
        )}
        <Menu entries={() => addEntries(session)} side="right">
          <IconButton icon={Plus} label="Add to the shot" tooltipSide="right" />
        </Menu>
      </div>
      <IconButton
        icon={GitBranch}
        label="Branch take at the playhead"
        keys={keys('simulate.branchTake')}
        tooltipSide="right"
        onClick={() => runCommand(session, 'simulate.branchTake')}
      />
      <IconButton
        icon={Database}
        label="Takes and cache"
        tooltipSide="right"
        onClick={() => runCommand(session, 'window.takes')}
      />
    </nav>
  );
}
