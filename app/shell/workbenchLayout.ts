import type { DockviewApi, SerializedDockview } from 'dockview-react';
import { panels } from '../panels/panelRegistry.ts';

/** Sizes of a fresh layout, px. */
const LEFT = 248;
const RIGHT = 320;
const DOCK = 272;
const TAKES = 190;
/** Below these a panel cannot be used. */
const MINIMA: Readonly<Record<string, { readonly minimumWidth?: number; readonly minimumHeight?: number }>> = {
  viewport: { minimumWidth: 480, minimumHeight: 200 },
  outliner: { minimumWidth: 180, minimumHeight: 90 },
  takes: { minimumWidth: 180, minimumHeight: 130 },
  inspector: { minimumWidth: 280, minimumHeight: 160 },
  timeline: { minimumHeight: 114 },
};

/** The layout of a fresh start: outliner and takes left, inspector right, timeline and log over the whole width below. */
export function buildLayout(api: DockviewApi): void {
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
  add('timeline', { direction: 'below' }, { height: DOCK });
  add('outliner', { referencePanel: 'viewport', direction: 'left' }, { width: LEFT });
  add('inspector', { referencePanel: 'viewport', direction: 'right' }, { width: RIGHT });
  add('takes', { referencePanel: 'outliner', direction: 'below' }, { height: TAKES });
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

/** Windows narrower than this show the left column only on request: the viewport keeps its room. */
const NARROW = 1100;
const LEFT_COLUMN = ['outliner', 'takes'];

/** True where the window is too narrow for three columns. */
export function isNarrow(width: number): boolean {
  return width < NARROW;
}

/** What is kept of the sizes of the panels beside the viewport, px, by id. */
export type SideSizes = Readonly<Record<string, { readonly width?: number; readonly height?: number }>>;

export function sideSizes(api: DockviewApi): SideSizes {
  const group = (id: string) => api.getPanel(id)?.group.api;
  return {
    outliner: { width: group('outliner')?.width },
    takes: { height: group('takes')?.height },
    inspector: { width: group('inspector')?.width },
  };
}

/** Gives the panels beside the viewport these sizes again. */
export function restoreSizes(api: DockviewApi, sizes: SideSizes): void {
  for (const [id, size] of Object.entries(sizes)) api.getPanel(id)?.group.api.setSize(size);
}

export function isInLeftColumn(id: string): boolean {
  return LEFT_COLUMN.includes(id);
}

/** Shows or hides the left column. */
export function showLeftColumn(api: DockviewApi, shown: boolean): void {
  for (const id of LEFT_COLUMN) {
    const group = api.getPanel(id)?.group.api;
    if (group !== undefined && group.isVisible !== shown) group.setVisible(shown);
  }
  // What was hidden comes back squeezed.
  if (shown) restoreSizes(api, { outliner: { width: LEFT }, takes: { height: TAKES }, inspector: { width: RIGHT } });
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
