import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Details } from 'electron';
import type { HostLost } from '../../../electron/bridge.ts';
import { HOST_SERVICE, hostEnvironment, HostSupervisor } from '../../../electron/HostSupervisor.ts';
import { fakeElectron, type FakeUtilityProcess } from './fakeElectron.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const { forked } = fakeElectron;
const grants = [{ folder: '/shots', purpose: 'write' as const }];
let lost: HostLost[];
let supervisor: HostSupervisor;
const current = (): FakeUtilityProcess => forked.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  forked.length = 0;
  lost = [];
  supervisor = new HostSupervisor({
    script: '/dist/electron/host.js',
    workspace: '/workspace',
    grants: () => grants,
    onLost: (loss) => lost.push(loss),
  });
  supervisor.start();
});
afterEach(() => {
  supervisor.stop();
  vi.useRealTimers();
});

/** A process that lives for a while, then ends. */
function end(process: FakeUtilityProcess, code: number): void {
  process.emit('exit', code);
}

describe('the simulation process', () => {
  it('is a utility process of its own, told its workspace and its grants', () => {
    expect(forked).toHaveLength(1);
    expect(current()).toMatchObject({ script: '/dist/electron/host.js', args: ['/workspace'] });
    expect(current().options).toMatchObject({ serviceName: HOST_SERVICE });
    expect(current().grantedFolders()).toEqual(['/shots']);
  });

  it('does not inherit what changes how Node runs', () => {
    const environment = { PATH: '/bin', NODE_OPTIONS: '--inspect', ELECTRON_RUN_AS_NODE: '1', HOME: '/home' };
    expect(hostEnvironment(environment)).toEqual({ PATH: '/bin', HOME: '/home' });
  });

  it('gives every connection a channel of its own, once it is ready', async () => {
    const first = supervisor.connect();
    expect(current().received.filter(({ message }) => message.kind === 'connect')).toEqual([]);
    current().sayReady();
    const ports = [await first, await supervisor.connect()];
    const connects = current().received.filter(({ message }) => message.kind === 'connect');
    expect(connects.map(({ ports: [port] }) => port.other)).toEqual(ports);
    expect(ports[0]).not.toBe(ports[1]);
    expect(supervisor.importExtensions).toEqual(['obj', 'ply']);
  });

  it('confirms grants when they are in force, and not before', async () => {
    current().confirms = false;
    const confirmed = vi.fn();
    const granting = supervisor.grant([{ folder: '/meshes', purpose: 'read' }]).then(confirmed);
    await vi.advanceTimersByTimeAsync(10);
    expect(confirmed).not.toHaveBeenCalled();
    const { message } = current().received.at(-1)!;
    expect(message).toMatchObject({ kind: 'grant', grants: [{ folder: '/meshes', purpose: 'read' }] });
    current().emit('message', { kind: 'granted', id: message['id'] });
    await granting;
    expect(confirmed).toHaveBeenCalledOnce();
  });

  it('ignores what is no report', () => {
    for (const message of [undefined, 7, {}, { kind: 'ready' }, { kind: 'granted', id: 'x' }])
      expect(() => current().emit('message', message)).not.toThrow();
    expect(supervisor.importExtensions).toEqual([]);
  });
});

describe('a simulation process that ends', () => {
  it('is told with its reason and started again; a new connection waits for it', async () => {
    current().sayReady();
    end(current(), 134);
    expect(lost).toEqual([{ reason: 'The simulation process ended with code 134.', restarting: true }]);
    const connection = supervisor.connect();
    expect(forked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(250);
    expect(forked).toHaveLength(2);
    expect(current().grantedFolders()).toEqual(['/shots']);
    current().sayReady();
    const port: unknown = await connection;
    expect(current().received.at(-1)?.ports[0].other).toBe(port);
  });

  it('says what it wrote last', () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    current().stderr.emit(
      'data',
      Buffer.from('loading\nRangeError: Array buffer allocation failed\n    at step (x.js:1)\n'),
    );
    end(current(), 1);
    expect(written).toHaveBeenCalledOnce();
    written.mockRestore();
    expect(lost[0].reason).toBe('The simulation process ended with code 1. RangeError: Array buffer allocation failed');
  });

  it.each([
    ['oom', 'The simulation process ran out of memory.'],
    ['killed', 'The simulation process was killed.'],
    ['crashed', 'The simulation process crashed (code 11).'],
  ] as const)('is told once, and better where Electron knows more: %s', (reason, sentence) => {
    const details = { type: 'Utility', serviceName: HOST_SERVICE, reason, exitCode: 11 } as Details;
    supervisor.noteGone(details);
    end(current(), 11);
    expect(lost).toEqual([{ reason: sentence, restarting: true }]);
  });

  it('is not confused with another', () => {
    supervisor.noteGone({ type: 'GPU', reason: 'crashed', exitCode: 1 } as Details);
    supervisor.noteGone({ type: 'Utility', serviceName: 'Network Service', reason: 'crashed', exitCode: 1 } as Details);
    expect(lost).toEqual([]);
  });

  it('waits longer each time, and is given up at last', async () => {
    const delays = [250, 1000, 4000, 15_000];
    for (const [attempt, delay] of delays.entries()) {
      end(current(), 1);
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(forked).toHaveLength(attempt + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(forked).toHaveLength(attempt + 2);
    }
    end(current(), 1);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(forked).toHaveLength(5);
    expect(lost.map(({ restarting }) => restarting)).toEqual([true, true, true, true, false]);
  });

  it('is tried once more when the artist asks, after it was given up', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      end(current(), 1);
      await vi.advanceTimersByTimeAsync(20_000);
    }
    const connection = supervisor.connect();
    expect(forked).toHaveLength(6);
    current().sayReady();
    await expect(connection).resolves.toBeDefined();
  });

  it('rejects a connection that waited for it, and those that wait when it is given up', async () => {
    const early = supervisor.connect();
    end(current(), 1);
    await expect(early).rejects.toThrow('did not start');
    const later = expect(supervisor.connect()).rejects.toThrow();
    for (let attempt = 0; attempt < 5; attempt++) {
      await vi.advanceTimersByTimeAsync(20_000);
      end(current(), 1);
    }
    await later;
  });

  it('counts from the start again after it ran steadily', async () => {
    for (let attempt = 0; attempt < 8; attempt++) {
      await vi.advanceTimersByTimeAsync(61_000);
      end(current(), 1);
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(forked).toHaveLength(9);
  });

  it('settles grants that it cannot confirm any more: the next one starts with them', async () => {
    current().confirms = false;
    const granting = supervisor.grant([{ folder: '/meshes', purpose: 'read' }]);
    end(current(), 1);
    await granting;
  });

  it('is not started again when the program closes', async () => {
    const { kill } = current();
    supervisor.stop();
    expect(kill).toHaveBeenCalledOnce();
    end(current(), 0);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(forked).toHaveLength(1);
    expect(lost).toEqual([]);
    await expect(supervisor.connect()).rejects.toThrow('closing');
  });
});
