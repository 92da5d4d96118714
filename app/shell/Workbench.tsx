import { DockviewReact, themeDark, type DockviewReadyEvent } from 'dockview-react';
import { panels } from '../panels/panelRegistry.ts';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';
import './workbench.css';

const components = Object.fromEntries(
  Object.entries(panels).map(([id, { component: Panel }]) => [id, () => <Panel />]),
);

/** The layout of a fresh start: outliner left, inspector right, timeline over the whole width below. */
function buildLayout({ api }: DockviewReadyEvent): void {
  const add = (
    id: string,
    position: Parameters<typeof api.addPanel>[0]['position'],
    size: { width?: number; height?: number } = {},
  ) =>
    api.addPanel({
      id,
      component: id,
      title: panels[id].title,
      position,
      initialWidth: size.width,
      initialHeight: size.height,
    });
  add('viewport', undefined);
  add('timeline', { direction: 'below' }, { height: 241 });
  add('outliner', { referencePanel: 'viewport', direction: 'left' }, { width: 248 });
  add('inspector', { referencePanel: 'viewport', direction: 'right' }, { width: 320 });
  add('log', { referencePanel: 'timeline', direction: 'within' });
  api.getPanel('timeline')?.api.setActive();
  const viewport = api.getPanel('viewport');
  if (viewport !== undefined) viewport.group.header.hidden = true;
}

/** The editor on an open shot. */
export function Workbench() {
  return (
    <div className="workbench">
      <TopBar />
      <DockviewReact
        className="workbench-dock"
        theme={themeDark}
        components={components}
        onReady={buildLayout}
        disableFloatingGroups
      />
      <StatusBar />
    </div>
  );
}
