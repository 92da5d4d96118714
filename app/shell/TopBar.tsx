export function TopBar() {
  return <section aria-label="TopBar" />;
}
