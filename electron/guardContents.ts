import type { WebContents } from 'electron';
import { openExternalPage } from './externalPages.ts';
import { isAppUrl } from './origin.ts';

/**
 * Keeps a page where it is: no other window, no other address (a file that is dropped on the page would otherwise replace it), no frames,
 * no `<webview>`. Links to listed pages open in the system's browser. To be called for every web contents that is made.
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
