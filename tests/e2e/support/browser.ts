import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { picturesAreKept } from './editor.ts';
import { PATIENCE } from './patience.ts';

/** Paths at which Debian and others install Chromium. */
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Renders WebGL2 without a GPU, and asks nothing of the network by itself. Pages are painted by the browser's own rasteriser, as it does by itself
 * where there is no GPU: with the software GPU, every number that changes on the page holds up the three-dimensional picture.
 */
export const browserArguments = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--hide-scrollbars=false',
];

/** The first Chromium that is here: `CHROMIUM_PATH`, Playwright's own, the system's, then the one that npm brought. */
export async function chromiumPath(): Promise<string> {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...SYSTEM];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return found;
  const { default: bundled } = await import('@sparticuz/chromium');
  return bundled.executablePath();
}

/**
 * What is painted is put together by the processor too, as the browser does where there is no GPU: with the software GPU, a picture of the window takes
 * several times as long. Not for pictures that are looked at: it shows some canvases a second time at another place.
 */
const storyArguments = picturesAreKept ? browserArguments : [...browserArguments, '--disable-gpu-compositing'];

let launched: Promise<Browser> | undefined;

/** The browser of this process, which all of its stories share, each with a context of its own; another one where that one went. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const present = await launched;
  if (present?.isConnected() === true) return present;
  launched = chromiumPath().then((executablePath) =>
    chromium.launch({ executablePath, args: storyArguments, timeout: PATIENCE }),
  );
  return launched;
}
