import { expect, onTestFinished, test } from 'vitest';
import { LocalHostRestart } from '../../../app/client/LocalHostRestart.ts';
import { RestartControl } from '../../../src/host/local/RestartControl.ts';
import { ask, logIn, startLocalServer } from '../../support/localHost.ts';

const SERVED = 4711;

async function control() {
  let restarts = 0;
  const started = await RestartControl.start(() => restarts++);
  onTestFinished(() => started.close());
  started.servedAt(SERVED);
  const { port, secret } = started.address;
  const own = { origin: `http://127.0.0.1:${SERVED}`, authorization: `Bearer ${secret}` };
  const post = async (headers: Record<string, string>, path = '/restart', method = 'POST', body = '') =>
    (await ask(port, path, headers, method, body)).status;
  return { started, port, secret, own, post, restarts: () => restarts };
}

test('a page of the host that knows the secret has it restarted', async () => {
  const { own, post, restarts } = await control();
  expect(await post(own)).toBe(202);
  expect(await post({ ...own, origin: `http://localhost:${SERVED}` })).toBe(202);
  expect(restarts()).toBe(2);
});

test('nobody else has', async () => {
  const { started, port, own, post, restarts } = await control();
  const { origin, authorization } = own;
  const others: Record<string, string>[] = [
    { authorization },
    { origin },
    { origin, authorization: 'Bearer ' },
    { origin, authorization: `${authorization}x` },
    { origin: 'http://evil.example', authorization },
    { origin: `http://127.0.0.1:${port}`, authorization },
    { origin: 'null', authorization },
    { ...own, host: `evil.example:${port}` },
  ];
  for (const headers of others) expect([headers, await post(headers)]).toEqual([headers, 403]);
  expect(await post(own, '/')).toBe(403);
  expect(await post(own, '/restart?x')).toBe(403);
  expect(await post(own, '/restart', 'GET')).toBe(405);
  expect(await post(own, '/restart', 'POST', 'content')).toBe(403);
  const unknown = await RestartControl.start(() => undefined);
  onTestFinished(() => unknown.close());
  expect((await ask(unknown.address.port, '/restart', own, 'POST')).status).toBe(403);
  expect(restarts()).toBe(0);
  expect(started.address.secret).not.toBe(unknown.address.secret);
});

test('a browser may ask from pages of the host only', async () => {
  const { port, own } = await control();
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const allowed = await ask(port, '/restart', { origin: own.origin, ...preflight }, 'OPTIONS');
  expect(allowed).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': own.origin } });
  const refused = await ask(port, '/restart', { origin: 'http://evil.example', ...preflight }, 'OPTIONS');
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
});

test('pages are told the secret once they are let in, and may connect there', async () => {
  const restart = { port: 4712, secret: 'a secret' };
  const { port, token } = await startLocalServer({ restart });
  expect((await ask(port, '/restart')).status).toBe(403);
  const answer = await ask(port, '/restart', { cookie: await logIn(port, token) });
  expect(JSON.parse(answer.body)).toEqual(restart);
  expect(answer.headers['content-security-policy']).toContain('http://127.0.0.1:4712');
  expect(answer.headers['cache-control']).toBe('no-store');
  const alone = await startLocalServer();
  expect((await ask(alone.port, '/restart', { cookie: await logIn(alone.port, alone.token) })).status).toBe(404);
});

test('the editor asks whom it was told of, also when the host answers nothing any more', async () => {
  const { port, secret, own, restarts } = await control();
  let alive = true;
  const asPage: typeof fetch = (input, init) => {
    if (input !== '/restart') return fetch(input, { ...init, headers: { ...init?.headers, origin: own.origin } });
    return alive ? Promise.resolve(Response.json({ port, secret })) : Promise.reject(new Error('it hangs'));
  };
  const restart = new LocalHostRestart(asPage);
  await expect(restart.ask()).rejects.toMatchObject({ code: 'internal' });
  await restart.learn();
  alive = false;
  await restart.learn();
  await restart.ask();
  expect(restarts()).toBe(1);
});
