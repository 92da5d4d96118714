import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { protocol, type Protocol } from 'electron';
import { APP_SCHEME, isAppUrl } from './origin.ts';

/**
 * The content security policy of the editor. Scripts, workers, fonts and connections come from the program's own folder only.
 * `wasm-unsafe-eval` compiles WebAssembly and no JavaScript. Styles of elements are set by the docking and menu libraries.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Headers of every response of the app protocol, errors included. Opener and embedder policy isolate the page from all other origins. */
export const RESPONSE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cache-Control': 'no-cache',
} as const satisfies Record<string, string>;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Makes `app:` a scheme with an origin, like https. Call it once, before the program is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the files of `folder` under `app://ductile/`, read only, with the security headers. */
export function serveApp(protocolOfSession: Protocol, folder: string): void {
  protocolOfSession.handle(APP_SCHEME, (request) => answerAppRequest(folder, request));
}

/** Responds to a request. No file outside `folder` is read, whatever the URL. Never rejects. */
export async function answerAppRequest(
  folder: string,
  { url, method }: Pick<Request, 'url' | 'method'>,
): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'only GET and HEAD');
  if (!isAppUrl(url)) return refusal(403, 'not of this program');
  const path = requestedPath(url);
  if (path === undefined) return refusal(400, 'not a path of this program');
  const file = await fileInside(folder, path);
  if (file === undefined) return refusal(404, 'not found');
  try {
    const body = method === 'HEAD' ? null : new Uint8Array(await readFile(file));
    const type = CONTENT_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    return new Response(body, { status: 200, headers: { ...RESPONSE_HEADERS, 'Content-Type': type } });
  } catch {
    return refusal(404, 'not found');
  }
}

/**
 * Returns the path of a URL relative to the served folder; undefined where a segment could lead out of it. The URL is parsed
 * (which resolves `..` and `%2e%2e`), decoded once, and checked again: a doubly encoded name remains an unusual file name.
 */
export function requestedPath(url: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url).pathname).replace(/^\//, '');
  } catch {
    return undefined;
  }
  if (path === '') return 'index.html';
  const segments = path.split('/');
  return segments.every(isPlainName) ? segments.join(sep) : undefined;
}

/** Returns whether every system reads a segment as a plain name: no dots alone, hidden files, drives, streams, backslashes or control characters. */
function isPlainName(segment: string): boolean {
  const control = [...segment].some((character) => character.charCodeAt(0) < 32);
  return segment !== '' && !segment.startsWith('.') && !/[\\:*?"<>|]/.test(segment) && !control;
}

/** Returns the file at `path` in `folder` with links resolved; undefined where there is none, or it is elsewhere. */
async function fileInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    const inside = relative(root, file);
    if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..') return undefined;
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

function refusal(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { ...RESPONSE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
