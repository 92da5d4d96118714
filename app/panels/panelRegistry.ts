import type { ComponentType } from 'react';
import { OutlinerPanel } from '../outliner/OutlinerPanel.tsx';
import { DockHead } from '../timeline/head/DockHead.tsx';
import { TimelinePanel } from '../timeline/TimelinePanel.tsx';
import { Viewport } from '../viewport/Viewport.tsx';
import { LogPanel } from './LogPanel.tsx';
import { PropertiesPanel } from './PropertiesPanel.tsx';
import { TakesPanel } from './TakesPanel.tsx';

/** What the status bar offers while a panel has the focus: a command by its id, or a gesture of the mouse. */
export type PanelHint =
  | { readonly command: string; readonly text: string }
  | { readonly keys: string; readonly text: string };

export interface PanelDefinition {
  readonly title: string;
  readonly component: ComponentType;
  /** It draws its own head: alone in its place it needs no tab, except while panels are rearranged. */
  readonly ownHead?: boolean;
  /** Small controls in the rest of the panel's 30 px head, while its tab is in front. */
  readonly headerActions?: ComponentType;
  readonly hints?: readonly PanelHint[];
}

/** The panels that a layout places, by id. */
export const panels: Readonly<Record<string, PanelDefinition>> = {
  viewport: {
    title: 'Viewport',
    ownHead: true,
    component: Viewport,
    hints: [
      { keys: 'Alt drag', text: 'orbit' },
      { command: 'tool.move', text: 'move' },
      { command: 'tool.rotate', text: 'rotate' },
      { command: 'view.frameSelected', text: 'frame' },
      { command: 'playback.toggle', text: 'play' },
    ],
  },
  outliner: {
    title: 'Outliner',
    ownHead: true,
    component: OutlinerPanel,
    hints: [
      { command: 'edit.rename', text: 'rename' },
      { command: 'edit.hide', text: 'hide' },
      { command: 'edit.duplicate', text: 'duplicate' },
      { command: 'edit.delete', text: 'delete' },
      { command: 'window.search', text: 'search' },
    ],
  },
  inspector: {
    title: 'Inspector',
    ownHead: true,
    component: PropertiesPanel,
    hints: [
      { keys: 'Drag', text: 'change' },
      { keys: 'Shift', text: 'fine' },
      { keys: 'Enter', text: 'accept' },
      { keys: 'Esc', text: 'restore' },
      { command: 'playback.setKey', text: 'set key' },
    ],
  },
  timeline: {
    title: 'Timeline',
    component: TimelinePanel,
    headerActions: DockHead,
    hints: [
      { command: 'playback.setKey', text: 'set key' },
      { command: 'simulate.whyStale', text: 'why stale?' },
      { command: 'simulate.fromHere', text: 'simulate from here' },
      { command: 'simulate.branchTake', text: 'branch take' },
    ],
  },
  takes: {
    title: 'Takes',
    ownHead: true,
    component: TakesPanel,
    hints: [
      { command: 'simulate.branchTake', text: 'branch at the playhead' },
      { command: 'takes.next', text: 'next take' },
    ],
  },
  log: {
    title: 'Log',
    component: LogPanel,
    hints: [{ command: 'window.search', text: 'filter' }],
  },
};

/** Hints while no panel has the focus. */
export const generalHints: readonly PanelHint[] = [
  { command: 'view.commandPalette', text: 'commands' },
  { command: 'simulate.run', text: 'simulate' },
  { command: 'playback.toggle', text: 'play' },
  { command: 'window.nextPanel', text: 'next panel' },
];
