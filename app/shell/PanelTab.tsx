import { useEffect, useState } from 'react';
import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { useStore } from 'zustand';
import { useSession } from '../session/Session.ts';
import { Badge } from '../ui/Badge.tsx';

/** The title of a panel; alone in its group it reads as the panel's heading. */
export function PanelTab({ api }: IDockviewPanelHeaderProps) {
  const [alone, setAlone] = useState(true);
  useEffect(() => {
    const look = () => setAlone(api.group.panels.length === 1);
    look();
    const events = [api.onDidGroupChange(look), api.onDidActiveGroupChange(look), api.onDidVisibilityChange(look)];
    return () => events.forEach((event) => event.dispose());
  }, [api]);
  return (
    <span className="panel-tab" data-alone={alone}>
      {api.title}
      {api.id === 'log' && <Unread />}
    </span>
  );
}

function Unread() {
  const { log } = useSession();
  const unread = useStore(log.store, (state) => state.unread);
  return unread === 0 ? null : <Badge tone="warning">{unread}</Badge>;
}
