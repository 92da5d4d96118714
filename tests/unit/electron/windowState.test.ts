import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JsonFile } from '../../../electron/JsonFile.ts';
import { placeWindow, trackWindow, windowStateSchema } from '../../../electron/WindowState.ts';
import { FakeWindow } from './fakeElectron.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const root = suiteFolder();
const screen = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 2560, height: 1440 };
const saved = { x: 2000, y: 100, width: 1500, height: 900, maximized: true };

describe('placeWindow', () => {
  it('puts the window where it was while that screen is there', () => {
    expect(placeWindow(saved, [screen, second])).toEqual(saved);
  });

  it.each([
    ['its screen is gone', saved],
    ['it is above the screen', { ...saved, x: 100, y: -500 }],
    ['only a corner of it would show', { ...saved, x: 1900 }],
    ['its title bar is below the screen', { ...saved, x: 100, y: 1075 }],
  ])('goes to the middle when %s', (_why, state) => {
    const placement = placeWindow(state, [screen]);
    expect(placement).toEqual({ width: 1600, height: 960, maximized: true });
  });

  it('is no larger than a small screen', () => {
    expect(placeWindow(undefined, [{ x: 0, y: 0, width: 1280, height: 700 }])).toEqual({
      width: 1280,
      height: 700,
      maximized: false,
    });
  });
});

describe('the file of the window state', () => {
  const folder = () => mkdtempSync(join(root, 'window-'));

  it.each([
    '',
    '{',
    '[]',
    '{"x":1}',
    JSON.stringify({ ...saved, width: 'wide' }),
    JSON.stringify({ ...saved, more: 1 }),
  ])('reads as undefined when it holds %j', (text) => {
    const path = join(folder(), 'window.json');
    writeFileSync(path, text);
    expect(new JsonFile(path, windowStateSchema).read()).toBeUndefined();
  });

  it('is replaced whole and leaves nothing beside it', () => {
    const place = folder();
    const file = new JsonFile(join(place, 'window.json'), windowStateSchema);
    file.write(saved);
    file.write({ ...saved, x: 5 });
    expect(file.read()).toEqual({ ...saved, x: 5 });
    expect(readdirSync(place)).toEqual(['window.json']);
  });

  it('is told of, and ignored, when it cannot be written', () => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const place = folder();
    writeFileSync(join(place, 'file'), '');
    new JsonFile(join(place, 'file', 'window.json'), windowStateSchema).write(saved);
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });
});

describe('trackWindow', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes once after a run of moves, and when the window closes', () => {
    const path = join(mkdtempSync(join(root, 'window-')), 'window.json');
    const file = new JsonFile(path, windowStateSchema);
    const write = vi.spyOn(file, 'write');
    const window = new FakeWindow({});
    trackWindow(window as unknown as BrowserWindow, file);
    for (let x = 0; x < 50; x++) {
      window.bounds = { x, y: 60, width: 1300, height: 800 };
      window.emit('move');
    }
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(write).toHaveBeenCalledOnce();
    window.bounds = { x: 7, y: 8, width: 1300, height: 800 };
    window.emit('resize');
    window.close();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ x: 7, y: 8, width: 1300, height: 800, maximized: false });
    vi.advanceTimersByTime(1000);
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('keeps the last place of a window that is minimized', () => {
    const file = new JsonFile(join(mkdtempSync(join(root, 'window-')), 'w.json'), windowStateSchema);
    const window = new FakeWindow({});
    trackWindow(window as unknown as BrowserWindow, file);
    window.minimized = true;
    window.emit('move');
    window.close();
    expect(file.read()).toBeUndefined();
  });
});
