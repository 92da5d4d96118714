import type { ComponentType } from 'react';
import { InspectorPanel } from '../inspector/InspectorPanel.tsx';
import { OutlinerPanel } from '../outliner/OutlinerPanel.tsx';
import { TimelinePanel } from '../timeline/TimelinePanel.tsx';
import { Viewport } from '../viewport/Viewport.tsx';
import { LogPanel } from './LogPanel.tsx';

export interface PanelDefinition {
  readonly title: string;
  readonly component: ComponentType;
}

/** The panels that a layout places, by id. */
export const panels: Readonly<Record<string, PanelDefinition>> = {
  viewport: { title: 'Viewport', component: Viewport },
  outliner: { title: 'Outliner', component: OutlinerPanel },
  inspector: { title: 'Inspector', component: InspectorPanel },
  timeline: { title: 'Timeline', component: TimelinePanel },
  log: { title: 'Log', component: LogPanel },
};
