/** The sign of the program. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden>
      <rect width="64" height="64" rx="14" fill="var(--accent)" />
      <path
        d="M18 16h14c11 0 17 7 17 16s-6 16-17 16H18c5-6 5-26 0-32z"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="6"
        strokeLinejoin="round"
      />
    </svg>
  );
}
