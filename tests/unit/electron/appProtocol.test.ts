import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Protocol } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { answerAppRequest, registerAppScheme, serveApp } from '../../../electron/appProtocol.ts';
import { RESPONSE_HEADERS } from '../../../electron/appProtocol.ts';
import { securityHeaders } from '../../../src/host/local/securityHeaders.ts';
import { fakeElectron } from './fakeElectron.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const parent = suiteFolder();
const folder = join(parent, 'app');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<title>Ductile</title>');
writeFileSync(join(folder, 'assets', 'a b.js'), 'export {};');
writeFileSync(join(folder, 'assets', 'kernel.wasm'), new Uint8Array([0, 97, 115, 109]));
writeFileSync(join(folder, '.hidden'), 'hidden');
writeFileSync(join(parent, 'secret.txt'), 'secret');
symlinkSync(join(parent, 'secret.txt'), join(folder, 'link.txt'));

const get = (url: string, method = 'GET') => answerAppRequest(folder, { url, method });

describe('the app protocol', () => {
  it('is a standard, secure scheme that may not bypass the policy', () => {
    registerAppScheme();
    expect(fakeElectron.protocol.registerSchemesAsPrivileged).toHaveBeenCalledExactlyOnceWith([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
  });

  it('handles its scheme in the session', async () => {
    const handle = vi.fn<(scheme: string, handler: (request: Request) => Promise<Response>) => void>();
    serveApp({ handle } as unknown as Protocol, folder);
    const [scheme, handler] = handle.mock.calls[0];
    expect(scheme).toBe('app');
    const answer = await handler({ url: 'app://ductile/index.html', method: 'GET' } as Request);
    expect(await answer.text()).toBe('<title>Ductile</title>');
  });

  it.each([
    ['app://ductile/', 'text/html; charset=utf-8'],
    ['app://ductile/index.html?shot=1#top', 'text/html; charset=utf-8'],
    ['app://ductile/assets/a%20b.js', 'text/javascript; charset=utf-8'],
    ['app://ductile/assets/kernel.wasm', 'application/wasm'],
    ['app://ductile/assets/../index.html', 'text/html; charset=utf-8'],
  ])('serves %s', async (url, type) => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe(type);
  });

  it.each([
    'app://ductile/../secret.txt',
    'app://ductile/%2e%2e/secret.txt',
    'app://ductile/..%2fsecret.txt',
    'app://ductile/%2e%2e%2fsecret.txt',
    'app://ductile/assets/..%2f..%2fsecret.txt',
    'app://ductile/%252e%252e/secret.txt',
    'app://ductile/..%5csecret.txt',
    'app://ductile/..\\secret.txt',
    'app://ductile//etc/passwd',
    'app://ductile/%2fetc/passwd',
    `app://ductile/${encodeURIComponent(join(parent, 'secret.txt'))}`,
    'app://ductile/C:/Windows/win.ini',
    'app://ductile/index.html%00.txt',
    'app://ductile/index.html::$DATA',
    'app://ductile/%',
    'app://ductile/.hidden',
    'app://ductile/link.txt',
    'app://ductile/assets',
    'app://ductile/assets/',
    'app://ductile/missing.js',
    'app://other/index.html',
    'app://other@ductile/index.html',
    'file:///etc/passwd',
    'not an address',
  ])('refuses %s', async (url) => {
    const answer = await get(url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toContain('secret');
  });

  it('answers HEAD without a body and refuses every other method', async () => {
    const head = await get('app://ductile/index.html', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await get('app://ductile/index.html', 'POST')).status).toBe(405);
  });

  it('sends its security headers with every answer', async () => {
    for (const answer of [await get('app://ductile/'), await get('app://ductile/missing'), await get('app://x/')]) {
      for (const [name, value] of Object.entries(RESPONSE_HEADERS)) expect(answer.headers.get(name)).toBe(value);
    }
  });

  it('has the policy of the browser host, which must reach its socket besides', () => {
    const { 'Cache-Control': _, ...headers } = RESPONSE_HEADERS;
    const browser = securityHeaders('127.0.0.1:1');
    const policy = browser['Content-Security-Policy'].replace(' ws://127.0.0.1:1', '');
    expect({ ...browser, 'Content-Security-Policy': policy }).toEqual(headers);
  });
});
