import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface AccessOptions {
  /** Token of the address that the user was given; valid as long as the program runs. */
  readonly token: string;
  /** Valid once, for an address that other users of the machine may see in the list of processes. */
  readonly ticket?: string;
}

/**
 * Who may talk to a local host: whoever knows the token, from a page of this host. The token is exchanged for a cookie, so that it
 * leaves the address bar; the cookie follows from the token and so outlives a restart of the host.
 */
export class AccessControl {
  private readonly token: string;
  private readonly session: string;
  private readonly port: () => number;
  private ticket: string | undefined;

  /** `port`: that of the host, known once it listens. */
  constructor({ token, ticket }: AccessOptions, port: () => number) {
    this.token = token;
    this.ticket = ticket;
    this.session = createHmac('sha256', token).update('session of a local host').digest('base64url');
    this.port = port;
  }

  /** The name under which a request asks for this host; undefined where it is none of its own: a page elsewhere whose name leads here. */
  hostOf({ headers }: IncomingMessage): string | undefined {
    const names = [`127.0.0.1:${this.port()}`, `localhost:${this.port()}`];
    return names.find((name) => name === headers.host?.toLowerCase());
  }

  /** True where a page of this very host asks. */
  isOwnOrigin(request: IncomingMessage): boolean {
    const host = this.hostOf(request);
    return host !== undefined && request.headers.origin === `http://${host}`;
  }

  /** True for the token, and once for the ticket. */
  admits(secret: string): boolean {
    if (equal(secret, this.token)) return true;
    if (this.ticket === undefined || !equal(secret, this.ticket)) return false;
    this.ticket = undefined;
    return true;
  }

  hasSession({ headers }: IncomingMessage): boolean {
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    const prefix = `${this.cookieName()}=`;
    return cookies.some((cookie) => cookie.startsWith(prefix) && equal(cookie.slice(prefix.length), this.session));
  }

  /** The `Set-Cookie` header of a client that was admitted. */
  sessionCookie(): string {
    return `${this.cookieName()}=${this.session}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Cookies are shared by all ports of a machine. */
  private cookieName(): string {
    return `ductile-${this.port()}`;
  }
}

/** Compares in a time that tells nothing about where, or in which length, the texts differ. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
