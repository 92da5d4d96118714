import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../../electron/channels.ts';
import { CloseGuard } from '../../../electron/CloseGuard.ts';
import { watchRenderer } from '../../../electron/watchRenderer.ts';
import { emitPreventable, fakeElectron, FakeEvent, FakeWindow, settle } from './fakeElectron.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const { app, dialog } = fakeElectron;

/** What the artist answers: the number of the button. */
const answer = (response: number) => dialog.showMessageBox.mockResolvedValueOnce({ response });
const SAVE = 0;
const DONT_SAVE = 1;
const CANCEL = 2;

beforeEach(() => vi.clearAllMocks());

function guardedWindow(dirty: boolean): { window: FakeWindow; guard: CloseGuard } {
  const window = new FakeWindow({});
  const guard = new CloseGuard(window as unknown as BrowserWindow);
  guard.noteDocument({ name: 'donut', dirty });
  return { window, guard };
}

describe('closing a window', () => {
  it('asks nothing while there is nothing to save', () => {
    const { window } = guardedWindow(false);
    window.close();
    expect(window.destroyed).toBe(true);
    expect(dialog.showMessageBox).not.toHaveBeenCalled();
  });

  it('closes without saving when told so', async () => {
    const { window } = guardedWindow(true);
    answer(DONT_SAVE);
    window.close();
    expect(window.destroyed).toBe(false);
    await settle();
    expect(window.destroyed).toBe(true);
    expect(window.webContents.sent).toEqual([]);
    const [, question] = dialog.showMessageBox.mock.calls[0] as unknown as [
      unknown,
      { message: string; buttons: string[] },
    ];
    expect(question.message).toContain('donut');
    expect(question.buttons).toEqual(['Save', 'Don’t Save', 'Cancel']);
  });

  it('stays when cancelled, and asks again the next time', async () => {
    const { window } = guardedWindow(true);
    answer(CANCEL);
    window.close();
    await settle();
    expect(window.destroyed).toBe(false);
    answer(DONT_SAVE);
    window.close();
    await settle();
    expect(window.destroyed).toBe(true);
  });

  it('saves first, and closes only when the document is saved', async () => {
    const { window, guard } = guardedWindow(true);
    answer(SAVE);
    window.close();
    await settle();
    expect(window.webContents.sent).toEqual([[channels.saveBeforeClose]]);
    expect(window.destroyed).toBe(false);
    guard.noteSaved(true);
    await settle();
    expect(window.destroyed).toBe(true);
  });

  it('stays when saving was given up', async () => {
    const { window, guard } = guardedWindow(true);
    answer(SAVE);
    window.close();
    await settle();
    guard.noteSaved(false);
    await settle();
    expect(window.destroyed).toBe(false);
  });

  it('is not closed by a save that nobody asked for', async () => {
    const { window, guard } = guardedWindow(true);
    guard.noteSaved(true);
    answer(CANCEL);
    window.close();
    await settle();
    guard.noteSaved(true);
    await settle();
    expect(window.destroyed).toBe(false);
  });

  it('asks once however often it is closed', async () => {
    const { window } = guardedWindow(true);
    let reply: (value: { response: number }) => void = () => undefined;
    dialog.showMessageBox.mockReturnValueOnce(new Promise((resolve) => (reply = resolve)));
    window.close();
    window.close();
    expect(dialog.showMessageBox).toHaveBeenCalledOnce();
    reply({ response: CANCEL });
    await settle();
  });

  it('ends the program where that was wanted, and not after a cancel', async () => {
    const { window, guard } = guardedWindow(true);
    guard.noteQuit();
    answer(CANCEL);
    window.close();
    await settle();
    expect(app.quit).not.toHaveBeenCalled();
    guard.noteQuit();
    answer(DONT_SAVE);
    window.close();
    await settle();
    expect(app.quit).toHaveBeenCalledOnce();
  });

  it('is not held by the page, nor by a page that crashed', async () => {
    const { window } = guardedWindow(true);
    expect(emitPreventable(window.webContents, 'will-prevent-unload')).toBe(true);
    window.webContents.emit('render-process-gone', new FakeEvent(), { reason: 'crashed', exitCode: 1 });
    window.close();
    expect(window.destroyed).toBe(true);
  });

  it('stays when the page crashes while it saves', async () => {
    const { window } = guardedWindow(true);
    answer(SAVE);
    window.close();
    await settle();
    window.webContents.emit('render-process-gone', new FakeEvent(), { reason: 'oom', exitCode: 1 });
    await settle();
    expect(window.destroyed).toBe(false);
  });
});

describe('a page that crashes', () => {
  it.each(['crashed', 'oom', 'killed'])('(%s) is reloaded when the artist wants', async (reason) => {
    const window = new FakeWindow({});
    watchRenderer(window as unknown as BrowserWindow);
    answer(0);
    window.webContents.emit('render-process-gone', new FakeEvent(), { reason, exitCode: 5 });
    await settle();
    expect(window.webContents.reload).toHaveBeenCalledOnce();
  });

  it('ends the program when the artist wants', async () => {
    const window = new FakeWindow({});
    watchRenderer(window as unknown as BrowserWindow);
    answer(1);
    window.webContents.emit('render-process-gone', new FakeEvent(), { reason: 'crashed', exitCode: 5 });
    await settle();
    expect(app.quit).toHaveBeenCalledOnce();
    expect(window.webContents.reload).not.toHaveBeenCalled();
  });
});

describe('a page that hangs', () => {
  it('is waited for', async () => {
    const window = new FakeWindow({});
    watchRenderer(window as unknown as BrowserWindow);
    answer(0);
    window.emit('unresponsive');
    await settle();
    expect(window.webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });

  it('is ended and loaded again without a second question', async () => {
    const window = new FakeWindow({});
    watchRenderer(window as unknown as BrowserWindow);
    answer(1);
    window.emit('unresponsive');
    await settle();
    expect(window.webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce();
    expect(window.webContents.reload).toHaveBeenCalledOnce();
    expect(dialog.showMessageBox).toHaveBeenCalledOnce();
  });

  it('takes its question back when the page answers again', async () => {
    const window = new FakeWindow({});
    watchRenderer(window as unknown as BrowserWindow);
    let signal: AbortSignal | undefined;
    const ask = ((_window: unknown, options: { signal: AbortSignal }) => {
      signal = options.signal;
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ response: 0 })));
    }) as unknown as typeof dialog.showMessageBox;
    dialog.showMessageBox.mockImplementationOnce(ask);
    window.emit('unresponsive');
    window.emit('responsive');
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(window.webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
    answer(0);
    window.emit('unresponsive');
    expect(dialog.showMessageBox).toHaveBeenCalledTimes(2);
    await settle();
  });
});
