import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { LocalServer, type LocalServerOptions } from '../../src/host/local/LocalServer.ts';
import { WorkspacePaths } from '../../src/host/local/WorkspacePaths.ts';
import { HostClient } from '../../src/protocol/HostClient.ts';
import type { MessageEndpoint } from '../../src/protocol/MessageEndpoint.ts';
import { decodeWireMessage, encodeWireMessage } from '../../src/protocol/wireCodec.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One HTTP request exactly as written: the path is sent as it is. */
export function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

export interface TestServer {
  readonly server: LocalServer;
  readonly port: number;
  readonly token: string;
  readonly workspace: string;
  readonly appFolder: string;
}

/** A local server in this process with a small page and an empty workspace. It and both folders are gone when the test ends. */
export async function startLocalServer(options: Partial<LocalServerOptions> = {}): Promise<TestServer> {
  const folder = await temporaryFolder();
  const [workspace, appFolder] = [join(folder, 'workspace'), join(folder, 'app')];
  await mkdir(workspace);
  await mkdir(join(appFolder, 'assets'), { recursive: true });
  await writeFile(join(appFolder, 'index.html'), '<!doctype html><title>Ductile</title>');
  await writeFile(join(appFolder, 'assets', 'main-0a1b2c.js'), 'export {};');
  await writeFile(join(appFolder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'secret.txt'), 'not to be served');
  const token = randomBytes(32).toString('base64url');
  const paths = await WorkspacePaths.open([workspace]);
  const host = { paths, workspace, stateFolder: join(folder, 'state'), threads: 1 };
  const server = await LocalServer.start({ port: 0, token, appFolder, host, ...options });
  onTestFinished(() => server.close());
  return { server, port: server.port, token, workspace, appFolder };
}

/** The cookie of whoever shows the token. */
export async function logIn(port: number, token: string): Promise<string> {
  const { headers } = await ask(port, `/?token=${token}`);
  const [cookie] = headers['set-cookie'] ?? [];
  if (cookie === undefined) throw new Error('no cookie was given');
  return cookie.split(';')[0];
}

/** An open socket, or the status with which it was refused. */
export function openSocket(port: number, headers: Record<string, string>, path = '/host'): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, perMessageDeflate: false });
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    socket.once('error', reject);
  });
}

/** A socket of whoever shows the token, as a page of the host opens it. */
export async function openOwnSocket(port: number, token: string): Promise<WebSocket> {
  const headers = { origin: `http://127.0.0.1:${port}`, cookie: await logIn(port, token) };
  const socket = await openSocket(port, headers);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

/** The client's end of a socket. */
export function clientEndpoint(socket: WebSocket): MessageEndpoint {
  const early: unknown[] = [];
  let receive: ((message: unknown) => void) | undefined;
  socket.on('message', (data) => {
    const message = decodeWireMessage(data as ArrayBuffer);
    if (receive === undefined) early.push(message);
    else receive(message);
  });
  return {
    post: (message) => socket.send(encodeWireMessage(message)),
    onMessage: (handler) => {
      receive = handler;
      for (const message of early.splice(0)) handler(message);
    },
    onClose: (closed) => void socket.once('close', closed),
    close: () => socket.close(),
  };
}

export async function connectClient(port: number, token: string): Promise<HostClient> {
  return HostClient.connect(clientEndpoint(await openOwnSocket(port, token)), 'test');
}
