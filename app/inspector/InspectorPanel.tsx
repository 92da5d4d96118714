export function InspectorPanel() {
  return <section aria-label="InspectorPanel" />;
}
