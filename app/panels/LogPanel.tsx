export function LogPanel() {
  return <section aria-label="LogPanel" />;
}
