import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { ServeOrder } from '../../../src/host/local/processMessages.ts';
import { Supervisor } from '../../../src/host/local/Supervisor.ts';

class FakeProcess extends EventEmitter {
  readonly pid: number;
  order: ServeOrder | undefined;
  readonly signals: string[] = [];

  constructor(pid: number) {
    super();
    this.pid = pid;
  }

  send(order: ServeOrder): void {
    this.order = order;
  }

  kill(signal: string): void {
    this.signals.push(signal);
  }

  listen(port: number): void {
    this.emit('message', { kind: 'listening', port });
  }

  exit(code: number | null, signal: string | null = null): void {
    this.emit('exit', code, signal);
  }
}

function supervise(delays = [0]) {
  const processes: FakeProcess[] = [];
  const listening: unknown[] = [];
  const ends: string[] = [];
  const supervisor = new Supervisor({
    start: () => {
      const child = new FakeProcess(processes.length + 1);
      processes.push(child);
      return child as unknown as ChildProcess;
    },
    order: { port: 0, token: 'token', ticket: 'ticket', roots: ['/work'] },
    onListening: (state) => listening.push(state),
    onEnd: (reason) => ends.push(reason),
    delays,
    grace: 5,
  });
  const born = async (count: number) => {
    while (processes.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return processes[count - 1];
  };
  return { supervisor, processes, listening, ends, born };
}

test('starts a process again at the same port with the same token, and says why', async () => {
  const { supervisor, listening, ends, born } = supervise();
  const run = supervisor.run();
  const first = await born(1);
  expect(first.order).toEqual({ port: 0, token: 'token', ticket: 'ticket', roots: ['/work'] });
  first.listen(4711);
  first.exit(null, 'SIGKILL');
  const second = await born(2);
  const notice =
    'The simulation process ended and was started again: it was killed, perhaps because memory ran out. Finished frames are kept.';
  // A ticket that was not used may have been seen.
  expect(second.order).toEqual({ port: 4711, token: 'token', ticket: undefined, roots: ['/work'], notice });
  second.listen(4711);
  second.emit('message', { kind: 'failed', reason: 'out of luck' });
  second.exit(1);
  const third = await born(3);
  expect(third.order?.notice).toContain('out of luck');
  third.listen(4711);
  expect(listening).toEqual([
    { port: 4711, pid: 1, restarted: undefined },
    { port: 4711, pid: 2, restarted: notice },
    { port: 4711, pid: 3, restarted: third.order?.notice },
  ]);
  expect(ends).toHaveLength(2);
  supervisor.stop();
  expect(third.signals).toEqual(['SIGTERM']);
  third.exit(0);
  expect(await run).toBeUndefined();
});

test('gives up where the first cannot begin', async () => {
  const { supervisor, born, processes } = supervise();
  const run = supervisor.run();
  const first = await born(1);
  first.emit('message', { kind: 'failed', reason: 'listen EADDRINUSE' });
  first.exit(1);
  expect(await run).toBe('listen EADDRINUSE');
  expect(processes).toHaveLength(1);
});

test('goes on trying once it has run, and stops while it waits', async () => {
  const { supervisor, born, processes } = supervise([0, 0, 1e6]);
  const run = supervisor.run();
  (await born(1)).listen(1);
  processes[0].exit(1);
  (await born(2)).exit(1);
  (await born(3)).exit(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(processes).toHaveLength(3);
  supervisor.stop();
  expect(await run).toBeUndefined();
});

test('takes signals that come together for one', async () => {
  const { supervisor, born } = supervise();
  const run = supervisor.run();
  const first = await born(1);
  first.listen(1);
  supervisor.stop();
  supervisor.stop();
  expect(first.signals).toEqual(['SIGTERM']);
  first.exit(null, 'SIGTERM');
  expect(await run).toBeUndefined();
});

test('ignores what is no report, and a process that cannot be started is a reason', async () => {
  const { supervisor, born, listening } = supervise();
  const run = supervisor.run();
  const first = await born(1);
  for (const garbage of [undefined, 'listening', { kind: 'listening' }, { kind: 'listening', port: 'x' }])
    first.emit('message', garbage);
  first.emit('error', new Error('spawn ENOENT'));
  expect(await run).toBe('spawn ENOENT');
  expect(listening).toEqual([]);
});

test('restarts a process on request, killing it where it does not end, and starts the next at once', async () => {
  const { supervisor, born, ends } = supervise([0, 1e6]);
  const run = supervisor.run();
  const first = await born(1);
  first.listen(4711);
  supervisor.restart();
  supervisor.restart();
  expect(first.signals).toEqual(['SIGTERM']);
  while (first.signals.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(first.signals).toEqual(['SIGTERM', 'SIGKILL']);
  first.exit(null, 'SIGKILL');
  const second = await born(2);
  expect(second.order).toMatchObject({ port: 4711, notice: expect.stringContaining('restarted on request') as string });
  expect(ends).toEqual(['it was restarted on request']);
  supervisor.stop();
  supervisor.restart();
  expect(second.signals).toEqual(['SIGTERM']);
  second.exit(0);
  expect(await run).toBeUndefined();
});
