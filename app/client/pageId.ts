const PAGE = 'ductile-page';

function ownStorage(): Pick<Storage, 'getItem' | 'setItem'> | undefined {
  try {
    return typeof sessionStorage === 'undefined' ? undefined : sessionStorage;
  } catch {
    // A browser that keeps nothing.
    return undefined;
  }
}

/** By which the host knows this page again after it was loaded again; another tab has another. Undefined where nothing can be kept. */
export function pageId(storage = ownStorage()): string | undefined {
  if (storage === undefined) return undefined;
  const known = storage.getItem(PAGE);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  storage.setItem(PAGE, made);
  return made;
}
