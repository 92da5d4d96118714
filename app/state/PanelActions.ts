import type { JsonValue, PanelPart } from './preferences.ts';

/** What panels do for commands that they alone can carry out; a panel provides its part while it is mounted. */
export interface PanelActionMap {
  /** Viewport: brings the selection, or everything, into view. */
  frameSelected(): void;
  frameAll(): void;
  /** Viewport: looks along an axis towards the origin. */
  lookAlong(axis: 'x' | 'y' | 'z', reversed: boolean): void;
  /** Viewport: a small PNG of what it shows, so many pixels large. */
  thumbnail(width: number, height: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Timeline: sets a key for every animated value of the selection at the playhead. */
  setKey(): void;
  /** Timeline: opens the account of why the frame at the playhead is stale. */
  showWhyStale(): void;
  /** Outliner: starts renaming the active entity in place. */
  renameActive(): void;
  /** Workbench: shows a panel and gives it the focus. */
  showPanel(id: string): void;
  /** Workbench: moves the focus to the next panel, or the one before. */
  cyclePanels(direction: 1 | -1): void;
  resetLayout(): void;
  /** Workbench: folds a part of the window away, or brings it back. */
  togglePart(part: PanelPart): void;
  /** Workbench: moves the edge of a panel by so many steps; positive ones make it larger. */
  resizePanel(panel: string, steps: number): void;
  /** Workbench: the present arrangement as JSON, and back. */
  layout(): JsonValue;
  applyLayout(layout: JsonValue): void;
}

export type PanelActionName = keyof PanelActionMap;

/** The actions that mounted panels provide. */
export class PanelActions {
  private readonly provided = new Map<PanelActionName, unknown>();

  /** Offers actions until the returned function is called. The last panel that offers one carries it out. */
  provide(actions: Partial<PanelActionMap>): () => void {
    const entries = Object.entries(actions) as [PanelActionName, unknown][];
    for (const [name, action] of entries) this.provided.set(name, action);
    return () => {
      for (const [name, action] of entries) if (this.provided.get(name) === action) this.provided.delete(name);
    };
  }

  /** The action, or undefined while no panel provides it. */
  get<N extends PanelActionName>(name: N): PanelActionMap[N] | undefined {
    return this.provided.get(name) as PanelActionMap[N] | undefined;
  }
}
