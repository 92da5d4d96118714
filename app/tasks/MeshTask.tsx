export function MeshTask() {
  return <div className="task-body" />;
}
