import { PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { useSession, useShell } from '../session/Session.ts';
import { IconButton } from '../ui/IconButton.tsx';

const toggles = [
  { part: 'left', label: 'Outliner and takes', icon: PanelLeft },
  { part: 'bottom', label: 'Timeline', icon: PanelBottom },
  { part: 'right', label: 'Inspector', icon: PanelRight },
] as const;

/** Folds the parts around the viewport away, and brings them back. */
export function PanelToggles() {
  const session = useSession();
  const keys = useKeyLabel();
  const hidden = useShell((state) => state.hiddenParts);
  return (
    <span className="top-bar-panels" role="group" aria-label="Panels">
      {toggles.map(({ part, label, icon }) => (
        <IconButton
          key={part}
          icon={icon}
          label={label}
          text={hidden.includes(part) ? 'Hidden: click to show it.' : 'Click to hide it.'}
          keys={keys(`window.toggle-${part}`)}
          aria-pressed={!hidden.includes(part)}
          onClick={() => runCommand(session, `window.toggle-${part}`)}
        />
      ))}
    </span>
  );
}
