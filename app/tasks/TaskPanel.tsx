import { X } from 'lucide-react';
import { useSession } from '../session/Session.ts';
import type { Task } from '../state/viewStore.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { taskPanels } from './taskRegistry.ts';
import './tasks.css';

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
