import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Address and secret with which a page asks for a restart. */
export interface RestartAddress {
  readonly port: number;
  readonly secret: string;
}

const ADDRESS = '127.0.0.1';
const PATH = '/restart';
/** Bytes of the secret. */
const SECRET_BYTES = 32;
/** Sockets at once, bytes of the first lines of a request, and milliseconds for it. */
const mostSockets = 16;
const mostHeaderBytes = 8 * 1024;
const requestTimeout = 5000;

/**
 * Listens in the process that watches, so that a serving process can be restarted that answers nothing any more. Whoever knows the secret, which pages
 * of the serving process are told, may ask for it, from such a page; nothing else can be asked.
 */
export class RestartControl {
  readonly secret = randomBytes(SECRET_BYTES).toString('base64url');
  private readonly http: Server;
  private readonly restart: () => void;
  private servedPort: number | undefined;

  private constructor(restart: () => void) {
    this.restart = restart;
    const timeouts = { headersTimeout: requestTimeout, requestTimeout, connectionsCheckingInterval: 1000 };
    this.http = createServer({ maxHeaderSize: mostHeaderBytes, ...timeouts });
    this.http.maxConnections = mostSockets;
    this.http.on('request', (request, response) => this.answer(request, response));
  }

  /** Throws what the system throws when there is no port. */
  static async start(restart: () => void): Promise<RestartControl> {
    const control = new RestartControl(restart);
    await new Promise<void>((resolve, reject) => {
      control.http.once('error', reject);
      control.http.listen({ port: 0, host: ADDRESS, exclusive: true }, resolve);
    });
    return control;
  }

  get address(): RestartAddress {
    return { port: (this.http.address() as AddressInfo).port, secret: this.secret };
  }

  /** Pages of this port may ask. */
  servedAt(port: number): void {
    this.servedPort = port;
  }

  close(): void {
    this.http.close();
    this.http.closeAllConnections();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { headers, method, url } = request;
    const { port } = this.address;
    const names = [`${ADDRESS}:${port}`, `localhost:${port}`];
    const origin = this.pageOrigin(headers.origin);
    const content = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    response.setHeader('Connection', 'close');
    response.setHeader('Cache-Control', 'no-store');
    if (origin === undefined || content || url !== PATH || !names.includes(headers.host?.toLowerCase() ?? ''))
      return end(response, 403);
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', 'Origin');
    if (method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', 'POST');
      response.setHeader('Access-Control-Allow-Headers', 'authorization');
      return end(response, 204);
    }
    if (method !== 'POST') return end(response, 405);
    if (!equal(headers.authorization ?? '', `Bearer ${this.secret}`)) return end(response, 403);
    end(response, 202);
    this.restart();
  }

  /** The origin where it is that of a page of the serving process. */
  private pageOrigin(origin: string | undefined): string | undefined {
    const { servedPort } = this;
    if (servedPort === undefined) return undefined;
    return [`http://${ADDRESS}:${servedPort}`, `http://localhost:${servedPort}`].find((own) => own === origin);
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 0 });
  response.end();
}

/** Compares in a time that tells nothing about where, or in which length, the texts differ. */
function equal(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
