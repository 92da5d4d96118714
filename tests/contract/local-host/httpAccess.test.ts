import { symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, logIn, openSocket, startLocalServer } from '../../support/localHost.ts';

test('listens on the loopback address only', async () => {
  const { server } = await startLocalServer();
  expect(server.address).toBe('127.0.0.1');
});

test('exchanges the token for a cookie and leads on without it', async () => {
  const { port, token } = await startLocalServer();
  const first = await ask(port, `/?token=${token}&sample=torus-puddle&x=%26%22`);
  expect(first.status).toBe(303);
  expect(first.headers.location).toBe('/?sample=torus-puddle&x=%26%22');
  expect(first.headers['cache-control']).toBe('no-store');
  const [cookie] = first.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(new RegExp(`^ductile-${port}=[\\w-]+; Path=/; HttpOnly; SameSite=Strict$`));
  expect(JSON.stringify(first.headers)).not.toContain(token);

  const page = await ask(port, '/?sample=torus-puddle', { cookie: cookie.split(';')[0] });
  expect([page.status, page.body]).toEqual([200, '<!doctype html><title>Ductile</title>']);
  // A reload of the address with the token works as long as the program runs, also beside the cookie of an earlier one.
  expect((await ask(port, `/?token=${token}`)).status).toBe(303);
  const old = await ask(port, '/?token=of-an-earlier-program', { cookie: cookie.split(';')[0] });
  expect([old.status, old.headers.location]).toEqual([303, '/']);
});

test('leads on by a page where another site linked here: its cookie is sent only within the site', async () => {
  const { port, token } = await startLocalServer();
  const answer = await ask(port, `/?token=${token}&shot=a%22%3E%3Cscript%3E&b=1`, { 'sec-fetch-site': 'cross-site' });
  expect(answer.status).toBe(200);
  expect(answer.headers['set-cookie']).toHaveLength(1);
  expect(answer.body).toContain('content="0;url=/?shot=a%22%3E%3Cscript%3E&amp;b=1"');
  expect(answer.body).not.toContain(token);
});

test('admits by a ticket once', async () => {
  const { port } = await startLocalServer({ ticket: 'one-use' });
  expect((await ask(port, '/?token=one-use')).status).toBe(303);
  expect((await ask(port, '/?token=one-use')).status).toBe(403);
});

test('shows nothing without the token, not even whether a file is there', async () => {
  const { port, token } = await startLocalServer();
  const wrong = ['', '?token=', '?token=wrong', `?token=${token.slice(1)}`, `?token=${token}x`, `?Token=${token}`];
  wrong.push(`?token=${token.toUpperCase()}`, `?token[]=${token}`, `?x=${token}`, `?token=wrong&token=${token}`);
  for (const query of wrong) {
    const answer = await ask(port, `/${query}`);
    expect([query, answer.status, answer.headers['set-cookie']]).toEqual([query, 403, undefined]);
    expect(answer.body).toContain('Open the address that it printed');
  }
  for (const path of ['/assets/main-0a1b2c.js', '/nothing', `/assets/main-0a1b2c.js?token=${token}`, '/host'])
    expect([path, (await ask(port, path)).status]).toEqual([path, 403]);
  for (const cookie of [`ductile-${port}=x`, `ductile-${port}=${token}`, `token=${token}`, `ductile-${port}=`])
    expect((await ask(port, '/', { cookie })).status).toBe(403);
  expect((await ask(port, '/', { authorization: `Bearer ${token}` })).status).toBe(403);
});

test('serves nobody who asks for it by another name, whatever they know', async () => {
  const { port, token } = await startLocalServer();
  const cookie = await logIn(port, token);
  const strangers = [
    'evil.com',
    `evil.com:${port}`,
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    `[::1]:${port}`,
    `0.0.0.0:${port}`,
  ];
  strangers.push(
    `127.0.0.1.evil.com:${port}`,
    `localhost.evil.com:${port}`,
    `127.0.0.1:${port}@evil.com`,
    `user@127.0.0.1:${port}`,
  );
  for (const host of strangers) {
    for (const path of ['/', `/?token=${token}`, '/assets/main-0a1b2c.js']) {
      const answer = await ask(port, path, { host, cookie });
      expect([host, path, answer.status, answer.headers['set-cookie']]).toEqual([host, path, 403, undefined]);
    }
    const origin = `http://${host}`;
    expect([host, await openSocket(port, { host, cookie, origin })]).toEqual([host, 403]);
  }
  expect((await ask(port, '/', { host: `localhost:${port}`, cookie })).status).toBe(200);
});

test('opens its socket to its own pages only', async () => {
  const { port, token } = await startLocalServer();
  const cookie = await logIn(port, token);
  const own = `http://127.0.0.1:${port}`;
  const status = async (headers: Record<string, string>, path?: string) => {
    const socket = await openSocket(port, headers, path);
    if (typeof socket === 'number') return socket;
    socket.close();
    return 'open';
  };
  expect(await status({ origin: own, cookie })).toBe('open');
  expect(await status({ origin: own }, `/host?token=${token}`)).toBe('open');
  expect(await status({ origin: `http://localhost:${port}`, host: `localhost:${port}`, cookie })).toBe('open');

  const origins = [
    'http://evil.com',
    'null',
    'file://',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port + 1}`,
    'http://127.0.0.1',
  ];
  origins.push(`${own}.evil.com`, `${own}/`, `http://localhost:${port}`, 'electron://app');
  for (const origin of origins) expect([origin, await status({ origin, cookie })]).toEqual([origin, 403]);
  expect(await status({ cookie })).toBe(403);
  expect(await status({ origin: own })).toBe(403);
  expect(await status({ origin: own, cookie: `ductile-${port}=wrong` })).toBe(403);
  expect(await status({ origin: own }, '/host?token=wrong')).toBe(403);
  for (const path of ['/', '/HOST', '/host/', '/other']) expect(await status({ origin: own, cookie }, path)).toBe(404);
});

test('says to the browser what it must keep to', async () => {
  const { port, token } = await startLocalServer();
  const cookie = await logIn(port, token);
  for (const path of ['/', '/assets/main-0a1b2c.js', '/nothing', `/?token=${token}`]) {
    const { headers } = await ask(port, path, { cookie });
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const policy = new Map(
      (headers['content-security-policy'] as string).split('; ').map((rule) => [rule.split(' ')[0], rule]),
    );
    expect(policy.get('default-src')).toBe("default-src 'none'");
    expect(policy.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy.get('connect-src')).toBe(`connect-src 'self' ws://127.0.0.1:${port}`);
    for (const name of ['frame-ancestors', 'base-uri', 'form-action']) expect(policy.get(name)).toBe(`${name} 'none'`);
  }
  const asset = await ask(port, '/assets/main-0a1b2c.js', { cookie });
  expect(asset.headers['cache-control']).toBe('private, max-age=31536000, immutable');
  expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const icon = await ask(port, '/icon.svg', { cookie });
  expect([icon.headers['cache-control'], icon.headers['content-type']]).toEqual(['no-cache', 'image/svg+xml']);
});

test('can only be read', async () => {
  const { port, token } = await startLocalServer();
  const cookie = await logIn(port, token);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE']) {
    const answer = await ask(port, '/', { cookie }, method);
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
  }
  expect((await ask(port, '/', { cookie }, 'GET', 'content')).status).toBe(400);
  expect((await ask(port, '/', { cookie, 'transfer-encoding': 'chunked' }, 'GET', 'content')).status).toBe(400);
  const head = await ask(port, '/', { cookie }, 'HEAD');
  expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '37']);
  expect((await ask(port, '/?%', { cookie })).status).toBe(200);
  expect((await ask(port, '/%', { cookie })).status).toBe(400);
  expect((await ask(port, 'http://evil.com/', { cookie })).status).toBe(400);
});

test('serves the files of the editor and no other', async () => {
  const { port, token, appFolder } = await startLocalServer();
  await symlink('/etc/passwd', join(appFolder, 'assets', 'passwd'));
  const cookie = await logIn(port, token);
  const ways = [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/%252e%252e/secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/....//secret.txt',
    '/etc/passwd',
    '//etc/passwd',
    '/assets/passwd',
    '/assets/',
    '/assets',
    '/index.html%00.js',
    '/index.html/',
    '//127.0.0.1/index.html',
    '/\\\\server\\share\\x',
    '/C:/windows/win.ini',
    '/__proto__',
    '/constructor',
    `/${join(appFolder, 'index.html')}`,
  ];
  for (const way of ways) {
    const { status, body } = await ask(port, way, { cookie });
    expect([way, status === 404 || status === 400]).toEqual([way, true]);
    expect(body).not.toMatch(/not to be served|root:/);
  }
});

test('says so where the editor is not built', async () => {
  const { port, token } = await startLocalServer({ appFolder: '/nowhere/at/all' });
  const answer = await ask(port, '/', { cookie: await logIn(port, token) });
  expect(answer.status).toBe(503);
  expect(answer.body).toContain('npm run build');
});

/** Sends raw bytes and gives all that comes back until the other side ends the connection. */
function exchange(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    for (const line of lines) socket.write(line);
  });
}

test('answers garbage with a refusal and goes on', async () => {
  const { port, token } = await startLocalServer();
  const garbage = [
    'GARBAGE\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.com\r\nConnection: close\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `GET /host HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    `GET /host HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nCookie: ${await logIn(port, token)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ];
  for (const text of garbage) expect(await exchange(port, [text])).toMatch(/^HTTP\/1\.1 (4\d\d)/);
  expect((await ask(port, `/?token=${token}`)).status).toBe(303);
});
