import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, ViewportSize } from '@playwright/test';
import { expect } from 'vitest';
import type { SceneInput } from '../../../src/scene/Scene.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { Task } from './Task.ts';
import type { TaskName } from './taskTable.ts';
import { sharedBrowser } from './browser.ts';
import { evidence, openEditor, picture, picturesAreKept, sizes, startEditor } from './editor.ts';

/** Stories are told in the small window, which has half of the large one's picture to draw; where pictures are kept, in the large one. */
const USUAL_SIZE = picturesAreKept ? 'large' : 'small';

export interface StoryOptions {
  /** The shot that is open when the story begins; left out, it begins on the start page. */
  readonly shot?: SceneInput;
  /** Size of the window; the usual one unless told otherwise. */
  readonly size?: keyof typeof sizes;
  /** Texts of files beside the shot, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Folder of the built program, where it is another one than `dist`. */
  readonly built?: string;
}

export interface Story {
  readonly page: Page;
  /** Shots and meshes of the program. */
  readonly workspace: string;
  /** Path of the shot that was open at the start. */
  readonly shotPath: string;
  /** Begins a task of which the story tells: what the artist does for it is counted. */
  task(name: TaskName): Task;
}

/** Gives what runs a story: with a program, a workspace and a window of its own, in the browser that the stories of a process share. */
export function useStories(): (
  name: string,
  options: StoryOptions,
  tell: (story: Story) => Promise<void>,
) => Promise<void> {
  return async (name, { shot, size = USUAL_SIZE, files = {}, built }, tell) => {
    const folder = await temporaryFolder();
    const workspace = join(folder, 'workspace');
    const shotPath = join(workspace, 'shot.ductile');
    mkdirSync(workspace);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(workspace, file), text);
    if (shot !== undefined) writeFileSync(shotPath, JSON.stringify(shot));
    const editor = await startEditor(folder, built);
    const asked = shot === undefined ? '' : `&${new URLSearchParams({ shot: shotPath }).toString()}`;
    const { page, context, errors, actions } = await openEditor(
      await sharedBrowser(),
      `${editor.address}${asked}`,
      size,
    );
    try {
      await tell({ page, workspace, shotPath, task: (task) => new Task(task, page, actions) });
      expect(errors).toEqual([]);
    } catch (error) {
      await evidence(page, `${name}-failed`);
      if (errors.length > 0) throw new Error(`the page said:\n${errors.join('\n')}`, { cause: error });
      throw error;
    } finally {
      await context.close();
      await editor.stop();
    }
  };
}

/** Pictures of one moment at several sizes, where pictures are kept; `look` judges each size in any case. The window has its own size again afterwards. */
export async function pictures(
  page: Page,
  name: string,
  look?: () => Promise<void>,
  others: readonly (keyof typeof sizes)[] = ['small'],
): Promise<void> {
  if (look === undefined && !picturesAreKept) return;
  const own = page.viewportSize()!;
  for (const size of ['large', ...others] as const) {
    await resizes(page, sizes[size]);
    await look?.();
    await picture(page, size === 'large' ? name : `${name}-${size}`);
  }
  await resizes(page, own);
}

/** Milliseconds in which a message has surely slid to another place. */
const SLIDES = 800;

/** Makes the window another size, and waits until what is drawn has it. */
async function resizes(page: Page, size: ViewportSize): Promise<void> {
  const present = page.viewportSize()!;
  if (present.width === size.width && present.height === size.height) return;
  await page.setViewportSize(size);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.viewport canvas')].every(
      ({ width, clientWidth }) => Math.abs(width - clientWidth) <= 1,
    ),
  );
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // A message slides to its place in the new window.
  if (picturesAreKept && (await page.locator('.toast').count()) > 0) await page.waitForTimeout(SLIDES);
}
