import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ActionCounter } from './actionCounter.ts';
import { PATIENCE } from './patience.ts';

const PICTURES = resolve('tests/.output/pictures');

/** Whether pictures of key moments are taken, for those who look at them: a picture takes as long as some steps of a story. */
export const picturesAreKept = process.env['DUCTILE_PICTURES'] === '1';

/** Window sizes at which everything is looked at; `narrow`, and what a scale of 150 % leaves of `large`, where rows become menus. */
export const sizes = {
  large: { width: 1600, height: 900 },
  small: { width: 1280, height: 720 },
  narrow: { width: 1024, height: 700 },
  scaled: { width: 1067, height: 600 },
} as const;

export interface EditorProcess {
  /** Address with the token. */
  readonly address: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the local host as `npm start` does, without work in the background, with a workspace and state of its own in `folder`. `built`: the folder of the built program. */
export async function startEditor(folder: string, built = 'dist'): Promise<EditorProcess> {
  const program = resolve(built, 'localHost.js');
  if (!existsSync(program)) throw new Error(`${program} is not there: npm run build`);
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const child = spawn(process.execPath, [program, '--json', '--no-open', '--no-samples', '--workspace', workspace], {
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state'), DUCTILE_WORKSPACE: workspace },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const address = await new Promise<string>((settle, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(text);
      if (found !== null) settle(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`the local host ended with ${code}:\n${text}${errors}`)));
  });
  return {
    address,
    child,
    stop: () =>
      new Promise((settle) => {
        if (child.exitCode !== null || child.signalCode !== null) settle();
        child.once('exit', () => settle());
        child.kill('SIGTERM');
      }),
  };
}

export interface EditorPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page wrote to its console as an error, and uncaught exceptions. */
  readonly errors: string[];
  readonly actions: ActionCounter;
}

/** Opens the editor in a window of the given size. */
export async function openEditor(
  browser: Browser,
  address: string,
  size: keyof typeof sizes = 'large',
): Promise<EditorPage> {
  const context = await browser.newContext({ viewport: sizes[size], deviceScaleFactor: 1, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  context.setDefaultNavigationTimeout(PATIENCE);
  const actions = await ActionCounter.in(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address);
  return { page, context, errors, actions };
}

/** Milliseconds after which the view is drawn at its full size, where the machine has little else to do. */
const RESTS = 2000;

/** Saves a picture of the window as tests/.output/pictures/NAME.png, where pictures are kept. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!picturesAreKept) return;
  await page.waitForTimeout(RESTS);
  await evidence(page, name);
}

/** Saves a picture of the window as tests/.output/pictures/NAME.png: of a story that failed. */
export async function evidence(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Keeps a picture that the program wrote as tests/.output/pictures/NAME.png. */
export function keepPicture(name: string, png: Uint8Array): void {
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), png);
}

/** Saves a picture of some parts of the window, all of which can be seen, with what is between them, as tests/.output/pictures/close-up-NAME.png, where pictures are kept. */
export async function closeUp(page: Page, name: string, parts: readonly string[]): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
  const found = boxes.filter((box) => box !== null);
  if (found.length < parts.length) throw new Error(`not all of ${parts.join(', ')} can be seen`);
  if (!picturesAreKept) return;
  mkdirSync(PICTURES, { recursive: true });
  const [x, y] = [Math.min(...found.map((box) => box.x)), Math.min(...found.map((box) => box.y))];
  const width = Math.max(...found.map((box) => box.x + box.width)) - x;
  const height = Math.max(...found.map((box) => box.y + box.height)) - y;
  await page.screenshot({ path: join(PICTURES, `close-up-${name}.png`), clip: { x, y, width, height } });
}
