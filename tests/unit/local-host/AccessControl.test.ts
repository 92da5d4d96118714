import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { AccessControl } from '../../../src/host/local/AccessControl.ts';

const token = 'right-token';
const port = 4711;
const access = (ticket?: string) => new AccessControl({ token, ticket }, () => port);
const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;

test('knows itself by two names and no other', () => {
  const hostOf = (host: string) => access().hostOf(request({ host }));
  expect(hostOf('127.0.0.1:4711')).toBe('127.0.0.1:4711');
  expect(hostOf('LocalHost:4711')).toBe('localhost:4711');
  for (const other of [
    'evil.com',
    'evil.com:4711',
    '127.0.0.1',
    '127.0.0.1:80',
    'localhost',
    '[::1]:4711',
    '',
    '0.0.0.0:4711',
  ])
    expect(hostOf(other)).toBeUndefined();
  expect(access().hostOf(request({}))).toBeUndefined();
});

test('takes for its own a page that was asked for by the same name', () => {
  const own = (host: string, origin: string) => access().isOwnOrigin(request({ host, origin }));
  expect(own('127.0.0.1:4711', 'http://127.0.0.1:4711')).toBe(true);
  expect(own('localhost:4711', 'http://localhost:4711')).toBe(true);
  expect(own('localhost:4711', 'http://127.0.0.1:4711')).toBe(false);
  expect(own('127.0.0.1:4711', 'https://127.0.0.1:4711')).toBe(false);
  expect(own('127.0.0.1:4711', 'null')).toBe(false);
  expect(own('127.0.0.1:4711', 'http://127.0.0.1:4711.evil.com')).toBe(false);
  expect(own('evil.com:4711', 'http://evil.com:4711')).toBe(false);
  expect(access().isOwnOrigin(request({ host: '127.0.0.1:4711' }))).toBe(false);
});

test('admits by the token every time and by a ticket once', () => {
  const control = access('once');
  for (const wrong of ['', 'right-toke', 'right-token ', 'RIGHT-TOKEN', 'right-token\0'])
    expect(control.admits(wrong)).toBe(false);
  expect([control.admits(token), control.admits(token)]).toEqual([true, true]);
  expect([control.admits('once'), control.admits('once')]).toEqual([true, false]);
  expect(access().admits('undefined')).toBe(false);
});

test('knows its cookie among others, also when it was given before a restart', () => {
  const cookie = access().sessionCookie().split(';')[0];
  const known = (text: string) => access().hasSession(request({ cookie: text }));
  expect(access().sessionCookie()).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(token);
  expect(known(cookie)).toBe(true);
  expect(known(`a=b; ${cookie}; c=d`)).toBe(true);
  expect(known(cookie.slice(0, -1))).toBe(false);
  expect(known(`x${cookie}`)).toBe(false);
  expect(known(`ductile-4711=${token}`)).toBe(false);
  expect(known('')).toBe(false);
  // Cookies of another program on another port arrive here, too.
  expect(known(cookie.replace('4711', '4712'))).toBe(false);
  const other = new AccessControl({ token: 'other' }, () => port);
  expect(other.hasSession(request({ cookie }))).toBe(false);
});
