import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { Connection, type HostRestart, type OpenEndpoint } from '../client/Connection.ts';
import { FrameSource } from '../client/FrameSource.ts';
import { SamplePreparation } from '../client/SamplePreparation.ts';
import { ShotController } from '../client/ShotController.ts';
import { DocumentStore, type DocumentState } from '../document/documentStore.ts';
import { createCostStore, type CostState, type CostStore } from '../state/costStore.ts';
import { createFramesStore, type FramesState, type FramesStore } from '../state/framesStore.ts';
import { createJobsStore, type JobsState, type JobsStore } from '../state/jobsStore.ts';
import { Log } from '../state/Log.ts';
import { PanelActions } from '../state/PanelActions.ts';
import { createPaintStore, type PaintState, type PaintStore } from '../state/paintStore.ts';
import { PreferencesStore, type Preferences } from '../state/preferences.ts';
import { createProgramStore, type ProgramState, type ProgramStore } from '../state/programStore.ts';
import { createSamplesStore, type SamplesState, type SamplesStore } from '../state/samplesStore.ts';
import { createSelectionStore, type SelectionState, type SelectionStore } from '../state/selectionStore.ts';
import { createShellStore, type ShellState, type ShellStore } from '../state/shellStore.ts';
import { createTimelineStore, type TimelineState, type TimelineStore } from '../state/timelineStore.ts';
import { createViewStore, type ViewState, type ViewStore } from '../state/viewStore.ts';
import { qualityNames } from '../../src/scene/Scene.ts';

interface Stores {
  readonly document: DocumentStore;
  readonly costs: CostStore;
  readonly preferences: PreferencesStore;
}

/** Shots whose costs are remembered. */
const MOST_SHOTS = 100;

/** Keeps what frames cost over restarts of the program: the choice of a quality begins with it. */
function rememberCosts({ document, costs, preferences }: Stores): void {
  const keyOf = (quality: string) => `${document.scene?.project ?? ''} ${quality}`;
  document.store.subscribe((now, before) => {
    if (now.open?.path === before.open?.path || now.open === undefined) return;
    const { costs: known } = preferences.store.getState();
    const found = qualityNames.filter((quality) => known[keyOf(quality)] !== undefined);
    costs.setState({ samples: Object.fromEntries(found.map((quality) => [quality, [known[keyOf(quality)]]])) });
  });
  costs.subscribe(({ samples }) => {
    if (document.scene === undefined) return;
    const { costs: known } = preferences.store.getState();
    const measured = Object.entries(samples).map(([quality, seconds]) => [keyOf(quality), median(seconds)] as const);
    if (measured.every(([key, cost]) => known[key] === cost)) return;
    const all = [...Object.entries({ ...known, ...Object.fromEntries(measured) })];
    preferences.change({ costs: Object.fromEntries(all.slice(-MOST_SHOTS)) });
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

const PAGE = 'ductile-page';

function ownStorage(): Pick<Storage, 'getItem' | 'setItem'> | undefined {
  try {
    return typeof sessionStorage === 'undefined' ? undefined : sessionStorage;
  } catch {
    // A browser that keeps nothing.
    return undefined;
  }
}

/** Identifier by which the host recognises this page after a reload; another tab has another. Undefined where nothing can be stored. */
export function pageId(storage = ownStorage()): string | undefined {
  if (storage === undefined) return undefined;
  const known = storage.getItem(PAGE);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  storage.setItem(PAGE, made);
  return made;
}

/** Everything that the editor's parts share. One per window; tests make their own. */
export interface Session {
  readonly connection: Connection;
  readonly document: DocumentStore;
  readonly selection: SelectionStore;
  readonly timeline: TimelineStore;
  readonly frames: FramesStore;
  readonly jobs: JobsStore;
  readonly view: ViewStore;
  readonly paint: PaintStore;
  readonly program: ProgramStore;
  readonly costs: CostStore;
  readonly shell: ShellStore;
  /** How far the frames of samples are made. */
  readonly samples: SamplesStore;
  readonly samplePreparation: SamplePreparation;
  readonly preferences: PreferencesStore;
  /** What mounted panels do for commands. */
  readonly panelActions: PanelActions;
  readonly log: Log;
  /** Opens, saves, simulates: keeps the host's shot that of the document store. */
  readonly shot: ShotController;
  /** Decoded frames around the playhead. */
  readonly frameSource: FrameSource;
}

export function createSession(open: OpenEndpoint, restart?: HostRestart): Session {
  const program = createProgramStore();
  const connection = new Connection(open, (state) => program.setState({ connection: state }), {
    page: pageId(),
    restart,
  });
  const parts = {
    connection,
    program,
    document: new DocumentStore(),
    selection: createSelectionStore(),
    timeline: createTimelineStore(),
    frames: createFramesStore(),
    jobs: createJobsStore(),
    view: createViewStore(),
    paint: createPaintStore(),
    costs: createCostStore(),
    shell: createShellStore(),
    samples: createSamplesStore(),
    preferences: new PreferencesStore((value) => connection.call('storePreferences', { value })),
    panelActions: new PanelActions(),
    log: new Log(),
  };
  rememberCosts(parts);
  const frameSource = new FrameSource(parts);
  const samplePreparation = new SamplePreparation(connection, parts.samples);
  return { ...parts, frameSource, samplePreparation, shot: new ShotController(parts) };
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('no session around this component');
  return session;
}

/** Part of the document's state; the selector should give the same object while its part stays the same. */
export const useDocument = <T>(select: (state: DocumentState) => T): T => useStore(useSession().document.store, select);
export const useSelection = <T>(select: (state: SelectionState) => T): T => useStore(useSession().selection, select);
export const useTimeline = <T>(select: (state: TimelineState) => T): T => useStore(useSession().timeline, select);
export const useFrames = <T>(select: (state: FramesState) => T): T => useStore(useSession().frames, select);
export const useJobs = <T>(select: (state: JobsState) => T): T => useStore(useSession().jobs, select);
export const useView = <T>(select: (state: ViewState) => T): T => useStore(useSession().view, select);
export const usePaint = <T>(select: (state: PaintState) => T): T => useStore(useSession().paint, select);
export const useProgram = <T>(select: (state: ProgramState) => T): T => useStore(useSession().program, select);
export const useCosts = <T>(select: (state: CostState) => T): T => useStore(useSession().costs, select);
export const useSamples = <T>(select: (state: SamplesState) => T): T => useStore(useSession().samples, select);
export const useShell = <T>(select: (state: ShellState) => T): T => useStore(useSession().shell, select);
export const usePreferences = <T>(select: (state: Preferences) => T): T =>
  useStore(useSession().preferences.store, select);
