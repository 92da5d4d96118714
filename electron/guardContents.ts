import type { WebContents } from 'electron';
import { openExternalPage } from './externalPages.ts';
import { isAppUrl } from './origin.ts';

/**
 * Prevents a page from navigating: no other window, no other URL (a file dropped on the page would otherwise replace it), no frames,
 * no `<webview>`. Links to listed pages open in the system's browser. Call it for every web contents that is created.
 */
export function guardContents(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    openExternalPage(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
