export function StartPage() {
  return <section aria-label="StartPage" />;
}
