export function OutlinerPanel() {
  return <section aria-label="OutlinerPanel" />;
}
