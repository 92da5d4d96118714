import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { mostRequestBytes } from '../../protocol/wireCodec.ts';
import { SimulationHost, type SimulationHostOptions } from '../SimulationHost.ts';
import { ParkedSessions } from '../session/ParkedSessions.ts';
import { AccessControl, type AccessOptions } from './AccessControl.ts';
import type { RestartAddress } from './RestartControl.ts';
import { securityHeaders } from './securityHeaders.ts';
import { SocketRoom } from './SocketRoom.ts';
import { StaticFiles, type StaticFile } from './StaticFiles.ts';
import { WebSocketEndpoint, type WebSocketEndpointOptions } from './WebSocketEndpoint.ts';

export interface LocalServerOptions extends AccessOptions, WebSocketEndpointOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** The built editor. */
  readonly appFolder: string;
  /** Options of the simulation host of each connection. */
  readonly host: SimulationHostOptions;
  /** Milliseconds until the first lines of a request must be there. */
  readonly headersTimeout?: number;
  /** Milliseconds from the start within which an editor is told the notice: it was connected before. One that is opened later is not concerned. */
  readonly noticeTime?: number;
  /** Told to pages: where they can have this process restarted. */
  readonly restart?: RestartAddress;
}

/** The only address it listens at: other machines cannot reach it. */
const ADDRESS = '127.0.0.1';
const HOST_ADDRESS = '/host';
const RESTART_ADDRESS = '/restart';
/** Editors at once; each has a simulation host of its own. */
const mostClients = 16;
/** Sockets at once, those of editors included. */
const mostSockets = 96;
/** Bytes of the first lines of a request. */
const mostHeaderBytes = 16 * 1024;
/** Milliseconds for a request, and for a socket on which nothing moves. */
const requestTimeout = 15_000;
const idleTimeout = 30_000;

/** Serves the editor and its simulation hosts to browsers of this machine. */
export class LocalServer {
  private readonly http: Server;
  private readonly sockets: WebSocketServer;
  private readonly room = new SocketRoom(mostSockets);
  private readonly access: AccessControl;
  private readonly files: StaticFiles;
  private readonly options: LocalServerOptions;
  private readonly hosts = new Set<SimulationHost>();
  private readonly parked = new ParkedSessions();
  /** Milliseconds. */
  private readonly born = performance.now();

  private constructor(options: LocalServerOptions) {
    this.options = options;
    this.access = new AccessControl(options, () => this.port);
    this.files = new StaticFiles(options.appFolder);
    this.sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: mostRequestBytes });
    const { headersTimeout = 10_000 } = options;
    const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval: Math.min(1000, headersTimeout) };
    this.http = createServer({ maxHeaderSize: mostHeaderBytes, ...timeouts });
    this.http.on('connection', (socket) => this.room.enter(socket));
    this.http.timeout = idleTimeout;
    this.http.on('request', (request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
    this.http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  /** Throws what the system throws when the port cannot be had. */
  static async start(options: LocalServerOptions): Promise<LocalServer> {
    const server = new LocalServer(options);
    await server.files.refresh();
    await new Promise<void>((resolve, reject) => {
      server.http.once('error', reject);
      server.http.listen({ port: options.port, host: ADDRESS, exclusive: true }, resolve);
    });
    return server;
  }

  get port(): number {
    return (this.http.address() as AddressInfo | null)?.port ?? this.options.port;
  }

  /** The only address that it listens at. */
  get address(): string {
    return (this.http.address() as AddressInfo).address;
  }

  /** Cancels what runs and waits for its end: the last whole frame of a simulation is kept. */
  async close(): Promise<void> {
    this.http.close();
    await Promise.all([...[...this.hosts].map((host) => host.close()), this.parked.close()]);
    for (const socket of this.sockets.clients) socket.terminate();
    this.http.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = this.access.hostOf(request);
    const policy = securityHeaders(host ?? ADDRESS, this.options.restart?.port);
    for (const [name, value] of Object.entries(policy)) response.setHeader(name, value);
    const { method, headers } = request;
    if (host === undefined) return say(response, 403, 'This is not the address of this program.');
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return say(response, 405, 'This can only be read.');
    }
    if (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0')
      return say(response, 400, 'A request has no content here.');
    const place = placeOf(request);
    if (place === undefined) return say(response, 400, 'This is no address.');
    const secret = place.query.get('token');
    if (place.path === '/' && secret !== null && this.access.admits(secret))
      return this.letIn(request, response, place.query);
    if (!this.access.hasSession(request)) return say(response, 403, LOCKED);
    this.room.admit(request.socket);
    if (place.path === '/' && secret !== null) return redirect(response, place.query);
    if (place.path === RESTART_ADDRESS) return tellRestart(this.options.restart, response);
    await this.serve(place.path, method, response);
  }

  /** Hands out the cookie and leads on to the address without the token. */
  private letIn(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    this.room.admit(request.socket);
    response.setHeader('Set-Cookie', this.access.sessionCookie());
    if (request.headers['sec-fetch-site'] !== 'cross-site') {
      redirect(response, query);
      return;
    }
    // From a link in another site's page, as a terminal in a browser has them: the cookie is sent only with what this site asks for.
    const to = startAddress(query).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(`<!doctype html><title>Ductile</title><meta http-equiv="refresh" content="0;url=${to}">`);
  }

  private async serve(path: string, method: string, response: ServerResponse): Promise<void> {
    if (path === '/') await this.files.refresh();
    const file = this.files.get(path);
    if (file !== undefined) await send(file, method, response);
    else if (path === '/')
      say(response, 503, 'The editor is not built. Build it with `npm run build`, then load this page again.');
    else say(response, 404, 'There is nothing here.');
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A socket that breaks has no more to say.
    socket.on('error', () => undefined);
    const status = this.refusal(request);
    if (status !== undefined) {
      const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
      socket.end(answer, () => socket.destroy());
      return;
    }
    this.room.admit(request.socket);
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      const { parked } = this;
      const endpoint = new WebSocketEndpoint(client, { notice: this.notice() });
      const host = new SimulationHost(endpoint, { ...this.options.host, parked });
      this.hosts.add(host);
      client.once('close', () => void host.leave().finally(() => this.hosts.delete(host)));
    });
  }

  private notice(): string | undefined {
    const { notice, noticeTime = 15_000 } = this.options;
    return performance.now() - this.born < noticeTime ? notice : undefined;
  }

  private refusal(request: IncomingMessage): string | undefined {
    const place = placeOf(request);
    if (place?.path !== HOST_ADDRESS) return '404 Not Found';
    if (!this.access.isOwnOrigin(request)) return '403 Forbidden';
    const secret = place.query.get('token');
    const known = this.access.hasSession(request) || (secret !== null && this.access.admits(secret));
    if (!known) return '403 Forbidden';
    return this.hosts.size >= mostClients ? '503 Service Unavailable' : undefined;
  }
}

const LOCKED =
  'Ductile runs here for whoever started it. Open the address that it printed when it was started, with its token.';

/** The decoded path and the query of a request; undefined where it is no plain address. */
function placeOf({ url = '' }: IncomingMessage): { path: string; query: URLSearchParams } | undefined {
  if (!url.startsWith('/')) return undefined;
  const [encoded, ...rest] = url.split('?');
  try {
    return { path: decodeURIComponent(encoded), query: new URLSearchParams(rest.join('?')) };
  } catch {
    return undefined;
  }
}

/** The start page with what the address asks for, without the token. */
function startAddress(query: URLSearchParams): string {
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'token'));
  return others.size === 0 ? '/' : `/?${others.toString()}`;
}

function redirect(response: ServerResponse, query: URLSearchParams): void {
  response.writeHead(303, { Location: startAddress(query), 'Cache-Control': 'no-store', 'Content-Length': 0 });
  response.end();
}

function tellRestart(restart: RestartAddress | undefined, response: ServerResponse): void {
  if (restart === undefined) return say(response, 404, 'Nothing watches over this process.');
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(restart));
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(`${text}\n`);
}

async function send(file: StaticFile, method: string, response: ServerResponse): Promise<void> {
  const stream = createReadStream(file.path);
  try {
    await new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve());
      stream.once('error', reject);
    });
  } catch {
    say(response, 404, 'There is nothing here any more. Load the page again.');
    return;
  }
  response.writeHead(200, {
    'Content-Type': file.type,
    'Cache-Control': file.cacheControl,
    'Content-Length': file.bytes,
  });
  if (method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  // A client that goes away ends its own stream only.
  await pipeline(stream, response).catch(() => response.destroy());
}
