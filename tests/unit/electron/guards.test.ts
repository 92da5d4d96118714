import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session, WebContents } from 'electron';
import { guardContents } from '../../../electron/guardContents.ts';
import { isExternalPage } from '../../../electron/externalPages.ts';
import { isAppUrl } from '../../../electron/origin.ts';
import { lockDownSession } from '../../../electron/lockDownSession.ts';
import { windowOptions } from '../../../electron/windowOptions.ts';
import { emitPreventable, fakeElectron, FakeWebContents } from './fakeElectron.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const { session, shell } = fakeElectron;

beforeEach(() => vi.clearAllMocks());

describe('the window', () => {
  it('gives the page a sandbox and nothing of Node', () => {
    const { webPreferences } = windowOptions({ width: 1000, height: 700, maximized: false }, '/preload.cjs');
    expect(webPreferences).toMatchObject({
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    });
    expect(webPreferences).not.toHaveProperty('enableBlinkFeatures');
  });
});

describe('guardContents', () => {
  function guarded(): FakeWebContents {
    const contents = new FakeWebContents();
    guardContents(contents as unknown as WebContents);
    return contents;
  }

  it.each([
    'https://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://other/index.html',
    'data:text/html,x',
  ])('stays where it is instead of going to %s', (url) => {
    const contents = guarded();
    expect(emitPreventable(contents, 'will-navigate', { url })).toBe(true);
    expect(emitPreventable(contents, 'will-frame-navigate', { url, isMainFrame: true })).toBe(true);
  });

  it('lets the page reload itself, and no frame in it go anywhere', () => {
    const contents = guarded();
    const url = 'app://ductile/index.html';
    expect(emitPreventable(contents, 'will-navigate', { url })).toBe(false);
    expect(emitPreventable(contents, 'will-frame-navigate', { url, isMainFrame: true })).toBe(false);
    expect(emitPreventable(contents, 'will-frame-navigate', { url, isMainFrame: false })).toBe(true);
  });

  it('follows no redirect and attaches no webview', () => {
    const contents = guarded();
    expect(emitPreventable(contents, 'will-redirect', { url: 'app://ductile/index.html' })).toBe(true);
    expect(emitPreventable(contents, 'will-attach-webview')).toBe(true);
  });

  it('opens no window, and only listed pages in the browser', () => {
    const contents = guarded();
    expect(contents.openHandler?.({ url: 'https://example.org/' })).toEqual({ action: 'deny' });
    expect(contents.openHandler?.({ url: 'file:///bin/sh' })).toEqual({ action: 'deny' });
    expect(shell.openExternal).not.toHaveBeenCalled();
    expect(contents.openHandler?.({ url: 'https://doi.org/10.1145/1028523.1028541' })).toEqual({ action: 'deny' });
    expect(shell.openExternal).toHaveBeenCalledExactlyOnceWith('https://doi.org/10.1145/1028523.1028541');
  });
});

describe('isExternalPage', () => {
  it.each([
    'http://doi.org/10.1',
    'https://doi.org.example.org/',
    'https://user@doi.org/',
    'https://doi.org:8443/',
    'https://example.org/?https://doi.org/',
    'file://doi.org/etc/passwd',
    'smb://doi.org/share',
    'not an address',
  ])('is false for %s', (address) => expect(isExternalPage(address)).toBe(false));
});

describe('isAppUrl', () => {
  it.each([
    ['app://ductile/index.html', true],
    ['app://ductile/assets/a.js?x#y', true],
    ['app://ductile.example.org/index.html', false],
    ['app://user@ductile/index.html', false],
    ['app://ductile:81/', false],
    ['https://ductile/index.html', false],
    ['file:///app://ductile/', false],
    ['about:blank', false],
    ['', false],
  ])('of %s is %s', (address, expected) => expect(isAppUrl(address)).toBe(expected));
});

describe('lockDownSession', () => {
  lockDownSession(session.defaultSession as unknown as Session);
  const own = { isMainFrame: true, requestingUrl: 'app://ductile/index.html' };

  function request(permission: string, details: object): boolean {
    const callback = vi.fn();
    session.defaultSession.permissionRequest?.(null, permission, callback, details);
    expect(callback).toHaveBeenCalledOnce();
    return callback.mock.calls[0][0] === true;
  }

  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'usb',
    'midi',
    'unknown',
  ])('denies %s to the editor itself', (permission) => {
    expect(request(permission, own)).toBe(false);
    expect(session.defaultSession.permissionCheck?.(null, permission, 'app://ductile')).toBe(false);
  });

  it('lets the editor, and nobody else, write text to the clipboard', () => {
    const write = 'clipboard-sanitized-write';
    expect(request(write, own)).toBe(true);
    expect(session.defaultSession.permissionCheck?.(null, write, 'app://ductile')).toBe(true);
    expect(request(write, { ...own, isMainFrame: false })).toBe(false);
    expect(request(write, { ...own, requestingUrl: 'https://example.org/' })).toBe(false);
    expect(session.defaultSession.permissionCheck?.(null, write, 'https://example.org')).toBe(false);
  });

  it('gives no device and no picture of the screen', () => {
    expect(session.defaultSession.devicePermission?.()).toBe(false);
    const callback = vi.fn();
    session.defaultSession.displayMedia?.({}, callback);
    expect(callback).toHaveBeenCalledWith(null);
  });

  it.each([
    ['blob:app://ductile/6c1a', false],
    ['blob:https://example.org/6c1a', true],
    ['https://example.org/setup.exe', true],
    ['app://ductile/index.html', true],
    ['data:text/plain,x', true],
  ])('download of %s is refused: %s', (address, refused) => {
    const item = Object.assign(new EventEmitter(), { getURL: () => address });
    expect(emitPreventable(session.defaultSession, 'will-download', {}, item)).toBe(refused);
  });
});
