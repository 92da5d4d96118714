import { useMemo, useState } from 'react';
import { Command as Cmdk } from 'cmdk';
import { commandEnabled, commandGroups, commandsNow, runCommand } from '../commands/Command.ts';
import { rankCommands, type Findable } from '../commands/rankCommands.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { useSession, type Session } from '../session/Session.ts';
import { Kbd } from '../ui/Kbd.tsx';
import './palette.css';

interface Listed extends Findable {
  /** Why it cannot be run now. */
  readonly reason: string | undefined;
}

/** The commands as they stand when the palette opens. */
function listCommands(session: Session): readonly Listed[] {
  return commandsNow(session)
    .filter(({ id }) => id !== 'view.commandPalette')
    .map((command) => {
      const enabled = commandEnabled(session, command);
      return {
        id: command.id,
        title: command.title(session),
        keywords: command.keywords ?? '',
        group: command.group,
        reason: enabled === true ? undefined : enabled,
      };
    });
}

/** Finds and runs any command by a few letters of its name. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const session = useSession();
  const [search, setSearch] = useState('');
  const listed = useMemo(() => listCommands(session), [session]);
  const found = useMemo(() => rankCommands(listed, search), [listed, search]);
  const choose = (id: string) => {
    onClose();
    // After the focus went back to where it was.
    setTimeout(() => runCommand(session, id));
  };
  return (
    <Cmdk.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Commands"
      shouldFilter={false}
      className="palette"
      overlayClassName="palette-overlay"
      contentClassName="ui-surface palette-content"
      loop
    >
      <Cmdk.Input placeholder="Type a command…" className="palette-input" value={search} onValueChange={setSearch} />
      <Cmdk.List className="palette-list">
        <Cmdk.Empty className="palette-empty">No command matches. Try another word.</Cmdk.Empty>
        {search.trim() === ''
          ? commandGroups.map((group) => (
              <Cmdk.Group key={group} heading={group}>
                {found
                  .filter((command) => command.group === group)
                  .map((command) => (
                    <Line key={command.id} command={command} onChoose={choose} />
                  ))}
              </Cmdk.Group>
            ))
          : found.map((command) => <Line key={command.id} command={command} onChoose={choose} withGroup />)}
      </Cmdk.List>
    </Cmdk.Dialog>
  );
}

interface LineProps {
  readonly command: Listed;
  onChoose(id: string): void;
  readonly withGroup?: boolean;
}

function Line({ command: { id, title, group, reason }, onChoose, withGroup = false }: LineProps) {
  const keys = useKeyLabel();
  return (
    <Cmdk.Item value={id} disabled={reason !== undefined} onSelect={() => onChoose(id)} className="palette-item">
      <span className="palette-title">{title}</span>
      {reason !== undefined ? (
        <span className="palette-reason">{reason}</span>
      ) : (
        withGroup && <span className="palette-reason">{group}</span>
      )}
      {keys(id) !== '' && <Kbd>{keys(id)}</Kbd>}
    </Cmdk.Item>
  );
}
