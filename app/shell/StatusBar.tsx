export function StatusBar() {
  return <section aria-label="StatusBar" />;
}
