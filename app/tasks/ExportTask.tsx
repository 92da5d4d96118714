export function ExportTask() {
  return <div className="task-body" />;
}
