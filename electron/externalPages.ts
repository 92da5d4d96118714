import { shell } from 'electron';
import { parseUrl } from './origin.ts';

/** Hosts whose https pages the help links to: papers by their DOI, and the descriptions of file formats. */
const HOSTS: readonly string[] = ['doi.org', 'www.alembic.io', 'registry.khronos.org'];

/** Returns whether a page is one of the few that may be opened in the system's browser. */
export function isExternalPage(address: string): boolean {
  const url = parseUrl(address);
  if (url === undefined || url.protocol !== 'https:') return false;
  return HOSTS.includes(url.host) && url.username === '' && url.password === '';
}

/** Opens a listed page in the system's browser and ignores every other address. */
export function openExternalPage(address: string): void {
  if (!isExternalPage(address)) return;
  shell.openExternal(new URL(address).href).catch((error: unknown) => {
    process.stderr.write(`the system's browser could not be opened: ${String(error)}\n`);
  });
}
