import type { Connection } from './Connection.ts';
import type { CostStore } from '../state/costStore.ts';
import type { DocumentStore } from '../document/documentStore.ts';
import type { FramesStore } from '../state/framesStore.ts';
import type { JobsStore } from '../state/jobsStore.ts';
import type { Log } from '../state/Log.ts';
import type { PanelActions } from '../state/PanelActions.ts';
import type { PreferencesStore } from '../state/preferences.ts';
import type { ProgramStore } from '../state/programStore.ts';
import type { SelectionStore } from '../state/selectionStore.ts';
import type { TimelineStore } from '../state/timelineStore.ts';
import type { ViewStore } from '../state/viewStore.ts';

/** The stores that opening, saving and simulating work on. */
export interface ShotControllerParts {
  readonly connection: Connection;
  readonly document: DocumentStore;
  readonly timeline: TimelineStore;
  readonly frames: FramesStore;
  readonly jobs: JobsStore;
  readonly view: ViewStore;
  readonly selection: SelectionStore;
  readonly program: ProgramStore;
  readonly costs: CostStore;
  readonly preferences: PreferencesStore;
  readonly panelActions: PanelActions;
  readonly log: Log;
}
