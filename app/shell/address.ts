/** What the page's address asks for. */
export interface AddressedShot {
  /** Path of a shot to open: of this window before it was loaded again, or as the program was started with. */
  readonly shot: string | undefined;
  /** A template to open as a sample. */
  readonly sample: string | undefined;
}

/** The hash remembers the open shot of this window; the query is what it was opened with. */
export function readAddress({ hash, search }: Pick<Location, 'hash' | 'search'>): AddressedShot {
  const remembered = new URLSearchParams(hash.replace(/^#/, ''));
  const query = new URLSearchParams(search);
  const shot = remembered.get('shot') ?? undefined;
  // Left the shot: the address that the window was opened with no longer counts.
  if (shot === undefined && remembered.has('start')) return { shot: undefined, sample: undefined };
  return {
    shot: shot ?? query.get('shot') ?? undefined,
    sample: shot === undefined ? (query.get('sample') ?? undefined) : undefined,
  };
}

/** The hash for an open shot, or for the start page: a page that was killed comes back to it. */
export function addressOf(path: string | undefined): string {
  return path === undefined ? '#start' : `#${new URLSearchParams({ shot: path }).toString()}`;
}
