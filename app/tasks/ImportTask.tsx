export function ImportTask() {
  return <div className="task-body" />;
}
