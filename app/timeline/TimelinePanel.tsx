export function TimelinePanel() {
  return <section aria-label="TimelinePanel" />;
}
