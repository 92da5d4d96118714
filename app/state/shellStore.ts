import { createStore } from 'zustand/vanilla';
import type { QualityName } from '../../src/scene/Scene.ts';
import type { PanelPart } from './preferences.ts';

/** What is laid over the window. */
export type Overlay =
  | { readonly kind: 'palette' }
  | { readonly kind: 'keymap' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'guide' }
  | { readonly kind: 'manual' }
  | { readonly kind: 'new-shot'; readonly settings?: Partial<NewShotSettings> }
  | { readonly kind: 'files'; readonly request: FileRequest };

/** What a new shot is to be: kept while a file is chosen for it. */
export interface NewShotSettings {
  /** Type of the template; left out, the first that fits. */
  readonly template: string | undefined;
  readonly mesh: string | undefined;
  readonly name: string;
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
  /** What it is simulated in; left out, the chosen one. */
  readonly quality: QualityName | undefined;
  /** Parameters by template. */
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A file to be chosen in the file panel (the browser's stand-in for the system's dialogs). */
export interface FileRequest {
  readonly purpose:
    | 'open-shot'
    | 'locate-shot'
    | 'save-shot'
    | 'open-mesh'
    | 'open-animation'
    | 'locate-mesh'
    | 'open-fibres';
  /** Proposed name when saving, without its ending; the name of the file that is looked for. */
  readonly name: string | undefined;
  /** The folder that is shown first; left out, the workspace. */
  readonly folder?: string;
  /** What is done with the chosen path; throws to be told of in the panel, which then stays open. */
  choose(path: string, replace: boolean): Promise<void>;
}

export interface ShellState {
  readonly overlay: Overlay | undefined;
  /** The panel that has the focus, for key hints. */
  readonly focusedPanel: string | undefined;
  /** Every panel shows its tab, to be dragged elsewhere. */
  readonly rearranging: boolean;
  /** Parts of the window that are folded away. */
  readonly hiddenParts: readonly PanelPart[];
  /** What the import task begins with: a mesh that was dropped on the open shot, or the path of one that was chosen. */
  readonly droppedMesh: File | string | undefined;
  /** A file of animated geometry that the panel of animations is to read. */
  readonly droppedAnimation: File | string | undefined;
}

export type ShellStore = ReturnType<typeof createShellStore>;

export function createShellStore() {
  return createStore<ShellState>(() => ({
    overlay: undefined,
    focusedPanel: undefined,
    rearranging: false,
    hiddenParts: [],
    droppedMesh: undefined,
    droppedAnimation: undefined,
  }));
}
