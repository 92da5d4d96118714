import { Command as Cmdk } from 'cmdk';
import { commandEnabled, commandGroups, commands, runCommand, type Command } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { useSession } from '../state/Session.ts';
import { Kbd } from '../ui/Kbd.tsx';
import './palette.css';

/** Finds and runs any command by a few letters of its name. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const session = useSession();
  const keys = useKeyLabel();
  const choose = (command: Command) => {
    onClose();
    // After the focus went back to where it was.
    setTimeout(() => runCommand(session, command.id));
  };
  return (
    <Cmdk.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Commands"
      className="palette"
      overlayClassName="palette-overlay"
      contentClassName="ui-surface palette-content"
      loop
    >
      <Cmdk.Input placeholder="Type a command…" className="palette-input" />
      <Cmdk.List className="palette-list">
        <Cmdk.Empty className="palette-empty">No command is called that. Try another word.</Cmdk.Empty>
        {commandGroups.map((group) => (
          <Cmdk.Group key={group} heading={group}>
            {[...commands.values()]
              .filter((command) => command.group === group && command.id !== 'view.commandPalette')
              .map((command) => {
                const enabled = commandEnabled(session, command);
                const title = command.title(session);
                return (
                  <Cmdk.Item
                    key={command.id}
                    value={command.id}
                    keywords={[title, group, command.keywords ?? '']}
                    disabled={enabled !== true}
                    onSelect={() => choose(command)}
                    className="palette-item"
                  >
                    <span className="palette-title">{title}</span>
                    {enabled !== true && <span className="palette-reason">{enabled}</span>}
                    {keys(command.id) !== '' && <Kbd>{keys(command.id)}</Kbd>}
                  </Cmdk.Item>
                );
              })}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
    </Cmdk.Dialog>
  );
}
