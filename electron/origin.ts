/** The scheme and host from which the editor, and nothing else, is served. */
export const APP_SCHEME = 'app';
const APP_HOST = 'ductile';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** Returns whether a URL is that of the editor. (`URL.origin` is `null` for schemes that Node does not know.) */
export function isAppUrl(address: string): boolean {
  const url = parseUrl(address);
  return url !== undefined && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '';
}

export function parseUrl(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
