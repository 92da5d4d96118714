import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { serveControlPort, type ControlPort } from '../../../electron/hostService.ts';
import { messagePortEndpoint, type PagePort } from '../../../electron/messagePortEndpoint.ts';
import { openHostConnection, type PageWindow } from '../../../electron/openHostConnection.ts';
import { PathGrants } from '../../../electron/pathGrants.ts';
import { SimulationHost } from '../../../src/host/SimulationHost.ts';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import { fakeElectron, FakePort, settle } from './fakeElectron.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const channel = () => new fakeElectron.MessageChannelMain();
const workspace = suiteFolder();

describe('messagePortEndpoint', () => {
  it('delivers in order, and first what came before there was a receiver', async () => {
    const { port1, port2 } = channel();
    const [a, b] = [messagePortEndpoint(port1), messagePortEndpoint(port2)];
    a.post(1);
    a.post(2);
    await settle();
    const received: unknown[] = [];
    b.onMessage((message) => received.push(message));
    a.post(3);
    await settle();
    expect(received).toEqual([1, 2, 3]);
  });

  it('copies buffers instead of moving them, and of a view no more than it shows', async () => {
    const { port1, port2 } = channel();
    const [a, b] = [messagePortEndpoint(port1), messagePortEndpoint(port2)];
    const received: unknown[] = [];
    b.onMessage((message) => received.push(message));
    const all = new Uint8Array(1000).fill(7);
    const bytes = all.subarray(10, 20);
    a.post({ kind: 'result', id: 1, result: { bytes } }, [all.buffer]);
    await settle();
    const [{ result }] = received as { result: { bytes: Uint8Array } }[];
    expect([...result.bytes]).toEqual(Array<number>(10).fill(7));
    expect(result.bytes.buffer.byteLength).toBe(10);
    expect(all.byteLength).toBe(1000);
  });

  it('tells both sides once that it ended, also those that ask later, and posts nothing afterwards', async () => {
    const { port1, port2 } = channel();
    const [a, b] = [messagePortEndpoint(port1), messagePortEndpoint(port2)];
    const [closedA, closedB, late] = [vi.fn(), vi.fn(), vi.fn()];
    a.onClose(closedA);
    b.onClose(closedB);
    a.close();
    a.close();
    await settle();
    expect([closedA.mock.calls.length, closedB.mock.calls.length]).toEqual([1, 1]);
    b.onClose(late);
    await settle();
    expect(late).toHaveBeenCalledOnce();
    expect(() => b.post('too late')).not.toThrow();
  });
});

/** A port of a page around a port of the other kind. */
function pagePort(port: FakePort): PagePort {
  return {
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
    addEventListener: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) => {
      port.on(event, listener);
    },
  };
}

/** A window that delivers messages to itself. */
function pageWindow() {
  const listeners = new Set<Parameters<PageWindow['addEventListener']>[1]>();
  const page: PageWindow = {
    addEventListener: (_event, listener) => listeners.add(listener),
    removeEventListener: (_event, listener) => listeners.delete(listener),
  };
  const say = (data: unknown, ports: PagePort[], source: unknown = page) => {
    for (const listener of [...listeners]) listener({ data, source, ports });
  };
  return { page, say, listeners };
}

describe('a connection of the page', () => {
  it.each(['before', 'after'])('takes the port that came %s the answer', async (order) => {
    const { page, say, listeners } = pageWindow();
    const { port1, port2 } = channel();
    const deliver = () => say({ ductile: 'host-port', connection: 4 }, [pagePort(port2)]);
    const connectHost = () => {
      if (order === 'before') deliver();
      else setImmediate(deliver);
      return Promise.resolve(4);
    };
    const endpoint = await openHostConnection({ connectHost }, page);
    const received = vi.fn();
    endpoint.onMessage(received);
    messagePortEndpoint(port1).post('hello');
    await settle();
    expect(received).toHaveBeenCalledWith('hello');
    expect(listeners.size).toBe(0);
  });

  it('takes no port of anybody else', async () => {
    const { page, say } = pageWindow();
    const { port2 } = channel();
    const foreign = pagePort(new FakePort());
    const connectHost = () => {
      say({ ductile: 'host-port', connection: 1 }, [foreign], {});
      say({ ductile: 'host-port', connection: 2 }, [foreign]);
      say({ connection: 1 }, [foreign]);
      say('host-port', [foreign]);
      say({ ductile: 'host-port', connection: 1 }, []);
      say({ ductile: 'host-port', connection: 1 }, [pagePort(port2)]);
      return Promise.resolve(1);
    };
    const posted = vi.spyOn(port2, 'postMessage');
    (await openHostConnection({ connectHost }, page)).post('mine');
    expect(posted).toHaveBeenCalledWith('mine');
  });

  it('rejects and stops listening where there is no host', async () => {
    const { page, listeners } = pageWindow();
    const connectHost = () => Promise.reject(new Error('the simulation process does not start'));
    await expect(openHostConnection({ connectHost }, page)).rejects.toThrow('does not start');
    expect(listeners.size).toBe(0);
  });
});

describe('the control port of the simulation process', () => {
  function control() {
    const sent: unknown[] = [];
    let receive: (event: { data: unknown; ports: FakePort[] }) => void = () => undefined;
    const port: ControlPort = {
      on: (_event, listener) => {
        receive = listener;
      },
      postMessage: (message) => sent.push(message),
    };
    return { port, sent, tell: (data: unknown, ports: FakePort[] = []) => receive({ data, ports }) };
  }

  it('says that it is ready, and confirms grants that are in force', () => {
    const { port, sent, tell } = control();
    const grants = new PathGrants(workspace);
    serveControlPort(port, grants, ['obj'], vi.fn());
    tell({ kind: 'grant', id: 3, grants: [{ folder: tmpdir(), purpose: 'read' }] });
    expect(sent).toEqual([
      { kind: 'ready', importExtensions: ['obj'] },
      { kind: 'granted', id: 3 },
    ]);
    expect(grants.all).toHaveLength(1);
  });

  it('ignores what is no command', () => {
    const { port, sent, tell } = control();
    const open = vi.fn();
    serveControlPort(port, new PathGrants(workspace), [], open);
    for (const data of [null, 'connect', { kind: 'connect', more: 1 }, { kind: 'grant', id: 1, grants: [{}] }])
      tell(data, [new FakePort()]);
    tell({ kind: 'connect' }, []);
    expect(open).not.toHaveBeenCalled();
    expect(sent).toHaveLength(1);
  });

  it('opens a simulation host for every connection, bound to the grants', async () => {
    const { port, tell } = control();
    const paths = new PathGrants(workspace);
    serveControlPort(port, paths, [], (endpoint) => {
      new SimulationHost(endpoint, { paths, workspace });
    });
    const { port1, port2 } = channel();
    tell({ kind: 'connect' }, [port2]);
    const client = await HostClient.connect(messagePortEndpoint(port1), 'test');
    await expect(client.call('openShot', { path: '/etc/passwd' })).rejects.toMatchObject({
      code: 'usage',
      remedy: expect.stringContaining('Open, Import or Export') as string,
    });
    client.close();
    await settle();
    await expect(client.call('closeShot', {})).rejects.toMatchObject({ code: 'internal' });
  });
});
