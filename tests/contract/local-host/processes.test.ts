import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveShot } from '../../../src/io/shotFile.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { HostClient } from '../../../src/protocol/HostClient.ts';
import { ask, connectClient, logIn } from '../../support/localHost.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** The built program. */
const program = resolve(process.env['DUCTILE_LOCAL_HOST'] ?? 'dist/localHost.js');
const starter = resolve('tools/start.mjs');

interface Listening {
  readonly kind: string;
  readonly address: string;
  readonly port: number;
  readonly hostPid: number;
  readonly restarted?: string;
}

interface Running {
  readonly child: ChildProcess;
  /** Objects that were printed so far. */
  readonly objects: Listening[];
  readonly exit: Promise<number | null>;
  output(): string;
  /** Waits for so many objects. */
  printed(count: number): Promise<Listening>;
}

/** Starts a script in its own process, with no display. It is gone when the test ends. */
async function start(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Running> {
  for (const built of [program, 'dist/electron/main.js', 'dist/app/index.html'])
    if (!existsSync(built)) throw new Error(`${built} is not there: npm run build`);
  const folder = await temporaryFolder();
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
  const home = { HOME: folder, XDG_STATE_HOME: join(folder, 'state'), DUCTILE_WORKSPACE: join(folder, 'work') };
  const env = { ...inherited, ...home, ...environment };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((settle) => child.once('close', (code) => settle(code)));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  let text = '';
  const objects: Listening[] = [];
  const waiting = new Set<() => void>();
  const take = (chunk: Buffer) => {
    text += chunk.toString();
    const lines = text.split('\n').slice(0, -1);
    for (const line of lines.slice(objects.length))
      if (line.startsWith('{')) objects.push(JSON.parse(line) as Listening);
    for (const check of waiting) check();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const printed = (count: number) =>
    new Promise<Listening>((settle, reject) => {
      const check = () => {
        if (objects.length >= count) settle(objects[count - 1]);
      };
      waiting.add(check);
      check();
      void exit.then(() => reject(new Error(`it ended early: ${text}`)));
    });
  return { child, objects, exit, output: () => text, printed };
}

const tokenOf = ({ address }: Listening) => new URL(address).searchParams.get('token') ?? '';

function ended(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** Resolves once there is no such process: its parent has taken leave of it, or it was nobody's. */
async function untilEnded(pid: number): Promise<void> {
  while (!ended(pid)) await new Promise((settle) => setTimeout(settle, 10));
}

/** Resolves once so many frames of a simulation are done. */
function framesDone(client: HostClient, count: number): Promise<void> {
  let done = 0;
  return new Promise((settle) => {
    client.on('frameDone', () => {
      if (++done === count) settle();
    });
  });
}

test('a host that is killed while it simulates comes back, and the frames are there', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'shot.ductile');
  await saveShot(path, tinyShot(3000), catalogue);
  const running = await start(program, [path, '--json', '--no-open']);
  const first = await running.printed(1);
  expect(new URL(first.address).searchParams.get('shot')).toBe(path);

  const client = await connectClient(first.port, tokenOf(first));
  await client.call('openShot', { path });
  const some = framesDone(client, 8);
  await client.call('simulate', { quality: 'draft', first: 1, last: 3000 });
  await some;
  process.kill(first.hostPid, 'SIGKILL');
  await expect(client.call('frameStates', { quality: 'draft', first: 1, last: 1 })).rejects.toMatchObject({
    code: 'internal',
  });

  const second = await running.printed(2);
  expect([second.port, second.address]).toEqual([first.port, first.address]);
  expect(second.hostPid).not.toBe(first.hostPid);
  const again = await connectClient(second.port, tokenOf(second));
  const warning = new Promise<string>((settle) => again.on('warning', ({ message }) => settle(message)));
  await again.call('openShot', { path });
  expect(await warning).toMatch(/was killed.*Finished frames are kept/);
  const { states } = await again.call('frameStates', { quality: 'draft', first: 1, last: 3000 });
  const cached = states.filter(({ state }) => state === 'cached').length;
  expect(cached).toBeGreaterThanOrEqual(8);
  expect(cached).toBeLessThan(3000);
  expect(states.slice(0, cached).every(({ state }) => state === 'cached')).toBe(true);

  // It simulates on from there, and stops when it is told to.
  const more = framesDone(again, cached + 5);
  const { jobId } = await again.call('simulate', { quality: 'draft', first: 1, last: 3000 });
  await more;
  const end = new Promise<string>((settle) => again.on('jobEnded', ({ outcome }) => settle(outcome)));
  await again.call('cancelJob', { jobId });
  expect(await end).toBe('cancelled');
});

test('a page has a host restarted that answers nothing any more', async () => {
  const running = await start(program, ['--json', '--no-open']);
  const first = await running.printed(1);
  const cookie = await logIn(first.port, tokenOf(first));
  const { port, secret } = JSON.parse((await ask(first.port, '/restart', { cookie })).body) as Record<string, string>;
  process.kill(first.hostPid, 'SIGSTOP');
  const headers = { origin: `http://127.0.0.1:${first.port}`, authorization: `Bearer ${secret}` };
  expect((await ask(Number(port), '/restart', headers, 'POST')).status).toBe(202);
  const second = await running.printed(2);
  expect([second.port, second.restarted]).toEqual([first.port, expect.stringContaining('restarted on request')]);
  expect(second.hostPid).not.toBe(first.hostPid);
  expect(ended(first.hostPid)).toBe(true);
  expect(JSON.parse((await ask(second.port, '/restart', { cookie })).body)).toEqual({ port, secret });
});

test('listens on the loopback address only, with a token that no argument and no environment shows and a cookie that outlives the host, and ends when it is told to', async () => {
  const running = await start(program, ['--json', '--no-open']);
  const first = await running.printed(1);
  const token = tokenOf(first);
  expect(token).toHaveLength(43);
  for (const pid of [running.child.pid, first.hostPid]) {
    for (const file of ['cmdline', 'environ']) {
      const text = await readFile(`/proc/${pid}/${file}`, 'utf8');
      expect(text.length).toBeGreaterThan(10);
      expect(text).not.toContain(token);
    }
  }
  expect(await listeningAddresses(first.port)).toEqual(['0100007F']);

  const { headers } = await ask(first.port, `/?token=${token}`);
  const cookie = (headers['set-cookie'] ?? [''])[0].split(';')[0];
  process.kill(first.hostPid, 'SIGKILL');
  const second = await running.printed(2);
  expect(second.restarted).toContain('was killed');
  expect((await ask(first.port, '/', { cookie })).status).not.toBe(403);
  expect((await ask(first.port, '/')).status).toBe(403);

  running.child.kill('SIGINT');
  expect(await running.exit).toBe(0);
  await untilEnded(second.hostPid);
});

/** Local addresses in hexadecimal digits on which some process listens at a port. */
async function listeningAddresses(port: number): Promise<string[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const rows = tables
    .join('\n')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const digits = port.toString(16).toUpperCase().padStart(4, '0');
  return rows
    .filter(([, local, , state]) => state === '0A' && local.endsWith(`:${digits}`))
    .map(([, local]) => local.split(':')[0]);
}

test('the host ends with whoever watches it', async () => {
  const running = await start(program, ['--json', '--no-open']);
  const orphan = await running.printed(1);
  running.child.kill('SIGKILL');
  await running.exit;
  await untilEnded(orphan.hostPid);
});

test('says in words where it runs and what is wrong', async () => {
  const running = await start(program, []);
  await new Promise<void>((settle) => {
    const check = () => {
      if (running.output().includes('Ctrl-C')) settle();
    };
    running.child.stdout?.on('data', check);
    check();
  });
  const address = /http:\/\/127\.0\.0\.1:(\d+)\/\?token=[\w-]+&sample=torus-puddle/.exec(running.output());
  expect(address).not.toBeNull();

  const taken = await start(program, ['--port', address?.[1] ?? '', '--json']);
  expect(await taken.exit).toBe(1);
  expect(taken.objects.at(-1)).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('EADDRINUSE') as string,
  });
  const missing = await start(program, ['/no/such/shot.ductile']);
  expect(await missing.exit).toBe(1);
  expect(missing.output()).toContain('/no/such/shot.ductile: there is no such file or folder');
  const unknown = await start(program, ['--serve']);
  expect(await unknown.exit).toBe(2);
  const help = await start(program, ['--help']);
  expect([await help.exit, help.output()]).toEqual([0, expect.stringContaining('--no-open')]);
});

/** A folder with a program of Electron's name that does `script`. */
async function fakeElectron(script: string): Promise<string> {
  const folder = await temporaryFolder();
  const file = join(folder, 'electron');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return folder;
}

test('npm start prints the address where no window can be opened', async () => {
  const running = await start(starter, ['--json']);
  const listening = await running.printed(1);
  expect(
    (await ask(listening.port, new URL(listening.address).pathname + new URL(listening.address).search)).status,
  ).toBe(303);
  running.child.kill('SIGTERM');
  expect(await running.exit).toBe(0);
});

test.skipIf(process.platform !== 'linux')(
  'npm start opens the window where it can, and the browser where it fails',
  async () => {
    const shot = join(await temporaryFolder(), 'a b.ductile');
    await saveShot(shot, tinyShot(2), catalogue);
    const opened = join(await temporaryFolder(), 'opened');
    const works = await fakeElectron(`printf '%s\\n' "$@" > '${opened}'`);
    const window = await start(starter, [shot], { DISPLAY: ':77', ELECTRON_OVERRIDE_DIST_PATH: works });
    expect(await window.exit).toBe(0);
    expect((await readFile(opened, 'utf8')).trim().split('\n')).toEqual([resolve('dist/electron/main.js'), shot]);
    expect(window.output()).toBe('');

    const bin = await fakeElectron('exit 127');
    // What would open a browser; the file is there whole or not at all.
    await writeFile(
      join(bin, 'xdg-open'),
      `#!/bin/sh\nprintf '%s' "$1" > '${opened}.new'\nmv '${opened}.new' '${opened}'\n`,
    );
    await chmod(join(bin, 'xdg-open'), 0o755);
    const path = `${bin}:${process.env['PATH'] ?? ''}`;
    const fallen = await start(starter, [shot], { DISPLAY: ':77', ELECTRON_OVERRIDE_DIST_PATH: bin, PATH: path });
    await new Promise<void>((settle) => {
      fallen.child.stdout?.on('data', () => {
        if (fallen.output().includes('Ctrl-C')) settle();
      });
    });
    expect(fallen.output()).toContain('the browser is used instead');
    const printed = /http:\S+/.exec(fallen.output())?.[0] ?? '';
    let shown = '';
    while (!shown.startsWith('http')) shown = await readFile(opened, 'utf8');
    // Other users may see what a program is started with: that address works once.
    expect(shown).not.toContain(tokenOf({ address: printed } as Listening));
    const { port, pathname, search } = new URL(shown);
    expect((await ask(Number(port), pathname + search)).status).toBe(303);
    expect((await ask(Number(port), pathname + search)).status).toBe(403);
  },
);
