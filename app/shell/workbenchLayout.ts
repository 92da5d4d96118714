import type { DockviewApi, SerializedDockview } from 'dockview-react';
import { panels } from '../panels/panelRegistry.ts';
import type { PanelRoom } from '../state/preferences.ts';

/** Least sizes of panels, CSS pixels: smaller ones cannot be used. */
const MINIMA: Readonly<Record<string, { readonly minimumWidth?: number; readonly minimumHeight?: number }>> = {
  viewport: { minimumWidth: 480, minimumHeight: 200 },
  outliner: { minimumWidth: 180, minimumHeight: 90 },
  takes: { minimumWidth: 180, minimumHeight: 130 },
  inspector: { minimumWidth: 280, minimumHeight: 160 },
  timeline: { minimumHeight: 114 },
};

/** The layout of a fresh start: outliner and takes left, inspector right, timeline and log over the whole width below. */
export function buildLayout(api: DockviewApi, room: PanelRoom): void {
  api.clear();
  const add = (
    id: string,
    position: Parameters<DockviewApi['addPanel']>[0]['position'],
    size: { width?: number; height?: number } = {},
  ) =>
    api.addPanel({
      id,
      component: id,
      title: panels[id].title,
      position,
      initialWidth: size.width,
      initialHeight: size.height,
      ...MINIMA[id],
    });
  add('viewport', undefined);
  add('timeline', { direction: 'below' }, { height: room.bottom });
  add('outliner', { referencePanel: 'viewport', direction: 'left' }, { width: room.left });
  add('inspector', { referencePanel: 'viewport', direction: 'right' }, { width: room.right });
  add('takes', { referencePanel: 'outliner', direction: 'below' }, { height: room.takes });
  add('log', { referencePanel: 'timeline', direction: 'within' });
  api.getPanel('timeline')?.api.setActive();
}

/** Shows a stored layout. False where it is damaged, or lacks a panel that this program has: the caller builds a fresh one. */
export function restoreLayout(api: DockviewApi, layout: unknown): boolean {
  try {
    api.fromJSON(layout as SerializedDockview);
  } catch {
    return false;
  }
  return Object.keys(panels).every((id) => api.getPanel(id) !== undefined);
}

/** A panel with a head of its own, alone in its place, needs no tab; with `tabs` every panel has one, to be dragged by. */
export function dress(api: DockviewApi, tabs: boolean): void {
  for (const { panels: inside, header, element } of api.groups) {
    const ownHead = inside.length === 1 && panels[inside[0].id]?.ownHead === true;
    header.hidden = ownHead && !tabs;
    // The panel inside is the landmark.
    element.removeAttribute('role');
    element.removeAttribute('aria-label');
  }
}
