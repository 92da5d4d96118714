const PAGE = 'ductile-page';

function ownStorage(): Pick<Storage, 'getItem' | 'setItem'> | undefined {
  try {
    return typeof sessionStorage === 'undefined' ? undefined : sessionStorage;
  } catch {
    // A browser that keeps nothing.
    return undefined;
  }
}

/** Identifier by which the host recognises this page after a reload; another tab has another. Undefined where nothing can be stored. */
export function pageId(storage = ownStorage()): string | undefined {
  if (storage === undefined) return undefined;
  const known = storage.getItem(PAGE);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  storage.setItem(PAGE, made);
  return made;
}
