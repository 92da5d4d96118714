import { useEffect, useRef } from 'react';
import { DockviewReact, type DockviewApi, type DockviewTheme, type IDockviewHeaderActionsProps } from 'dockview-react';
import type { DockviewReadyEvent } from 'dockview-react';
import { panels } from '../panels/panelRegistry.ts';
import { dropOnShot } from '../start/openDropped.ts';
import { useDrop } from '../start/useDrop.ts';
import { useSession, type Session } from '../state/Session.ts';
import type { JsonValue } from '../state/preferences.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { cyclePanels, showPanel } from './panelFocus.ts';
import { PanelTab } from './PanelTab.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';
import {
  buildLayout,
  dress,
  isNarrow,
  restoreLayout,
  restoreSizes,
  showLeftColumn,
  sideSizes,
} from './workbenchLayout.ts';
import './workbench.css';

const theme: DockviewTheme = { name: 'ductile', className: 'workbench-theme', colorScheme: 'dark', gap: 1 };

const components = Object.fromEntries(
  Object.entries(panels).map(([id, { component: Panel }]) => [
    id,
    () => (
      <div className="workbench-panel" data-panel={id} tabIndex={-1}>
        <Panel />
      </div>
    ),
  ]),
);

/** Buttons of the panel in front, at the end of its head. */
function HeaderActions({ activePanel }: IDockviewHeaderActionsProps) {
  const Actions = activePanel === undefined ? undefined : panels[activePanel.id]?.headerActions;
  return Actions === undefined ? null : (
    <div className="workbench-actions">
      <Actions />
    </div>
  );
}

/** What commands do with the arrangement of panels. */
function provideActions(session: Session, api: DockviewApi): () => void {
  return session.panelActions.provide({
    showPanel: (id) => showPanel(api, id),
    cyclePanels: (direction) => cyclePanels(api, session.shell.getState().focusedPanel, direction),
    resetLayout: () => buildLayout(api),
    layout: () => api.toJSON() as unknown as JsonValue,
    applyLayout: (layout) => {
      if (!restoreLayout(api, layout)) buildLayout(api);
    },
  });
}

/** Hides the left column while the window is narrow, and brings it back when it is wide again. */
function followWidth(api: DockviewApi): () => void {
  let narrow = false;
  // As long as the window was wide.
  let sizes = sideSizes(api);
  const look = (): void => {
    const now = isNarrow(window.innerWidth);
    if (now !== narrow) showLeftColumn(api, !now);
    if (narrow && !now) restoreSizes(api, sizes);
    narrow = now;
  };
  look();
  window.addEventListener('resize', look);
  const changes = api.onDidLayoutChange(() => {
    if (!narrow && !isNarrow(window.innerWidth)) sizes = sideSizes(api);
  });
  return () => {
    changes.dispose();
    window.removeEventListener('resize', look);
  };
}

/** The editor on an open shot. */
export function Workbench() {
  const session = useSession();
  const leave = useRef<() => void>(undefined);
  const ready = ({ api }: DockviewReadyEvent) => {
    const { layout } = session.preferences.store.getState();
    if (layout === undefined || !restoreLayout(api, layout)) buildLayout(api);
    api.getPanel('timeline')?.api.setActive();
    const dressNow = () => dress(api, session.shell.getState().rearranging);
    dressNow();
    const actions = provideActions(session, api);
    const rearranging = session.shell.subscribe(dressNow);
    const changes = api.onDidLayoutChange(() => {
      dressNow();
      // What a narrow window leaves out is not how the artist arranged it.
      if (!isNarrow(window.innerWidth)) session.preferences.change({ layout: api.toJSON() as unknown as JsonValue });
    });
    const leaveWidth = followWidth(api);
    leave.current = () => {
      actions();
      rearranging();
      changes.dispose();
      leaveWidth();
    };
  };
  useEffect(() => () => leave.current?.(), []);
  const drop = useDrop((file) => {
    dropOnShot(session, file).catch((error: unknown) => session.log.error(`could not open ${file.name}`, error));
  });
  return (
    <div
      className="workbench"
      data-dropping={drop.over}
      {...drop.handlers}
      onFocus={({ target }) => {
        const focusedPanel = target.closest<HTMLElement>('[data-panel]')?.dataset.panel;
        if (focusedPanel !== undefined) session.shell.setState({ focusedPanel });
      }}
    >
      <TopBar />
      <ConnectionBanner />
      <main className="workbench-dock">
        <DockviewReact
          theme={theme}
          components={components}
          defaultTabComponent={PanelTab}
          rightHeaderActionsComponent={HeaderActions}
          onReady={ready}
          disableFloatingGroups
        />
      </main>
      <StatusBar />
    </div>
  );
}
