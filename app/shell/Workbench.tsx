import { useEffect, useRef } from 'react';
import { DockviewReact, type DockviewApi, type DockviewTheme, type IDockviewHeaderActionsProps } from 'dockview-react';
import type { DockviewReadyEvent } from 'dockview-react';
import { panels } from '../panels/panelRegistry.ts';
import { dropOnShot } from '../commands/openDropped.ts';
import { useDrop } from '../start/useDrop.ts';
import { useSession, type Session } from '../session/Session.ts';
import type { JsonValue } from '../state/preferences.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { LeftRail } from './LeftRail.tsx';
import { cyclePanels, showPanel } from './panelFocus.ts';
import { PanelSpace } from './PanelSpace.ts';
import { PanelTab } from './PanelTab.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';
import { buildLayout, dress, restoreLayout } from './workbenchLayout.ts';
import './workbench.css';

const theme: DockviewTheme = { name: 'ductile', className: 'workbench-theme', gap: 1 };

const components = Object.fromEntries(
  Object.entries(panels).map(([id, { component: Panel }]) => [
    id,
    () => (
      <div className="workbench-panel" data-panel={id} tabIndex={-1}>
        {id === 'viewport' && <LeftRail />}
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
function provideActions(session: Session, api: DockviewApi, space: PanelSpace): () => void {
  return session.panelActions.provide({
    showPanel: (id) => showPanel(api, space, id),
    cyclePanels: (direction) => cyclePanels(api, space, session.shell.getState().focusedPanel, direction),
    resetLayout: () => {
      buildLayout(api, space.room);
      space.reset();
    },
    togglePart: (part) => space.show(part, !space.isShown(part)),
    resizePanel: (panel, steps) => space.resize(panel, steps),
    layout: () => api.toJSON() as unknown as JsonValue,
    applyLayout: (layout) => {
      if (!restoreLayout(api, layout)) buildLayout(api, space.room);
    },
  });
}

/** The editor on an open shot. */
export function Workbench() {
  const session = useSession();
  const leave = useRef<() => void>(undefined);
  const dock = useRef<HTMLElement>(null);
  const space = useRef<PanelSpace>(undefined);
  const ready = ({ api }: DockviewReadyEvent) => {
    space.current = new PanelSpace(api, session.preferences, session.shell);
    const { layout } = session.preferences.store.getState();
    if (layout === undefined || !restoreLayout(api, layout)) buildLayout(api, space.current.room);
    api.getPanel('timeline')?.api.setActive();
    const dressNow = () => dress(api, session.shell.getState().rearranging);
    dressNow();
    const changes = api.onDidLayoutChange(() => {
      dressNow();
      session.preferences.change({ layout: api.toJSON() as unknown as JsonValue });
    });
    const ends = [
      provideActions(session, api, space.current),
      session.shell.subscribe(dressNow),
      space.current.follow(dock.current!),
      () => changes.dispose(),
    ];
    leave.current = () => ends.forEach((end) => end());
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
        if (focusedPanel === undefined) return;
        space.current?.focusMoved(session.shell.getState().focusedPanel, focusedPanel);
        session.shell.setState({ focusedPanel });
      }}
    >
      <TopBar />
      <ConnectionBanner />
      <main
        ref={dock}
        className="workbench-dock"
        onDoubleClick={({ target }) => {
          // The edge between two panels.
          if (target instanceof Element && target.closest('.dv-sash') !== null) space.current?.reset();
        }}
      >
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
