import { applyPatches, enablePatches, produceWithPatches, type Draft, type Patch } from 'immer';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Scene } from '../../src/scene/Scene.ts';
import { sameContent } from './sameContent.ts';

enablePatches();

export interface OpenDocument {
  /** Absolute path of the file on the host's machine. */
  readonly path: string;
  readonly scene: Scene;
  /** The scene as last read or written: the document is dirty while `scene` is another object. */
  readonly saved: Scene;
  readonly past: readonly HistoryEntry[];
  readonly future: readonly HistoryEntry[];
}

export interface DocumentState {
  /** Undefined on the start page. */
  readonly open: OpenDocument | undefined;
}

/** Steps that can be undone. */
const MOST_STEPS = 1000;

export interface EditOptions {
  readonly gesture?: string;
}

/** The document being edited, with undo. The only place where it changes; the host is told by who subscribes. */
export class DocumentStore {
  readonly store: StoreApi<DocumentState> = createStore<DocumentState>(() => ({ open: undefined }));

  get scene(): Scene | undefined {
    return this.store.getState().open?.scene;
  }

  get dirty(): boolean {
    const { open } = this.store.getState();
    return open !== undefined && open.scene !== open.saved;
  }

  /** Shows a document. `saved` is what its file holds, where that differs: edits that were recovered make it dirty. */
  load(path: string, scene: Scene, saved: Scene = scene): void {
    this.store.setState({ open: { path, scene, saved, past: [], future: [] } });
  }

  close(): void {
    this.store.setState({ open: undefined });
  }

  /**
   * The file at `path` now holds `written`: what was `sent`, as the host completed it (hashes of mesh files, collected paths). Edits made
   * since are kept and dirty.
   */
  markSaved(path: string, sent: Scene, written: Scene = sent): void {
    this.change((open) => {
      const saved = sameContent(sent, written) ? sent : written;
      return { ...open, path, saved, scene: open.scene === sent ? saved : open.scene, past: withoutGesture(open.past) };
    });
  }

  /** Puts another document in place of the present one, as one step of undo. */
  replace(label: string, scene: Scene): void {
    this.edit(label, (draft) => {
      const present = draft as Record<string, unknown>;
      for (const [name, value] of Object.entries(scene)) {
        if (!sameContent(present[name], value)) present[name] = value;
      }
    });
  }

  /** Changes the document: one step of undo, or part of the last one where the gesture is the same. A recipe that changes nothing leaves no step. */
  edit(label: string, recipe: (scene: Draft<Scene>) => void, { gesture }: EditOptions = {}): void {
    this.change((open) => {
      const [edited, forwards, backwards] = produceWithPatches(open.scene, (draft) => {
        recipe(draft);
      });
      if (sameContent(edited, open.scene)) return open;
      const scene = sameAsSaved(edited, open);
      const last = open.past.at(-1);
      if (gesture !== undefined && last?.gesture === gesture && open.future.length === 0) {
        const merged = mergedSteps(last, { label, gesture, forwards, backwards });
        return { ...open, scene, past: [...open.past.slice(0, -1), merged] };
      }
      const past = [...open.past, { label, gesture, forwards, backwards }].slice(-MOST_STEPS);
      return { ...open, scene, past, future: [] };
    });
  }

  /** Ends the running gesture: the next edit is a step of its own. A gesture that came back to where it began leaves no step. */
  endGesture(): void {
    this.change((open) => {
      const past = withoutGesture(open.past);
      if (past === open.past) return open;
      const before = applyPatches(open.scene, open.past.at(-1)!.backwards);
      return { ...open, past: sameContent(before, open.scene) ? past.slice(0, -1) : past };
    });
  }

  undo(): void {
    this.change((open) => {
      const entry = open.past.at(-1);
      if (entry === undefined) return open;
      const scene = applyPatches(open.scene, entry.backwards);
      return {
        ...open,
        scene: sameAsSaved(scene, open),
        past: open.past.slice(0, -1),
        future: [entry, ...open.future],
      };
    });
  }

  redo(): void {
    this.change((open) => {
      const [entry] = open.future;
      if (entry === undefined) return open;
      const scene = applyPatches(open.scene, entry.forwards);
      return { ...open, scene: sameAsSaved(scene, open), past: [...open.past, entry], future: open.future.slice(1) };
    });
  }

  private change(next: (open: OpenDocument) => OpenDocument): void {
    const { open } = this.store.getState();
    if (open === undefined) return;
    const changed = next(open);
    if (changed !== open) this.store.setState({ open: changed });
  }
}

/** The saved object where the content is that again: coming back to it, by undo or by hand, makes the document clean. */
function sameAsSaved(scene: Scene, { saved }: OpenDocument): Scene {
  return sameContent(scene, saved) ? saved : scene;
}

/** The steps with the last one closed: nothing more joins it. */
function withoutGesture(past: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const last = past.at(-1);
  return last?.gesture === undefined ? past : [...past.slice(0, -1), { ...last, gesture: undefined }];
}

/** One step of undo: what an action changed, forwards and backwards. */
interface HistoryEntry {
  /** Label that the menu shows: `Change density of torus`. */
  readonly label: string;
  /** Edits of one gesture (a drag, typing in a field) with the same name make one entry. */
  readonly gesture: string | undefined;
  readonly forwards: readonly Patch[];
  readonly backwards: readonly Patch[];
}

/**
 * One step that does both. Dragging sets the same values over and over: where the second step sets just those that the first one ended
 * with, only its values are kept forwards and only the first one's backwards, so that a long drag stays small.
 */
function mergedSteps(first: HistoryEntry, second: HistoryEntry): HistoryEntry {
  const { label, gesture } = second;
  if (setSameValues(first.forwards, second.forwards) && setSameValues(first.backwards, second.backwards)) {
    return { label, gesture, forwards: second.forwards, backwards: first.backwards };
  }
  return {
    label,
    gesture,
    forwards: [...first.forwards, ...second.forwards],
    backwards: [...second.backwards, ...first.backwards],
  };
}

function setSameValues(first: readonly Patch[], second: readonly Patch[]): boolean {
  if (first.length !== second.length) return false;
  const places = new Set(first.map(place));
  return [...first, ...second].every((patch) => patch.op === 'replace' && places.has(place(patch)));
}

function place({ path }: Patch): string {
  return JSON.stringify(path);
}
