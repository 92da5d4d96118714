import './tasks.css';
import { X } from 'lucide-react';
import { useSession } from '../session/Session.ts';
import type { Task } from '../state/viewStore.ts';
import { IconButton } from '../ui/IconButton.tsx';
import type { ComponentType } from 'react';
import { AnimationTask } from './AnimationTask.tsx';
import { ExportTask } from './ExportTask.tsx';
import { FailureTask } from './FailureTask.tsx';
import { ImportTask } from './ImportTask.tsx';
import { MeshTask } from './MeshTask.tsx';
import { PlayblastTask } from './PlayblastTask.tsx';

/** What takes the inspector's place while it is done. */
const taskPanels: Readonly<
  Record<Exclude<Task, 'none'>, { readonly title: string; readonly component: ComponentType }>
> = {
  import: { title: 'Import mesh', component: ImportTask },
  animation: { title: 'Import animation', component: AnimationTask },
  mesh: { title: 'Mesh', component: MeshTask },
  export: { title: 'Export', component: ExportTask },
  failure: { title: 'Why it failed', component: FailureTask },
  playblast: { title: 'Playblast', component: PlayblastTask },
};

/** A task in place of the inspector, with the way back. */
export function TaskPanel({ task }: { readonly task: Exclude<Task, 'none'> }) {
  const { view } = useSession();
  const { title, component: Body } = taskPanels[task];
  const close = () => view.setState({ task: 'none', isolated: undefined });
  return (
    <section
      className="task"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <header className="task-head">
        <h2>{title}</h2>
        <IconButton icon={X} label="Close" keys="Esc" onClick={close} />
      </header>
      <Body />
    </section>
  );
}
