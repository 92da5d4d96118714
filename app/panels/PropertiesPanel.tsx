import { InspectorPanel } from '../inspector/InspectorPanel.tsx';
import { useView } from '../session/Session.ts';
import { TaskPanel } from '../tasks/TaskPanel.tsx';

/** The inspector, or the task (mesh, export, failure) that takes its place while it lasts. */
export function PropertiesPanel() {
  const task = useView((state) => state.task);
  return task === 'none' ? <InspectorPanel /> : <TaskPanel task={task} />;
}
