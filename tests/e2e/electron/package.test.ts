import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageEndpoint } from '../../../src/protocol/MessageEndpoint.ts';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import type { NotificationParams } from '../../../src/protocol/notifications.ts';

/**
 * The program as electron-builder packs it, with an empty shell in the place of Electron's runtime: its files, its switches, and its
 * simulation process, which is run by Node from the packed folder. `dist` must be built.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
let packed: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ductile-package-')));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'tools', 'package.mjs'), '--no-build', '--hollow', join(folder, 'out')],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  if (status !== 0) throw new Error(`packing failed:\n${stdout}\n${stderr}`);
  packed = join(folder, 'out', 'linux-unpacked');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The switches ("fuses") in Electron's program, in their order: true where on. They follow a marker, their version and their number. */
function readSwitches(program: Buffer): boolean[] {
  const start = program.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32;
  expect(program[start]).toBe(1);
  return [...program.subarray(start + 2, start + 2 + program[start + 1])].map((byte) => byte === '1'.charCodeAt(0));
}

/** The client's end of a host that runs as a child process. */
function childEndpoint(child: ChildProcess): MessageEndpoint {
  return {
    post: (message) => void child.send({ to: 'port', message }),
    onMessage: (receive) => {
      child.on('message', ({ to, message }: { to: string; message: unknown }) => {
        if (to === 'port') receive(message);
      });
    },
    onClose: (closed) => void child.once('exit', closed),
    close: () => child.disconnect(),
  };
}

describe('the packed program', () => {
  it('has its switches as the configuration says', () => {
    const [runAsNode, cookies, nodeOptions, inspect, integrity, onlyArchive, , fileProtocol] = readSwitches(
      readFileSync(join(packed, 'ductile')),
    );
    expect({ runAsNode, cookies, nodeOptions, inspect, integrity, onlyArchive, fileProtocol }).toEqual({
      runAsNode: false,
      cookies: true,
      nodeOptions: false,
      inspect: false,
      integrity: true,
      onlyArchive: true,
      fileProtocol: false,
    });
  });

  it('simulates from the files that lie beside its archive, in threads and kernels of its own', async () => {
    const unpacked = join(packed, 'resources', 'app.asar.unpacked');
    const workspace = join(folder, 'out');
    const program = join(root, 'tests', 'support', 'packedHostProgram.mjs');
    const child = fork(program, [join(unpacked, 'dist', 'electron', 'host.js'), workspace], {
      cwd: dirname(folder),
      env: { PATH: process.env['PATH'], HOME: folder },
      execArgv: [],
      serialization: 'advanced',
    });
    try {
      const ready = new Promise<{ kind: string; importExtensions: string[] }>((resolve) => {
        child.once('message', ({ message }: { message: { kind: string; importExtensions: string[] } }) =>
          resolve(message),
        );
      });
      const { kind, importExtensions } = await ready;
      expect([kind, importExtensions.includes('obj')]).toEqual(['ready', true]);
      child.send({ to: 'control', message: { kind: 'connect' } });
      const client = await HostClient.connect(childEndpoint(child), 'test');
      const ended = new Promise<NotificationParams<'jobEnded'>>((resolve) => client.on('jobEnded', resolve));
      const { path } = await client.call('createShot', { template: 'torus-puddle' });
      expect(path.startsWith(workspace)).toBe(true);
      const { scene } = await client.call('openShot', { path });
      const { first } = scene.range;
      await client.call('simulate', { quality: 'draft', first, last: first + 1 });
      expect(await ended).toMatchObject({ outcome: 'done', result: { simulated: 2 } });
      const { bytes } = await client.call('frame', { quality: 'draft', frame: first + 1 });
      expect(bytes.byteLength).toBeGreaterThan(1000);
      await expect(client.call('openShot', { path: '/etc/passwd' })).rejects.toMatchObject({ code: 'usage' });
    } finally {
      child.disconnect();
    }
  });
});
