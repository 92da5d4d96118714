import type { ComponentType } from 'react';
import type { Task } from '../state/viewStore.ts';
import { ExportTask } from './ExportTask.tsx';
import { FailureTask } from './FailureTask.tsx';
import { ImportTask } from './ImportTask.tsx';
import { MeshTask } from './MeshTask.tsx';
import { PlayblastTask } from './PlayblastTask.tsx';

/** What takes the inspector's place while it is done. */
export const taskPanels: Readonly<
  Record<Exclude<Task, 'none'>, { readonly title: string; readonly component: ComponentType }>
> = {
  import: { title: 'Import mesh', component: ImportTask },
  mesh: { title: 'Mesh', component: MeshTask },
  export: { title: 'Export', component: ExportTask },
  failure: { title: 'Why it failed', component: FailureTask },
  playblast: { title: 'Playblast', component: PlayblastTask },
};
