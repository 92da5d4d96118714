import { chromiumPath } from './browser.ts';

/** Unpacks the browser that npm brought before any story asks for it: two of them at once would write the same file. */
export async function setup(): Promise<void> {
  await chromiumPath();
}
