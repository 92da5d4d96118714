import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE } from './support/patience.ts';

/** The editor in Electron's own window. Runs where the runtime and a display are; elsewhere it is skipped with the reason in its name. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const programs: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const runtime = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules', 'electron', 'dist');
const program = join(runtime, programs[process.platform] ?? 'electron');
const needsDisplay = process.platform === 'linux';
const hasDisplay = (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '') !== '';
const missing = !existsSync(program)
  ? `Electron's runtime is not at ${program}`
  : needsDisplay && !hasDisplay
    ? 'there is no display'
    : undefined;

if (missing !== undefined) process.stderr.write(`tests of Electron's window are skipped: ${missing}\n`);

describe.skipIf(missing !== undefined)(
  missing === undefined ? 'the window of Electron' : `the window of Electron (skipped: ${missing})`,
  () => {
    let folder: string;
    let application: ElectronApplication;
    let page: Page;
    const problems: string[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ductile-window-'));
      const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
      application = await _electron.launch({
        executablePath: program,
        args: [
          join(root, 'dist', 'electron', 'main.js'),
          `--user-data-dir=${folder}`,
          ...(asRoot ? ['--no-sandbox'] : []),
        ],
        env: { ...process.env, DUCTILE_WORKSPACE: join(folder, 'workspace') } as Record<string, string>,
      });
      page = await application.firstWindow();
      page.on('pageerror', (error) => problems.push(error.message));
      await page.waitForLoadState('domcontentloaded');
    });
    afterAll(async () => {
      await application?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('shows the editor, apart from Node and from every other origin', async () => {
      expect(page.url()).toBe('app://ductile/index.html');
      const seen = await page.evaluate(() => ({
        bridge: typeof (globalThis as { ductile?: unknown }).ductile,
        node: ['require', 'process', 'Buffer', 'global'].filter((name) => name in globalThis),
        isolated: crossOriginIsolated,
      }));
      expect(seen).toEqual({ bridge: 'object', node: [], isolated: true });
    });

    it('stays on its page and opens no other', async () => {
      const opened = await page.evaluate(() => window.open('https://example.org') === null);
      expect(opened).toBe(true);
      await page.evaluate(() => void (location.href = 'https://example.org'));
      expect(page.url()).toBe('app://ductile/index.html');
      const outcome = await page.evaluate(() =>
        fetch('app://ductile/..%2f..%2fpackage.json').then(
          ({ status }) => status,
          () => 0,
        ),
      );
      expect(outcome).toBeGreaterThanOrEqual(400);
    });

    it('reaches its simulation process', async () => {
      await page.getByText('Torus', { exact: false }).first().waitFor();
      const services = await application.evaluate(({ app }) => app.getAppMetrics().map(({ name }) => name));
      expect(services).toContain('Ductile simulation');
    });

    it('keeps on working when the simulation process is killed', async () => {
      const ends = (pid: number) =>
        application.evaluate(
          ({ app }, old) =>
            app.getAppMetrics().some(({ name, pid: now }) => name === 'Ductile simulation' && now !== old),
          pid,
        );
      const pid = await application.evaluate(
        ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Ductile simulation')?.pid,
      );
      expect(pid).toBeDefined();
      process.kill(pid!, 'SIGKILL');
      await expect.poll(() => ends(pid!), { timeout: PATIENCE }).toBe(true);
      expect(problems).toEqual([]);
    });
  },
);
