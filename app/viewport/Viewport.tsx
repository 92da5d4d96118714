export function Viewport() {
  return <section aria-label="Viewport" />;
}
