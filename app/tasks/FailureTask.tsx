export function FailureTask() {
  return <div className="task-body" />;
}
