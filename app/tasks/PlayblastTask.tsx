export function PlayblastTask() {
  return <div className="task-body" />;
}
