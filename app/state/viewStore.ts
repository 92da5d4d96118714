import { createStore } from 'zustand/vanilla';
import type { QualityName } from '../../src/scene/Scene.ts';

export const viewModes = ['shaded', 'wire', 'tets', 'cut', 'points'] as const;
export type ViewMode = (typeof viewModes)[number];
export const colourings = ['surface', 'volumeChange', 'vonMises', 'speed', 'quality', 'inverted'] as const;
export type Colouring = (typeof colourings)[number];
export const tools = ['select', 'move', 'rotate', 'scale', 'pin', 'probe', 'measure'] as const;
export type Tool = (typeof tools)[number];
/** Panel that replaces the inspector while something is done. */
export type Task = 'none' | 'import' | 'mesh' | 'export' | 'failure' | 'playblast';

export interface ViewState {
  readonly quality: QualityName;
  readonly mode: ViewMode;
  readonly colouring: Colouring;
  readonly tool: Tool;
  readonly snapping: boolean;
  /** Of snapping, m. */
  readonly snapStep: number;
  /** Cut-away: share of the scene's box along the axis, 0..1. */
  readonly cut: { readonly axis: 'x' | 'y' | 'z'; readonly offset: number; readonly flipped: boolean };
  readonly statistics: boolean;
  readonly projection: 'perspective' | 'orthographic';
  /** The element that the failure panel isolates. */
  readonly isolated: { readonly entity: string; readonly element: number } | undefined;
  /** The take that is compared with the one worked on, and how. */
  readonly compare: { readonly take: string; readonly how: 'side-by-side' | 'wipe'; readonly wipe: number } | undefined;
  readonly task: Task;
}

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore() {
  return createStore<ViewState>(() => ({
    quality: 'draft',
    mode: 'shaded',
    colouring: 'surface',
    tool: 'select',
    snapping: false,
    snapStep: 0.01,
    cut: { axis: 'x', offset: 0.5, flipped: false },
    statistics: true,
    projection: 'perspective',
    isolated: undefined,
    compare: undefined,
    task: 'none',
  }));
}
